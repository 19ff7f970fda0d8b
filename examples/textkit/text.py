"""Text, cut and counted."""

from __future__ import annotations

import re


def slug(text: str) -> str:
    """The text as part of an address: `Hello, World!` becomes `hello-world`."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


def truncate(text: str, width: int, ending: str = "...") -> str:
    """The text, cut to `width` characters; a cut is shown by the ending."""
    if width < len(ending):
        raise ValueError(f"the width must have room for {ending!r}")
    if len(text) <= width:
        return text
    return text[: width - len(ending)] + ending


def is_palindrome(text: str) -> bool:
    """Whether the letters and digits read the same in both directions."""
    letters = [letter for letter in text.casefold() if letter.isalnum()]
    return letters == letters[::-1]


def word_counts(text: str) -> dict[str, int]:
    """How often each word occurs, in the order of first use."""
    counts: dict[str, int] = {}
    for word in text.lower().split():
        counts[word] = counts.get(word, 0) + 1
    return counts


def initials(name: str) -> str:
    """The first letter of each word: `Ada King Lovelace` becomes `AKL`."""
    return "".join(word[0].upper() for word in name.split())
