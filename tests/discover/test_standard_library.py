"""Typeshed speaks for what says nothing itself; the standard library is a target and a helper."""

from __future__ import annotations

import collections
import collections.abc
import datetime
import fractions
import re
import types

import pytest

from caddis.discover import describe
from caddis.model.operation import HAS_RECEIVER, Place
from caddis.model.types import NONE, Instance, exactly

INT, STR = Instance(int), Instance(str)


def test_function_in_c(discovered):
    """A function of a C accelerator belongs to the module people import, with types from its stub."""
    found = discovered("heapq")
    known = found.signature("heapq.heappush").parameters[0]

    assert Instance(list, (INT,)) in known.options
    assert found.signature("heapq.heappush").returns == NONE
    assert {"heappush", "heapify", "merge", "nlargest"} <= {operation.name for operation in found.api.operations}


def test_constructor_in_c(discovered):
    """The constructor of a C class without signature takes what its stub says."""
    operation = discovered("datetime").operation("datetime.date")

    assert [parameter.name for parameter in operation.parameters] == ["year", "month", "day"]
    assert all(parameter.required for parameter in operation.parameters)


def test_attributes_in_c(discovered):
    """Attributes of C classes are read with the type their stub says; their constants are known."""
    found = discovered("datetime")

    assert found.signature("datetime.date.year").returns == INT
    assert Instance(datetime.timedelta) == found.signature("datetime.datetime.utcoffset").returns.options[0]
    assert "datetime.date.max" in found.names("constant")


def test_python_without_annotations(discovered):
    """Python functions of the standard library keep their parameters and take types from the stub."""
    known = discovered("statistics").signature("statistics.quantiles").parameters

    assert Instance(collections.abc.Iterable, (Instance(fractions.Fraction),)) in known[0].options
    assert exactly("inclusive", "exclusive") == known[2]


def test_overloads_are_merged(discovered):
    """Of several overloads, only what all require is required."""
    operation = discovered("collections").operation("collections.deque")

    assert [parameter.required for parameter in operation.parameters] == [False, False]
    assert discovered("collections").operation("collections.OrderedDict.pop").parameters[1].required


def test_members_a_stub_class_inherits(discovered):
    """A stub's own bases are followed where the class at run time has none."""
    operation = discovered("collections").operation("collections.UserDict.setdefault")

    assert [parameter.name for parameter in operation.parameters] == ["self", "key", "default"]


def test_unorderable_c_classes_have_no_order(discovered):
    """C classes store all comparisons; only those that work are operations."""
    names = discovered("collections").names(under="collections.OrderedDict.")

    assert "collections.OrderedDict.__eq__" in names
    assert "collections.OrderedDict.__lt__" not in names


def test_helpers_for_what_annotations_mention(discovered):
    """Classes outside the target that its annotations mention can be made, and used."""
    helpers = {str(operation) for operation in discovered("api_typing").api.helpers}

    assert {"datetime.date", "datetime.date.fromordinal", "datetime.date.weekday", "decimal.Decimal"} <= helpers
    assert "io.StringIO" in helpers


@pytest.mark.parametrize("text", ["fractions", "collections", "statistics", "datetime", "heapq", "decimal", "re"])
def test_every_operation_is_sound(discovered, text):
    """Each parameter has a type, and no required positional parameter follows an optional one."""
    api = discovered(text).api
    for operation, signature in (api.operations | api.helpers).items():
        places = [each.required for each in operation.parameters if each.place in (Place.POSITIONAL, Place.EITHER)]

        assert len(operation.parameters) == len(signature.parameters), operation
        assert sorted(places, reverse=True) == places, operation


@pytest.mark.parametrize(
    "cls",
    [int, str, float, bytes, bool, type(None), tuple, range, type, types.FunctionType, types.ModuleType, ValueError],
)
def test_atoms_and_machinery_are_not_described(cls):
    """Atoms, functions, modules, classes and exceptions bring nothing with them."""
    assert describe(cls) == {}


def test_builtin_containers_bring_what_changes_them():
    """A list met at run time brings what changes it, and nothing that may never end."""
    names = {operation.name for operation in describe(list)}

    assert {"append", "pop", "sort", "__getitem__"} <= names
    assert not {"extend", "__rmul__", "__repr__", "__init__"} & names
    assert {"appendleft", "rotate"} <= {operation.name for operation in describe(collections.deque)}


def test_a_class_met_at_run_time():
    """A class no one can import brings all that has a receiver, and no constructor."""

    class Hidden:
        def __init__(self) -> None:
            self.number = 1

        @classmethod
        def make(cls) -> Hidden:
            return cls()

        def use(self, number: int) -> str:
            return str(number)

        def __len__(self) -> int:
            return 1

    found = describe(Hidden)

    assert [operation.name for operation in found] == ["use", "__len__"]
    assert all(operation.kind in HAS_RECEIVER for operation in found)
    assert [(Instance(Hidden), INT), (Instance(Hidden),)] == [signature.parameters for signature in found.values()]


@pytest.mark.parametrize(
    ("cls", "name"),
    [
        (type(iter([])), "__next__"),
        (types.GeneratorType, "__next__"),
        (re.Match, "group"),
        (type({}.keys()), "__iter__"),
        (collections.Counter, "most_common"),
    ],
)
def test_standard_classes_met_at_run_time(cls, name):
    """Iterators, matches, views and counters bring their own methods."""
    assert name in {operation.name for operation in describe(cls)}
