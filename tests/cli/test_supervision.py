"""A run outlives its workers, ends when it is told to, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cli.running import PROGRAM, Project, Run

PURSE = "purse_largest_of_nothing"
PLANTED = ("no_index_error", f"{PURSE}.Purse.largest")
SUITE = f"tests/caddis/test_{PURSE}.py"
FINDINGS = f"caddis-findings/test_{PURSE}_findings.py"
INTERRUPTED = "interrupted: writing what there is"
ORDERED_TO_END = 130
EXPLORED = 0.5
"""Seconds of its processor time after which a worker has told what there is to find in a purse."""
PATIENCE = 30.0
"""Seconds after which something that must happen is taken not to."""


class UnderWay:
    """A run of the program that goes on while a test looks at it."""

    def __init__(self, project: Project, *arguments: str) -> None:
        self._project = project
        self._said = ""
        self.process = subprocess.Popen(
            [PROGRAM, "generate", project.subject(PURSE), "-v", "--json", "summary.json", *arguments],
            cwd=project.directory,
            env={**_inherited(), "HOME": str(project.home), "TMPDIR": str(project.temporary)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            text=True,
        )

    def tell(self, number: signal.Signals) -> None:
        """Send a signal as a terminal does: to all that belong to the same job."""
        os.killpg(self.process.pid, number)

    def hear(self, line: str) -> None:
        """Wait until the program has said something."""
        assert self.process.stdout is not None
        while line not in self._said:
            heard = self.process.stdout.readline()
            assert heard, f"not {line!r} was said but {self._said!r}"
            self._said += heard

    def hear_of_worker(self) -> int:
        """The process of a worker, as soon as there is one."""
        return eventually(lambda: next(iter(self._workers()), None))

    def worker(self) -> int:
        """The process that explores, once it has been at it for a while."""
        return eventually(lambda: next((pid for pid in self._workers() if _seconds(pid) >= EXPLORED), None))

    def keeper_of(self, process: int) -> int:
        """The process that the program knows a worker by."""
        while (parent := int(_status(process)[_PARENT])) != self.process.pid:
            process = parent
        return process

    def kill(self, *, keeper: bool = False) -> None:
        """Kill the process that explores, or the one that keeps it, once it has been at it for a while."""
        worker = self.worker()
        os.kill(self.keeper_of(worker) if keeper else worker, signal.SIGKILL)
        eventually(lambda: None if worker in living(self._project) else 0)

    def end(self) -> Run:
        """What the run has come to, once it is over."""
        stdout, stderr = self.process.communicate(timeout=PATIENCE)
        summary = self._project.directory / "summary.json"
        return Run(
            self.process.returncode,
            self._said + stdout,
            stderr,
            self._project.files(),
            json.loads(summary.read_text()) if summary.exists() else {},
        )

    def _workers(self) -> list[int]:
        return [pid for pid in living(self._project) if b"caddis.campaign.worker" in _read(f"/proc/{pid}/cmdline")]


@contextmanager
def under_way(project: Project, *arguments: str) -> Iterator[UnderWay]:
    """A run on the purse, which is ended if the test fails."""
    run = UnderWay(project, *arguments)
    try:
        yield run
    finally:
        run.process.kill()
        run.process.communicate()


def eventually(ask: Callable[[], int | None]) -> int:
    """The answer, once there is one."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = ask()
        if answer is not None:
            return answer
        time.sleep(0.02)
    raise AssertionError("it never came to that")


def living(project: Project) -> list[int]:
    """The processes of the runs in a project."""
    mark = f"TMPDIR={project.temporary}".encode()
    return [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and mark in _read(f"/proc/{pid}/environ")]


def left_behind(project: Project) -> tuple[list[int], list[Path]]:
    """What the runs in a project have left running and lying about."""
    return living(project), list(project.temporary.iterdir())


_PARENT, _USER_TICKS = 1, 11
"""Where these stand in the status of a process, counted from its state on."""


def _seconds(pid: int) -> float:
    """The processor time that a process has used for its own code."""
    status = _status(pid)
    return int(status[_USER_TICKS]) / os.sysconf("SC_CLK_TCK") if status else 0.0


def _status(pid: int) -> list[str]:
    return _read(f"/proc/{pid}/stat").decode(errors="replace").rpartition(")")[2].split()


def _inherited() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYTEST", "COV", "CADDIS"))}


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_told_to_stop_writes_what_there_is(project: Project, number: signal.Signals) -> None:
    """And says so: its tests pass, its findings fail, and nothing is left of it."""
    with under_way(project, "--time", "100", "--workers", "1") as run:
        run.worker()
        run.tell(number)
        done = run.end()

    assert (done.status, INTERRUPTED in done.stdout) == (0, True), done
    assert {PLANTED} == done.findings
    assert (project.pytest(SUITE).returncode, project.pytest(FINDINGS).returncode) == (0, 1)
    assert left_behind(project) == ([], [])


def test_a_run_told_to_stop_writes_what_all_workers_found(project: Project) -> None:
    """However many there are."""
    with under_way(project, "--time", "100", "--workers", "3") as run:
        run.worker()
        run.tell(signal.SIGINT)
        done = run.end()

    assert (0, {PLANTED}) == (done.status, done.findings), done
    assert left_behind(project) == ([], [])


def test_a_run_of_so_many_steps_can_be_stopped_too(project: Project) -> None:
    """Though nothing else would end it soon."""
    with under_way(project, "--steps", "100000000") as run:
        run.worker()
        run.tell(signal.SIGINT)
        done = run.end()

    assert (0, {PLANTED}) == (done.status, done.findings), done
    assert left_behind(project) == ([], [])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_told_to_stop_twice_ends_at_once(project: Project, number: signal.Signals) -> None:
    """It writes nothing, and leaves nothing behind all the same."""
    with under_way(project, "--time", "100", "--workers", "2") as run:
        run.worker()
        run.tell(number)
        run.hear(INTERRUPTED)
        run.tell(number)
        done = run.end()

    assert (done.status, done.files) == (ORDERED_TO_END, {}), done
    assert "Traceback" not in done.stderr
    assert left_behind(project) == ([], [])


def test_a_run_told_to_stop_before_anything_was_imported_ends(project: Project) -> None:
    """There is nothing to write."""
    with under_way(project, "--time", "100") as run:
        run.hear_of_worker()
        run.tell(signal.SIGINT)
        done = run.end()

    assert done.status in (0, ORDERED_TO_END), done
    assert "Traceback" not in done.stderr
    assert left_behind(project) == ([], [])


def test_nothing_outlives_a_run_that_is_killed(project: Project) -> None:
    """No process, and no directory, though the run itself could do nothing about it."""
    with under_way(project, "--time", "100", "--workers", "2") as run:
        run.worker()
        run.process.kill()
        run.process.wait()

    eventually(lambda: None if any(left_behind(project)) else 0)


def test_a_run_survives_the_deaths_of_its_workers(project: Project) -> None:
    """What was found is still there, and nobody is blamed for what came from outside."""
    with under_way(project, "--time", "100", "--workers", "1") as run:
        for number in range(5):
            run.kill(keeper=number == 2)
        run.worker()
        run.tell(signal.SIGINT)
        done = run.end()

    assert (done.status, done.summary["worker_restarts"]) == (0, 5), done
    assert {PLANTED} == done.findings
    assert done.summary["operations"]["succeeded"] == 5
    assert left_behind(project) == ([], [])


Results = tuple[dict[str, str], dict[str, Any]]


def results(project: Project, *arguments: str) -> Results:
    """The files and the summary of a run on the purse, but for what the clock decides."""
    run = project.generate(project.subject(PURSE), "--steps", "1500", *arguments)
    assert run.status == 0, run.stderr
    return run.files, {key: run.summary[key] for key in run.summary.keys() - {"elapsed_s", "sequences_per_s"}}


@pytest.fixture(scope="module")
def by_two(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """What two workers do with a seed."""
    return results(Project(tmp_path_factory.mktemp("two")), "--workers", "2", "--seed", "3")


def test_the_seed_decides_every_byte_of_what_several_workers_do(project: Project, by_two: Results) -> None:
    """They tell each other what they have reached, at the same steps each time."""

    assert by_two == results(project, "--workers", "2", "--seed", "3")


def test_another_seed_has_several_workers_do_something_else(project: Project, by_two: Results) -> None:
    """Otherwise the seed would decide nothing."""

    assert by_two[0] != results(project, "--workers", "2", "--seed", "4")[0]


@pytest.mark.parametrize("workers", ["1", "2", "3"])
def test_any_number_of_workers_finds_the_fault(project: Project, by_two: Results, workers: str) -> None:
    """And reports it once."""
    _, summary = by_two if workers == "2" else results(project, "--workers", workers)

    assert [PLANTED[1]] == [finding["operation"] for finding in summary["findings"]]
    assert summary["worker_restarts"] == 0


@dataclass(frozen=True)
class Deadly:
    """A subject one of whose methods ends or hangs its process, three calls from the start."""

    name: str
    kind: str
    says: str
    """What pytest says of the test that shows it."""

    @property
    def operation(self) -> str:
        """The method."""
        return f"{self.name}.Machine.run"


DEADLY = (
    Deadly("supervised_sums_for_ever", "hang", "still running after 0.8 s"),
    Deadly("supervised_loops_for_ever", "hang", "still running after 0.8 s"),
    Deadly("supervised_exits", "exit", "exited with status 3"),
    Deadly("supervised_crashes", "crash", "ended by SIGSEGV"),
    Deadly("supervised_hoards", "memory", "exited with status 1"),
)
KILLERS = ("supervised_sums_for_ever", "supervised_exits", "supervised_crashes")
"""Those that end their worker, or have to be ended with it."""


class Survived:
    """A run on a deadly subject."""

    def __init__(self, place: Path, deadly: Deadly) -> None:
        self.deadly = deadly
        self.project = Project(place)
        self.run = self.project.generate(
            self.project.subject(deadly.name), "--steps", "200", "--timeout", "0.2", "--memory", "400"
        )

    @property
    def findings(self) -> str:
        """The path of the findings."""
        return f"caddis-findings/test_{self.deadly.name}_findings.py"

    @property
    def test(self) -> str:
        """The source of the one test that shows it."""
        [source] = [text for name, text in self.run.tests(self.findings).items() if name.startswith("test_")]
        return source


@pytest.fixture(scope="module", params=DEADLY, ids=lambda deadly: deadly.name)
def survived(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Survived:
    """One run for each way to die."""
    return Survived(tmp_path_factory.mktemp("deadly"), request.param)


def test_what_ends_a_worker_is_a_finding(survived: Survived) -> None:
    """Of its own kind, once, and minimal: the machine is made, armed and run."""
    deadly = survived.deadly

    assert survived.run.status == 0, survived.run.stderr
    assert [(deadly.kind, deadly.operation, 3)] == [
        (finding["kind"], finding["operation"], finding["statements"]) for finding in survived.run.summary["findings"]
    ]


def test_the_test_of_what_ends_a_worker_fails_and_pytest_survives(survived: Survived) -> None:
    """The test starts a process of its own, and ends it in time."""
    done = survived.project.pytest(survived.findings)

    assert done.returncode == 1, done.stdout + done.stderr
    assert survived.deadly.says in done.stdout
    assert "1 failed" in done.stdout
    assert left_behind(survived.project) == ([], [])


def test_what_a_worker_printed_at_its_end_is_shown(survived: Survived) -> None:
    """In the test, for whoever reads it."""
    if survived.deadly.name not in KILLERS:
        pytest.skip("the worker lives on")

    assert "the machine is running hot" in survived.test
    assert "caddis" not in survived.test.replace("[tool.caddis]", "")


def test_the_innocent_are_tested_beside_the_deadly(survived: Survived) -> None:
    """And their tests pass."""
    suite = f"tests/caddis/test_{survived.deadly.name}.py"

    assert "innocent(" in survived.run.files[suite]
    assert survived.project.pytest(suite).returncode == 0


def test_what_has_killed_twice_is_not_called_again(survived: Survived) -> None:
    """Once is seen to be rare, and twice is enough."""

    assert survived.run.summary["worker_restarts"] <= 2
    assert left_behind(survived.project) == ([], [])


WAITING = """
class Selector:
    def __init__(self, size: int) -> None:
        if size < 10**9:
            raise ValueError(size)
        self.size = size


def wait(selector: Selector) -> int:
    while selector is None:
        pass
    return selector.size
"""


def test_what_hangs_only_when_given_something_wrong_is_hardly_a_bug(project: Project) -> None:
    """None is no selector, and whoever asks for low confidence is told so."""
    project.write("waiting.py", WAITING)
    settings = ("--steps", "300", "--timeout", "0.2", "--confidence")

    assert project.generate("waiting", *settings, "medium").summary["findings"] == []
    [finding] = project.generate("waiting", *settings, "low").summary["findings"]
    assert (finding["kind"], finding["confidence"]) == ("hang", "low")


def trapped(project: Project, workers: int) -> Run:
    """A run on a class that every worker meets anew, as the result of a call, and that ends it."""
    name = project.subject("supervised_exits_in_a_hidden_class")
    run = project.generate(name, "--steps", "1000", "--timeout", "0.2", "--workers", str(workers), "--seed", "5")
    # what has killed twice is not called again, though nobody can name it
    assert {("exit", f"{name}._Trap.enter")} == run.findings, run
    assert 1 <= run.summary["worker_restarts"] <= 2 * workers
    assert left_behind(project) == ([], [])
    return run


def test_what_has_killed_twice_is_not_called_again_though_nobody_can_name_it(project: Project) -> None:
    """By one worker; by two in the test below."""

    assert trapped(project, workers=1).status == 0


def test_the_seed_decides_every_byte_though_workers_die(project: Project) -> None:
    """Each takes up where the one before it ended."""
    first, second = trapped(project, workers=2), trapped(project, workers=2)

    assert first.files == second.files
    assert first.summary["sequences"] == second.summary["sequences"]
