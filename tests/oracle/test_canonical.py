"""Values described for other processes, of other versions: public, steady, and weighed when they differ."""

from __future__ import annotations

import json
from typing import Any

from caddis.model.difference import Weight
from caddis.oracle.canonical import compared, described, shown, shown_apart, views, without_addresses


class Point:
    """Has public fields, a private one, and no text of its own."""

    def __init__(self, x: int, y: int, cached: object = None) -> None:
        self.x = x
        self.y = y
        self._cached = cached


class Named:
    """Shows itself."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._text = text

    def __repr__(self) -> str:
        return self._text


class Ring:
    """Holds itself."""

    def __init__(self) -> None:
        self.next = self


def of(value: object) -> Any:
    """A description, as it comes out of a pipe."""
    return json.loads(json.dumps(described(value, without_addresses)))


def test_private_fields_are_no_difference() -> None:
    """They are nobody's business."""
    assert compared(of(Point(1, 2, "old")), of(Point(1, 2, "new"))) is None


def test_a_public_field_is_behaviour() -> None:
    """Whoever reads it sees it."""
    assert compared(of(Point(1, 2)), of(Point(1, 3))) is Weight.BEHAVIOUR


def test_a_field_that_only_one_side_has_is_no_difference() -> None:
    """There is nothing to compare it with."""
    longer = Point(1, 2)
    longer.z = 3  # type: ignore[attr-defined]

    assert compared(of(Point(1, 2)), of(longer)) is None


def test_another_text_is_words() -> None:
    """As long as the rest is the same."""
    assert compared(of(Named("a", "Named(a)")), of(Named("a", "<Named a>"))) is Weight.WORDS


def test_the_order_of_a_set_is_no_difference() -> None:
    """It is another in each process."""
    assert of({"a", "b", "c"}) == of({"c", "b", "a"})


def test_addresses_are_no_difference() -> None:
    """Objects without a text of their own are described without any."""
    assert of([object()]) == of([object()])


def test_what_holds_itself_is_described() -> None:
    """Only so deep."""
    assert of(Ring())["fields"]["next"]["type"] == "Ring"


def test_a_number_of_another_type_is_behaviour() -> None:
    """Equal, but not the same to whoever prints it."""
    assert compared(of([1]), of([True])) is Weight.BEHAVIOUR


def test_containers_are_shown_as_python_writes_them() -> None:
    """For the reader."""
    assert [shown(of(value)) for value in ([1, "a"], (1,), {"a": [1]}, set())] == [
        "[1, 'a']",
        "(1,)",
        "{'a': [1]}",
        "set()",
    ]


def test_what_differs_is_shown_where_texts_are_the_same() -> None:
    """Two lines that read the same would tell nothing."""
    assert shown_apart(of(Named("a", "it")), of(Named("b", "it"))) == ("Named(name='a')", "Named(name='b')")


def test_iterators_are_left_as_they_are() -> None:
    """To look at them must not use them up."""
    numbers = iter([1, 2])
    for _, ask in views(numbers, lambda _module: True):
        ask(numbers)
    of(numbers)

    assert list(numbers) == [1, 2]


def test_copies_are_made_of_what_is_owned() -> None:
    """Other people's classes are not what is compared."""
    owned = {template for template, _ in views(Point(1, 2), lambda _module: True)}
    foreign = {template for template, _ in views(Point(1, 2), lambda _module: False)}

    assert owned - foreign == {"copy.copy({0})", "copy.deepcopy({0})", "pickle.loads(pickle.dumps({0}))"}
