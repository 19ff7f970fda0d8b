"""The worker process: confines itself, imports the target, does one job, and streams events back as JSON lines.

Started as `python -m caddis.campaign.worker JOB_FD EVENT_FD BEAT_FD`; see `process.py` for the other end.
"""

from __future__ import annotations

import gc
import importlib
import importlib.metadata
import importlib.util
import json
import mmap
import os
import random
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from caddis.campaign.finishing import Finisher
from caddis.config import Config, configure
from caddis.discover import describe, discover
from caddis.discover.target import Target
from caddis.engine import Explorer, owner_of
from caddis.errors import CaddisError
from caddis.execute.audit import watch
from caddis.execute.clock import Clock
from caddis.execute.elsewhen import shift
from caddis.execute.importing import Coverage, InstrumentingFinder
from caddis.execute.sandbox import Policy, confine
from caddis.model.codec import Decoder, Encoder, Json
from caddis.model.operation import Operation
from caddis.model.outcome import OutOfTime
from caddis.plugin import ENTRY_POINTS, Plugins, collect

COLLECTING = (100_000, 20, 1_000)
"""When garbage is collected: rarely, since the pool only grows and would be walked again and again."""
OUT_OF_MEMORY = 77
"""The exit status that says so."""


class Events:
    """The pipe to the parent."""

    def __init__(self, descriptor: int) -> None:
        self._pipe = os.fdopen(descriptor, "w", encoding="utf-8")

    def send(self, event: str, **data: Json) -> None:
        """Send one event at once."""
        self._pipe.write(json.dumps({"event": event, **data}) + "\n")
        self._pipe.flush()


def main() -> None:
    """Do the job the parent wrote into the first descriptor."""
    job_descriptor, event_descriptor, beat_descriptor = map(int, sys.argv[1:4])
    with os.fdopen(job_descriptor, encoding="utf-8") as pipe:
        job = json.load(pipe)
    events = Events(event_descriptor)
    beat = memoryview(mmap.mmap(beat_descriptor, 0)).cast("Q")
    _die_with_parent()
    for path in reversed(job["paths"]):
        sys.path.insert(0, path)
    sys.argv = ["caddis"]
    policy = Policy(workspace=job["workspace"], memory_mb=job["memory"])
    denied: Counter[str] = Counter()
    missing = confine(policy, lambda what: denied.update([what]))
    if missing:
        events.send("unprotected", lines=list(missing))
    try:
        {"explore": _explore, "finish": _finish, "replay": _replay}[job["job"]](job, events, beat)
    except CaddisError as error:
        events.send("failed", message=str(error))
    except MemoryError:
        # nothing more can be done in here; the parent starts another worker from what was kept
        os._exit(OUT_OF_MEMORY)
    except Exception:  # noqa: BLE001 - an error of ours, handed to the parent whole
        events.send("defect", text=traceback.format_exc())
    finally:
        # a tick after the interpreter has put its signal handlers away would end the process
        signal.setitimer(signal.ITIMER_REAL, 0)
    events.send("done", denied=denied)
    # threads and exit handlers of the target have no say in when the worker ends
    os._exit(0)


def _die_with_parent() -> None:
    """Have the kernel end this process when its parent is gone."""
    if sys.platform == "linux":
        import ctypes

        parent_death_signal = 1
        ctypes.CDLL(None).prctl(parent_death_signal, signal.SIGKILL, 0, 0, 0)


def _explore(job: Json, events: Events, beat: memoryview) -> None:
    targets = [Target(**target) for target in job["targets"]]
    config: Config = configure(Config(), job["config"], "job")
    random.seed(config.seed)
    coverage = Coverage()
    roots = _roots(targets)
    InstrumentingFinder(roots, coverage).install()
    api = discover(targets, config.exclude, config.private)
    owned = owner_of(roots)
    plugins = _plugins(job["plugin_files"])
    events.send(
        "ready",
        modules=list(api.modules),
        operations=len(api.operations),
        left_out=[list(pair) for pair in api.left_out],
        branches=coverage.counts(),
    )
    encoder, decoder = Encoder(), Decoder()

    def announce(number: int, operation: Operation) -> None:
        events.send("operation", number=number, name=str(operation))

    explorer = Explorer(
        api,
        describe=describe,
        sight=coverage,
        plugins=plugins,
        owned=owned,
        config=config,
        beat=beat,
        announce=announce,
    )
    clock = Clock(beat, config.timeout)
    gc.set_threshold(*COLLECTING)
    clock.start()
    explorer.avoid([operation for operation in api.operations if str(operation) in job["avoid"]])
    if job["kept"]:
        decoder.learn(job["definitions"])
        explorer.reseed(map(decoder.sequence, job["kept"]))
    # the monotonic clock is the machine's: the parent's deadline holds here too
    deadline = job["deadline"]

    def more(steps: int) -> bool:
        if deadline is not None and time.monotonic() >= deadline:
            return False
        return config.steps is None or steps < config.steps

    counts: Counter[str] = Counter()
    for batch in explorer.batches(more):
        counts.update(batch.counts)
        kept = [encoder.sequence(sequence) for sequence in batch.kept]
        cases = [encoder.sequence(sequence) for sequence in batch.cases]
        violations = [
            [encoder.sequence(sequence), encoder.violation(violation)] for sequence, violation in batch.violations
        ]
        events.send(
            "batch",
            counts=counts,
            branches=coverage.counts(),
            called=len(explorer.called & api.operations.keys()),
            succeeded=len(explorer.succeeded & api.operations.keys()),
            definitions=encoder.drain(),
            kept=kept,
            cases=cases,
            violations=violations,
            dropped=[str(operation) for operation in batch.dropped],
        )


def _finish(job: Json, events: Events, beat: memoryview) -> None:
    targets = [Target(**target) for target in job["targets"]]
    for target in targets:
        if target.module:
            importlib.import_module(target.module)
    finisher = Finisher(_plugins(job["plugin_files"]), owner_of(_roots(targets)))
    decoder, encoder = Decoder(), Encoder()
    decoder.learn(job["definitions"])
    # a test must leave the reader's files, processes and network alone
    touched: set[str] = set()
    watch(touched.add)
    clock = Clock(beat, job["timeout"])
    events.send("ready")
    clock.start()
    deadline = job["deadline"]
    for number, (kind, data) in enumerate(job["items"]):
        if number < job["first"]:
            continue
        if deadline is not None and time.monotonic() >= deadline:
            break
        beat[1] = number
        result: Json = None
        touched.clear()
        beat[0] += 1
        try:
            if kind == "violation":
                finding = finisher.reduce(decoder.sequence(data[0]), decoder.violation(data[1]))
                result = encoder.finding(finding) if finding is not None else None
            else:
                case = finisher.observe(decoder.sequence(data))
                result = encoder.case(case) if case is not None else None
        except (OutOfTime, Exception):  # noqa: BLE001 - objects that cannot be looked at make no test
            result = None
        finally:
            beat[0] += 1
        definitions = encoder.drain()
        events.send("item", number=number, result=None if touched else result, definitions=definitions)


def _replay(job: Json, events: Events, beat: memoryview) -> None:
    """Run the tests as written, plain and in the order given, perhaps at another time of day."""
    if job["later"]:
        shift(job["later"])
    clock = Clock(beat, job["timeout"])
    events.send("ready")
    clock.start()
    loaded: dict[str, dict[str, Any]] = {}
    for number, (file, test) in enumerate(job["tests"]):
        if number < job["first"]:
            continue
        beat[1] = number
        beat[0] += 1
        failure = None
        try:
            if file not in loaded:
                loaded[file] = {"__name__": file}
                exec(compile(job["sources"][file], file, "exec"), loaded[file])
            loaded[file][test]()
        except BaseException as error:  # noqa: BLE001 - whatever a test raises is its failure
            failure = type(error).__name__
        finally:
            beat[0] += 1
        events.send("test", number=number, failure=failure)


def _roots(targets: list[Target]) -> frozenset[str]:
    """The packages and modules whose code is the target's own."""
    roots: set[str] = set()
    for target in targets:
        if target.module:
            roots.add(target.module.partition(".")[0])
        elif target.root is not None:
            roots.update(entry.stem for entry in Path(target.root).iterdir() if entry.suffix in ("", ".py"))
    return frozenset(roots)


def _plugins(files: list[str]) -> Plugins:
    """What entry points and local plugin files define."""
    modules: list[ModuleType] = []
    for entry in importlib.metadata.entry_points(group=ENTRY_POINTS):
        with _blaming(entry.value):
            modules.append(importlib.import_module(entry.module))
    for number, file in enumerate(files):
        spec = importlib.util.spec_from_file_location(f"caddis_plugin_{number}", file)
        if spec is not None and spec.loader is not None:
            module = importlib.util.module_from_spec(spec)
            with _blaming(file):
                spec.loader.exec_module(module)
            modules.append(module)
    return collect(modules)


@contextmanager
def _blaming(plugin: str) -> Iterator[None]:
    """Say of whatever goes wrong in here that a plugin is to blame."""
    try:
        yield
    except BaseException as error:  # noqa: BLE001 - a plugin may raise anything, SystemExit too
        what = f"{type(error).__name__}: {error}" if isinstance(error, Exception) else "it calls sys.exit"
        raise CaddisError(f"the plugin {plugin} cannot be loaded: {what}") from None


if __name__ == "__main__":
    main()
