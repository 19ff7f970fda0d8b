"""What was met at run time goes where annotations ask for it, by its class and that of its elements."""

from __future__ import annotations

from collections import abc

import pytest

from caddis.generate.matching import fits
from caddis.model.component import Shape
from caddis.model.types import Bounds, Instance, Record, Type, Within


class Node:
    """Something of the target's."""


class Leaf(Node):
    """And something below it."""


NODE, INT, STR = Instance(Node), Instance(int), Instance(str)

FITTING: list[tuple[Shape, Type]] = [
    *(((list, Node), Instance(cls, (NODE,))) for cls in (list, abc.Sequence, abc.Iterable, abc.Collection)),
    *(((list, Leaf), Instance(cls, (NODE,))) for cls in (list, abc.Sequence, abc.Reversible)),
    *(((dict, str, Node), Instance(cls, (STR, NODE))) for cls in (dict, abc.Mapping, abc.MutableMapping)),
    ((dict, str, Node), Instance(abc.Iterable, (STR,))),
    ((tuple, Node), Instance(abc.Sequence, (NODE,))),
    ((set, int), Instance(abc.Set, (INT,))),
    ((list,), Instance(abc.Sequence, (NODE,))),
    ((str,), Instance(abc.Iterable, (STR,))),
    ((range,), Instance(abc.Sequence, (INT,))),
    ((Leaf,), Instance(Node, (INT,))),
]
UNFIT: list[tuple[Shape, Type]] = [
    ((list, int), Instance(abc.Sequence, (NODE,))),
    ((dict, str, int), Instance(abc.Mapping, (STR, NODE))),
    ((dict, int, Node), Instance(abc.Mapping, (STR, NODE))),
    ((str,), Instance(abc.Iterable, (INT,))),
    ((bytes,), Instance(abc.Iterable, (STR,))),
    ((set, int), Instance(abc.Sequence, (INT,))),
    ((int,), Within(INT, Bounds(low=1))),
    ((dict, str, int), Record(())),
]


@pytest.mark.parametrize(("shape", "known"), FITTING)
def test_fits(shape: Shape, known: Type) -> None:
    """Elements of the class or below it; an empty container, and a generic of the target's, whatever they hold."""
    assert fits(known, shape)


@pytest.mark.parametrize(("shape", "known"), UNFIT)
def test_does_not_fit(shape: Shape, known: Type) -> None:
    """Other elements, another kind of container, or a value of which nobody knows whether it is inside bounds."""
    assert not fits(known, shape)
