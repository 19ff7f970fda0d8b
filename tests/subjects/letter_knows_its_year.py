"""Part of what a letter shows comes from the clock, and part does not."""

from __future__ import annotations

from datetime import date


class Letter:
    """A letter, dated the day it is written."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._year = date.today().year

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    @property
    def year(self) -> int:
        """When it was written."""
        return self._year


def this_year() -> int:
    """Nothing but the clock."""
    return date.today().year
