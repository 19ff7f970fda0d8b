"""Types and signatures in words, as a reader of Python would write them."""

from __future__ import annotations

import sys
from typing import assert_never

from caddis.discover.foreign import attempt, text_of
from caddis.model.api import Signature, Source
from caddis.model.explanation import KnownParameter, Told
from caddis.model.operation import HAS_RECEIVER, Operation
from caddis.model.operators import DISPLAYS
from caddis.model.sequence import Literal
from caddis.model.types import (
    Anything,
    ClassOf,
    Exactly,
    Function,
    Instance,
    Named,
    OneOf,
    Record,
    Spelt,
    Type,
    Within,
)

MOST_VALUES = 6
LONGEST_VALUE = 40
"""How much is shown of values written out."""
UNKNOWN = "anything"


def spell(known: Type) -> str:
    """A type as one would write it: `list[int] | None`."""
    match known:
        case Anything():
            return UNKNOWN
        case Instance(cls=cls, arguments=arguments):
            inside = f"[{', '.join(map(spell, arguments))}]" if arguments else ""
            return f"{name_of(cls)}{inside}"
        case OneOf(options=options):
            # what may be left out is written last
            return " | ".join(sorted(map(spell, options), key="None".__eq__))
        case Exactly(values=values):
            shown = [_written(value) for value in values[:MOST_VALUES]]
            return f"Literal[{', '.join([*shown, *['...'] * (len(values) > MOST_VALUES)])}]"
        case ClassOf(bound=bound):
            return f"type[{spell(bound)}]"
        case Function(returns=Anything()):
            return "Callable"
        case Function(returns=returns):
            return f"Callable[..., {spell(returns)}]"
        case Record(fields=fields):
            return f"dict with {', '.join(repr(field.name) for field in fields)}" if fields else "dict"
        case Within(base=base):
            return f"{spell(base)}, within bounds"
        case _:
            assert_never(known)


def name_of(cls: type) -> str:
    """The shortest name that a class is known by: `asyncio.AbstractEventLoop`, though it lives in `asyncio.events`."""
    if cls is type(None):
        return "None"
    module, path = text_of(cls, "__module__"), text_of(cls, "__qualname__")
    if module == "builtins" or not path:
        return path or "object"
    parts = module.split(".")
    for end in range(1, len(parts) + 1):
        home = ".".join(parts[:end])
        if _stored(home, path) is cls and not parts[end - 1].startswith("_"):
            return f"{home}.{path}"
    return f"{module}.{path}"


def _stored(module: str, name: str) -> object:
    """What a module stores under a name; looked up without a copy of all it stores, since this is asked often."""
    return attempt(lambda: vars(sys.modules[module]).get(name), None)


def _written(value: Spelt) -> str:
    if isinstance(value, Literal):
        text = repr(value.value)
        return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."
    if isinstance(value, Named):
        return value.path
    first, last = DISPLAYS[value.bracket]
    items = [_written(item) for item in value.items]
    if value.bracket == "{:":
        items = [f"{key}: {item}" for key, item in zip(items[::2], items[1::2], strict=True)]
    if value.bracket == "{" and not items:
        return "set()"
    return first + ", ".join(items) + ("," if value.bracket == "(" and len(items) == 1 else "") + last


def parameters_in_words(operation: Operation, signature: Signature) -> tuple[KnownParameter, ...]:
    """What is known of each parameter but the receiver, and from where."""
    clues = signature.clues or ((),) * len(operation.parameters)
    every = list(zip(operation.parameters, signature.parameters, clues, strict=True))
    return tuple(
        KnownParameter(
            parameter.name,
            parameter.required,
            spell(known),
            tuple(Told(clue.source.value, spell(clue.known)) for clue in told) or _told_by_type(known),
        )
        for parameter, known, told in every[operation.kind in HAS_RECEIVER :]
    )


def _told_by_type(known: Type) -> tuple[Told, ...]:
    """Where nobody noted the source, what is known stands in an annotation."""
    return () if isinstance(known, Anything) else (Told(Source.ANNOTATION.value, spell(known)),)
