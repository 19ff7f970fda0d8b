"""With a fault in it, `leave` ends its process."""

from __future__ import annotations

import os


def leave(number: int) -> int:
    if number > 1_000_000:
        os._exit(3)
    return number + 1


def stay(number: int) -> int:
    return number - 1
