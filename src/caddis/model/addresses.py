"""Where an object lies in memory: another place at each run, and so nothing to go by."""

from __future__ import annotations


def shows_address(text: str) -> bool:
    """Whether a text is like the usual `repr` of an object, which says where it lies."""
    return " at 0x" in text
