"""Parts of one kind, which do not go together with those of another."""

from __future__ import annotations

from typing import TypeVar

Part = TypeVar("Part", int, str)


def extended(parts: list[Part], more: Part) -> list[Part]:
    """Each part, with so much more."""
    return [part + more for part in parts]
