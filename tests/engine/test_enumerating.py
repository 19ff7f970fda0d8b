"""Enumerating: calls with all their arguments, and call sequences by state, in the very loop that explores."""

from __future__ import annotations

from typing import Any

import pytest

from caddis.config import GenerateConfig
from caddis.engine.enumerating import Enumerating
from caddis.model.sequence import Sequence
from engine.exploring import Explored, code, explore, explorer, run

UB_STACK = "bounded_stack_pops_below_empty"


def enumerate_calls(subject: str, steps: int = 2_000, **settings: Any) -> Explored:
    """Enumerate for a number of steps."""
    return explore(subject, steps, strategy="enumerate", **settings)


def enumerating(explored: Explored) -> Enumerating:
    """What has enumerated."""
    assert isinstance(explored.explorer, Enumerating)
    return explored.explorer


def tried(subject: str, steps: int = 500, **settings: Any) -> list[Sequence]:
    """All sequences that are tried, in order."""
    found: list[Sequence] = []

    def journal(_number: int, parts: list[Any]) -> None:
        found.extend(Sequence(prefix + calls) for prefix, calls in parts)

    run(explorer(subject, steps, strategy="enumerate", journal=journal, **settings), steps)
    return found


def test_the_bug_of_ub_stack_takes_a_sequence_of_calls() -> None:
    """Four calls for their effects: what JCrasher could not reach is found, by its shortest sequence."""
    explored = enumerate_calls(UB_STACK, confidence="low")

    assert explored.broken == {"no_index_error"}
    assert code(min((sequence for sequence, _ in explored.violations), key=len)) == [
        "UniqueBoundedStack",
        "pop",
        "pop",
        "pop",
        "push",
    ]


def test_the_parameter_space_alone_does_not_reach_it() -> None:
    """As in the paper: no call returns what is broken."""
    explored = enumerate_calls(UB_STACK, confidence="low", length=0)

    assert enumerating(explored).exhausted
    assert explored.counts["executed"] == 1 + 3 + 1 + 1 + 1 + 3
    assert explored.violations == []


def test_all_states_are_found_and_each_is_gone_on_from_once() -> None:
    """A lamp has four; of each, every method is called on it once."""
    explored = enumerate_calls("enumerated_switch")
    methods = len(enumerating(explored).api.operations) - 1

    assert enumerating(explored).exhausted
    assert enumerating(explored).enumerator.histories.states == 4
    assert explored.counts["executed"] == 1 + 4 * methods


def test_sequences_are_no_longer_than_asked() -> None:
    """A call more, and there would be more."""
    lengths = [
        max(len(sequence) for sequence in tried(UB_STACK, length=length, depth=1, steps=2_000)) for length in (2, 4, 6)
    ]

    assert lengths == [2, 4, 6]


def test_two_objects_are_built_up_together_where_they_may_meet() -> None:
    """What fails takes two boxes with two things each."""
    explored = enumerate_calls("enumerated_pair", length=7)
    [spilt] = [sequence for batch in explored.batches for sequence, _, _ in batch.refusals]

    assert sorted(code(spilt)) == ["Box"] * 2 + ["fill"] * 4 + ["pour"]


def test_objects_that_never_meet_are_explored_apart() -> None:
    """No second stack beside a stack."""
    assert max(code(sequence).count("UniqueBoundedStack") for sequence in tried(UB_STACK, steps=400)) == 1


def test_shape_abstraction_merges_states_that_differ_in_numbers() -> None:
    """A stack of fixed size has one shape only."""
    states = {
        abstraction: enumerating(
            enumerate_calls(UB_STACK, generate=GenerateConfig(abstraction=abstraction))
        ).enumerator.histories.states
        for abstraction in ("state", "shape")
    }

    assert states["shape"] == 1 < states["state"]


def test_the_seed_decides_the_order_and_not_what_is_tried() -> None:
    """As long as there is time for all."""
    first, again, other = (tried("enumerated_figure", length=0, seed=seed) for seed in (1, 1, 2))

    assert first == again != other
    assert {*first} == {*other}


def test_operations_that_were_given_up_are_not_called() -> None:
    """Neither alone nor within others."""
    name = "subjects.enumerated_figure.B.m"
    found = tried("enumerated_figure", shares={name: 0.0})

    assert found
    assert name not in {str(statement.operation) for sequence in found for statement in sequence}


def test_what_there_was_no_time_for_comes_next() -> None:
    """Nothing of an enumeration is lost when a batch ends early."""
    made = explorer("enumerated_figure", None, strategy="enumerate", length=0)
    asked = {0}

    def more(done: int) -> bool:
        """Yes between batches, no within them."""
        again = done in asked
        asked.add(done)
        return again

    executed = [batch.counts["executed"] for batch in made.batches(more)]

    assert executed == [1] * 24


@pytest.mark.parametrize("workers", [2, 3])
def test_workers_share_the_parameter_space(workers: int) -> None:
    """Each member is tried by one of them."""
    found: list[Sequence] = []
    for stream in range(workers):
        api = explorer("enumerated_figure", strategy="enumerate", length=0)
        assert isinstance(api, Enumerating)
        enumerator = api.enumerator
        enumerator._turn, enumerator._of = stream, workers
        enumerator.begin_at(0)
        while (proposal := enumerator.propose()) is not None:
            found.append(Sequence(proposal.prefix + proposal.calls))

    assert len(found) == len({*found}) == 24
