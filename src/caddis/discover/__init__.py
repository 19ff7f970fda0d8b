"""Finding what can be called: targets are located, loaded, and walked."""

from __future__ import annotations

from collections.abc import Sequence

from caddis.discover.loading import Loaded, load
from caddis.discover.met import describe
from caddis.discover.sources import collector_at_rest
from caddis.discover.target import Target, locate
from caddis.discover.walk import walk
from caddis.errors import NothingToTest
from caddis.model.api import Api

__all__ = ["Loaded", "Target", "describe", "discover", "load", "locate", "walk"]


def discover(targets: Sequence[Target], exclude: tuple[str, ...] = (), private: bool = False) -> Api:
    """The operations of the targets, with what is known of their types."""
    with collector_at_rest():
        api = walk(load(targets, exclude, private), exclude, private)
    if not api.operations:
        raise NothingToTest(" ".join(target.text for target in targets))
    return api
