"""Places in source files."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lines:
    """Some lines of a file, the first and the last among them."""

    file: str
    first: int
    last: int
