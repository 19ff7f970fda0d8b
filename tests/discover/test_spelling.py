"""Types are spelt as one would write them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from decimal import Decimal

import pytest

from caddis.discover.spelling import name_of, parameters_in_words, spell
from caddis.model.api import Clue, Signature, Source
from caddis.model.explanation import KnownParameter, Told
from caddis.model.sequence import Literal
from caddis.model.types import ANYTHING, NONE, ClassOf, Display, Exactly, Function, Instance, OneOf, Type, exactly
from emit.making import function, method

INT = Instance(int)


@pytest.mark.parametrize(
    ("known", "text"),
    [
        (ANYTHING, "anything"),
        (Instance(list, (INT,)), "list[int]"),
        (OneOf((NONE, Instance(dict, (Instance(str), INT)))), "dict[str, int] | None"),
        (exactly("a", 1, None), "Literal['a', 1, None]"),
        (exactly(*range(9)), "Literal[0, 1, 2, 3, 4, 5, ...]"),
        (Exactly((Display("(", (Literal(1),)), Display("{:", (Literal("a"), Literal(2))))), "Literal[(1,), {'a': 2}]"),
        (Exactly((Display("{", ()), Display("[", (Literal(b"x"),)))), "Literal[set(), [b'x']]"),
        (ClassOf(Instance(Decimal)), "type[decimal.Decimal]"),
        (Function(ANYTHING), "Callable"),
        (Function(INT), "Callable[..., int]"),
    ],
)
def test_a_type_is_spelt_as_in_an_annotation(known: Type, text: str) -> None:
    """Whatever it is made of."""
    assert spell(known) == text


def test_a_class_has_the_name_people_import() -> None:
    """Not that of the module it happens to live in."""
    assert name_of(asyncio.AbstractEventLoop) == "asyncio.AbstractEventLoop"


def test_a_class_nobody_can_import_has_the_name_it_gives_itself() -> None:
    """Its module does not store it."""

    class Hidden:
        pass

    assert name_of(Hidden).endswith(".<locals>.Hidden")


def test_of_each_parameter_it_is_told_what_is_known_and_from_where() -> None:
    """The receiver goes without saying."""
    clues: tuple[tuple[Clue, ...], ...] = ((), (Clue(Source.DOCSTRING, INT), Clue(Source.USE, Instance(str))))
    known = parameters_in_words(
        method("Stack.push", "number"), Signature((Instance(list), OneOf((INT, Instance(str)))), ANYTHING, clues)
    )

    assert known == (KnownParameter("number", True, "int | str", (Told("docstring", "int"), Told("use", "str"))),)


@pytest.mark.parametrize(("known", "told"), [(INT, (Told("annotation", "int"),)), (ANYTHING, ())])
def test_without_clues_a_known_type_is_that_of_an_annotation(known: Type, told: tuple[Told, ...]) -> None:
    """And nothing tells an unknown one."""
    [parameter] = parameters_in_words(function("double", "x="), Signature((known,), ANYTHING))

    assert (parameter.required, parameter.told) == (False, told)


def test_a_class_that_defends_itself_is_spelt_all_the_same(discovered: Callable[..., object]) -> None:
    """Its attributes raise."""

    class Meta(type):
        def __getattribute__(cls, name: str) -> object:
            raise RuntimeError(name)

    class Hostile(metaclass=Meta):
        pass

    assert spell(Instance(Hostile)) == "object"
