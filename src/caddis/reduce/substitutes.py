"""What may stand for the values of a sequence: others of their class, themselves spelt out, a short way to make one."""

from __future__ import annotations

from collections.abc import Mapping

from caddis.model.operation import Kind, Operation, Parameter, Place
from caddis.model.sequence import Atom, Literal, Sequence, Statement
from caddis.reduce.shrink import Substitute

ATOMS = frozenset({bool, int, float, complex, str, bytes})
LONGEST_TEXT, MOST_ITEMS = 200, 8
"""What is longer is no simpler when it is spelt out."""

Makers = Mapping[str, tuple[Sequence, ...]]
"""Short sequences that make a value of a class, by the name of that."""


def substitutes(
    sequence: Sequence, values: list[object], makers: Makers, *, none: bool = False
) -> list[list[Substitute]]:
    """For each value there is what may stand for it, the simplest first.

    With `none`, None may be spelt out, too: somebody who passes it by name may be to blame for what follows.
    """
    return [
        _for(sequence, values, index, makers) if value is not None else [Literal(None)] if none else []
        for index, value in enumerate(values)
    ]


def _for(sequence: Sequence, values: list[object], index: int, makers: Makers) -> list[Substitute]:
    value = values[index]
    atom = _atom(value)
    if atom is not None:
        return [atom]
    found: list[Substitute] = [earlier for earlier in range(index) if type(values[earlier]) is type(value)]
    display = _display(value)
    if display is not None:
        found.append(Sequence((display,)))
    needed = len(sequence.needed_by(index))
    return [*found, *(made for made in makers.get(type(value).__name__, ()) if len(made) < needed)]


def _atom(value: object) -> Literal | None:
    if type(value) not in ATOMS or (isinstance(value, (str, bytes)) and len(value) > LONGEST_TEXT):
        return None
    atom: Atom = value  # type: ignore[assignment]
    return Literal(atom)


def _display(value: object) -> Statement | None:
    """A container of atoms, spelt out."""
    items: list[object]
    # not by isinstance: a subclass is another thing, and may do as it likes
    if type(value) is dict:
        opening, items = "{:", [part for pair in value.items() for part in pair]
    elif type(value) is list or type(value) is tuple:
        opening, items = "[" if type(value) is list else "(", list(value)
    elif type(value) is set and value:
        opening, items = "{", list(value)
    else:
        return None
    atoms = [Literal(None) if item is None else _atom(item) for item in items]
    if len(items) > MOST_ITEMS or None in atoms:
        return None
    parameters = tuple(Parameter(f"item{i}", Place.POSITIONAL) for i in range(len(items)))
    return Statement(Operation(Kind.DISPLAY, "", "", opening, parameters), tuple(atoms))
