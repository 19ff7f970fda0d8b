"""The equality filter: by `==` where a class defines it, by concrete representation elsewhere or when asked."""

from __future__ import annotations

import weakref

import pytest

from caddis.keep.classes import Classes
from caddis.keep.fingerprint import Fingerprints
from caddis.keep.novelty import Novelty


class Fraction:
    """Equal when the quotient is, whatever the representation; cannot be hashed."""

    def __init__(self, over: int, under: int) -> None:
        self.over, self.under = over, under

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fraction) and self.over * other.under == other.over * self.under

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{self.over / self.under}"


class HashedFraction(Fraction):
    def __hash__(self) -> int:
        return hash(self.over / self.under)


class Box:
    """Has no equality of its own."""

    def __init__(self, content: object) -> None:
        self.content = content


class Unanswering:
    """Raises when compared, hashed or shown."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    def __hash__(self) -> int:
        raise RuntimeError


def news(*values: object, by_state: bool = False) -> list[bool]:
    """Whether each value is new after those before it."""
    classes = Classes()
    novelty, fingerprint = Novelty(classes, by_state=by_state), Fingerprints(classes).of
    return [novelty.is_new(value, fingerprint(value)) for value in values]


@pytest.mark.parametrize("cls", [Fraction, HashedFraction])
def test_a_class_with_equality_is_asked(cls: type[Fraction]) -> None:
    """An equal object was met before, whatever its representation."""
    assert news(cls(1, 2), cls(2, 4), cls(1, 3), cls(3, 6)) == [True, False, True, False]


def test_a_class_with_equality_alone_is_asked_too() -> None:
    """Without a hash and a repr of its own, as a class is when it defines `__eq__`."""

    class Same:
        def __init__(self, number: int) -> None:
            self.number = number

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Same)

        __hash__ = None  # type: ignore[assignment]

    assert news(Same(1), Same(2)) == [True, False]


@pytest.mark.parametrize("cls", [Fraction, HashedFraction])
def test_by_state_only_the_representation_counts(cls: type[Fraction]) -> None:
    """`--equality state`."""
    assert news(cls(1, 2), cls(2, 4), cls(1, 2), by_state=True) == [True, True, False]


def test_a_class_without_equality_is_told_by_its_state() -> None:
    """Where `==` would only compare identity."""
    assert news(Box(1), Box(1), Box(2), Box([Box(1)]), Box([Box(1)])) == [True, False, True, True, False]


def test_objects_of_different_classes_are_different() -> None:
    """Equal or not: other methods can be called on them."""
    assert news(Fraction(1, 2), HashedFraction(1, 2), 1, 1.0, True) == [True] * 5


def test_values_equal_by_structure_are_old() -> None:
    """Atoms and builtin containers."""
    assert news(1, 1, "a", "a", [1], [1], {"a": 1}, {"a": 1}) == [True, False] * 4


def test_a_class_that_cannot_be_compared_is_told_by_its_state() -> None:
    """What it raises has been reported elsewhere and stops nothing here."""
    assert news(Unanswering(1), Unanswering(1), Unanswering(2)) == [True, False, True]


def test_what_is_very_large_is_told_by_its_state_and_not_held() -> None:
    """A pool of such would take all memory."""

    class Tape(Fraction):
        def __repr__(self) -> str:
            return "-" * 20_000

    classes = Classes()
    novelty, fingerprint = Novelty(classes, by_state=False), Fingerprints(classes).of
    first, second = Tape(1, 2), Tape(2, 4)
    held = weakref.ref(first)

    assert novelty.is_new(first, fingerprint(first))
    assert novelty.is_new(second, fingerprint(second))
    del first
    assert held() is None


def test_met_asks_without_remembering() -> None:
    """Only what was judged new or old is remembered."""
    classes = Classes()
    novelty, fingerprint = Novelty(classes, by_state=False), Fingerprints(classes).of
    box = Box(1)

    assert fingerprint(box) not in novelty.prints
    assert fingerprint(box) not in novelty.prints
    assert novelty.is_new(box, fingerprint(box))
    assert fingerprint(Box(1)) in novelty.prints
    assert fingerprint(Box(2)) not in novelty.prints
