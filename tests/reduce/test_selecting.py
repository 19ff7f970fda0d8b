"""Selecting a suite: small, and nothing is lost that any candidate reaches or notices."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from caddis.reduce.selecting import BY_ITSELF, Arc, Candidate, Chosen, Fault, few_assertions, select


def arcs(*numbers: int) -> frozenset[Arc]:
    """Arcs of one file."""
    return frozenset((0, number, number + 1) for number in numbers)


def faults(**by: Iterable[int]) -> dict[Fault, frozenset[int]]:
    """Faults by name, each with the assertions that notice it."""
    return {("file", name): frozenset(places) for name, places in by.items()}


def numbers(chosen: list[Chosen]) -> list[int]:
    """Which were chosen."""
    return [one.number for one in chosen]


def test_what_adds_nothing_is_left_out() -> None:
    """One candidate reaches what two others do."""
    offered = [
        Candidate(0, "f", 2, reached=arcs(1)),
        Candidate(1, "f", 2, reached=arcs(1, 2)),
        Candidate(2, "f", 2, reached=arcs(2)),
    ]

    assert numbers(select(offered)) == [1]


def test_of_equals_the_shorter_is_kept() -> None:
    """There is less to read."""
    offered = [Candidate(0, "f", 9, reached=arcs(1, 2)), Candidate(1, "f", 3, reached=arcs(1, 2))]

    assert numbers(select(offered)) == [1]


def test_what_became_needless_goes() -> None:
    """The first choice of a greedy search may be covered by those that follow."""
    offered = [
        Candidate(0, "f", 2, reached=arcs(2, 3, 4, 5)),
        Candidate(1, "f", 2, reached=arcs(1, 2, 3)),
        Candidate(2, "f", 2, reached=arcs(4, 5, 6)),
    ]

    assert sorted(numbers(select(offered))) == [1, 2]


def test_every_group_is_shown() -> None:
    """Even by what reaches nothing new."""
    offered = [Candidate(0, "f", 2, reached=arcs(1)), Candidate(1, "g", 5, reached=arcs(1)), Candidate(2, "g", 3)]

    assert {offered[number].group for number in numbers(select(offered))} == {"f", "g"}


def test_over_the_ceiling_those_go_that_add_least() -> None:
    """But each group keeps one as long as there is room."""
    offered = [
        Candidate(0, "f", 2, reached=arcs(1, 2, 3)),
        Candidate(1, "f", 2, reached=arcs(4)),
        Candidate(2, "f", 2, reached=arcs(5, 6)),
        Candidate(3, "g", 2, reached=arcs(7)),
    ]

    assert sorted(numbers(select(offered, 3))) == [0, 2, 3]
    assert sorted(numbers(select(offered, 2))) == [0, 3]
    assert numbers(select(offered, 1)) in ([0], [3])


def test_the_ceiling_keeps_nobody_out_who_alone_reaches_something() -> None:
    """Unless it is meant strictly: what only notices faults goes first, however many of them."""
    offered = [
        Candidate(0, "f", 2, (0,), arcs(1), faults(a=[0], b=[0], c=[0])),
        Candidate(1, "f", 2, (0,), arcs(1), faults(d=[0], e=[0], f=[0])),
        Candidate(2, "f", 9, reached=arcs(2)),
        Candidate(3, "f", 9, reached=arcs(3)),
    ]

    assert sorted(numbers(select(offered, 2))) == [0, 1]
    assert sorted(numbers(select(offered, 3, strictly=False))) == [0, 2, 3]
    assert {2, 3} < {*numbers(select(offered, 1, strictly=False))}


def test_the_most_valuable_comes_first() -> None:
    """Whoever reads only one test reads that."""
    offered = [Candidate(0, "f", 2, reached=arcs(1)), Candidate(1, "f", 2, reached=arcs(2, 3, 4))]

    assert numbers(select(offered)) == [1, 0]


@pytest.mark.parametrize(
    ("noticed", "expected"),
    [
        (faults(a=[1], b=[1, 0]), (1,)),
        (faults(a=[0], b=[2]), (0, 2)),
        (faults(a=[BY_ITSELF]), (0,)),
        ({}, (0,)),
        (faults(a=[0], b=[1], c=[2], d=[3], e=[3]), (0, 1, 3)),
    ],
)
def test_few_assertions_notice_what_all_do(noticed: dict[Fault, frozenset[int]], expected: tuple[int, ...]) -> None:
    """At most three, and the plainest where none notices anything."""
    assert few_assertions(Candidate(0, "f", 2, plainest=(0,), noticed=noticed)) == expected


def test_a_test_without_assertions_gets_none() -> None:
    """A refusal says all there is to say."""
    assert few_assertions(Candidate(0, "f", 2, noticed=faults(a=[BY_ITSELF]))) == ()


def test_an_assertion_that_other_tests_make_needless_is_dropped() -> None:
    """Two others will do, one will not."""
    offered = [
        Candidate(0, "f", 2, plainest=(0,), noticed=faults(a=[0], b=[1])),
        Candidate(1, "g", 2, plainest=(0,), noticed=faults(b=[0], c=[0])),
        Candidate(2, "h", 2, plainest=(0,), noticed=faults(b=[0], d=[0])),
    ]

    assert {(one.number, one.assertions) for one in select(offered)} == {(0, (0,)), (1, (0,)), (2, (0,))}
    assert {(one.number, one.assertions) for one in select(offered[:2])} == {(0, (0, 1)), (1, (0,))}


def test_each_test_is_told_what_it_alone_is_kept_for() -> None:
    """Everything belongs to the first that has it."""
    offered = [
        Candidate(0, "f", 2, plainest=(0,), reached=arcs(1, 2), noticed=faults(a=[0])),
        Candidate(1, "g", 2, plainest=(0,), reached=arcs(2, 3), noticed=faults(a=[0])),
    ]
    first, second = select(offered)

    assert (first.reached, [*first.noticed]) == (arcs(1, 2), [("file", "a")])
    assert (second.reached, [*second.noticed]) == (arcs(3), [])


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost(seed: int) -> None:
    """Whatever any candidate reaches, or notices with its few assertions, the chosen do."""
    rng = Random(seed)
    offered = [
        Candidate(
            number,
            rng.randrange(5),
            rng.randint(1, 9),
            plainest=(0,),
            reached=arcs(*rng.sample(range(40), 6)),
            noticed={("file", str(rng.randrange(30))): frozenset({rng.randint(-1, 1)}) for _ in range(4)},
        )
        for number in range(30)
    ]
    chosen = select(offered)

    assert frozenset().union(*(one.reached for one in chosen)) == frozenset().union(*(one.reached for one in offered))
    assert {fault for one in chosen for fault in one.noticed} == {fault for one in offered for fault in one.noticed}
    assert {offered[one.number].group for one in chosen} == {one.group for one in offered}
    assert len(chosen) < len(offered)
