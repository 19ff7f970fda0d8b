"""Lists 1, 7, 13 and 15: what reversing promises, and what the inputs are like."""

from __future__ import annotations

from caddis import Monitor, check


def reverse(items: list[int]) -> list[int]:
    """The items, the last one first."""
    return items[::-1]


@check
def reversing_one_item_changes_nothing(item: int) -> None:
    """List 1: prop_RevUnit."""
    assert reverse([item]) == [item]


@check
def reversing_a_sum_reverses_its_parts(one: list[int], other: list[int]) -> None:
    """List 1: prop_RevApp."""
    assert reverse(one + other) == reverse(other) + reverse(one)


@check
def reversing_twice_changes_nothing(items: list[int]) -> None:
    """Lists 1 and 7: prop_RevRev."""
    assert reverse(reverse(items)) == items


@check
def reversing_twice_by_length(monitor: Monitor, items: list[int]) -> None:
    """List 13: a histogram of the lengths."""
    monitor.collect(len(items))
    assert reverse(reverse(items)) == items


@check
def reversing_twice_with_trivial_inputs(monitor: Monitor, items: list[int]) -> None:
    """List 15: how many inputs say nothing."""
    monitor.classify(len(items) == 0, "trivial")
    assert reverse(reverse(items)) == items
