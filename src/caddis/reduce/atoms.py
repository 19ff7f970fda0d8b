"""Shrinks an atom: knows a value and a predicate, nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

from caddis.model.sequence import Atom

Holds = Callable[[Atom], bool]
Text = TypeVar("Text", str, bytes)

FIRST = (0, 1, 2)
"""Numbers that are tried before any others."""
PLAINEST = "a0"
"""Characters that are simpler than any others, the simplest first."""
DIGITS = (0, 1, 3)
"""How many places a fraction is rounded to, one after the other."""


def complexity(atom: Atom) -> tuple[object, ...]:
    """What orders atoms by how simple they are; none ever has to be compared with one of another type but by type."""
    match atom:
        case None:
            return (0,)
        case bool():
            return (1, atom)
        case int():
            return (2, abs(atom), atom < 0)
        case str():
            return (3, len(atom), *map(_plainness, atom))
        case bytes():
            return (4, len(atom), *map(_plainness, atom.decode("latin-1")))
        case float():
            return (5, *_of_float(atom))
        case complex():
            return (6, *_of_float(atom.imag), *_of_float(atom.real))


def shrink_atom(atom: Atom, holds: Holds) -> None:
    """Offer the predicate simpler atoms of the same type, each made from the last one for which it held."""
    match atom:
        case bool():
            if atom:
                holds(False)
        case int():
            _shrink_integer(atom, holds)
        case float():
            _shrink_float(atom, holds)
        case str():
            _shrink_text(atom, holds, str)
        case bytes():
            _shrink_text(atom, holds, lambda text: text.encode("latin-1"))
        case complex():
            _shrink_complex(atom, holds)


def _shrink_integer(number: int, holds: Callable[[int], bool]) -> int:
    for simple in FIRST:
        if complexity(simple) >= complexity(number):
            return number
        if holds(simple):
            return simple
    sign = 1 if number > 0 or holds(-number) else -1
    fails, does = FIRST[-1] if sign > 0 else 0, abs(number)
    while does - fails > 1:
        middle = (does + fails) // 2
        if holds(sign * middle):
            does = middle
        else:
            fails = middle
    return sign * does


def _shrink_float(number: float, holds: Callable[[float], bool]) -> float:
    for simple in map(float, FIRST[:2]):
        if simple == number and math.copysign(1, number) > 0:
            return number
        if holds(simple):
            return simple
    if not math.isfinite(number):
        return -number if number < 0 and holds(-number) else number
    for digits in DIGITS:
        rounded = round(number, digits)
        if rounded == number or holds(rounded):
            number = rounded
            break
    if number.is_integer():
        return float(_shrink_integer(int(number), lambda whole: holds(float(whole))))
    return -number if number < 0 and holds(-number) else number


def _shrink_complex(number: complex, holds: Callable[[complex], bool]) -> None:
    for simple in (0j, complex(number.real, 0)):
        if simple != number and holds(simple):
            number = simple
            break
    real = _shrink_float(number.real, lambda part: holds(complex(part, number.imag)))
    _shrink_float(number.imag, lambda part: holds(complex(real, part)))


def _shrink_text(atom: Text, holds: Callable[[Text], bool], spelt: Callable[[str], Text]) -> None:
    """First fewer characters, halves before single ones, then simpler ones."""
    text = atom if isinstance(atom, str) else atom.decode("latin-1")
    for simple in ("", PLAINEST[0]):
        if len(simple) < len(text) and holds(spelt(simple)):
            return
    size = len(text)
    while size := size // 2:
        start = 0
        while start < len(text):
            shorter = text[:start] + text[start + size :]
            if shorter and holds(spelt(shorter)):
                text = shorter
            else:
                start += size
    for position, character in enumerate(text):
        for simple in PLAINEST:
            if _plainness(simple) >= _plainness(character):
                break
            plainer = text[:position] + simple + text[position + 1 :]
            if holds(spelt(plainer)):
                text = plainer
                break


def _of_float(number: float) -> tuple[object, ...]:
    negative = math.copysign(1, number) < 0
    if not math.isfinite(number):
        return (2, math.isnan(number), negative, 0)
    return (not number.is_integer(), len(repr(number)) if not number.is_integer() else 0, abs(number), negative)


def _plainness(character: str) -> int:
    place = PLAINEST.find(character)
    return place if place >= 0 else len(PLAINEST) + ord(character)
