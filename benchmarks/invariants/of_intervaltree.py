"""What the documentation of intervaltree promises."""

from __future__ import annotations

from itertools import pairwise

from intervaltree import IntervalTree

from caddis import assume, check


def whole(tree: IntervalTree) -> None:
    """Discard trees with a NaN in them: it is accepted as a bound, though no interval has it inside."""
    assume(all(bound == bound for interval in tree for bound in (interval.begin, interval.end)))  # noqa: PLR0124


@check
def the_tree_is_sound(tree: IntervalTree) -> None:
    """ "verify(): checks the table to ensure that the invariants are held"."""
    tree.verify()


@check
def points_find_the_intervals_around_them(tree: IntervalTree, point: int) -> None:
    """ "tree[point]: set of all intervals that contain point", where begin <= point < end."""
    whole(tree)
    assert tree[point] == {one for one in tree if one.begin <= point < one.end}


@check
def merged_overlaps_overlap_no_more(tree: IntervalTree) -> None:
    """ "merge_overlaps(): joins overlapping intervals into a single interval"."""
    whole(tree)
    tree.merge_overlaps()
    found = sorted(tree)
    assert all(one.end <= other.begin for one, other in pairwise(found))
