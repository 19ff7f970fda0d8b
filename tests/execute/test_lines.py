"""Which lines a run goes through."""

from __future__ import annotations

import sys

from caddis.execute.lines import Arc, traced
from subjects import mutated_safe

FILE = mutated_safe.__file__
assert FILE is not None


def arcs_of(number: int) -> set[Arc]:
    """What counting down from a number runs."""
    with traced(FILE.__eq__) as arcs:
        mutated_safe.count_down(number)
    return arcs


def test_arcs_tell_which_way_a_run_goes() -> None:
    """From the definition to the first line, into the loop or past it."""
    start = mutated_safe.count_down.__code__.co_firstlineno
    straight = {(FILE, -start, start + 1), (FILE, start + 1, start + 2), (FILE, start + 2, start + 5)}

    assert arcs_of(0) == straight
    assert arcs_of(2) > straight


def test_other_files_are_not_watched() -> None:
    """Nor anything after the end."""
    with traced(lambda _file: False) as arcs:
        mutated_safe.count_down(1)

    assert not arcs
    before = sys.gettrace()
    arcs_of(1)
    assert sys.gettrace() is before
