"""Where things are defined."""

from __future__ import annotations


class Engine:
    """Public through the package."""

    def run(self, gear: Gear) -> Gear:
        return gear


class Gear:
    """Public through another module only."""


class Unseen:
    """Public nowhere."""


def start(engine: Engine) -> Unseen:
    return Unseen()
