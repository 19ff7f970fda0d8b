"""Finding what can be called: targets are located, loaded, and walked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caddis.discover.target import Target, locate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caddis.discover.loading import Loaded, load
    from caddis.discover.met import describe
    from caddis.model.api import Api

__all__ = ["Loaded", "Target", "describe", "discover", "load", "locate"]


def discover(targets: Sequence[Target], exclude: tuple[str, ...] = (), private: bool = False) -> Api:
    """The operations of the targets, with what is known of their types."""
    from caddis.discover.loading import load
    from caddis.discover.sources import collector_at_rest
    from caddis.discover.walk import walk
    from caddis.errors import NothingToTest

    with collector_at_rest():
        api = walk(load(targets, exclude, private), exclude, private)
    if not api.operations:
        raise NothingToTest(" ".join(target.text for target in targets))
    return api


def __getattr__(name: str) -> Any:
    # the parent locates targets, and needs nothing of what it takes to load and walk them
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from caddis.discover import loading, met

    return getattr(met if name == "describe" else loading, name)
