"""The generator picks an operation, finds arguments, and now and then repeats the call."""

from __future__ import annotations

import collections
from collections import Counter
from random import Random

import pytest

from caddis.config import GenerateConfig
from caddis.generate.generator import Generator
from caddis.generate.proposal import Proposal
from caddis.model.api import Signature
from caddis.model.component import Shelf
from caddis.model.operation import Kind, Operation, Parameter, Place
from caddis.model.sequence import Literal, Sequence, Statement
from caddis.model.types import ANYTHING, NONE, Instance, OneOf, Type
from emit.making import constructor, function, method, sequence
from generate.supplying import component, supplies

INT = Instance(int)
DEQUE = Instance(collections.deque)
CONSTRUCTOR = constructor("deque", module="collections")
APPEND = method("deque.append", "x", module="collections")
EXTEND = method("deque.extend", "other", module="collections")
F = function("f", "x")
MADE = sequence((CONSTRUCTOR,))
FEW = GenerateConfig(repetition=0.0)


def generator(
    operations: dict[Operation, tuple[Type, ...]], config: GenerateConfig = FEW, *, kept: bool = True, seed: int = 0
) -> Generator:
    """A generator that knows operations by the types of their parameters, perhaps with a deque in the pool."""
    rng = Random(seed)
    made = Generator(rng, supplies(seed=seed), config, None, {})
    made.learn({operation: Signature(parameters, ANYTHING) for operation, parameters in operations.items()})
    if kept:
        made.offer(Shelf([(component(MADE), 0)], []))
    return made


def proposals(made: Generator, times: int = 500) -> list[Proposal]:
    """What a generator proposes."""
    return [proposal for _ in range(times) if (proposal := made.propose()) is not None]


def proven(made: Generator) -> Generator:
    """The same generator, which has seen its calls succeed: what was never made once is not repeated."""
    for proposal in proposals(made, 20):
        made.heed(proposal, 1.0)
    return made


def whole(proposal: Proposal) -> Sequence:
    """The sequence a proposal stands for."""
    return Sequence(proposal.prefix + proposal.calls)


def test_the_prefix_is_a_kept_sequence_and_the_call_comes_last() -> None:
    """`deque()`, then `append` on it."""
    for proposal in proposals(generator({APPEND: (DEQUE, INT)})):
        assert proposal.prefix == MADE.statements
        assert [call.operation for call in proposal.calls] == [APPEND]
        assert proposal.calls[0].arguments[0] == -1
        assert proposal.shapes == ((collections.deque,),)


def test_without_a_receiver_there_is_no_call() -> None:
    """None is never a receiver."""
    assert proposals(generator({APPEND: (DEQUE, INT)}, kept=False)) == []


def test_both_aliasing_and_distinct_duplicates_are_proposed() -> None:
    """`d.extend(d)` and `d.extend(d2)`."""
    made = {whole(proposal) for proposal in proposals(generator({EXTEND: (DEQUE, DEQUE)}))}

    assert MADE.then(Statement(EXTEND, (-1, -1))) in made
    assert MADE.then(*MADE, Statement(EXTEND, (-2, -1))) in made


def test_every_operation_is_chosen() -> None:
    """About equally often."""
    counts = Counter(
        proposal.calls[0].operation
        for proposal in proposals(generator({CONSTRUCTOR: (), APPEND: (DEQUE, INT), EXTEND: (DEQUE, DEQUE)}), 3_000)
    )

    assert set(counts) == {CONSTRUCTOR, APPEND, EXTEND}
    assert min(counts.values()) > 800


def test_helping_operations_are_called_less_often() -> None:
    """They make arguments; the target is what is tested."""
    made = generator({APPEND: (DEQUE, INT)})
    made.learn({EXTEND: Signature((DEQUE, DEQUE), NONE)}, helping=True)
    counts = Counter(proposal.calls[0].operation for proposal in proposals(made, 1_000))

    assert 0 < counts[EXTEND] < counts[APPEND] / 2


def test_a_forgotten_operation_is_not_called_again() -> None:
    """Nor one that only helps."""
    made = generator({APPEND: (DEQUE, INT), CONSTRUCTOR: ()})
    made.learn({EXTEND: Signature((DEQUE, DEQUE), NONE)}, helping=True)
    made.forget(APPEND)
    made.forget(EXTEND)

    assert {proposal.calls[0].operation for proposal in proposals(made)} == {CONSTRUCTOR}


def shares(*without: str, until: int) -> float:
    """How often an operation is called of two, in the end, that fails until it was tried so many times."""
    made, counts = (
        generator({CONSTRUCTOR: (), F: (INT,)}, GenerateConfig(repetition=0.0, without=without)),
        Counter[str](),
    )
    for number in range(4_000):
        proposal = made.propose()
        if proposal is not None:
            name = proposal.calls[0].operation.name
            made.heed(proposal, float(name == "deque" or counts[name] >= until))
            counts[name] += 1
            if number == 2_000:
                before = counts["f"]
    return (counts["f"] - before) / 2_000


def test_what_never_succeeds_is_called_less_often_and_never_quite_given_up() -> None:
    """As soon as it succeeds, it is called as often as others; a switch has it called as often all the time."""
    assert 0.15 < shares(until=4_000) < 0.4
    assert shares(until=300) == pytest.approx(0.5, abs=0.06)
    assert shares("sparing", until=4_000) == pytest.approx(0.5, abs=0.06)


def test_an_operation_is_learnt_once() -> None:
    """However often its class is met."""
    made = generator({APPEND: (DEQUE, INT), CONSTRUCTOR: ()})
    for _ in range(50):
        made.learn({APPEND: Signature((DEQUE, INT), NONE)})
    counts = Counter(proposal.calls[0].operation for proposal in proposals(made, 1_000))

    assert counts[CONSTRUCTOR] > 300


def test_a_tenth_of_the_calls_is_repeated_up_to_a_hundred_times() -> None:
    """The paper's N = 0.1 and max = 100 are the defaults; the number is drawn evenly from 0 to max."""
    config = GenerateConfig(max_length=1_000)
    lengths = [len(p.calls) for p in proposals(proven(generator({APPEND: (DEQUE, INT)}, config)), 20_000)]
    repeated = [length for length in lengths if length != 1]

    assert (config.repetition, config.max_repetition) == (0.1, 100)
    assert len(repeated) / len(lengths) == pytest.approx(0.1, abs=0.02)
    assert min(repeated) == 0
    assert max(repeated) == 100
    assert sum(repeated) / len(repeated) == pytest.approx(50, abs=4)


def test_repetition_can_be_set() -> None:
    """How often, and up to how many times."""
    never = proposals(generator({APPEND: (DEQUE, INT)}, GenerateConfig(repetition=0.0)))
    always = proposals(proven(generator({APPEND: (DEQUE, INT)}, GenerateConfig(repetition=1.0, max_repetition=3))))

    assert {len(proposal.calls) for proposal in never} == {1}
    assert {len(proposal.calls) for proposal in always} == {0, 1, 2, 3}


def test_sequences_never_grow_past_the_longest_length() -> None:
    """Repeated calls included."""
    config = GenerateConfig(repetition=1.0, max_length=10)

    assert max(len(whole(each)) for each in proposals(proven(generator({APPEND: (DEQUE, INT)}, config)))) == 10


def test_repeated_calls_share_their_values_and_vary_their_literals() -> None:
    """`d.append(0)`, `d.append(3)`, … on one deque."""
    config = GenerateConfig(repetition=1.0, without=("learning",))
    repeated = [p for p in proposals(proven(generator({APPEND: (DEQUE, INT)}, config))) if len(p.calls) > 10]
    sequences = [whole(proposal) for proposal in repeated]

    for made in sequences:
        assert {made.sources(index)[0] for index in range(1, len(made))} == {0}
        assert len({statement.arguments[1] for statement in made.statements[1:]}) > 1


def test_optional_arguments_are_sometimes_given() -> None:
    """And left to their defaults otherwise; required ones always are given."""
    operation = function("f", "x y=")
    given = Counter(p.calls[0].arguments[1] is not None for p in proposals(generator({operation: (INT, INT)})))

    assert 0 < given[True] < given[False]
    assert all(p.calls[0].arguments[0] is not None for p in proposals(generator({operation: (INT, INT)})))


def test_spread_arguments_have_no_gaps() -> None:
    """The second of `*args` is given only after the first, and after every optional one before."""
    operation = function("f", "x= *args *args2")
    seen = {
        tuple(argument is not None for argument in proposal.calls[0].arguments)
        for proposal in proposals(generator({operation: (INT, INT, INT)}), 2_000)
    }

    assert seen == {(False, False, False), (True, False, False), (True, True, False), (True, True, True)}


def test_positional_arguments_have_no_gaps() -> None:
    """An argument that cannot be named would land in the place of the one left out."""
    parameters = tuple(Parameter(name, Place.POSITIONAL, required=False) for name in "xy")
    operation = Operation(Kind.FUNCTION, "m", "", "f", parameters)
    seen = {
        tuple(argument is not None for argument in proposal.calls[0].arguments)
        for proposal in proposals(generator({operation: (INT, Instance(str))}))
    }

    assert seen == {(False, False), (True, False), (True, True)}


def test_the_same_seed_proposes_the_same() -> None:
    """And another seed something else."""

    def run(seed: int) -> list[Sequence]:
        operations: dict[Operation, tuple[Type, ...]] = {
            APPEND: (DEQUE, ANYTHING),
            EXTEND: (DEQUE, Instance(list, (INT,))),
        }
        return [whole(proposal) for proposal in proposals(generator(operations, GenerateConfig(), seed=seed))]

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_literals_are_given_as_they_are() -> None:
    """An argument that is an atom needs no statement of its own."""
    for proposal in proposals(generator({APPEND: (DEQUE, INT)})):
        assert isinstance(proposal.calls[0].arguments[1], Literal)


def test_what_nothing_can_be_given_to_is_lacking() -> None:
    """A receiver that was never made, a class that nothing yields, alone or in a union; None may always be given."""
    loop = Instance(type("Loop", (), {}))
    made = generator(
        {
            APPEND: (DEQUE, INT),
            function("wait", "loop"): (loop,),
            function("poll", "loop seconds="): (OneOf((loop, Instance(type("Tower", (), {})))), loop),
            function("rest", "loop"): (OneOf((loop, NONE)),),
        },
        kept=False,
    )

    assert {str(operation): names for operation, names in made.lacking().items()} == {
        "collections.deque.append": ["self"],
        "shop.wait": ["loop"],
        "shop.poll": ["loop"],
    }


def test_what_was_made_is_no_longer_lacking() -> None:
    """There is a deque now."""
    assert generator({APPEND: (DEQUE, INT)}).lacking() == {}


def test_operations_with_branches_left_are_called_more_often() -> None:
    """Until everything in their code was reached."""
    left = {APPEND: (7, 8), EXTEND: ()}
    made = Generator(Random(0), supplies(), FEW, None, {}, unreached=left.__getitem__)
    made.learn({APPEND: Signature((DEQUE, INT), ANYTHING), EXTEND: Signature((DEQUE, DEQUE), ANYTHING)})
    made.offer(Shelf([(component(MADE), 0)], []))
    proven(made)

    def share() -> float:
        calls = [proposal.calls[0].operation for proposal in proposals(made)]
        return calls.count(APPEND) / len(calls)

    before = share()
    made.reached([7])
    between = share()
    made.reached([8])
    assert before > 0.6
    assert between > 0.6
    assert 0.4 < share() < 0.6
