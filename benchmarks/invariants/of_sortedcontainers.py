"""What the documentation of sortedcontainers promises."""

from __future__ import annotations

from sortedcontainers import SortedDict, SortedList, SortedSet

from caddis import assume, check


@check
def sorted_lists_are_sorted(values: SortedList) -> None:
    """ "Sorted list is a sorted mutable sequence"; its values must be comparable, and NaN is not."""
    items = list(values)
    assume(all(item == item for item in items))  # noqa: PLR0124 - not NaN
    assert items == sorted(items)


@check
def sorted_dicts_iterate_in_the_order_of_their_keys(mapping: SortedDict) -> None:
    """ "Sorted dict keys are maintained in sorted order", and are those of the dict."""
    keys = list(mapping)
    assume(all(key == key for key in keys))  # noqa: PLR0124 - not NaN
    assert keys == sorted(keys)
    assert keys == list(mapping.keys())
    assert len(keys) == len(mapping)


@check
def sorted_sets_find_what_they_hold(values: SortedSet) -> None:
    """ "Sorted set is a sorted mutable set": each value once, at the index that it gives for it."""
    items = list(values)
    assume(all(item == item for item in items))  # noqa: PLR0124 - not NaN
    assert [values.index(item) for item in items] == list(range(len(values)))
