"""How fast the loop is on one container.

Each container is measured in a process of its own, set up as a worker is: confined, probes in the container's code,
the tick running, the same hash seed. CPU time is counted, so other work on the machine disturbs little.

The container is copied to a place of its own first: discovery takes what lies in the same package for helpers, and
would have the explorer call the functions of this very module.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks import replay
from caddis.campaign.worker import COLLECTING
from caddis.config import Config
from caddis.discover import describe, discover, locate
from caddis.discover.code import lines_of
from caddis.engine.batch import Batch
from caddis.engine.cleaning import BySnapshot
from caddis.engine.explorer import BATCH, Explorer
from caddis.engine.laboratory import Laboratory
from caddis.engine.owning import owner_of
from caddis.engine.trial import Trial
from caddis.execute.clock import Beat, Clock
from caddis.execute.importing import Coverage, InstrumentingFinder
from caddis.execute.sandbox import Policy, confine
from caddis.execute.snapshot import Snapshot
from caddis.generate.proposal import Proposal
from caddis.model.api import Api
from caddis.model.codec import Encoder
from caddis.model.sequence import Sequence
from caddis.plugin import Plugins

HERE = Path(__file__).resolve().parent
POOLS = (1_000, 10_000, 100_000)
WINDOW = 15 * BATCH
"""Sequences of one measured window."""
PLAN = {1_000: (5, 1), 10_000: (2, 3), 100_000: (1, 5)}
"""For each pool, how many runs are grown to it and how many windows are measured in each: windows make a pool grow."""
PATIENCE = 30.0
"""CPU seconds a run may grow before its pool is taken as it is."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A container, and how many integers beside the default ones its methods are called with."""

    container: str
    integers: int = 0

    @property
    def name(self) -> str:
        """How tables name it."""
        return f"{self.container} +{self.integers} ints" if self.integers else self.container


SUBJECTS = (Subject("stack"), Subject("linked_list"), Subject("tree_set"), Subject("tree_set", 40))
"""With the few default integers a search tree has too few states for the largest pool: it is measured with more too."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one pool size came to; times are CPU seconds, and belong to the best window unless they say otherwise."""

    subject: str
    wanted: int
    pool: int
    """How large the pool was when the best window began."""
    sequences: int
    calls: int
    seconds: float
    mean_seconds: float
    """The mean of all windows."""
    bare_seconds: float
    """The same calls as hot compiled functions, without probes."""
    streaming_seconds: float
    """What a worker spends beside the loop to hand on what the window kept."""
    windows: int

    @property
    def rate(self) -> float:
        """Sequences a second."""
        return self.sequences / self.seconds

    @property
    def mean_rate(self) -> float:
        """Sequences a second over all windows."""
        return self.sequences / self.mean_seconds

    @property
    def streamed_rate(self) -> float:
        """Sequences a second when handing on is counted too."""
        return self.sequences / (self.seconds + self.streaming_seconds)

    @property
    def ratio(self) -> float:
        """How many times the bare replay it takes."""
        return self.seconds / self.bare_seconds

    @property
    def per_call(self) -> float:
        """Seconds a call."""
        return self.seconds / self.calls


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a run."""

    pool: int
    tried: list[Sequence]
    seconds: float
    streaming_seconds: float


class Recorded(Laboratory):
    """A laboratory that notes what it tries: an append for each sequence, well under a hundredth of its cost."""

    tried: list[Sequence] | None = None

    def try_out(self, proposal: Proposal) -> Trial:
        """Try, and note."""
        trial = super().try_out(proposal)
        if self.tried is not None:
            self.tried.append(trial.sequence)
        return trial


class Run:
    """One explorer at work on a container."""

    def __init__(self, api: Api, coverage: Coverage, config: Config, beat: Beat) -> None:
        owned = owner_of(frozenset(api.modules))
        plugins = Plugins()
        self.laboratory = Recorded(plugins=plugins, owned=owned, config=config, beat=beat, denied=[])
        self.explorer = Explorer(
            api,
            describe=describe,
            lines_of=lines_of,
            sight=coverage,
            laboratory=self.laboratory,
            cleaning=BySnapshot(Snapshot(owned)),
            elsewhere=None,
            plugins=plugins,
            owned=owned,
            config=config,
        )
        self._batches: Iterator[Batch] = self.explorer.batches(lambda _steps: True)
        self._encoder = Encoder()
        self.pool = 0

    def grow(self, size: int, patience: float) -> None:
        """Go on until the pool has a size, or the patience, in CPU seconds, is at its end."""
        end = time.process_time() + patience
        while self.pool < size and time.process_time() < end:
            self._stream([self._next()])

    def window(self) -> Window:
        """Measure the next sequences."""
        pool = self.pool
        tried: list[Sequence] = []
        self.laboratory.tried = tried
        batches: list[Batch] = []
        start = time.process_time()
        while len(tried) < WINDOW:
            batches.append(self._next())
        seconds = time.process_time() - start
        self.laboratory.tried = None
        executed = sum(batch.counts["executed"] for batch in batches)
        if executed != len(tried):
            raise RuntimeError(f"{executed} sequences were executed and {len(tried)} recorded")
        start = time.process_time()
        self._stream(batches)
        return Window(pool, tried, seconds, time.process_time() - start)

    def _next(self) -> Batch:
        batch = next(self._batches)
        self.pool += batch.counts["kept"]
        return batch

    def _stream(self, batches: list[Batch]) -> None:
        """Encode what a worker would send."""
        for batch in batches:
            sequences = [self._encoder.sequence(sequence) for sequence in (*batch.kept, *batch.cases)]
            json.dumps([sequences, self._encoder.drain(), dict(batch.counts)])


def load(container: str, place: Path) -> tuple[Api, Coverage]:
    """Import a container, with probes, from a copy of it alone; what it offers, and nothing else."""
    shutil.copyfile(HERE / "containers" / f"{container}.py", place / f"{container}.py")
    api, coverage = imported(container, place)
    strange = [str(operation) for operation in (*api.operations, *api.helpers) if operation.module != container]
    if strange:
        raise RuntimeError(f"operations that are not the container's would be called: {', '.join(strange)}")
    return api, coverage


def imported(container: str, place: Path) -> tuple[Api, Coverage]:
    """What a container offers that lies in a directory, imported from there with probes; it can be imported anew."""
    sys.path.insert(0, str(place))
    coverage = Coverage()
    finder = InstrumentingFinder(frozenset({container}), coverage)
    finder.install()
    api = discover([locate(str(place / f"{container}.py"), place)])
    finder.uninstall()
    return api, coverage


def measure(subject: Subject, pools: tuple[int, ...], place: Path) -> Iterator[Measurement]:
    """Measure a container in this process, once for each size of the pool; `place` is an empty directory."""
    api, coverage = load(subject.container, place)
    literals = {"int": tuple(range(1_000, 1_000 + subject.integers))}
    beat = Beat()
    clock = Clock(beat, Config().timeout)
    # as the worker does
    gc.set_threshold(*COLLECTING)
    windows: dict[int, list[Window]] = {size: [] for size in pools}
    clock.start()
    try:
        for seed in range(max(PLAN[size][0] for size in pools)):
            run = Run(api, coverage, Config(seed=seed, literals=literals), beat)
            for size in pools:
                runs, each = PLAN[size]
                if seed < runs:
                    run.grow(size, PATIENCE)
                    windows[size].extend(run.window() for _ in range(each))
            del run
            gc.collect()
    finally:
        clock.stop()
    _import_plainly(subject.container)
    for size in pools:
        yield _measurement(subject, size, windows[size])


def _measurement(subject: Subject, wanted: int, windows: list[Window]) -> Measurement:
    best = min(windows, key=lambda window: window.seconds / len(window.tried))
    functions = replay.compiled(best.tried)
    replay.verify(functions, best.tried)
    each = sum(window.seconds for window in windows) / sum(len(window.tried) for window in windows)
    return Measurement(
        subject=subject.name,
        wanted=wanted,
        pool=best.pool,
        sequences=len(best.tried),
        calls=sum(map(len, best.tried)),
        seconds=best.seconds,
        mean_seconds=each * len(best.tried),
        bare_seconds=replay.seconds(functions),
        streaming_seconds=best.streaming_seconds,
        windows=len(windows),
    )


def _import_plainly(module: str) -> None:
    """Import a module anew, without probes: bare means bare."""
    del sys.modules[module]
    importlib.import_module(module)


def measured(subject: Subject, pools: tuple[int, ...]) -> list[Measurement]:
    """Measure a container in a process of its own."""
    return [Measurement(**data) for data in printed("benchmarks.speed", json.dumps([asdict(subject), pools]))]


def printed(module: str, *arguments: str) -> Any:
    """The JSON that a module prints in a process of its own, which is told of an empty directory last."""
    with tempfile.TemporaryDirectory() as place:
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments, place],
            cwd=HERE.parent,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return json.loads(done.stdout)


def main() -> None:
    """Measure the subject and pools of the first argument, in the directory of the second; print JSON."""
    subject, pools = json.loads(sys.argv[1])
    place = sys.argv[2]
    confine(Policy(workspace=place, memory_mb=Config().memory), lambda _what: None)
    found = measure(Subject(**subject), tuple(pools), Path(place))
    print(json.dumps([asdict(measurement) for measurement in found]))


if __name__ == "__main__":
    main()
