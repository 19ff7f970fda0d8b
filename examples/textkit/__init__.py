"""Small functions on text and numbers."""

from __future__ import annotations

from textkit.numbers import clamp, digits, human_size, ordinal, roman
from textkit.text import initials, is_palindrome, slug, truncate, word_counts

__all__ = [
    "clamp",
    "digits",
    "human_size",
    "initials",
    "is_palindrome",
    "ordinal",
    "roman",
    "slug",
    "truncate",
    "word_counts",
]
