"""Which lines a run goes through."""

from __future__ import annotations

import sys
from contextlib import suppress
from itertools import pairwise

from caddis.execute.lines import MOST_IN_VAIN, Arc, Lines, traced
from subjects import mutated_safe

FILE = mutated_safe.__file__
assert FILE is not None


def arcs_of(number: int) -> set[Arc]:
    """What counting down from a number runs."""
    with traced(FILE.__eq__) as arcs:
        mutated_safe.count_down(number)
    return arcs


def test_arcs_tell_which_way_a_run_goes() -> None:
    """From the definition to the first line, into the loop or past it, and out again."""
    start = mutated_safe.count_down.__code__.co_firstlineno
    lines = (-start, start + 1, start + 2, start + 5, -start)
    straight = {(FILE, *pair) for pair in pairwise(lines)}

    assert arcs_of(0) == straight
    assert arcs_of(2) > straight


def test_raising_is_no_way_out() -> None:
    """A function that raises ends nowhere."""
    with traced(FILE.__eq__) as arcs, suppress(TypeError):
        mutated_safe.count_down("a")  # type: ignore[arg-type]

    assert arcs
    assert not [arc for arc in arcs if arc[2] < 0]


def test_other_files_are_not_watched() -> None:
    """Nor anything after the end."""
    with traced(lambda _file: False) as arcs:
        mutated_safe.count_down(1)

    assert not arcs
    before = sys.gettrace()
    arcs_of(1)
    assert sys.gettrace() is before


def test_lines_are_noted_once() -> None:
    """In the order in which they are run first, and however long a loop goes on, what comes behind it as well."""
    start = mutated_safe.count_down.__code__.co_firstlineno
    lines = Lines(FILE.__eq__)
    with lines.following():
        mutated_safe.count_down(0)
        before = len(lines.run)
        mutated_safe.count_down(2)
    mutated_safe.remember("a word")

    assert [line for _, line in lines.run][:before] == [start + 1, start + 2, start + 5]
    assert {line for _, line in lines.run} == {line for _, line, _ in arcs_of(2) if line > 0} | {start + 5}


def test_nobody_looks_for_ever() -> None:
    """At a function that has shown nothing new for long."""
    lines = Lines(FILE.__eq__)
    with lines.following():
        mutated_safe.count_down(MOST_IN_VAIN * 2)

    assert max(lines._in_vain.values()) == MOST_IN_VAIN + 1
