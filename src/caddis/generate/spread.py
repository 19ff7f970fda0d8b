"""Adaptive random testing: of two ways to call an operation, the one less like the calls before (Chen 2004, ARTOO)."""

from __future__ import annotations

from collections import deque

from caddis.generate.draft import Draft
from caddis.model.operation import Operation
from caddis.model.sequence import Literal

SHARE = 0.5
"""How often there are two to choose from."""
REMEMBERED = 10
"""Calls of each operation that a new one is held against."""
Point = tuple[object, ...]
"""What a call is like: for each argument its type, roughly how large it is, and itself."""


class Spread:
    """Remembers what the latest calls of operations were like."""

    def __init__(self) -> None:
        self._points: dict[Operation, deque[Point]] = {}

    def farther(self, operation: Operation, first: Point, second: Point) -> bool:
        """Whether the second of two ways to call an operation is farther from the calls before than the first."""
        before = self._points.get(operation, ())
        return min((_distance(second, point) for point in before), default=0.0) > min(
            (_distance(first, point) for point in before), default=0.0
        )

    def note(self, operation: Operation, point: Point) -> None:
        """An operation is called so."""
        self._points.setdefault(operation, deque(maxlen=REMEMBERED)).append(point)


def point_of(draft: Draft, chosen: list[int | Literal | None]) -> Point:
    """What a call is like."""
    return tuple([_place(draft, each) for each in chosen])


def _place(draft: Draft, choice: int | Literal | None) -> tuple[object, object, object]:
    if isinstance(choice, Literal):
        value = choice.value
        if isinstance(value, (str, bytes)):
            return type(value), len(value).bit_length(), value
        if isinstance(value, int):
            return type(value), (value < 0, value.bit_length()), value
        return type(value), None, choice
    if choice is None:
        return None, None, None
    return draft.shapes[choice], len(draft.statements).bit_length(), draft.prints[choice]


def _distance(one: Point, other: Point) -> float:
    return sum(map(_apart, one, other))


def _apart(one: object, other: object) -> float:
    assert isinstance(one, tuple)
    assert isinstance(other, tuple)
    return 1.0 if one[0] != other[0] else 0.5 if one[1] != other[1] else 0.25 if one[2] != other[2] else 0.0
