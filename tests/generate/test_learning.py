"""What calls teach: of the parameter itself, of others of its name, and whether to give it at all."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from caddis.config import GenerateConfig
from caddis.generate.generator import Generator, _known_as
from caddis.generate.learning import LEAST_GIVEN, OPTIONAL_SHARE, Giving, Namesakes, Standing
from caddis.generate.proposal import Proposal
from caddis.model.api import Signature
from caddis.model.operation import Kind, Operation, Parameter, Place
from caddis.model.sequence import Literal
from caddis.model.types import ANYTHING, Instance
from emit.making import function
from generate.supplying import supplies

UNTYPED = Signature((ANYTHING,), ANYTHING, ((),))


def generator(signatures: dict[Operation, Signature]) -> Generator:
    """A generator that knows operations."""
    made = Generator(Random(0), supplies(), GenerateConfig(repetition=0.0), None, {})
    made.learn(signatures)
    return made


def passed(proposal: Proposal, place: int = 0) -> type:
    """The type of a literal passed; object for whatever was made."""
    argument = proposal.calls[0].arguments[place]
    return type(argument.value) if isinstance(argument, Literal) else object


def taught(other: Operation) -> Counter[type]:
    """What a function is first called with, after another that takes only text was called many times."""
    learner = function("learner", "source")
    found: Counter[type] = Counter()
    for seed in range(150):
        made = Generator(Random(seed), supplies(seed=seed), GenerateConfig(repetition=0.0), None, {})
        made.learn({other: UNTYPED})
        for _ in range(150):
            proposal = made.propose()
            if proposal is not None:
                made.heed(proposal, float(passed(proposal) is str))
        made.learn({learner: UNTYPED})
        while (proposal := made.propose()) is None or proposal.calls[0].operation != learner:
            pass
        found[passed(proposal)] += 1
    return found


def test_parameters_of_one_name_teach_each_other() -> None:
    """Before the first call; those of other names do not."""
    assert taught(function("f", "source"))[str] > 1.5 * taught(function("f", "other"))[str]


def texts_beside_others(*, told: bool) -> float:
    """How often text is passed, when it is refused beside a number, perhaps with an exception that names that."""
    parameters = (Parameter("text"), Parameter("other"))
    operation = Operation(Kind.FUNCTION, "m", "", "f", parameters)
    made = generator({operation: Signature((ANYTHING, Instance(int)), ANYTHING, ((), ()))})
    count: Counter[type] = Counter()
    for _ in range(3000):
        proposal = made.propose()
        if proposal is not None:
            count[passed(proposal)] += 1
            refused = passed(proposal) is str
            made.heed(proposal, 0.0 if refused else 1.0, said="'int' object is not iterable" if told else "")
    return count[str] / count.total()


def test_an_error_that_names_a_type_blames_only_its_values() -> None:
    """Text is no worse for having stood beside a number."""
    assert texts_beside_others(told=True) > 2 * texts_beside_others(told=False)


def only_texts(said: str) -> float:
    """How often a text is passed in the end, where everything else is refused with these words."""
    made = generator({function("f", "source"): UNTYPED})
    kinds: list[type] = []
    while len(kinds) < 600:
        proposal = made.propose()
        if proposal is not None:
            kinds.append(passed(proposal))
            accepted = float(kinds[-1] is str)
            made.heed(proposal, accepted, said="" if accepted else said)
    return kinds[300:].count(str) / 300


def test_an_error_about_the_number_of_arguments_says_nothing_of_them() -> None:
    """Whatever was passed, there should have been more of it or less."""
    counted = ("f() missing 1 required positional argument: 'other'", "f expected at least 2 arguments, got 1")
    refused = only_texts("that will not do")
    assert all(only_texts(said) < 0.8 * refused for said in counted)


def test_each_of_several_arguments_learns_by_itself() -> None:
    """Those called `args` all over a package have nothing to do with each other."""

    def several(name: str) -> Operation:
        return Operation(Kind.FUNCTION, "m", "", name, (Parameter("args1", Place.VARIADIC, required=False),))

    names = {_known_as(several(name), 0) for name in ("first", "second")}
    assert len(names) == 2
    assert _known_as(function("f", "source"), 0) == "source"


def test_what_does_no_good_is_given_less_often() -> None:
    """And never quite given up; what does no harm is given as before."""
    calls = Standing()
    useless, harmless = Giving(calls, None), Giving(calls, None)
    for _ in range(50):
        calls.note(1.0)
        useless.note(0.0)
        harmless.note(1.0)

    assert harmless.share == OPTIONAL_SHARE
    assert useless.share == pytest.approx(OPTIONAL_SHARE * LEAST_GIVEN)


def test_an_operation_that_always_fails_says_nothing_of_its_parameters() -> None:
    """No more is expected with one than without it."""
    calls = Standing()
    giving = Giving(calls, None)
    for _ in range(200):
        calls.note(0.0)
        giving.note(0.0)

    assert giving.share == OPTIONAL_SHARE


def test_whether_to_give_one_is_heard_from_namesakes() -> None:
    """A backend that is not installed for one function is not for another."""
    namesakes, calls = Namesakes(), Standing()
    one, other = Giving(calls, namesakes.given), Giving(Standing(), namesakes.given)
    for _ in range(100):
        calls.note(1.0)
        one.note(0.0)

    assert other.share < OPTIONAL_SHARE / 4


def test_many_optional_parameters_do_not_spoil_each_other() -> None:
    """Now and then none is given: with twenty, chance alone would hardly ever leave out all."""
    parameters = tuple(Parameter(f"p{i}", Place.KEYWORD, required=False) for i in range(20))
    operation = Operation(Kind.FUNCTION, "m", "", "f", parameters)
    made = generator({operation: Signature((Instance(int),) * 20, ANYTHING)})
    proposals = [proposal for _ in range(200) if (proposal := made.propose()) is not None]

    assert sum(not any(proposal.calls[0].arguments) for proposal in proposals) > 20
