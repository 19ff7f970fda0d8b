"""A parser that takes an opening bracket for the promise of a closing one."""

from __future__ import annotations


def words(text: str, lower: bool = False) -> list[str]:
    """The words of a text, what stands in brackets taken as one."""
    if "(" in text:
        _before, _, rest = text.partition("(")
        inside = rest.split(")")
        return [inside[0], inside[1]]
    return text.lower().split() if lower else text.split()
