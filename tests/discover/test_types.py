"""Annotations are understood in every form typing has."""

from __future__ import annotations

import collections.abc
import datetime
import decimal
import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from caddis.model.sequence import Literal
from caddis.model.types import (
    ANYTHING,
    NONE,
    Bounds,
    ClassOf,
    Display,
    Exactly,
    Field,
    Function,
    Instance,
    Named,
    OneOf,
    Record,
    Type,
    Within,
    exactly,
    one_of,
)

INT, STR = Instance(int), Instance(str)


def subject(name: str) -> Instance:
    """An instance of a class of the subject."""
    return Instance(getattr(sys.modules["api_typing"], name))


FORMS: dict[str, Callable[[], Type]] = {
    "plain": lambda: INT,
    "none": lambda: NONE,
    "anything": lambda: ANYTHING,
    "an_object": lambda: ANYTHING,
    "optional": lambda: OneOf((INT, NONE)),
    "union": lambda: OneOf((INT, STR)),
    "bar": lambda: OneOf((INT, STR, NONE)),
    "literal": lambda: exactly("a", 1, None),
    "enum_literal": lambda: Exactly((Named("api_typing", "Colour.RED"), Literal("blue"))),
    "of_list": lambda: Instance(list, (INT,)),
    "old_list": lambda: Instance(list, (INT,)),
    "of_dict": lambda: Instance(dict, (STR, Instance(list, (subject("Shape"),)))),
    "pair": lambda: Instance(tuple, (INT, STR)),
    "single": lambda: Within(Instance(tuple, (INT,)), Bounds(shortest=1, longest=1)),
    "empty": lambda: Exactly((Display("(", ()),)),
    "unpacked": lambda: Instance(tuple, (INT, STR)),
    "any_tuple": lambda: Instance(tuple),
    "any_length": lambda: Instance(tuple, (INT,)),
    "iterable": lambda: Instance(collections.abc.Iterable, (INT,)),
    "old_sequence": lambda: Instance(collections.abc.Sequence, (STR,)),
    "mapping": lambda: Instance(collections.abc.Mapping, (STR, INT)),
    "forward": lambda: subject("Shape"),
    "inside": lambda: OneOf((subject("Shape"), NONE)),
    "alias": lambda: Instance(list, (INT,)),
    "new_type": lambda: INT,
    "variable": lambda: ANYTHING,
    "bound": lambda: subject("Shape"),
    "constrained": lambda: OneOf((INT, STR)),
    "same_elements": lambda: OneOf((Instance(list, (INT,)), Instance(list, (STR,)))),
    "annotated": lambda: INT,
    "a_class": lambda: ClassOf(subject("Shape")),
    "any_class": lambda: ClassOf(ANYTHING),
    "function": lambda: Function(STR, (INT,)),
    "optional_function": lambda: OneOf((Function(STR, (INT,)), NONE)),
    "old_function": lambda: Function(ANYTHING),
    "parameters": lambda: Function(INT),
    "concatenated": lambda: Function(INT),
    "protocol": lambda: subject("Circle"),
    "called": lambda: Function(NONE, (subject("Shape"),)),
    "unmet": lambda: subject("Unmet"),
    "index": lambda: INT,
    "typed_dict": lambda: Record((Field("size", INT),)),
    "partial_dict": lambda: Record(
        (
            Field("size", INT),
            Field("colour", STR),
            Field("shapes", Instance(list, (subject("Shape"),)), required=False),
            Field("weight", Instance(float), required=False),
        )
    ),
    "attribute": lambda: subject("Square"),
    "at_least": lambda: OneOf((Within(INT, Bounds(low=1)), NONE)),
    "between": lambda: Within(Instance(float), Bounds(low=0, high=1, above=True)),
    "named_bounds": lambda: Within(STR, Bounds(longest=3)),
    "for_checkers": lambda: Instance(decimal.Decimal),
    "missing": lambda: ANYTHING,
    "partly_missing": lambda: OneOf((Instance(dict, (STR, ANYTHING)), NONE)),
    "missing_module": lambda: ANYTHING,
    "nonsense": lambda: ANYTHING,
    "stream": lambda: Instance(io.StringIO),
    "outside": lambda: Instance(datetime.date),
    "final": lambda: INT,
    "decimal_number": lambda: Instance(float),
}


@pytest.mark.parametrize("form", FORMS)
def test_form(discovered, form):
    """An annotation of this form gives its type."""
    known = discovered("api_typing").signature(f"api_typing.{form}").parameters[0]

    assert FORMS[form]() == known


def test_recursive_alias_ends(discovered):
    """An alias that speaks of itself is followed only so far."""
    known = discovered("api_typing").signature("api_typing.recursive").parameters[0]

    assert isinstance(known, OneOf)
    assert INT in known.options


def test_self_is_the_class(discovered):
    """`Self` means the class the method is called on."""
    signature = discovered("api_typing").signature("api_typing.Node.joined")

    assert (subject("Node"), subject("Node")) == signature.parameters
    assert subject("Node") == signature.returns


def test_dataclass_that_speaks_of_itself(discovered):
    """The generated constructor of a dataclass knows the types of its fields."""
    signature = discovered("api_typing").signature("api_typing.Node")

    assert (one_of((subject("Node"), NONE)),) == signature.parameters


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax is new in 3.12")
def test_type_statement_and_parameters(discovered, tmp_path: Path):
    """Aliases and variables of the newer syntax are understood, also in text."""
    file = tmp_path / "temporary_newer.py"
    file.write_text(
        "from __future__ import annotations\n"
        "type Numbers = list[int]\n"
        "def alias(x: Numbers): ...\n"
        "def variable[T: (int, str)](x: T): ...\n"
        "class Box[T: int]:\n"
        "    def put(self, x: T): ...\n"
        "type Pair[T] = tuple[T, T]\n"
        "def generic_alias(x: Pair[int]): ...\n"
        "type Tree = int | list[Tree]\n"
        "def recursive(x: Tree): ...\n"
    )
    found = discovered(str(file))

    assert (Instance(list, (INT,)),) == found.signature("temporary_newer.alias").parameters
    assert (OneOf((INT, STR)),) == found.signature("temporary_newer.variable").parameters
    assert found.signature("temporary_newer.Box.put").parameters[1] == INT
    assert (Instance(tuple, (INT, INT)),) == found.signature("temporary_newer.generic_alias").parameters
    assert INT in found.signature("temporary_newer.recursive").parameters[0].options


@pytest.mark.skipif(sys.version_info < (3, 13), reason="defaults are new in 3.13")
def test_defaults_of_variables(discovered, tmp_path: Path):
    """Where a variable has neither bound nor constraints, its default is what is meant most often."""
    file = tmp_path / "temporary_defaults.py"
    file.write_text("def variable[T = int](x: T): ...\ndef bound[T: str = str](x: T): ...\ndef bare[T](x: T): ...\n")
    found = discovered(str(file))
    names = ("variable", "bound", "bare")

    assert [found.signature(f"temporary_defaults.{name}").parameters[0] for name in names] == [INT, STR, ANYTHING]


def test_names_for_checkers_only(discovered, tmp_path: Path):
    """What a module imports or defines for type checkers only is found, also below another condition."""
    file = tmp_path / "temporary_checkers.py"
    file.write_text(
        "from __future__ import annotations\n"
        "import sys\n"
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n"
        "    import decimal as numbers\n"
        "    if sys.version_info >= (3, 11):\n"
        "        from typing_extensions import LiteralString\n"
        "    Count = int | None\n"
        "def module(x: numbers.Decimal): ...\n"
        "def below(x: LiteralString): ...\n"
        "def defined(x: Count): ...\n"
    )
    found = discovered(str(file))
    known = [found.signature(f"temporary_checkers.{name}").parameters[0] for name in ("module", "below", "defined")]

    assert known == [Instance(decimal.Decimal), STR, OneOf((INT, NONE))]
