"""Replaying tests under pytest in a sandboxed worker."""

from __future__ import annotations

from pathlib import Path

import pytest

from caddis.campaign.halt import Halt
from caddis.campaign.own import own_of
from caddis.campaign.replays import Circumstances, Own, Test, replay
from caddis.campaign.supervising import Standby
from campaign.replayed import FILE, replayed, setting

COUNTS = """
    calls = []

    def count():
        calls.append(1)
        return len(calls)
"""
LEANING = """
    import subject

    def test_first():
        assert subject.count() == 1

    def test_second():
        assert subject.count() == 2
"""


def test_a_test_that_leans_on_another_passes_in_company_only(tmp_path: Path) -> None:
    """In the order written it passes; by itself it does not."""
    where = setting(tmp_path, COUNTS)

    assert replayed(where, LEANING, Circumstances(2)) == {"test_first": "", "test_second": ""}
    assert replayed(where, LEANING, Circumstances(2, alone=True)) == {"test_first": "", "test_second": "AssertionError"}


def test_what_ends_a_test_does_not_end_the_others(tmp_path: Path) -> None:
    """A test may hang, end the process, or end the session: those after it are run."""
    tests = """
        import os
        import pytest

        def test_hangs():
            while True:
                pass

        def test_exits():
            os._exit(3)

        def test_ends_the_session():
            pytest.exit("no more")

        def test_passes():
            pass
    """

    seen = replayed(setting(tmp_path), tests, Circumstances(2))

    assert [seen[name] for name in ("test_hangs", "test_exits", "test_ends_the_session", "test_passes")] == [
        "OutOfTime",
        "exited with status 3",
        "ended the session",
        "",
    ]


def test_a_test_may_start_no_process(tmp_path: Path) -> None:
    """Neither in company nor alone, though there our own code forks."""
    tests = """
        import os

        def test_forks():
            os.fork()
    """

    assert replayed(setting(tmp_path), tests, Circumstances(2, alone=True)) == {"test_forks": "PermissionError"}


def test_a_failure_names_its_line_and_row(tmp_path: Path) -> None:
    """By them the assertion and the case are found."""
    source = "import pytest\n\n\n@pytest.mark.parametrize('n', [1, 2])\ndef test_it(n):\n    assert n == 1\n"
    seen = replay(
        Standby(setting(tmp_path)),
        {FILE: source},
        [Test(FILE, "test_it")],
        circumstances=Circumstances(2),
        halt=Halt(None),
        deadline=None,
    )
    failure = seen[FILE, "test_it"]

    assert failure is not None
    assert (failure.name, failure.row, failure.line, failure.here) == ("AssertionError", 1, 6, True)


@pytest.mark.parametrize(
    "expression",
    [
        "time.time() < NOW + 1_000_000",
        "os.environ['HOME'] == os.getcwd()",
        "tempfile.gettempdir() == os.environ['HOME']",
        "time.tzname[0] != 'XYZ'",
    ],
)
def test_elsewhere_and_later_is_another_place_and_time(tmp_path: Path, expression: str) -> None:
    """What is true here is not there."""
    tests = f"""
        import os, tempfile, time

        NOW = {__import__("time").time()}

        def test_it():
            assert {expression}
    """
    where = setting(tmp_path)
    elsewhere = Circumstances(2, later=40_000_000, time_zone="XYZ-5:45", elsewhere=True)

    assert replayed(where, tests, Circumstances(2)) == {"test_it": ""}
    assert replayed(where, tests, elsewhere) == {"test_it": "AssertionError"}


def test_fixtures_and_settings_of_the_project_are_found(tmp_path: Path) -> None:
    """Those above the tests, up to the settings."""
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", encoding="utf-8")
    (tmp_path / "conftest.py").write_text("", encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "conftest.py").write_text("", encoding="utf-8")

    assert Own(
        str(tmp_path / "pyproject.toml"),
        (str(tmp_path / "conftest.py"), str(tmp_path / "tests" / "conftest.py")),
    ) == own_of(tmp_path / "tests" / "caddis")


def test_the_users_own_fixtures_and_settings_count(tmp_path: Path) -> None:
    """A fixture that every test uses, and warnings that are errors, are felt; plainly they are not."""
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n", encoding="utf-8")
    (tmp_path / "conftest.py").write_text(
        "import os, pytest\n\n\n@pytest.fixture(autouse=True)\ndef somewhere():\n    os.environ['SEEN'] = '1'\n",
        encoding="utf-8",
    )
    tests = """
        import os, warnings

        def test_fixture():
            assert "SEEN" not in os.environ

        def test_warning():
            warnings.warn("old")
    """
    where = setting(tmp_path)

    assert replayed(where, tests, Circumstances(2)) == {"test_fixture": "", "test_warning": ""}
    assert replayed(where, tests, Circumstances(2, own=own_of(tmp_path))) == {
        "test_fixture": "AssertionError",
        "test_warning": "UserWarning",
    }
