"""The same process under other circumstances, for a moment: what an answer owes to them shows when they change."""

from __future__ import annotations

import datetime
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from caddis.execute.elsewhen import ENVIRONMENT, shift

LATER = 400 * 86_400 + 20_220
"""Seconds."""
SEED = 20_220
TIMES = ("time", "time_ns", "localtime", "gmtime", "ctime", "strftime")
DATES = ("datetime", "date")
PLACES = 5
"""By so many objects lie further on: an odd number, as the order of a set hangs on the last digits of addresses."""

Swap = tuple[dict[str, Any], str, object, object]
"""A namespace, a name in it, and what it holds and is to hold instead."""


def taking_up(places: int) -> list[bytearray]:
    """Objects of all small sizes that lie where the next ones would lie, so many of each."""
    return [bytearray(size) for size in range(16, 513, 16) for _ in range(places)]


def moving_classes(places: int) -> list[bytearray]:
    """Objects that lie where classes that are made next would lie, so that these lie so many places further on.

    The order of a set of classes hangs on the last digits of their addresses.
    """
    filling = [bytearray(size) for size in range(528, 2_049, 16) for _ in range(3)]
    return [*filling, bytearray(512 + 16 * places)]


class Otherwise:
    """Makes a context in which it is later, in another place, with other chances, other addresses and another number.

    Only what the code finds in modules is changed, so a clock asked through C, or a hash, is as it was.
    """

    def __init__(self, workspace: str, owned: Callable[[str], bool]) -> None:
        """`owned` tells the modules that may hold a clock of their own, by having imported it."""
        self._directory = os.path.join(workspace, "another", "directory")
        os.makedirs(self._directory, exist_ok=True)
        process = os.getpid()
        self._swaps: list[Swap] = [*_clocks(owned), (vars(os), "getpid", os.getpid, lambda: process + 1)]

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Have all of it otherwise."""
        chance, directory, temporary = random.getstate(), os.getcwd(), tempfile.tempdir
        places = {"HOME": self._directory, "TMPDIR": self._directory, **ENVIRONMENT}
        environment = {name: os.environ.get(name) for name in places}
        ballast = taking_up(PLACES)
        for namespace, name, _, other in self._swaps:
            namespace[name] = other
        os.environ.update(places)
        os.chdir(self._directory)
        tempfile.tempdir = self._directory
        random.seed(SEED)
        try:
            yield
        finally:
            for namespace, name, real, _ in self._swaps:
                namespace[name] = real
            for name, value in environment.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value
            os.chdir(directory)
            tempfile.tempdir = temporary
            random.setstate(chance)
            ballast.clear()
            _empty(self._directory)


def _empty(directory: str) -> None:
    """Remove all that is in a directory."""
    with os.scandir(directory) as found:
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                os.unlink(entry.path)


def _clocks(owned: Callable[[str], bool]) -> list[Swap]:
    """The clocks of the standard library, there and wherever the code under test has them from."""
    named = [(vars(time), name) for name in TIMES] + [(vars(datetime), name) for name in DATES]
    real = [namespace[name] for namespace, name in named]
    shift(LATER)
    later = [namespace[name] for namespace, name in named]
    swaps = [(*place, was, other) for place, was, other in zip(named, real, later, strict=True)]
    for namespace, name, was, _ in swaps:
        namespace[name] = was
    others = {id(was): (was, other) for _, _, was, other in swaps}
    standard = {"time", "datetime", "_datetime", "_pydatetime"}
    for module in [name for name in sys.modules if owned(name) and name not in standard]:
        namespace = getattr(sys.modules[module], "__dict__", {})
        swaps += [(namespace, name, *others[id(value)]) for name, value in namespace.items() if id(value) in others]
    return swaps
