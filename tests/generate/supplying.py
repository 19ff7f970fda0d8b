"""What the tests of `generate` share: a supply that is asked many times, and the values it gave."""

from __future__ import annotations

from random import Random

from caddis.execute.interpreter import Interpreter
from caddis.generate.draft import Draft
from caddis.generate.literals import primitive_pools
from caddis.generate.supplies import Supplies
from caddis.keep.classes import Classes
from caddis.keep.pool import Pool
from caddis.model.component import Component
from caddis.model.sequence import Literal, Sequence
from caddis.model.types import Type

LIMIT = 60


def supplies(*kept: Sequence, none_ratio: float = 0.05, seed: int = 0) -> Supplies:
    """Supplies with the last value of each given sequence in the pool."""
    made = Supplies(Random(seed).random, primitive_pools({}), none_ratio)
    pool = Pool()
    pool.on_new_shape(made.offer)
    for sequence in kept:
        pool.keep(component(sequence), [len(sequence) - 1])
    return made


def component(sequence: Sequence) -> Component:
    """The component of a sequence that runs well."""
    outcome = Interpreter().replay(sequence)
    assert outcome.exception is None
    return Component(
        sequence, tuple(map(Classes().shape_of, outcome.values)), tuple(range(len(sequence))), len(sequence)
    )


def picked(known: Type, *kept: Sequence, times: int = 400, none_ratio: float = 0.05) -> list[object]:
    """The values given for a type, asked many times with an empty draft."""
    supply = supplies(*kept, none_ratio=none_ratio).of(known)
    values = []
    for _ in range(times):
        draft = Draft(LIMIT)
        choice = supply.pick(draft)
        assert choice is not None
        values.append(choice.value if isinstance(choice, Literal) else value_of(draft, choice))
    return values


def value_of(draft: Draft, position: int) -> object:
    """The value at a position of a draft."""
    outcome = Interpreter().run(draft.statements, [])
    assert outcome.exception is None
    return outcome.values[position]
