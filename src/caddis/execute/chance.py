"""Generators of random numbers that nobody has seeded: what comes of them looks steady at times, and is not."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from random import Random
from typing import Any

SEED = 0
"""Of the target's own random choices."""
HARMLESS = frozenset({"tempfile"})
"""Modules that only make up names by chance."""


def watch_seeding(note: Callable[[], None]) -> None:
    """Have it noted from now on whenever a generator is seeded by chance."""
    real = Random.seed

    @wraps(real)
    def seed(self: Random, a: Any = None, version: int = 2) -> None:
        if a is None and _asker() not in HARMLESS:
            note()
        real(self, a, version)

    Random.seed = seed  # type: ignore[method-assign]


def _asker() -> str:
    """The module that makes or seeds a generator."""
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_globals.get("__name__") == "random":
        frame = frame.f_back
    return str(frame.f_globals.get("__name__"))
