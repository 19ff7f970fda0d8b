"""What to explore for a while."""

from __future__ import annotations

from dataclasses import dataclass

from caddis.model.operation import Operation


@dataclass(frozen=True, slots=True)
class Focus:
    """Operations that matter most, and others that do not matter."""

    near: frozenset[Operation] = frozenset()
    aside: frozenset[Operation] = frozenset()


NO_FOCUS = Focus()
