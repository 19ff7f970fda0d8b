"""A module that patches others: one of its own package, and some that are not."""

import json
from fractions import Fraction

from subjects import state_counter


def patch_neighbour() -> int:
    before = state_counter.count()
    state_counter.count = lambda: -1
    return before


def patch_json() -> str:
    before = json.dumps([1])
    json.dumps = lambda value: "patched"
    return before


def patch_time() -> bool:
    import time

    before = time.time()
    time.time = lambda: 0.0
    return before > 0


def patch_class() -> str:
    before = str(Fraction(1, 2))
    Fraction.__str__ = lambda self: "patched"
    return before


def add_to_json() -> bool:
    before = hasattr(json, "shorter")
    json.shorter = len
    return before


def remove_from_json() -> str:
    before = json.loads("[1]")
    del json.loads
    return str(before)
