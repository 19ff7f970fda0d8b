"""Parts of one kind, to which nothing is added at times."""

from __future__ import annotations

from typing import TypeVar

Part = TypeVar("Part", int, str)


def extended(parts: list[Part], more: Part) -> list[Part]:
    """Each part, with so much more."""
    return [part + (more if more else ()) for part in parts]
