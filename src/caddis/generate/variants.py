"""Values near others: what a constant of the code borders on, and mutations of what worked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from caddis.model.sequence import Atom, Literal
from caddis.model.types import Display, Spelt

Random = Callable[[], float]
Worth = Literal | Display
"""A literal, or a container of literals written out."""
T = TypeVar("T")

LONGEST = 60
"""The most characters of a text that is made longer."""
MOST_ITEMS = 8
_INSERTED = "a0 -.,:/\n"


def relatives(atom: Atom, second: Atom = None) -> list[Atom]:
    """Atoms near one that means something to the code: where its borders are, and where it is only partly there."""
    found: list[Atom] = []
    if isinstance(atom, float) or type(atom) is int:
        found = [atom + 1, atom - 1, -atom, atom * 2]
    elif isinstance(atom, (str, bytes)):
        found = _of_text(atom, second)
    itself = Literal(atom)
    return [literal.value for literal in dict.fromkeys(map(Literal, found)) if literal != itself]


def _of_text(text: Any, second: Any) -> list[Atom]:
    joined = [text + second, second + text] if type(second) is type(text) else []
    return [text[:0], text[:1], text[:-1], text[1:], text + text, text.upper(), text.lower(), *joined]


def can_be_mutated(value: Spelt) -> bool:
    """Whether there is anything near a value: a number, a text, or a container of these that is not empty."""
    if isinstance(value, Display):
        return 0 < len(value.items) <= 2 * MOST_ITEMS and all(isinstance(item, Literal) for item in value.items)
    return isinstance(value, Literal) and type(value.value) in (int, float, str, bytes)


def mutated(value: Worth, other: Worth, random: Random) -> Worth:
    """A value near one, of the same type; `other` is one that it may be joined with."""
    if isinstance(value, Display):
        return Display(value.bracket, _items(value, other, random))
    atom = value.value
    if isinstance(atom, (str, bytes)):
        second = other.value if isinstance(other, Literal) and type(other.value) is type(atom) else atom[:0]
        return Literal(_text(atom, second, random))
    if type(atom) in (int, float):
        assert isinstance(atom, (int, float))
        return Literal(_pick((atom + 1, atom - 1, -atom), random))
    return value


def _text(text: Any, second: Any, random: Random) -> Any:
    """A character put in, taken out, doubled, or swapped with the next; or joined with another text."""
    at = int(random() * len(text))
    change = int(random() * (5 if len(text) + len(second) <= LONGEST else 2))
    if change == 0:
        return text[:at] + text[at + 1 :]
    if change == 1:
        return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
    if change == 2:
        return text[:at] + text[at : at + 1] + text[at:]
    if change == 3:
        inserted = _pick(_INSERTED, random)
        return text[:at] + (inserted if isinstance(text, str) else inserted.encode()) + text[at:]
    return text + second if random() < 0.5 else second + text


def _items(value: Display, other: Worth, random: Random) -> tuple[Spelt, ...]:
    """One item, with its key in a dict, taken out, said twice or mutated; or joined with those of another."""
    width = 2 if value.bracket == "{:" else 1
    items = value.items
    at = int(random() * (len(items) // width)) * width
    change = int(random() * (4 if len(items) < MOST_ITEMS * width else 2))
    if change == 0:
        return items[:at] + items[at + width :]
    if change == 1:
        place = at + width - 1
        item = items[place]
        near = mutated(item, item, random) if isinstance(item, Literal) else item
        return (*items[:place], near, *items[place + 1 :])
    if change == 2 or not (isinstance(other, Display) and other.bracket == value.bracket):
        return items[: at + width] + items[at:]
    return (items + other.items)[: MOST_ITEMS * width]


def _pick(options: Sequence[T], random: Random) -> T:
    return options[int(random() * len(options))]
