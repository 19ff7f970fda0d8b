"""A stretch between two points, whichever of them is named first."""

from __future__ import annotations


class Span:
    """The stretch between two points: a span and the same span walked backwards are equal."""

    def __init__(self, start: int, end: int) -> None:
        self._start = start
        self._end = end

    @property
    def start(self) -> int:
        """Where the walk begins."""
        return self._start

    @property
    def end(self) -> int:
        """Where the walk ends."""
        return self._end

    def length(self) -> int:
        """How far apart the two points are."""
        return abs(self._end - self._start)

    def backwards(self) -> Span:
        """The same stretch, walked from its end to its start."""
        return Span(self._end, self._start)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return {self._start, self._end} == {other._start, other._end}

    def __hash__(self) -> int:
        return hash((self._start, self._end))

    def __repr__(self) -> str:
        return f"Span({self._start}, {self._end})"
