"""Bounded exhaustive search, as far as it needs no running."""

from __future__ import annotations

from random import Random

from caddis.generate.graph import Graph
from caddis.generate.histories import Histories
from caddis.model.api import Signature
from caddis.model.operation import Kind, Operation, Parameter, Place
from caddis.model.sequence import Sequence, Statement
from caddis.model.types import NONE, Instance


class Thing:
    """Something to call a method on."""


MADE = Operation(Kind.CONSTRUCTOR, "things", "Thing", "Thing")
PUSHED = Operation(Kind.METHOD, "things", "Thing", "push", (Parameter("self", Place.POSITIONAL), Parameter("number")))
OPERATIONS = {
    MADE: Signature((), Instance(Thing)),
    PUSHED: Signature((Instance(Thing), Instance(int)), NONE),
}
FIRST = (Statement(MADE, ()),)
GRAPH = Graph(OPERATIONS, {}, {})


def histories(length: int = 5, **others: int) -> Histories:
    """A search that has not begun."""
    return Histories(GRAPH, tuple(OPERATIONS), length, Random(0), **others)


def learn(search: Histories, state: int, statements: tuple[Statement, ...] = FIRST) -> None:
    """Have a sequence lead to a state."""
    search.learn(statements, ((Thing,),) * len(statements), (1,) * len(statements), (0,), state)


def proposed(search: Histories) -> list[Sequence]:
    """All that is proposed for now."""
    found: list[Sequence] = []
    while (proposal := search.propose()) is not None:
        found.append(Sequence(proposal.prefix + proposal.calls))
    return found


def test_it_begins_with_what_needs_nothing() -> None:
    """And waits for what comes of it."""
    search = histories()

    assert proposed(search) == [Sequence(FIRST)]
    assert search.exhausted


def test_every_call_follows_a_new_state() -> None:
    """With each of the presets."""
    search = histories()
    proposed(search)
    learn(search, state=1)

    assert not search.exhausted
    assert len({*proposed(search)}) == 3


def test_a_state_is_gone_on_from_once() -> None:
    """However often it is met, unless by fewer calls."""
    search = histories()
    longer = (*FIRST, Statement(PUSHED, (-1, None)))
    learn(search, 1, longer)
    learn(search, 1, longer)
    again = len(proposed(search))
    learn(search, 1)

    assert again == 1 + 3
    assert len(proposed(search)) == 3


def test_the_longest_are_not_gone_on_from() -> None:
    """Nothing may follow them."""
    search = histories(length=1)
    learn(search, 1)

    assert proposed(search) == [Sequence(FIRST)]


def test_what_there_is_no_room_for_is_left_out_and_known_to_be() -> None:
    """A worker has only so much memory."""
    search = histories(most_waiting=2)
    learn(search, 1)
    whole = search.complete
    learn(search, 2)

    assert (whole, search.complete) == (True, False)
    assert len(proposed(search)) == 1 + 3


def test_forgotten_operations_are_not_called() -> None:
    """Neither now nor later."""
    search = histories()
    search.forget(PUSHED)
    learn(search, 1)

    assert proposed(search) == [Sequence(FIRST)]
