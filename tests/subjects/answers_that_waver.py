"""Functions whose answers depend on the hash seed, the process, the clock or on what was called before."""

from __future__ import annotations

import datetime
import os
import random
import time

_calls: list[int] = []


class Ticket:
    """Shows its address."""

    def label(self) -> str:
        """A text that is another in each process."""
        return repr(self)


def letters(text: str) -> list[str]:
    """The letters of a text and some more, in the order of a set."""
    return list({*text, "p", "q", "r", "s", "t"})


def ticket() -> int:
    """One more than last time."""
    _calls.append(1)
    return len(_calls)


def process() -> int:
    """Who runs this."""
    return os.getpid()


def now() -> float:
    """What time it is."""
    return time.time()


def year() -> int:
    """Which year it is, by way of a class."""
    return datetime.date.today().year


def address() -> int:
    """Where an object lies, which looks the same as long as the kernel lays out memory alike."""
    return id(Ticket)


def dice() -> int:
    """A large number nobody can foresee."""
    return random.randrange(10**9)


def hashed(text: str) -> int:
    """The hash of a text."""
    return hash(f"{text}!")


def steady(number: int) -> int:
    """An answer that does not waver."""
    return number + 1
