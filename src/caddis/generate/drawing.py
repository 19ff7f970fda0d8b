"""Atoms drawn from all there are of a type, small ones more often: for properties, which speak of every value."""

from __future__ import annotations

from collections.abc import Callable

from caddis.model.sequence import Atom, Literal

Random = Callable[[], float]

BITS, MANY_BITS = 16, 64
"""How large numbers become, most often and at most."""
LARGE_SHARE = 0.05
LONGEST = 24
"""The most characters of a text."""
DIGITS = 6
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 .,-_/:"
_STRANGE = "\n\t\x00'\"\\éß日😀\u0301"


def _integer(random: Random) -> int:
    bits = MANY_BITS if random() < LARGE_SHARE else BITS
    number = int(random() * 2 ** (random() * bits))
    return -number if random() < 0.5 else number


def _real(random: Random) -> float:
    return round(_integer(random) + random(), int(random() * DIGITS))


def _text(random: Random) -> str:
    letters = _PLAIN + _STRANGE if random() < 0.3 else _PLAIN
    return "".join(letters[int(random() * len(letters))] for _ in range(_length(random)))


def _bytes(random: Random) -> bytes:
    return bytes(int(random() * 256) for _ in range(_length(random)))


def _length(random: Random) -> int:
    return int(random() * random() * LONGEST)


_DRAWN: dict[type, Callable[[Random], Atom]] = {int: _integer, float: _real, str: _text, bytes: _bytes}


class Width:
    """How often an atom is drawn from all there are, instead of being one of the few that readers know."""

    __slots__ = ("share",)

    def __init__(self) -> None:
        self.share = 0.0


def drawn(like: Literal, random: Random) -> Literal:
    """Any atom of the type of one."""
    draw = _DRAWN.get(type(like.value))
    return like if draw is None else Literal(draw(random))
