"""What the documentation of sortedcontainers promises.

Of values that have an order only: "values must be comparable", and the order must not change while they are stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sortedcontainers import SortedDict, SortedList, SortedSet

from caddis import assume, check


def in_order(values: Iterable[Any]) -> list[Any]:
    """The values sorted; discards those that have no order of their own."""
    items = list(values)
    assume(all(type(item) in (int, str, bytes, bool) for item in items))
    assume(len({type(item) in (int, bool) for item in items}) < 2 and len({str(type(item)) for item in items}) < 3)
    try:
        return sorted(items)
    except TypeError:
        assume(False)
        raise


@check
def sorted_lists_are_sorted(values: SortedList) -> None:
    """Sorted lists are lists in order; below them are lists ordered by a key, which are not meant."""
    assume(type(values) is SortedList)
    assert list(values) == in_order(values)


@check
def sorted_dicts_iterate_in_the_order_of_their_keys(mapping: SortedDict) -> None:
    """Keys are kept in order, and are those of the dict."""
    assume(mapping.key is None)
    keys = list(mapping)
    assert keys == in_order(keys)
    assert keys == list(mapping.keys())
    assert len(keys) == len(mapping)


@check
def sorted_sets_find_what_they_hold(values: SortedSet) -> None:
    """Each value is there once, at the index that the set gives for it."""
    assume(values.key is None)
    items = in_order(values)
    assert [values.index(item) for item in items] == list(range(len(values)))
