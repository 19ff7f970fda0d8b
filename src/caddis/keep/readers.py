"""Readers of attributes, generated for each class: whatever is kept in a container is read by one again and again.

All attributes are read in one function, atoms in place, where a general one would call three for each part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

Memo = dict[int, int]
Part = Callable[[object, Memo], int]

MOST_ATTRIBUTES = 30
"""Instances with more attributes or slots than this are read in the general way."""

_ATTRIBUTE = """
    t{0} = type(v{0})
    if t{0} in atoms:
        if v{0} == -1 or v{0} != v{0}:
            v{0} = atom(v{0})
    else:
        count = len(memo)
        place = address(v{0})
        number = memo.setdefault(place, count + 1)
        if number <= count:
            v{0} = number
        elif count > most:
            del memo[place]
            v{0} = hash(t{0})
        else:
            reader = readers.get(t{0})
            v{0} = first(v{0}, memo) if reader is None else reader(v{0}, memo)
        t{0} = None
"""


def generated(names: list[str], **around: Any) -> Part:
    """The reader of instances that have attributes of these names and no others; the rest goes to `general`.

    `around` are the names that stand in the code.
    """
    lines = [
        "    held = get(value, '__dict__')",
        f"    if len(held) != {len(names)}:",
        "        return general(value, memo)",
        "    try:",
        *(f"        v{number} = held[{name!r}]" for number, name in enumerate(names)),
        "    except KeyError:",
        "        return general(value, memo)",
    ]
    return _reader(lines, len(names), get=object.__getattribute__, named=hash(tuple(names)), **around)


def generated_of_slots(slots: list[Any], **around: Any) -> Part:
    """The reader of instances that have slots, by their descriptors, and nothing else."""
    lines = [
        line
        for number in range(len(slots))
        for line in (
            "    try:",
            f"        v{number} = s{number}(value)",
            "    except AttributeError:",
            f"        v{number} = None",
        )
    ]
    reading = {f"s{number}": slot.__get__ for number, slot in enumerate(slots)}
    return _reader(lines, len(slots), named=len(slots), **reading, **around)


def _reader(lines: list[str], count: int, **around: Any) -> Part:
    """The function that reads so many parts, as the lines say, and makes a number of them."""
    numbers = range(count)
    every = ", ".join(f"t{number}, v{number}" for number in numbers)
    parts = map(_ATTRIBUTE.format, numbers)
    source = "\n".join(["def read(value, memo):", *lines, *parts, f"    return hash((tag, named, {every}))"])
    namespace: dict[str, Any] = dict(around)
    exec(source, namespace)
    reader: Part = namespace["read"]
    return reader


def can_be_generated(attributes: Collection[Any]) -> bool:
    """Whether instances with attributes of such names are worth a reader of their own."""
    return 0 < len(attributes) <= MOST_ATTRIBUTES and all(type(name) is str for name in attributes)
