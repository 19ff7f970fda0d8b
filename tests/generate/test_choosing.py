"""The sources of a parameter's values are weighed by trust, and by what calls teach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from queue import Queue
from random import Random

import pytest

from caddis.config import GenerateConfig
from caddis.generate.draft import Draft
from caddis.generate.generator import Generator
from caddis.generate.proposal import Proposal
from caddis.generate.suggesting import MOST_CLASSES, MOST_VALUES, TRIES, Suggestions
from caddis.model.api import Clue, Nearby, Pattern, Signature, Source
from caddis.model.component import Shelf
from caddis.model.operation import Operation
from caddis.model.sequence import Atom, Literal
from caddis.model.types import ANYTHING, Bounds, Instance, Type, Within, exactly, one_of
from emit.making import constructor, function, sequence
from generate.supplying import component, supplies

INT, STR = Instance(int), Instance(str)
F, G = function("f", "x"), function("g", "x")


def generator(signatures: dict[Operation, Signature], *without: str, seed: int = 0) -> Generator:
    """A generator that knows operations."""
    made = Generator(Random(seed), supplies(seed=seed), GenerateConfig(repetition=0.0, without=without), None, {})
    made.learn(signatures)
    return made


def untyped(*clues: Clue, nearby: Nearby | None = None) -> Signature:
    """One parameter of which only clues are known."""
    return Signature((ANYTHING,), ANYTHING, (clues,), nearby or Nearby())


def value(proposal: Proposal) -> Atom | type:
    """The literal passed, or list for whatever was made."""
    argument = proposal.calls[0].arguments[0]
    return argument.value if isinstance(argument, Literal) else list


def kinds(made: Generator, accepts: Callable[[object], float], times: int = 2_000) -> Counter[type]:
    """What a generator passes in the last half of so many calls, when it hears of each whether it was accepted."""
    found: Counter[type] = Counter()
    for number in range(times):
        proposal = made.propose()
        if proposal is None:
            continue
        passed = value(proposal)
        made.heed(proposal, accepts(passed))
        if number >= times // 2:
            found[passed if isinstance(passed, type) else type(passed)] += 1
    return found


def takes_text(passed: object) -> float:
    """A function that refuses all but text."""
    return float(isinstance(passed, str))


def test_what_is_refused_is_passed_less_and_less_and_never_given_up() -> None:
    """Nothing is known of the parameter but what its calls teach."""
    found = kinds(generator({F: untyped()}), takes_text)

    assert found[str] / found.total() > 0.6
    assert found[int] > 0


def test_without_learning_all_kinds_stay_alike() -> None:
    """Or the test above would show nothing."""
    found = kinds(generator({F: untyped()}, "learning"), takes_text)

    assert found[str] / found.total() < 0.3


def test_a_clue_that_is_wrong_is_overruled() -> None:
    """The name suggests a number; calls teach better."""
    found = kinds(generator({F: untyped(Clue(Source.NAME, INT))}), takes_text)

    assert found[str] > found[int]


@pytest.mark.parametrize("source", [Source.DOCSTRING, Source.DEFAULT, Source.USE, Source.EXAMPLE])
def test_a_clue_is_followed_before_anything_is_learned(source: Source) -> None:
    """More often than not."""
    made = generator({F: untyped(Clue(source, STR))})
    passed = [value(proposal) for _ in range(400) if (proposal := made.propose()) is not None]

    assert sum(isinstance(each, str) for each in passed) > 200


def test_an_annotation_leaves_no_room_for_guesses() -> None:
    """But good examples are tried as well."""
    clues = (Clue(Source.ANNOTATION, STR), Clue(Source.EXAMPLE, exactly("1.2.3")))
    made = generator({F: Signature((STR,), ANYTHING, (clues,))})
    passed = {value(proposal) for _ in range(400) if (proposal := made.propose()) is not None}

    assert {type(each) for each in passed} == {str}
    assert "1.2.3" in passed


def test_constants_nearby_and_what_they_border_on_are_tried_where_they_fit() -> None:
    """Numbers for a number, text that matches a pattern, or that a format makes, for text."""
    nearby = Nearby((1729, "sesame"), (Pattern("[0-9]{3}-[a-f]"),), ("%Y~%m",), ("{}/{}",))

    def passed(known: Type) -> set[Atom | type]:
        made = generator({F: Signature((known,), ANYTHING, ((Clue(Source.ANNOTATION, known),),), nearby)})
        return {value(proposal) for _ in range(1_000) if (proposal := made.propose()) is not None}

    assert {1729, 1728} <= passed(INT) or {1729, 1730} <= passed(INT) or {1729, 3458} <= passed(INT)
    assert "sesame" not in passed(INT)
    assert "sesame" in passed(STR)
    assert any(isinstance(text, str) and text[3:4] == "-" for text in passed(STR))
    assert {"2001~02", "1/2", "a/b"} <= passed(STR)


def test_an_operation_that_never_succeeded_comes_up_more_often() -> None:
    """Until it does."""
    made = generator({F: untyped(), G: untyped()})
    before: Counter[Operation] = Counter()
    for proposal in filter(None, (made.propose() for _ in range(90))):
        before[proposal.calls[0].operation] += 1
        made.heed(proposal, float(proposal.calls[0].operation == F))

    assert before[G] > 1.5 * before[F]


def passed_after(worked: Atom, known: Type, *without: str) -> list[Atom | type]:
    """What is passed to a function of one parameter after calls with one value went well, and no others did."""
    clues = (Clue(Source.ANNOTATION, known), Clue(Source.EXAMPLE, exactly(worked)))
    made = generator({F: Signature((known,), ANYTHING, (clues,))}, *without)
    proposals = [proposal for _ in range(2_000) if (proposal := made.propose()) is not None]
    for proposal in proposals:
        made.heed(proposal, float(value(proposal) == worked))
    return [value(proposal) for _ in range(2_000) if (proposal := made.propose()) is not None]


@pytest.mark.parametrize(
    ("worked", "known", "near"),
    [
        ("12:34", STR, {"1:34", "21:34", "12::34", "12:3412:34"}),
        (4711, INT, {4710, 4712, -4711}),
        ("12:34", ANYTHING, {"1:34", "21:34"}),
    ],
)
def test_what_worked_is_passed_with_small_changes(worked: Atom, known: Type, near: set[Atom]) -> None:
    """Now and then; not before it worked, and not where calls teach nothing."""
    found, untaught = passed_after(worked, known), set(passed_after(worked, known, "learning"))

    assert near <= set(found)
    assert not near & untaught
    assert not near & set(passed_after(worked, known, "mutation"))
    assert sum(each not in untaught for each in found) < 0.1 * len(found)
    assert found == passed_after(worked, known)


@pytest.mark.parametrize("known", [exactly(1, 5), Within(INT, Bounds(0, 5)), one_of((STR, exactly(7)))])
def test_what_must_be_just_so_is_not_changed(known: Type) -> None:
    """A change might break what the annotation says."""
    assert not {6, -5} & set(passed_after(5, known))


def test_containers_that_worked_are_changed_too() -> None:
    """Elements are taken out, said twice, or changed."""
    made = generator({F: Signature((Instance(list, (INT,)),), ANYTHING)})

    def items(proposal: Proposal) -> tuple[Atom, ...]:
        return tuple(item.value for item in proposal.prefix[-1].arguments if isinstance(item, Literal))

    for proposal in [made.propose() for _ in range(300)]:
        assert proposal is not None
        made.heed(proposal, float(items(proposal) == (5, 100)), reached=True)
    found = {items(proposal) for _ in range(3_000) if (proposal := made.propose()) is not None}

    assert {(5, 101), (5, 5, 100), (5, 100, 5, 100)} <= found


def test_what_the_code_compares_is_tried_where_it_may_go() -> None:
    """Of the type that is asked for, now and then, until it was tried often enough."""
    made = generator({F: Signature((STR,), ANYTHING, ((Clue(Source.ANNOTATION, STR),),))})
    made.suggest(F, ("sesame", 17))
    made.suggest(G, ("unknown",))
    passed = Counter(value(proposal) for _ in range(800) if (proposal := made.propose()) is not None)
    assert passed["sesame"] == TRIES
    assert 17 not in passed

    made.suggest(F, [f"word {number}" for number in range(50)])
    later = {value(proposal) for _ in range(400) if (proposal := made.propose()) is not None}
    assert "sesame" not in later
    assert "word 49" in later


def made_by(made: Generator, times: int = 2_000) -> Counter[str]:
    """The names of what is called, or written out, for what a generator passes."""
    proposals = [proposal for _ in range(times) if (proposal := made.propose()) is not None]
    return Counter(statement.operation.name for proposal in proposals for statement in proposal.prefix)


def test_instances_of_classes_that_were_asked_for_are_passed() -> None:
    """Now and then, where nothing is known that speaks against it."""
    made = generator({F: untyped()})
    before = made_by(made)
    made.suggest(F, [Fraction, 7_919])
    after = made_by(made)

    assert before["Fraction"] == 0
    assert after["Fraction"] > 0


def test_what_cannot_be_passed_is_not_suggested() -> None:
    """Whole numbers are wanted, and a fraction is none; and of some classes there is nothing."""

    class Nobody:
        """Is made by nothing."""

    narrow, wide = generator({F: Signature((INT,), ANYTHING)}), generator({F: untyped()})
    narrow.suggest(F, [Fraction])
    wide.suggest(F, [Nobody])

    assert made_by(narrow)["Fraction"] == 0
    assert Literal(None) not in {proposal.calls[0].arguments[0] for _ in range(999) if (proposal := wide.propose())}


def test_a_class_is_kept_in_mind_until_there_is_something_of_it() -> None:
    """A value of the class is passed as soon as a call has made one."""
    known, random = supplies(), Random(0).random
    suggestions = Suggestions(ANYTHING, known.of)
    suggestions.add([Queue])
    before = suggestions.pick(Draft(9), random)
    known.offer(Shelf([(component(sequence((constructor("Queue", module="queue"),))), 0)], []))

    assert before is None
    assert suggestions.pick(Draft(9), random) == 0


def test_the_oldest_suggestions_are_forgotten() -> None:
    """Of classes sooner than of values."""
    suggestions = Suggestions(ANYTHING, supplies().of)
    suggestions.add([*range(20), *(type(f"Class{number}", (), {}) for number in range(9))])

    values = [each.value for each in suggestions.every if isinstance(each, Literal)]
    classes = [each.__name__ for each in suggestions.every if isinstance(each, type)]
    assert values == list(range(20 - MOST_VALUES, 20))
    assert classes == [f"Class{number}" for number in range(9 - MOST_CLASSES, 9)]


def test_what_was_suggested_often_enough_is_suggested_no_more() -> None:
    """However often it is compared again; others are."""
    suggestions, random = Suggestions(ANYTHING, supplies().of), Random(0).random
    picked: Counter[object] = Counter()
    for number in range(200):
        suggestions.add([7_919, Fraction, *([7_907] if number > 150 else [])])
        if suggestions.every:
            picked[suggestions.pick(Draft(9), random)] += 1

    assert picked[Literal(7_919)] == picked[Literal(7_907)] == TRIES
    assert picked.total() == 3 * TRIES
    assert suggestions.every == []
