"""What operations yield is gone through at once, half the time."""

from __future__ import annotations

from random import Random

import pytest

from caddis.config import GenerateConfig
from caddis.discover import describe
from caddis.generate.generator import Generator
from caddis.generate.literals import primitive_pools
from caddis.generate.proposal import Proposal
from caddis.generate.supplies import Supplies
from caddis.model.api import Signature
from caddis.model.types import ANYTHING, Instance
from emit.making import function

F = function("f", "x")
YIELDING = type(iter(map(abs, ())))
"""The class of what a builtin yields."""


def generator(*without: str, guided: bool = True) -> Generator:
    """A generator that knows one function, and how to go through what `map` gives."""
    random = Random(0)
    config = GenerateConfig(repetition=0.0, without=(*without, "callbacks"))
    supplies = Supplies(random.random, primitive_pools({}), 0.0)
    made = Generator(random, supplies, config, None, {}, guided=guided)
    made.learn({F: Signature((Instance(int),), ANYTHING)})
    made.learn(describe(YIELDING), helping=True)
    return made


def proposals(made: Generator) -> list[Proposal]:
    """Some calls of the function."""
    every = [proposal for _ in range(200) if (proposal := made.propose()) is not None]
    return [proposal for proposal in every if proposal.calls[0].operation == F]


def test_what_gave_an_iterator_is_gone_through_from_then_on() -> None:
    """By its own operator, on what the call gives."""
    made = generator()
    before = proposals(made)
    made.notice(before[0], (YIELDING,), endless=False)
    after = proposals(made)
    through = [proposal for proposal in after if len(proposal.calls) > 1]

    assert all(len(proposal.calls) == 1 for proposal in before)
    assert 0.3 < len(through) / len(after) < 0.7
    assert {(proposal.calls[1].operation.name, proposal.calls[1].arguments) for proposal in through} == {
        ("__iter__", (-1,))
    }


def test_what_an_iterator_gave_says_nothing_of_the_call() -> None:
    """Nor does a container: it was all there before."""
    made = generator()
    made.notice(proposals(made)[0], (list,), endless=False)

    assert all(len(proposal.calls) == 1 for proposal in proposals(made))


@pytest.mark.parametrize(("without", "guided"), [(("consuming",), True), ((), False)])
def test_nothing_is_gone_through_where_that_is_not_wanted(without: tuple[str, ...], guided: bool) -> None:
    """Nor by who is to know nothing but types."""
    made = generator(*without, guided=guided)
    made.notice(proposals(made)[0], (YIELDING,), endless=False)

    assert all(len(proposal.calls) == 1 for proposal in proposals(made))


def test_what_has_no_end_is_not_gone_through_again() -> None:
    """Whatever it gives from then on."""
    made = generator()
    made.notice(proposals(made)[0], (YIELDING,), endless=False)
    through = next(proposal for proposal in proposals(made) if len(proposal.calls) > 1)
    made.notice(through, (), endless=True)
    made.notice(proposals(made)[0], (YIELDING,), endless=False)

    assert all(len(proposal.calls) == 1 for proposal in proposals(made))


def test_a_call_that_takes_too_long_says_nothing_of_what_it_yields() -> None:
    """It may be the call itself."""
    made = generator()
    made.notice(proposals(made)[0], (YIELDING,), endless=False)
    made.notice(next(proposal for proposal in proposals(made) if len(proposal.calls) == 1), (), endless=True)

    assert any(len(proposal.calls) > 1 for proposal in proposals(made))
