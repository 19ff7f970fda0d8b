"""Whose code is whose."""

from __future__ import annotations

from collections.abc import Callable


def owner_of(roots: frozenset[str]) -> Callable[[str], bool]:
    """Tells whether a module belongs to the target, from the names of the target's packages and modules."""
    known: dict[str, bool] = {}

    def owned(module: str) -> bool:
        answer = known.get(module)
        if answer is None:
            answer = known[module] = any(module == root or module.startswith(f"{root}.") for root in roots)
        return answer

    return owned
