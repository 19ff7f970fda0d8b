"""Values near others: relatives of constants, mutations of what worked."""

from __future__ import annotations

from random import Random

import pytest

from caddis.generate.variants import LONGEST, MOST_ITEMS, Worth, can_be_mutated, mutated, relatives
from caddis.model.sequence import Atom, Literal
from caddis.model.types import Display, Named

TIMES = 400


@pytest.mark.parametrize(
    ("atom", "some"),
    [
        (7, [8, 6, -7, 14]),
        (1.5, [2.5, 0.5, -1.5, 3.0]),
        ("Name", ["", "N", "Nam", "ame", "NameName", "NAME", "name"]),
        (b"ab", [b"", b"a", b"abab", b"AB"]),
    ],
)
def test_relatives(atom: int | float | str | bytes, some: list[object]) -> None:
    """One off, negated, cut, doubled, in the other case: never the atom itself, nothing twice."""
    found = relatives(atom)

    assert [each for each in some if each not in found] == []
    assert atom not in found
    assert len(set(found)) == len(found)


def test_relatives_of_two() -> None:
    """They are joined both ways, if they can be."""
    assert {"ab:", ":ab"} <= set(relatives("ab", ":"))
    assert relatives("ab", 3) == relatives("ab")


@pytest.mark.parametrize("atom", [True, None, 1j])
def test_no_relatives(atom: bool | complex | None) -> None:
    """Of atoms that are no borders of anything."""
    assert relatives(atom) == []


def test_a_relative_may_be_equal_but_spelt_otherwise() -> None:
    """-0.0 is a relative of 0.0."""
    assert "-0.0" in [repr(each) for each in relatives(0.0)]


def display(bracket: str, *items: Atom) -> Display:
    """A container written out."""
    return Display(bracket, tuple(map(Literal, items)))


def near(value: Worth, other: Worth | None = None) -> set[Worth]:
    """What mutation makes of a value."""
    random = Random(0).random
    return {mutated(value, value if other is None else other, random) for _ in range(TIMES)}


@pytest.mark.parametrize(
    ("atom", "other", "some"),
    [
        (7, 7, [8, 6, -7]),
        (1.5, 2, [2.5, 0.5, -1.5]),
        ("abc", "xy", ["bc", "ac", "bac", "aabc", "abcxy", "xyabc", "a-bc"]),
        (b"ab", b"x", [b"b", b"ba", b"aab", b"abx", b"a0b"]),
        ("a", 3, ["", "aa", "0a"]),
    ],
)
def test_an_atom_is_changed_a_little(atom: Atom, other: Atom, some: list[Atom]) -> None:
    """One off, another sign; a character put in, taken out, doubled or swapped; two texts joined."""
    found = near(Literal(atom), Literal(other))

    assert [each for each in some if Literal(each) not in found] == []
    assert {type(each.value) for each in found if isinstance(each, Literal)} == {type(atom)}


@pytest.mark.parametrize(
    ("value", "other", "some"),
    [
        (display("[", 1, 5), display("[", 9), [display("[", 5), display("[", 1, 1, 5), display("[", 1, 6)]),
        (display("[", 1, 5), display("[", 9), [display("[", 1, 5, 9)]),
        (display("{:", "k", 1), Literal(3), [display("{:"), display("{:", "k", 2), display("{:", "k", 1, "k", 1)]),
        (display("(", "ab"), display("[", 1), [display("("), display("(", "ba")]),
    ],
)
def test_a_container_is_changed_a_little(value: Display, other: Worth, some: list[Display]) -> None:
    """An element taken out, said twice, changed; two containers of one kind joined; keys keep their values."""
    found = near(value, other)

    assert [each for each in some if each not in found] == []
    assert {each.bracket for each in found if isinstance(each, Display)} == {value.bracket}


def test_mutations_of_mutations_stay_short() -> None:
    """However often they are accepted."""
    random = Random(1).random
    text: Worth = Literal("ab")
    items: Worth = display("[", 1)
    for _ in range(5_000):
        text, items = mutated(text, text, random), mutated(items, items, random)
        items = items if isinstance(items, Display) and items.items else display("[", 1)

        assert isinstance(text, Literal)
        assert isinstance(text.value, str)
        assert len(text.value) <= LONGEST + 1
        assert len(items.items) <= MOST_ITEMS


@pytest.mark.parametrize(
    "value", [Literal(None), Literal(True), Literal(1j), display("["), Named("a", "b"), Display("[", (display("["),))]
)
def test_what_has_nothing_near(value: Worth | Named) -> None:
    """Is left alone."""
    assert not can_be_mutated(value)


def test_mutations_are_decided_by_the_seed() -> None:
    """The same again."""
    assert near(Literal("abc")) == near(Literal("abc"))
