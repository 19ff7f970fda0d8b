"""Atoms drawn from all there are of a type, small ones more often: for properties, which speak of every value."""

from __future__ import annotations

from collections.abc import Callable

from caddis.model.sequence import Atom, Literal

Random = Callable[[], float]

BITS, MANY_BITS = 16, 64
"""How large numbers become, most often and at most."""
LARGE_SHARE = 0.02
FEW_BITS = 6
"""How large they become in exploration, where whatever counts so far is called again and again."""
LONGEST, SHORTER = 24, 6
"""The most characters of a text, and in exploration."""
DIGITS = 6
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 .,-_/:"
_STRANGE = "\n\t\x00'\"\\éß日😀\u0301"


def _integer(random: Random, *, small: bool) -> int:
    bits = FEW_BITS if small else MANY_BITS if random() < LARGE_SHARE else BITS
    number = int(random() * 2 ** (random() * bits))
    return -number if random() < 0.5 else number


def _real(random: Random, *, small: bool) -> float:
    return round(_integer(random, small=small) + random(), int(random() * DIGITS))


def _text(random: Random, *, small: bool) -> str:
    letters = _PLAIN + _STRANGE if random() < 0.3 else _PLAIN
    return "".join(letters[int(random() * len(letters))] for _ in range(_length(random, small=small)))


def _bytes(random: Random, *, small: bool) -> bytes:
    return bytes(int(random() * 256) for _ in range(_length(random, small=small)))


def _length(random: Random, *, small: bool) -> int:
    return int(random() * random() * (SHORTER if small else LONGEST))


_DRAWN: dict[type, Callable[..., Atom]] = {int: _integer, float: _real, str: _text, bytes: _bytes}


class Width:
    """How wide the choice is: of atoms, and of what was kept."""

    __slots__ = ("anywhere", "share", "small")

    def __init__(self) -> None:
        self.share = 0.0
        """How often an atom is drawn from all there are, instead of being one of the few that readers know."""
        self.small = True
        """Whether it should be a small one."""
        self.anywhere = False
        """Whether none of what was kept is preferred: where little can be called, all was done soon with what is."""


def drawn(like: Literal, random: Random, width: Width) -> Literal:
    """Any atom of the type of one."""
    draw = _DRAWN.get(type(like.value))
    return like if draw is None else Literal(draw(random, small=width.small))
