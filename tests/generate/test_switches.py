"""Every heuristic and every source of values can be done without, and then plays no part."""

from __future__ import annotations

import collections
from random import Random

import pytest

from caddis.config import PARTS, GenerateConfig, Part
from caddis.generate.draft import Draft
from caddis.generate.generator import Generator
from caddis.generate.literals import DEFAULTS, primitive_pools
from caddis.generate.supplies import Supplies
from caddis.generate.supply import USUAL, Supply, shares_of
from caddis.model.api import Clue, Nearby, Pattern, Signature, Source
from caddis.model.component import FIRST, Component, Entry, Shelf
from caddis.model.operation import Operation
from caddis.model.sequence import Atom, Literal
from caddis.model.types import ANYTHING, Instance, exactly
from emit.making import constructor, function, method, sequence
from engine.exploring import explore
from generate.supplying import LIMIT, component

INT, STR, DEQUE = Instance(int), Instance(str), Instance(collections.deque)
F, G = function("f", "x"), function("g", "x")
EXTEND = method("deque.extend", "other", module="collections")
MADE = sequence((constructor("deque", module="collections"),))


def made_without(*parts: str) -> Supplies:
    """Supplies that do without some things."""
    config = GenerateConfig(without=parts)
    return Supplies(Random(0).random, primitive_pools({}), 0.0, shares=shares_of(config))


def generator(signatures: dict[Operation, Signature], *parts: str, helping: bool = False) -> Generator:
    """A generator that does without some things."""
    config = GenerateConfig(repetition=0.0, without=parts)
    made = Generator(Random(0), made_without(*parts), config, None, {})
    made.learn(signatures, helping=helping)
    return made


def passed(made: Generator, times: int = 1_000) -> set[Atom]:
    """The literals passed in so many calls."""
    proposals = [proposal for _ in range(times) if (proposal := made.propose()) is not None]
    given = [argument for proposal in proposals for argument in proposal.calls[0].arguments]
    return {argument.value for argument in given if isinstance(argument, Literal)}


@pytest.mark.parametrize("part", PARTS)
def test_a_run_does_without_each(part: Part) -> None:
    """It still explores, and the seed still decides all."""
    config = GenerateConfig(without=(part,))
    explored, again = (explore("engine_sum_stack", 200, generate=config) for _ in range(2))

    assert explored.kept == again.kept
    assert {"push", "pop"} <= explored.succeeded


def test_nothing_is_done_without_unless_it_is_named() -> None:
    """What is not named stays as it is."""
    assert shares_of(GenerateConfig()) == USUAL
    assert shares_of(GenerateConfig(without=("attention",))) == USUAL
    assert shares_of(GenerateConfig(without=("reuse",))).cheaper == USUAL.cheaper


def test_without_edges_atoms_are_the_usual_ones() -> None:
    """None at which programs break."""
    supply = made_without("edges").of(INT)
    picked = {choice.value for _ in range(2_000) if isinstance(choice := supply.pick(Draft(LIMIT)), Literal)}

    assert picked == set(DEFAULTS[int])


@pytest.mark.parametrize(
    ("part", "clue"),
    [
        ("docstrings", Source.DOCSTRING),
        ("docstrings", Source.EXAMPLE),
        ("defaults", Source.DEFAULT),
        ("bodies", Source.USE),
        ("names", Source.NAME),
        ("recorded", Source.RECORDED),
    ],
)
def test_what_a_source_says_of_a_parameter_is_not_heard(part: Part, clue: Source) -> None:
    """A value that no other source would think of."""
    signature = Signature((ANYTHING,), ANYTHING, ((Clue(clue, exactly("sesame")),),))

    assert "sesame" in passed(generator({F: signature}))
    assert "sesame" not in passed(generator({F: signature}, part))


@pytest.mark.parametrize(
    ("part", "nearby", "text"),
    [("constants", Nearby(atoms=("sesame",)), "sesame"), ("patterns", Nearby(patterns=(Pattern("x{7}"),)), "xxxxxxx")],
)
def test_what_stands_in_the_code_is_not_passed(part: Part, nearby: Nearby, text: str) -> None:
    """Constants, and what patterns match, are done without each for itself."""
    signature = Signature((STR,), ANYTHING, ((Clue(Source.ANNOTATION, STR),),), nearby)

    assert text in passed(generator({F: signature}))
    assert text not in passed(generator({F: signature}, part))


def test_without_helpers_only_the_target_is_called() -> None:
    """Those that copy are another matter."""
    signature = Signature((INT,), ANYTHING)

    assert passed(generator({G: signature}, helping=True))
    assert not passed(generator({G: signature}, "helpers", helping=True))


def test_without_reuse_every_argument_is_made_for_itself() -> None:
    """No deque is extended by itself."""
    for part, aliased in (("plain", True), ("reuse", False)):
        made = generator({EXTEND: Signature((DEQUE, DEQUE), ANYTHING)}, part)
        made.offer(Shelf([(component(MADE), 0)], []))
        calls = [proposal.calls[0] for _ in range(100) if (proposal := made.propose()) is not None]
        assert any(len({*call.arguments}) == 1 for call in calls) is aliased


@pytest.mark.parametrize("part", ["simplest", "typical", "rewarding", "cheaper"])
def test_no_value_of_a_shelf_comes_up_more_often(part: Part) -> None:
    """Of many, each as often as any other, as far as what is done without preferred some."""
    entries = [(_costing(number), 0) for number in range(100)]
    preferred = {"simplest": entries[:FIRST], "cheaper": entries[:50]}.get(part, entries[90:])
    shelf = Shelf(entries, entries[90:] if part == "rewarding" else [], entries[90:] if part == "typical" else [])
    others = tuple(each for each in ("simplest", "typical", "rewarding", "cheaper") if each != part)
    usual, without = (_share(made_without(*parts).of(DEQUE), shelf, preferred) for parts in (others, (*others, part)))
    fair = len(preferred) / len(entries)

    assert usual > 1.2 * fair
    assert without == pytest.approx(fair, abs=0.04)


def test_among_very_many_the_cheaper_of_two_is_always_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would become ever longer; who does without that does so among any number."""
    cheap, dear = [[(_costing(cost), 0) for _ in range(50)] for cost in (0, 1)]
    others = ("simplest", "typical", "rewarding")
    supplies = [made_without(*others, *more).of(DEQUE) for more in ((), ("cheaper",))]
    few = [_share(supply, Shelf([*cheap, *dear], [], []), cheap) for supply in supplies]
    monkeypatch.setattr("caddis.generate.supply.MANY", 99)
    many = [_share(supply, Shelf([*cheap, *dear], [], []), cheap) for supply in supplies]

    assert few == pytest.approx([0.625, 0.5], abs=0.04)
    assert many == pytest.approx([0.75, 0.5], abs=0.04)


def test_where_all_was_done_with_what_is_preferred_any_value_will_do() -> None:
    """Then the few that come up more often would only come up again."""
    entries = [(_costing(number), 0) for number in range(100)]
    shelf = Shelf(entries, entries[90:], entries[80:90])
    supplies = made_without("cheaper")
    supplies.width.anywhere = True
    preferred = [*entries[:FIRST], *entries[80:]]

    assert _share(supplies.of(DEQUE), shelf, preferred) == pytest.approx(len(preferred) / 100, abs=0.04)


def _costing(cost: float) -> Component:
    """A component that can be told from others by what it costs."""
    made = component(MADE)
    return Component(made.sequence, made.shapes, made.prints, cost)


def _share(supply: Supply, shelf: Shelf, preferred: list[Entry], times: int = 3_000) -> float:
    """How often one of the preferred entries of a shelf is placed."""
    placed: list[Entry] = []

    class Noting(Draft):
        def place(self, entry: Entry) -> int | None:
            placed.append(entry)
            return 0

    for _ in range(times):
        supply.from_shelf(Noting(LIMIT), shelf)
    return sum(entry in preferred for entry in placed) / times
