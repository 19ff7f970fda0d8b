"""Explores a target in forks of one process that has imported it: set up as a worker is, with nobody to tell.

A fork begins at once, and ends with all that the target has done to it. Calls are interrupted by the processor time
that they take, so that the load of the machine does not matter.
"""

from __future__ import annotations

import gc
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from caddis.campaign.preparing import load_plugins, roots
from caddis.campaign.setting import setting_of
from caddis.campaign.worker import COLLECTING
from caddis.config import Config
from caddis.discover import describe, discover, locate
from caddis.discover.code import lines_of
from caddis.discover.overriding import base_of
from caddis.engine.cleaning import BySnapshot
from caddis.engine.explorer import Explorer
from caddis.engine.knowing import Knowing
from caddis.engine.laboratory import Laboratory
from caddis.engine.owning import owner_of
from caddis.execute.clock import Beat, Clock
from caddis.execute.importing import Coverage, InstrumentingFinder
from caddis.execute.sandbox import Policy, confine
from caddis.execute.snapshot import Snapshot
from caddis.model.api import Api
from caddis.model.outcome import OutOfTime
from caddis.plugin import Plugins

WAITING, IDLE = 0.5, 0.05
"""Seconds after which a call that waits is interrupted, and how little of them it may work to count as waiting."""

LONGEST = 30
"""Seconds of processor time after which a fork hangs."""
WAITS = ("more_itertools.callback_iter",)
"""Left out: it starts threads, for the end of which whoever called it has to wait."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A target, imported with probes."""

    api: Api
    coverage: Coverage
    plugins: Plugins
    owned: Callable[[str], bool]


def imported(name: str, place: Path) -> Imported:
    """A target that lies in a directory."""
    target = locate(name, place)
    setting = setting_of((target,), Config(), place)
    sys.path[:0] = setting.paths
    sys.dont_write_bytecode = True
    coverage, own = Coverage(), roots([target])
    InstrumentingFinder(own, coverage).install()
    api = discover([target], WAITS)
    return Imported(api, coverage, load_plugins(list(setting.plugin_files)), owner_of(own))


def explorer_of(target: Imported, config: Config, beat: Beat) -> Explorer:
    """What explores a target in this process."""
    laboratory = Laboratory(
        plugins=target.plugins,
        owned=target.owned,
        config=config,
        beat=beat,
        denied=[],
        known=Knowing(target.api),
    )
    return Explorer(
        target.api,
        describe=describe,
        base_of=base_of,
        lines_of=lines_of,
        sight=target.coverage,
        laboratory=laboratory,
        cleaning=BySnapshot(Snapshot(target.owned, workspace=os.getcwd())),
        elsewhere=None,
        plugins=target.plugins,
        owned=target.owned,
        config=config,
    )


class ProcessorClock(Clock):
    """Interrupts calls by the processor time that they take, or when they only wait."""

    def __init__(self, beat: Beat, limit: float) -> None:
        super().__init__(beat, limit)
        self._limit = limit
        self._since = (0.0, 0.0)
        """When the beat last changed: by the clock of this process, and by that on the wall."""

    def _tick(self, _number: int, _frame: FrameType | None) -> None:
        beat, now = self._beat.words[0], (time.process_time(), time.monotonic())
        if beat != self._seen or beat % 2 == 0:
            self._seen, self._since = beat, now
            return
        worked, waited = now[0] - self._since[0], now[1] - self._since[1]
        if worked >= self._limit or (waited >= WAITING and worked < IDLE * waited):
            self._since = now
            raise OutOfTime


def forked(work: Callable[[], Iterable[Any]], longest: int = LONGEST) -> tuple[Any, bool]:
    """The last that some work has to say, in JSON, done in a fork that is confined to an empty directory.

    And whether it hung, in a call that no tick can interrupt, and was ended.
    """
    with tempfile.TemporaryDirectory() as place:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            _serve(work, place, writing, longest)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as pipe:
            said = [line for line in pipe if line.endswith("\n")]
        _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if not said or code not in (0, -signal.SIGXCPU, -signal.SIGKILL):
        raise RuntimeError(f"a fork has ended early: {code}")
    return json.loads(said[-1]), code != 0


def _serve(work: Callable[[], Iterable[Any]], place: str, writing: int, longest: int) -> None:
    complaints = os.dup(2)
    status = 1
    try:
        os.chdir(place)
        sys.argv = ["caddis"]
        # whatever a target has to say
        silence = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(silence, number)
        resource.setrlimit(resource.RLIMIT_CPU, (longest, longest))
        confine(Policy(workspace=place, memory_mb=Config().memory), lambda _what: None)
        gc.set_threshold(*COLLECTING)
        gc.freeze()
        random.seed(0)
        for each in work():
            left = json.dumps(each).encode() + b"\n"
            while left:
                left = left[os.write(writing, left) :]
        status = 0
    except BaseException:  # noqa: BLE001 - nothing of the parent's may be run in here
        os.write(complaints, traceback.format_exc().encode())
    finally:
        os._exit(status)
