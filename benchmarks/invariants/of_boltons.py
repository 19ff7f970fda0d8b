"""What the documentation of boltons promises of its LRU cache."""

from __future__ import annotations

from boltons.cacheutils import LRU

from caddis import check


@check
def items_agree_with_getitem(held: LRU) -> None:
    """ "LRU is a dict subtype": each item is what its key gives."""
    assert all(held[key] is value for key, value in list(held.items()))
