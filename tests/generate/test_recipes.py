"""Values of the standard types are made by calls a reader understands."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import datetime
import decimal
import fractions
import http
import io
import ipaddress
import os
import pathlib
import re
import types
import uuid
from collections import abc
from typing import Any

import pytest

from caddis.emit.module import regression_source
from caddis.generate.draft import Draft
from caddis.generate.recipes import recipe
from caddis.model.finding import Case
from caddis.model.sequence import Sequence
from caddis.model.types import (
    ANYTHING,
    Bounds,
    ClassOf,
    Exactly,
    Field,
    Function,
    Instance,
    Named,
    Record,
    Type,
    Within,
)
from caddis.model.types import NONE as NOTHING
from emit.making import constructor
from generate.supplying import LIMIT, picked, supplies

INT, STR = Instance(int), Instance(str)

STANDARD = [
    decimal.Decimal, fractions.Fraction, uuid.UUID, datetime.date, datetime.datetime, datetime.time,
    datetime.timedelta, datetime.tzinfo, pathlib.Path, pathlib.PurePath, os.PathLike, io.StringIO, io.BytesIO,
    io.TextIOBase, io.TextIOWrapper, io.BufferedReader, re.Pattern, re.Match, range, slice, bytearray, memoryview,
    ipaddress.IPv4Address, ipaddress.IPv6Network, types.EllipsisType, types.ModuleType, types.MappingProxyType,
    contextlib.AbstractContextManager, contextlib.AbstractAsyncContextManager, abc.Generator, abc.ItemsView,
    abc.ValuesView, collections.OrderedDict, collections.defaultdict, collections.Counter, collections.ChainMap,
    http.HTTPStatus, Exception, LookupError, UnicodeDecodeError, ExceptionGroup,
]  # fmt: skip


@pytest.mark.parametrize("cls", STANDARD)
def test_standard_classes_are_made(cls: type) -> None:
    """Of the class asked for, with nothing in the pool."""
    values = picked(Instance(cls), times=40)

    assert all(isinstance(value, cls) for value in values)


@pytest.mark.parametrize("cls", [abc.Awaitable, abc.Coroutine])
def test_awaitables_are_made(cls: type) -> None:
    """They can be awaited, and give something."""
    for value in picked(Instance(cls), times=5):
        assert isinstance(value, cls)
        asyncio.run(value)  # type: ignore[arg-type]


def test_generics_of_bytes() -> None:
    """A pattern of bytes is asked for by its argument."""
    assert {type(value.pattern) for value in picked(Instance(re.Pattern, (Instance(bytes),)))} == {bytes}  # type: ignore[attr-defined]


FUNCTIONS: list[tuple[Function, tuple[Any, ...], type]] = [
    (Function(Instance(bool), (INT,)), (3,), bool),
    (Function(INT, ()), (), int),
    (Function(ANYTHING, (ANYTHING, ANYTHING)), (1, 2), object),
    (Function(INT, (INT, INT)), (1, 2), int),
    (Function(STR, (STR, STR)), ("a", "b"), str),
    (Function(INT, (STR,)), ("abc",), int),
    (Function(NOTHING, (STR,)), ("a",), type(None)),
    (Function(NOTHING, ()), (), type(None)),
    (Function(NOTHING, (STR, INT)), ("a", 1), type(None)),
    (Function(Instance(list, (STR,)), ()), (), list),
    (Function(STR), (1,), str),
    (Function(ANYTHING, (INT, STR, INT, STR)), (1, "a", 2, "b"), object),
    (Function(Instance(abc.Iterator, (INT,)), (Instance(list, (INT,)),)), ([1],), abc.Iterator),
]


@pytest.mark.parametrize(("known", "arguments", "returned"), FUNCTIONS)
def test_functions_can_be_called_as_they_will_be(known: Function, arguments: tuple[Any, ...], returned: type) -> None:
    """With as many arguments of these types, and return what is expected."""
    for function in picked(known, times=100):
        assert isinstance(function(*arguments), returned)  # type: ignore[operator]


def test_functions_that_make_instances_of_the_target_s_classes() -> None:
    """Where its constructor takes as many arguments as will be given."""
    known = supplies()
    known.know_class(collections.OrderedDict, constructor("OrderedDict", module="collections"))
    known.know_class(types.SimpleNamespace, constructor("SimpleNamespace", "a b", module="types"))
    made = [Draft(LIMIT), Draft(LIMIT)]
    known.of(Function(Instance(collections.OrderedDict), ())).pick(made[0])
    known.of(Function(Instance(types.SimpleNamespace), (INT, INT))).pick(made[1])

    assert [str(draft.statements[-1].operation) for draft in made] == [
        "collections.OrderedDict",
        "types.SimpleNamespace",
    ]


@pytest.mark.parametrize("bound", [float, bool, LookupError, http.HTTPStatus, abc.Sized])
def test_classes_are_those_asked_for(bound: type) -> None:
    """The class itself if nothing else is known, never one whose instances merely are as good."""
    assert all(issubclass(cls, bound) for cls in picked(ClassOf(Instance(bound))))  # type: ignore[arg-type]


def test_records_have_their_keys() -> None:
    """The required ones always, the others sometimes, and values of their types."""
    values: list[Any] = picked(Record((Field("size", INT), Field("name", STR, required=False))))

    assert {tuple(value) for value in values} == {("size",), ("size", "name")}
    assert {type(item) for value in values for item in value.values()} == {int, str}


def test_members_by_name() -> None:
    """The very member of an enumeration."""
    assert set(picked(Exactly((Named("http", "HTTPStatus.NOT_FOUND"),)))) == {http.HTTPStatus.NOT_FOUND}


BOUNDED: list[tuple[Type, Bounds, set[object]]] = [
    (INT, Bounds(low=10, high=20), {10, 11, 19, 20}),
    (INT, Bounds(low=0, high=10, above=True, below=True), {1, 2, 8, 9}),
    (INT, Bounds(low=990), {990, 991}),
    (INT, Bounds(high=-5), {-5, -6}),
    (INT, Bounds(multiple_of=7), {0, 7, -7, 14}),
    (INT, Bounds(low=1, high=100, multiple_of=30), {30, 60, 90}),
    (Instance(float), Bounds(low=0, high=1, above=True, below=True), {0.5}),
    (Instance(float), Bounds(low=0, high=1), {0.0, 1.0, 0.5}),
    (Instance(decimal.Decimal), Bounds(low=10, high=11), {decimal.Decimal(10), decimal.Decimal(11)}),
    (STR, Bounds(shortest=3, longest=5), {"aaa", "aaaa", "aaaaa"}),
    (Instance(bytes), Bounds(shortest=1), {b"a", b"aa"}),
    (STR, Bounds(pattern="^[a-c]{2}-[0-9]+$"), set()),
]


@pytest.mark.parametrize(("known", "bounds", "expected"), BOUNDED)
def test_values_are_at_the_bounds_and_inside(known: Type, bounds: Bounds, expected: set[object]) -> None:
    """Those next to the bounds are among them, and none is outside."""
    values: set[Any] = set(picked(Within(known, bounds), times=600))

    assert expected <= values
    for value in values:
        long = isinstance(value, (str, bytes))
        assert bounds.admits_length(len(value)) if long else bounds.admits(value)
        assert bounds.pattern is None or re.search(bounds.pattern, value)
    assert values


@pytest.mark.parametrize("cls", [list, tuple, set, abc.Sequence, collections.deque])
def test_containers_are_as_long_as_they_must_be(cls: type) -> None:
    """Between the shortest and the longest."""
    values: list[Any] = picked(Within(Instance(cls, (INT,)), Bounds(shortest=2, longest=4)))

    assert {len(value) for value in values} == {2, 3, 4}


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("datetime.timedelta(days=1)", "timedelta(days=1)"),
        ('decimal.Decimal("1.5")', 'Decimal("1.5")'),
        ('re.match("a+", "aab")', 'match("a+", "aab")'),
        ("[].append", "result.append"),
        ('"".format', "text.format"),
        ("datetime.timezone.utc", "timezone.utc"),
        ("datetime.timezone(datetime.timedelta(hours=1))", "timezone(result)"),
        ("Ellipsis", "Ellipsis"),
        ("str.upper", "str.upper"),
    ],
)
def test_recipes_are_written_as_they_read(source: str, written: str) -> None:
    """The source of a recipe is the code of a test, which runs."""
    draft = Draft(LIMIT)
    position = recipe(source).make(draft)
    text = regression_source("shop", [Case(Sequence(draft.statements), (), ("",) * (position + 1))]).source
    names: dict[str, Any] = {}
    exec(text, names)
    next(value for name, value in names.items() if name.startswith("test_"))()

    assert written in text
