"""What the documentation of cachetools promises."""

from __future__ import annotations

from cachetools import FIFOCache, LFUCache, LRUCache

from caddis import assume, check


@check
def caches_stay_within_their_size(held: LRUCache) -> None:
    """ "currsize" never exceeds "maxsize", if that is a size: nothing is within NaN."""
    assume(held.maxsize == held.maxsize)
    assert held.currsize <= held.maxsize


@check
def the_current_size_is_that_of_the_items(held: LFUCache) -> None:
    """ "currsize: the current cache size", the sum of the sizes of the values."""
    assert held.currsize == sum(held.getsizeof(value) for value in dict(held.items()).values())


@check
def what_a_cache_lists_it_has(held: FIFOCache) -> None:
    """A cache is a mutable mapping."""
    keys = list(held)
    assert len(keys) == len(held)
    assert all(key in held for key in keys)
