"""What a target does, it does to itself: not to the user's files, nor to the run."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cli.running import Project, Run

SUBJECT = "wrecks_what_it_can"
SONG = b"tweet\n" * 100


class Hostile:
    """A run on the hostile subject, with a canary beside it."""

    def __init__(self, place: Path, *arguments: str) -> None:
        self.project = Project(place)
        self.project.subject(SUBJECT)
        self.canary = self.project.directory / "canary"
        (self.canary / "nest").mkdir(parents=True)
        for name in ("song.txt", "nest/egg.bin"):
            (self.canary / name).write_bytes(SONG)
        self.before = self.state()
        start = time.monotonic()
        self.run: Run = self.project.generate(SUBJECT, *arguments, timeout=60)
        self.seconds = time.monotonic() - start

    def state(self) -> dict[str, tuple[int, int, bytes]]:
        """Every file and directory of the canary: its mode, its time, and what is in it."""
        return {
            str(path.relative_to(self.canary)): (
                path.stat().st_mode,
                path.stat().st_mtime_ns,
                path.read_bytes() if path.is_file() else b"",
            )
            for path in sorted([self.canary, *self.canary.rglob("*")])
        }

    def processes(self) -> list[str]:
        """The processes that live on with the environment of the run."""
        mark = f"TMPDIR={self.project.temporary}".encode()
        return [environ.parent.name for environ in Path("/proc").glob("[0-9]*/environ") if mark in _read(environ)]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Hostile:
    """Everything at once, with as much time as it takes."""
    return Hostile(tmp_path_factory.mktemp("hostile"), "--steps", "120", "--timeout", "0.2")


def test_the_files_of_the_user_survive(hostile: Hostile) -> None:
    """The canary is byte-identical, though import and calls tried all they could."""

    assert hostile.before == hostile.state()
    assert {"canary", "caddis-findings", "tests", "summary.json", f"{SUBJECT}.py"} == {
        path.name for path in hostile.project.directory.iterdir()
    }


def test_the_home_of_the_user_stays_as_it_was(hostile: Hostile) -> None:
    """A worker has a home of its own."""

    assert list(hostile.project.home.iterdir()) == []


def test_the_innocent_are_still_tested(hostile: Hostile) -> None:
    """Tests and findings of the same module are written."""

    assert "innocent(" in hostile.run.files[f"tests/caddis/test_{SUBJECT}.py"]
    assert ("no_index_error", f"{SUBJECT}.faulty") in hostile.run.findings


def test_the_dangerous_are_not_in_the_suite(hostile: Hostile) -> None:
    """A person will run these tests without a sandbox."""
    suite = hostile.run.files[f"tests/caddis/test_{SUBJECT}.py"]

    assert [name for name in ("vanish(", "leave(", "hang(", "spin(", "fork(") if name in suite] == []


def test_a_call_that_was_denied_something_is_not_in_the_suite(hostile: Hostile) -> None:
    """Outside the sandbox it would do what it was denied inside."""

    assert "wreck(" not in hostile.run.files[f"tests/caddis/test_{SUBJECT}.py"]


def test_what_was_denied_is_reported(hostile: Hostile) -> None:
    """The user learns what the target tried."""
    denied = {(denied["operation"], denied["what"]) for denied in hostile.run.summary["denied"]}

    assert (f"{SUBJECT}.fork", "subprocess") in denied
    assert (f"{SUBJECT}.wreck", f"write: {hostile.canary / 'song.txt'}") in denied
    assert ("import", f"write: {hostile.canary / 'song.txt'}") in denied


def test_deaths_of_workers_are_counted_and_told(hostile: Hostile) -> None:
    """With the operation that was running."""

    assert hostile.run.summary["worker_restarts"] > 0
    assert f"in {SUBJECT}.vanish; another goes on" in hostile.run.stdout


def test_what_the_target_prints_is_not_printed(hostile: Hostile) -> None:
    """Output of the target is not output of Caddis."""

    assert "loud" not in hostile.run.stdout + hostile.run.stderr


def test_no_process_and_no_directory_is_left_behind(hostile: Hostile) -> None:
    """Everything a worker started ends with it, and its directory goes."""

    assert (hostile.processes(), list(hostile.project.temporary.iterdir())) == ([], [])


def test_a_run_ends_in_time(tmp_path: Path) -> None:
    """Neither loops nor calls that no signal interrupts prolong it by more than a few seconds."""
    hostile = Hostile(tmp_path, "--time", "8", "--timeout", "0.2")

    assert hostile.run.status == 0, hostile.run.stderr
    assert hostile.seconds < 8 + 6
    assert hostile.before == hostile.state()
    assert (hostile.processes(), list(hostile.project.temporary.iterdir())) == ([], [])
