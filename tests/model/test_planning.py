"""Plans of enumerations: the depth of which all fits, or a sample."""

from __future__ import annotations

from caddis.model.planning import Part, parts_of, shared


def test_what_fits_is_tried_as_a_whole() -> None:
    """To the greatest depth."""
    assert parts_of((3, 6, 18), 100) == (Part(3, 18, 18),)


def test_what_does_not_fit_is_sampled_after_the_depth_that_does() -> None:
    """With what that leaves."""
    assert parts_of((3, 60, 18_000), 100) == (Part(2, 60, 60), Part(3, 18_000, 40))


def test_where_no_depth_fits_there_is_a_sample_only() -> None:
    """Of the greatest depth."""
    assert parts_of((300, 6_000), 100) == (Part(2, 6_000, 100),)


def test_of_nothing_nothing_is_tried() -> None:
    """Nor without a budget."""
    assert parts_of((0, 0), 100) == ()
    assert parts_of((3, 6), 0) == ()


def test_what_can_be_called_only_when_nested_is_tried_there() -> None:
    """A method has no call to depth 1."""
    assert parts_of((0, 3, 3), 10) == (Part(3, 3, 3),)


def test_small_spaces_leave_their_share_to_large_ones() -> None:
    """And never more is shared out than there is."""
    assert shared([1_000, 2, 10**30], 100) == [49, 2, 49]
    assert shared([5, 5], 100) == [5, 5]
    assert sum(shared([10, 10, 10], 8)) == 8
