"""Triggers are found by the names that are given: nobody says which attributes are none."""

from __future__ import annotations

from functools import partial


class Switchboard:
    """Has triggers, and a name."""

    def __init__(self) -> None:
        self.name = "name"

    def ring(self) -> bool:
        """A trigger."""
        return True

    def dispatch(self, trigger: str) -> bool:
        """Pull a trigger."""
        known = getattr(self, trigger, None)
        if known is None:
            raise ValueError(trigger)
        return partial(getattr(self, trigger))() is True
