"""Other circumstances for a moment, and everything as it was afterwards."""

from __future__ import annotations

import datetime
import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from caddis.execute.otherwise import Otherwise
from subjects import letter_knows_its_year

ASKED: dict[str, Callable[[], object]] = {
    "the year": lambda: time.localtime().tm_year,
    "the date": lambda: datetime.date.today().year,
    "a date imported by the target": letter_knows_its_year.this_year,
    "the home": lambda: os.path.expanduser("~"),
    "the directory": os.getcwd,
    "the directory for files": tempfile.gettempdir,
    "the user": lambda: os.environ.get("USER"),
    "the process": lambda: str(os.getpid()),
    "the state of chance": random.getstate,
}


def is_ours(module: str) -> bool:
    return module == letter_knows_its_year.__name__


@pytest.mark.parametrize("name", ASKED)
def test_what_must_make_no_difference_is_another(name: str, tmp_path: Path) -> None:
    """In there, and there alone."""
    ask = ASKED[name]
    otherwise = Otherwise(str(tmp_path), is_ours)
    before = ask()

    with otherwise():
        inside = ask()

    assert before != inside
    assert before == ask()


def test_objects_lie_elsewhere(tmp_path: Path) -> None:
    """The places of those that are gone are not given to the next, but for one or two."""
    otherwise = Otherwise(str(tmp_path), is_ours)
    here = set(map(id, [bytearray(40) for _ in range(10)]))

    with otherwise():
        there = set(map(id, [bytearray(40) for _ in range(10)]))

    assert len(here & there) < 3


def test_files_written_there_do_not_stay(tmp_path: Path) -> None:
    """The next one finds the directory empty."""
    otherwise = Otherwise(str(tmp_path), is_ours)

    with otherwise():
        Path("left behind").touch()

    with otherwise():
        assert os.listdir() == []
