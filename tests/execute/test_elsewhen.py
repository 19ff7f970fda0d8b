"""A process that believes it is later."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import datetime, time
before = datetime.datetime.now(), datetime.date.today(), time.time()
from caddis.execute.elsewhen import shift
shift(400 * 86_400)
{}
"""


def run(code: str) -> str:
    """What a fresh process prints that is 400 days ahead."""
    result = subprocess.run([sys.executable, "-c", SCRIPT.format(code)], capture_output=True, text=True, check=True)
    return result.stdout.strip()


def test_every_way_to_ask_for_the_time_is_shifted() -> None:
    """By the same number of days."""
    days = "(datetime.datetime.now() - before[0]).days, (datetime.date.today() - before[1]).days"

    assert run(f"print({days}, round((time.time() - before[2]) / 86_400))") == "400 400 400"
    assert run("print(time.localtime().tm_year == time.gmtime(time.time()).tm_year)") == "True"
    assert run("print(time.strftime('%Y') == str(datetime.date.today().year))") == "True"


def test_what_does_not_ask_for_the_time_stays_as_it_was() -> None:
    """The classes keep their names, their arithmetic and their instances."""
    assert run("print(repr(datetime.datetime(2020, 1, 2)))") == "datetime.datetime(2020, 1, 2, 0, 0)"
    assert run("print(isinstance(before[0], datetime.datetime), isinstance(before[1], datetime.date))") == "True True"
    assert run("print(datetime.date(2020, 1, 1) + datetime.timedelta(1))") == "2020-01-02"
    assert run("print(time.gmtime(0).tm_year)") == "1970"
