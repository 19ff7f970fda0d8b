"""What the documentation of bidict promises."""

from __future__ import annotations

from bidict import OrderedBidict, bidict

from caddis import check


@check
def the_inverse_maps_back(mapping: bidict) -> None:
    """ "The inverse of a bidict": each value leads back to its key."""
    assert {value: key for key, value in mapping.items()} == dict(mapping.inverse.items())
    assert mapping.inverse.inverse is mapping


@check
def keys_and_values_agree_with_items(mapping: bidict) -> None:
    """The views show the same pairs, in the same order."""
    assert list(zip(mapping.keys(), mapping.values(), strict=True)) == list(mapping.items())


@check
def ordered_ones_keep_the_order_both_ways(mapping: OrderedBidict) -> None:
    """ "Preserves the ordering of its items", and so does its inverse; its views show that order, too."""
    assert list(zip(mapping.keys(), mapping.values(), strict=True)) == list(mapping.items())
    assert [(key, value) for value, key in mapping.inverse.items()] == list(mapping.items())
