"""`python -m benchmarks.supervision`: what supervision costs, and what it is worth when workers are killed.

The first table sets a run whose worker is killed again and again against one left in peace beside it. The parent is
driven here, so that all a worker told can be compared with what is left of it in the end.

The second table sets the loop of a real worker against the same loop without a sandbox, without a journal and a tick,
without telling anybody. Each is a worker process of its own, with some parts left out; they take turns at windows of
the very same sequences, and CPU time is counted, so other work on the machine disturbs little.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Container, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from threading import Event as Flag
from threading import Thread
from timeit import timeit
from types import TracebackType
from typing import Any, Self
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from benchmarks.machine import Taking
from caddis.campaign import crew, exploring, worker
from caddis.campaign.explored import Explored
from caddis.campaign.halt import Halt
from caddis.campaign.journal import SIZE, Journal, Writing
from caddis.campaign.process import Worker
from caddis.campaign.setting import Setting
from caddis.config import Config
from caddis.discover import locate
from caddis.engine.batch import Batch
from caddis.execute import keeper, sandbox
from caddis.execute.clock import Beat, Clock
from caddis.model.codec import Decoder, Json
from caddis.reduce.grouping import Group

HERE = Path(__file__).resolve().parent
KILLED = "linked_list"
MEASURED = ("stack", "linked_list", "tree_set")
LEAST_RATE = 0.90
MOST_COST = 0.05
"""What the issue asks for."""
PARTS = ("sandbox", "journal", "streaming")
"""What a worker can be run without: the sandbox and its keeper; the journal and the tick; telling what it found."""
PARTS_VARIABLE = "CADDIS_BENCHMARK_PARTS"
"""In whose environment this is, that process is such a worker."""
VARIANTS: dict[str, tuple[str, ...]] = {
    "plain": (),
    "sandbox": ("sandbox",),
    "journal and tick": ("journal",),
    "streaming": ("streaming",),
    "worker": PARTS,
}
WARMING = 5_000
WINDOW = 2_000
"""Sequences before the first window, and in each."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How long to measure."""

    seconds: float
    kills: int
    rounds: int
    """How many times the processes that take turns are started anew: where things lie in memory makes some faster."""
    windows: int


FULL = Plan(30.0, 20, 8, 6)
QUICK = Plan(12.0, 8, 5, 5)


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.supervision", description="What supervision costs.")
    parser.add_argument("--quick", action="store_true", help="a shorter run with fewer kills, fewer windows")
    parser.add_argument("--only", choices=("killed", "cost"), help="only this table")
    options = parser.parse_args()
    plan = QUICK if options.quick else FULL
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    if options.only != "cost":
        console.print(_killed_table(plan, _lived_beside(plan)))
    if options.only != "killed":
        console.print(_cost_table({container: cost(container, plan) for container in MEASURED}))
    taking.end()


# Killed workers


@dataclass
class Told:
    """All that workers told, counted as it came."""

    kept: int = 0
    violations: int = 0

    def note(self, event: Json) -> None:
        """Count what an event brings."""
        if event["event"] == "batch":
            self.kept += len(event["kept"])
            self.violations += len(event["violations"])


@dataclass(frozen=True, slots=True)
class Lived:
    """What a run came to."""

    kills: int
    """Those that came in time."""
    restarts: int
    seconds: float
    """How long workers lived, from their first new sequence on."""
    executed: int
    told: Told
    kept: int
    """The sequences that the parent could hand to another worker."""
    violations: int
    given_up: tuple[str, ...]
    """Operations that are no longer called, or rarely, because a worker was at them when it was killed."""

    @property
    def rate(self) -> float:
        """Sequences a living second."""
        return self.executed / self.seconds if self.seconds else 0.0

    @property
    def lost(self) -> tuple[int, int]:
        """Sequences and violations that workers told of and the parent has no more."""
        return self.told.kept - self.kept, self.told.violations - self.violations


def _lived_beside(plan: Plan) -> list[Lived]:
    """A run left in peace and one whose worker is killed, at the same time: a machine is not always equally fast."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as both:
        return list(both.map(partial(lived, KILLED, plan), (0, plan.kills)))


def lived(container: str, plan: Plan, kills: int) -> Lived:
    """Explore with one worker at a time, which is killed so many times."""
    with tempfile.TemporaryDirectory() as place:
        members = crew.Crew(_setting(container, Path(place), Config(workers=1)), Halt(None), plan.seconds)
        explored, told = Explored(), Told()
        with _listening(told), Killer(plan.seconds, kills) as killer:
            for _ in members.explore(explored):
                pass
        shares = members.suspects[0].shares()
    groups = explored.groups.by_cause
    blamed = sum(group.occurrences for group in groups.values() if _is_ours(group))
    return Lived(
        kills=killer.done,
        restarts=explored.restarts,
        seconds=explored.seconds,
        executed=explored.counts["executed"],
        told=told,
        kept=sum(_usable(volume.definitions, volume.kept) for volume in explored.volumes),
        violations=sum(group.occurrences for group in groups.values()) - blamed,
        given_up=tuple(sorted(shares)),
    )


def _is_ours(group: Group) -> bool:
    """Whether violations were not told by a worker but are what the parent made of its death."""
    return group.examples[0].violation.contract == "crash"


def _usable(definitions: Json, kept: list[Json]) -> int:
    """How many sequences can be read again."""
    decoder = Decoder()
    decoder.learn(definitions)
    return sum(len(decoder.sequence(numbers)) > 0 for numbers in kept)


@contextmanager
def _listening(told: Told) -> Iterator[None]:
    """Count what workers tell before the crew hears it."""

    class Overheard(Worker):
        def events(self, *arguments: Any, **named: Any) -> Iterator[Json]:
            for event in super().events(*arguments, **named):
                told.note(event)
                yield event

    with patch.object(crew, "Worker", Overheard):
        yield


class Killer:
    """Kills the worker of this process at even intervals, whatever it is at."""

    def __init__(self, seconds: float, kills: int) -> None:
        self._pause = seconds / (kills + 1)
        self._kills = kills
        self._over = Flag()
        self._thread = Thread(target=self._kill)
        self.done = 0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _kill(self) -> None:
        for _ in range(self._kills):
            if self._over.wait(self._pause):
                return
            process = _innermost()
            if process is not None:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                    self.done += 1


def _innermost() -> int | None:
    """The busiest process beneath this one's children, which only keep it; such a child while there is no other."""
    parents = {int(name): _status(name) for name in filter(str.isdigit, os.listdir("/proc"))}
    families: dict[int, list[int]] = {}
    for process, (parent, _) in parents.items():
        families.setdefault(parent, []).append(process)
    keepers = families.get(os.getpid(), [])
    inside = list(_beneath(keepers, families))
    return max(inside or keepers, key=lambda process: parents[process][1], default=None)


def _beneath(processes: Iterable[int], families: dict[int, list[int]]) -> Iterator[int]:
    for process in processes:
        children = families.get(process, [])
        yield from children
        yield from _beneath(children, families)


def _status(process: str) -> tuple[int, int]:
    """The parent of a process, and the ticks it has been busy."""
    with suppress(OSError):
        state, *more = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()
        if state != "Z":
            return int(more[0]), int(more[10])
    return 0, 0


def _killed_table(plan: Plan, runs: list[Lived]) -> Table:
    table = Table(
        title=f"{plan.kills} kills in {plan.seconds:g} s ({KILLED}, one worker)",
        caption="lost: what workers told of and the parent has no more; given up: operations called less since then",
        title_justify="left",
        caption_justify="left",
    )
    table.add_column("run")
    for name in ("kills", "restarts", "exploring s", "sequences", "a living s", "kept", "lost", "given up"):
        table.add_column(name, justify="right")
    for run in runs:
        table.add_row(
            "killed" if run.kills else "in peace",
            f"{run.kills}",
            f"{run.restarts}",
            f"{run.seconds:.1f}",
            f"{run.executed:,}",
            f"{run.rate:,.0f}",
            f"{run.kept:,}",
            f"{run.lost[0]} kept, {run.lost[1]} violations",
            f"{len(run.given_up)}",
        )
    peace, killed = runs
    ratio = killed.rate / peace.rate
    table.add_section()
    table.add_row("ratio", "", "", "", "", _judged(f"{ratio:.2f}", ratio >= LEAST_RATE), f"wanted ≥ {LEAST_RATE:.2f}")
    return table


# The cost of each part


@dataclass
class Windows:
    """The CPU seconds a sequence of one variant: for each time it was started, window by window."""

    seconds: list[list[float]] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Sequences a CPU second."""
        return 1 / statistics.median(chain.from_iterable(self.seconds))

    def cost(self, plain: Windows) -> tuple[float, float]:
        """What these cost beyond the same windows of another variant, and how far off that may be."""
        rounds = [
            statistics.median(mine / other - 1 for mine, other in zip(ours, theirs, strict=True))
            for ours, theirs in zip(self.seconds, plain.seconds, strict=True)
        ]
        return statistics.mean(rounds), statistics.stdev(rounds) / len(rounds) ** 0.5


def cost(container: str, plan: Plan) -> dict[str, Windows]:
    """Measure the loop with and without the parts of supervision, in turns."""
    found = {name: Windows() for name in VARIANTS}
    for number in range(plan.rounds):
        with ExitStack() as stack:
            variants = {
                name: stack.enter_context(Variant(container, parts, seed=number)) for name, parts in VARIANTS.items()
            }
            for windows in found.values():
                windows.seconds.append([])
            for turn in range(plan.windows):
                # whoever comes first finds the machine in another state than who comes last
                order = list(variants) if turn % 2 else list(variants)[::-1]
                for name in order:
                    found[name].seconds[-1].append(variants[name].window())
    return found


class Variant:
    """A worker without some of its parts, which waits between windows."""

    def __init__(self, container: str, parts: tuple[str, ...], *, seed: int) -> None:
        self._container = container
        self._parts = parts
        self._config = Config(seed=seed, steps=1 << 40)

    def __enter__(self) -> Self:
        self._stack = ExitStack()
        place = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        paths = os.pathsep.join([str(HERE.parent), os.environ.get("PYTHONPATH", "")])
        environment = {PARTS_VARIABLE: ",".join(self._parts), "PYTHONPATH": paths}
        with patch.dict(os.environ, environment), patch.object(subprocess, "Popen", _started_here):
            # where things lie in memory should not be the same for one variant time and again
            worker = Worker(self._job(place), hash_seed=0, call_limit=60, start_limit=60, fixed_addresses=False)
            self._worker = self._stack.enter_context(worker)
        self._events = self._worker.events()
        self._window()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def window(self) -> float:
        """The CPU seconds that a sequence of the next window took."""
        self._worker.send("go on")
        return self._window()

    def _job(self, place: Path) -> Json:
        config = {name: value for name, value in asdict(self._config).items() if name not in ("json", "findings")}
        job = _setting(self._container, place, self._config).job(
            "explore",
            config=config,
            shares={},
            kept=[],
            deadline=None,
            batch=0,
            steps=0,
            stream=0,
            exchanges=False,
        )
        job["policy"]["enabled"] = "sandbox" in self._parts
        return job

    def _window(self) -> float:
        for event in self._events:
            if event["event"] == "window":
                return float(event["seconds"])
        raise RuntimeError(f"the worker with {self._parts or 'nothing'} ended: {self._worker.output}")


_popen = subprocess.Popen


def _started_here(command: list[str], **more: Any) -> subprocess.Popen[bytes]:
    """Start this very module in place of a worker's."""
    return _popen(["benchmarks.supervision" if word == worker.__name__ else word for word in command], **more)


def _work(parts: Container[str]) -> None:
    """Be a worker without some of its parts."""
    with ExitStack() as stack:
        stack.enter_context(_metered(streaming="streaming" in parts))
        if "sandbox" not in parts:
            stack.enter_context(patch.object(keeper, "enter", lambda **_given: ()))
            stack.enter_context(patch.object(sandbox, "wall_in", _no_walls))
        if "journal" not in parts:
            stack.enter_context(patch.object(Writing, "batch", lambda *_given: None))
            stack.enter_context(patch.object(Writing, "running", lambda *_given: None))
            stack.enter_context(patch.object(Clock, "start", lambda _self: None))
        worker.main()


def _no_walls(*_given: object) -> sandbox.Walls:
    return sandbox.Walls((), nullcontext)


@contextmanager
def _metered(*, streaming: bool) -> Iterator[None]:
    """Have a worker stop after each window until it is told to go on; it tells of its batches, or does not."""
    tell = exploring._Exploring._tell
    done, wanted, start = 0, WARMING, time.process_time()

    def metered(self: exploring._Exploring, number: int, batch: Batch) -> None:
        nonlocal done, wanted, start
        if streaming:
            tell(self, number, batch)
        else:
            # what nobody is told must not pile up
            self.writing.drain()
        done += batch.counts["executed"]
        if done >= wanted:
            seconds = time.process_time() - start
            self.place.link.send("window", seconds=seconds / done)
            self.place.link.receive()
            done, wanted, start = 0, WINDOW, time.process_time()

    with patch.object(exploring._Exploring, "_tell", metered):
        yield


def _cost_table(every: dict[str, dict[str, Windows]]) -> Table:
    table = Table(
        title="the cost of supervision, a part at a time",
        caption=f"CPU time; cost: against plain, with its standard error, wanted ≤ {MOST_COST:.0%};\n"
        f"the beat, which plain has too, is two additions in shared memory: {_beat() * 1e9:.0f} ns a sequence",
        title_justify="left",
        caption_justify="left",
    )
    table.add_column("container")
    table.add_column("with")
    for name in ("sequences/s", "µs each", "cost", "windows"):
        table.add_column(name, justify="right")
    for container, variants in every.items():
        for name, windows in variants.items():
            costs, error = windows.cost(variants["plain"])
            shown = f"{costs:+.1%} ± {error:.1%}"
            table.add_row(
                container if name == "plain" else "",
                name,
                f"{windows.rate:,.0f}",
                f"{1e6 / windows.rate:.2f}",
                "" if name == "plain" else _judged(shown, costs <= MOST_COST) if name == "worker" else shown,
                f"{len(windows.seconds)} x {len(windows.seconds[0])}",
            )
        table.add_section()
    return table


def _beat() -> float:
    """The seconds that a sequence takes to say that it runs, and no more."""
    with tempfile.TemporaryFile() as file:
        file.truncate(SIZE)
        beat = Beat(Journal(file.fileno()).words)
        return timeit("beat.begin(); beat.end()", globals={"beat": beat}, number=1_000_000) / 1_000_000


def _judged(text: str, good: bool) -> str:
    return f"[{'green' if good else 'red'}]{text}[/]"


def _setting(container: str, place: Path, config: Config) -> Setting:
    """One container, copied to a place of its own."""
    shutil.copyfile(HERE / "containers" / f"{container}.py", place / f"{container}.py")
    target = locate(str(place / f"{container}.py"), place)
    return Setting((target,), (str(place),), (), config)


if __name__ == "__main__":
    if PARTS_VARIABLE in os.environ:
        _work(os.environ.pop(PARTS_VARIABLE).split(","))
    main()
