"""Choosing tests with the help of workers that mutants may end."""

from __future__ import annotations

from pathlib import Path

import pytest

from caddis.campaign.halt import Halt
from caddis.campaign.selecting import Weights, candidates, selected, weighed
from caddis.campaign.setting import setting_of
from caddis.campaign.supervising import Standby
from caddis.config import Config
from caddis.discover.target import locate
from caddis.model.finding import Assertion, Case
from caddis.model.operation import Operation
from caddis.reduce.selecting import select
from emit.making import Ref, constructor, function, method, sequence

TESTS = Path(__file__).parent.parent
LEAVE = function("leave", "number", module="subjects.mutated_exits")
STAY = function("stay", "number", module="subjects.mutated_exits")
SAFE = constructor("Safe", "coins=", module="subjects.mutated_safe")
PUT = method("Safe.put", "coins", module="subjects.mutated_safe")


def standby(subject: str, config: Config | None = None) -> Standby:
    """Workers that are told of a subject."""
    target = locate(f"subjects.{subject}", TESTS)
    return Standby(setting_of((target,), config or Config(steps=1), TESTS))


def calling(operation: Operation, argument: int, expected: str) -> Case:
    """A case of one call."""
    return Case(sequence((operation, argument)), (Assertion(0, "{0}", expected, 0),), ("int",))


def putting(*coins: int) -> Case:
    """A case that puts coins into a safe, with all that could be asserted of that."""
    steps = [(PUT, Ref(0), number) for number in coins]
    last = len(coins)
    told = (Assertion(last, "{0}", str(sum(coins)), last), Assertion(0, "type({0}).__name__", "'Safe'", last))
    return Case(sequence((SAFE,), *steps), told, ("Safe", *["int"] * last))


@pytest.fixture(scope="module")
def weights() -> Weights:
    """What is known of two cases, one of which ends its process with some faults."""
    cases = [calling(LEAVE, 1, "2"), calling(STAY, 1, "0")]
    return weighed(standby("mutated_exits"), cases, Halt(None), None)


def test_a_mutant_that_ends_its_process_is_passed_over(weights: Weights) -> None:
    """Another worker goes on with those after it."""
    assert {function.partition(":")[0] for _, function in weights.noticed[0]} == {"leave"}
    assert {function.partition(":")[0] for _, function in weights.noticed[1]} == {"stay"}
    assert weights.wavering == set()


def test_the_mutants_of_a_line_are_tried_on_what_runs_it(weights: Weights) -> None:
    """And no arcs are lost when a worker is."""
    assert weights.arcs.keys() == {0, 1}
    assert weights.arcs[0].isdisjoint(weights.arcs[1])


def test_a_case_is_credited_with_what_it_is_about() -> None:
    """And with what leads to that only where no other is about it."""
    cases = [putting(), putting(5)]
    weights = Weights(
        arcs={0: frozenset({(0, 1, 2)}), 1: frozenset({(0, 3, 4)})},
        early={0: frozenset(), 1: frozenset({(0, 1, 2), (0, 5, 6)})},
    )
    first, second = candidates(cases, weights)

    assert first.reached == {(0, 1, 2)}
    assert second.reached == {(0, 3, 4), (0, 5, 6)}


def test_few_tests_with_few_assertions_are_left() -> None:
    """Of many that do the same, and of assertions that notice nothing."""
    many = [putting(*range(1, length)) for length in range(2, 8)]
    kept, words = selected(standby("mutated_safe"), many, {}, Halt(None), None)

    assert [[assertion.template for assertion in case.assertions] for case in kept] == [["{0}"]]
    assert len(kept[0].sequence) <= 3
    assert words.startswith("1 of 6 cases chosen: 6 were weighed")


def test_what_is_not_as_it_was_is_not_kept() -> None:
    """A case whose assertion does not hold is no test."""
    wrong = calling(STAY, 1, "7")

    assert selected(standby("mutated_exits"), [wrong, calling(STAY, 2, "1")], {}, Halt(None), None)[0] == [
        calling(STAY, 2, "1")
    ]


def test_where_nothing_is_known_all_are_kept_up_to_the_ceiling() -> None:
    """There was no time to weigh anything."""
    cases = [calling(STAY, number, str(number - 1)) for number in range(5)]

    assert len(select(candidates(cases, Weights()))) == 5
    assert len(select(candidates(cases, Weights()), 2)) == 2


def test_where_nothing_is_known_of_cases_the_first_are_taken() -> None:
    """They are looked at in the order in which they are worth it; of each operation there is one all the same."""
    cases = [putting(1, 2, 3), calling(STAY, 1, "0"), calling(STAY, 2, "0"), calling(LEAVE, 1, "2")]
    chosen = select(candidates(cases, Weights()), 3)
    assert sorted(one.number for one in chosen) == [0, 1, 3]
