"""Imported late: it registers itself, and counts how often it was used."""

from subjects import state_lazy

state_lazy.LOADED.append(__name__)
uses: list[int] = []


def used() -> int:
    uses.append(len(uses))
    return len(uses)
