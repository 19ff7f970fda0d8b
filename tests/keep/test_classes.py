"""Shapes of values; classes that every call makes anew are told by name."""

from __future__ import annotations

import collections

import pytest

from caddis.keep.classes import Classes
from caddis.keep.fingerprint import Fingerprints
from caddis.keep.novelty import Novelty
from caddis.model.component import Shape


class Lasting:
    pass


def local() -> type:
    """A class made anew by each call."""

    class Local:
        def __init__(self, x: int = 1) -> None:
            self.x = x

        def __eq__(self, other: object) -> bool:
            return type(other) is type(self)

        __hash__ = None  # type: ignore[assignment]

    return Local


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (1, (int,)),
        (True, (bool,)),
        (None, (type(None),)),
        ([], (list,)),
        ([1, "a"], (list, int)),
        ((1.0,), (tuple, float)),
        ({"a"}, (set, str)),
        (frozenset({"a"}), (frozenset, str)),
        ({"a", 1, object(), 2.0}, (set, float)),
        ({}, (dict,)),
        ({"a": 1}, (dict, str, int)),
        ([[1]], (list, list)),
        ("text", (str,)),
    ],
)
def test_the_shape_of_a_container_has_the_type_of_its_first_element(value: object, shape: Shape) -> None:
    """Other values have their class only."""
    assert Classes().shape_of(value) == shape


def test_a_class_with_a_name_of_its_own_stands_for_itself() -> None:
    """It can be found under it."""
    classes = Classes()

    assert classes.representative(collections.OrderedDict) is collections.OrderedDict
    assert classes.representative(Lasting) is Lasting


def test_classes_made_anew_are_one() -> None:
    """The first one met stands for all of its name."""
    classes = Classes()
    first, second = local(), local()

    assert classes.representative(first) is first
    assert classes.representative(second) is first
    assert classes.shape_of(second()) == (first,)
    assert classes.shape_of([second()]) == (list, first)


def test_objects_of_classes_made_anew_are_the_same_state() -> None:
    """Else every call would make something new for ever."""
    classes = Classes()
    fingerprint, novelty = Fingerprints(classes).of, Novelty(classes, by_state=True)
    values = [local()(), local()(), local()(2)]

    assert fingerprint(values[0]) == fingerprint(values[1]) != fingerprint(values[2])
    assert [novelty.is_new(value, fingerprint(value)) for value in values] == [True, False, True]
