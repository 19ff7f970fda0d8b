"""Replaces modules, and functions inside modules."""

import json
import os
import sys
from types import ModuleType


def attack() -> None:
    """Have them all give nonsense."""
    json.dumps = lambda *_, **__: "null"
    json.loads = lambda *_, **__: None
    os.write = lambda *_: 0
    os._exit = print
    for name in ("json", "os", "random", "traceback"):
        sys.modules[name] = ModuleType(name)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
