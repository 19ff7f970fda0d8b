"""The pool gives out values by their shape, and tells of each shape once."""

from __future__ import annotations

from caddis.keep.pool import Pool
from caddis.model.component import Component, Entry, Shape
from emit.making import Ref, constructor, method, sequence

MADE = sequence((constructor("Stack"),), (method("Stack.push", "x"), Ref(0), 1))
COMPONENT = Component(MADE, ((bool,), (list, int)), (1, 2), 2)


def test_only_extensible_values_are_kept() -> None:
    """Each under its own shape."""
    pool = Pool()
    pool.keep(COMPONENT, [1])

    assert pool.entries == {(list, int): [(COMPONENT, 1)]}


def test_values_of_one_shape_are_kept_together() -> None:
    """In the order they came."""
    pool = Pool()
    other = Component(MADE, ((bool,), (bool,)), (1, 2), 2)
    pool.keep(COMPONENT, [0, 1])
    pool.keep(other, [1])

    assert pool.entries == {(bool,): [(COMPONENT, 0), (other, 1)], (list, int): [(COMPONENT, 1)]}


def test_a_listener_hears_of_each_shape_once() -> None:
    """And holds the very list that later entries are added to."""
    pool = Pool()
    heard: list[tuple[Shape, list[Entry]]] = []
    pool.on_new_shape(lambda shape, entries: heard.append((shape, entries)))
    pool.keep(COMPONENT, [0])
    pool.keep(COMPONENT, [0, 1])

    assert heard == [((bool,), [(COMPONENT, 0), (COMPONENT, 0)]), ((list, int), [(COMPONENT, 1)])]
