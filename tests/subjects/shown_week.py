"""A week that says how it begins."""

from __future__ import annotations


class Week:
    """Begins with the day of a number."""

    def __init__(self, start=0):
        self.start = start

    def __repr__(self) -> str:
        return f"Week({self.start + 1})"
