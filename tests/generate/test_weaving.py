"""Bodies have the types asked for, keep to their budget, and hang on nothing but the seed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import FunctionType

import pytest

from caddis.config import GenerateConfig
from caddis.discover import discover, locate
from caddis.discover.overriding import base_of
from caddis.emit.script import script
from caddis.generate.bodies import Bodies, Slot
from caddis.generate.draft import Draft
from caddis.generate.generator import Generator
from caddis.generate.literals import primitive_pools
from caddis.generate.supplies import Supplies
from caddis.model.definition import Definition, Formal, Method, defining, given
from caddis.model.operation import Kind, Operation, Parameter
from caddis.model.sequence import Sequence, Statement
from caddis.model.types import NONE, Function, Instance, Type, one_of
from subjects.callback_typed import Animal, Dog

TESTS = Path(__file__).parent.parent
GOALS: dict[str, Type] = {
    "int": Instance(int),
    "float": Instance(float),
    "str": Instance(str),
    "bool": Instance(bool),
    "None": NONE,
    "Animal": Instance(Animal),
    "Animal | None": one_of((Instance(Animal), NONE)),
    "list[str]": Instance(list, (Instance(str),)),
}
SCOPE: dict[str, tuple[str, Type]] = {
    "animal": ("Animal", Instance(Animal)),
    "dog": ("Dog", Instance(Dog)),
    "number": ("int", Instance(int)),
    "text": ("str", Instance(str)),
}


def generator(seed: int) -> tuple[Generator, Supplies]:
    """A generator that knows a small world of types, and its supplies."""
    api = discover([locate("subjects.callback_typed", TESTS)])
    rng = Random(seed)
    supplies = Supplies(rng.random, primitive_pools({}), 0.0, weave=True, base_of=base_of)
    made = Generator(rng, supplies, GenerateConfig(), None, {})
    made.learn(api.operations)
    return made, supplies


def bodies(seed: int) -> Bodies:
    """What makes bodies in that world."""
    weaver = generator(seed)[1].weaver
    assert weaver is not None
    return weaver.bodies


def slots() -> list[Slot]:
    """Something of each type."""
    return [Slot.of(name, known) for name, (_, known) in SCOPE.items()]


def made(count: int, size: int, seed: int = 0) -> Iterator[tuple[str, Sequence]]:
    """Bodies, each with the type it is to give."""
    making, goals = bodies(seed), list(GOALS)
    for number in range(count):
        goal = goals[number % len(goals)]
        body = making.body(slots(), GOALS[goal], size, echo=[], depth=1)
        if body is not None:
            yield goal, body


def test_a_type_checker_agrees_with_ten_thousand_bodies(tmp_path: Path) -> None:
    """The theorem of section 4.5: whatever is generated has the type asked for."""
    several = list(made(10_000, 6))
    taken = ", ".join(f"{name}: {spelt}" for name, (spelt, _) in SCOPE.items())
    functions = []
    for number, (goal, body) in enumerate(several):
        formals = tuple(map(Formal, SCOPE))
        whole = Sequence((given("function"), *body.statements))
        definition = Definition("function", (Method("function", formals, whole),))
        source = script(Sequence((Statement(defining(definition, []), ()),)))
        _, _, code = source.rpartition("def function(animal, dog, number, text):")
        functions.append(f"def function{number}({taken}) -> {goal}:{code}\n")
    program = tmp_path / "bodies.py"
    program.write_text("from subjects.callback_typed import Animal, Dog\n\n" + "\n\n".join(functions))
    # a result that is None is given to what takes anything
    options = ["--no-error-summary", "--no-incremental", "--disable-error-code", "func-returns-value"]
    checker = [sys.executable, "-m", "mypy", *options]

    checked = subprocess.run([*checker, str(program)], capture_output=True, text=True, cwd=TESTS, check=False)

    assert len(several) > 9_900
    assert checked.stdout == ""


def test_calls_with_side_effects_are_preferred_four_to_one() -> None:
    """As section 5.3 has it; here `feed` alone is taken for one, since it returns nothing."""
    steps = Counter(
        step.operation.name == "feed"
        for goal, body in made(4_000, 20)
        if goal == "None"
        for step in body.statements[len(SCOPE) :]
        if step.operation.kind in (Kind.METHOD, Kind.OPERATOR)
    )

    assert 3 < steps[True] / steps[False] < 5


def test_what_a_run_shows_counts_more_than_a_name() -> None:
    """`meet` does not look like a call with a side effect, until it is seen to be one."""
    making = bodies(0)
    meet = Operation(Kind.METHOD, "subjects.callback_typed", "Dog", "meet", ())
    before = _share(making, "meet")
    for operation in list(making._known):
        if operation.name == meet.name:
            making.note(operation, changes=True)

    assert _share(making, "meet") > 2 * before


def _share(making: Bodies, name: str) -> float:
    every = [making.body(slots(), NONE, 20, echo=[], depth=1) for _ in range(300)]
    names = Counter(step.operation.name for body in every if body is not None for step in body)
    return names[name] / sum(names.values())


def test_what_a_call_gave_is_used_by_others() -> None:
    """The second of the improvements that the conclusion of the paper asks for."""
    reused = sum(
        any(source >= len(SCOPE) for index in range(len(SCOPE), len(body)) for source in body.sources(index))
        for _, body in made(500, 10)
    )

    assert reused > 200


def test_the_size_of_a_whole_definition_is_limited() -> None:
    """However many methods it has; statements that only make arguments come on top."""
    _, supplies = generator(0)
    assert supplies.weaver is not None
    maker = supplies.weaver.function(Function(NONE, (Instance(Dog),)), [])
    lengths = []
    for _ in range(500):
        draft = Draft(60)
        maker(draft)
        lengths += [
            len(one.operation.definition.methods[0].steps) for one in draft.statements if one.operation.definition
        ]

    assert 0 < max(lengths) <= 24
    assert sum(lengths) / len(lengths) < 8


@pytest.mark.parametrize("seed", [0, 1])
def test_the_seed_decides_everything(seed: int) -> None:
    """The same definitions come in the same order."""
    assert list(made(50, 10, seed)) == list(made(50, 10, seed))


def test_functions_are_named_after_what_they_are_for() -> None:
    """By the parameter that they are given to, and their parameters by their types."""
    _, supplies = generator(0)
    assert supplies.weaver is not None
    draft = Draft(60)
    draft.operation = Operation(Kind.FUNCTION, "shop", "", "watch", (Parameter("listener"),))

    supplies.weaver.function(Function(NONE, (Instance(Dog), Instance(int))), [])(draft)

    definition = draft.statements[-1].operation.definition
    assert definition is not None
    assert definition.name == "listener"
    assert [formal.name for formal in definition.methods[0].formals] == ["dog", "number"]


def test_what_a_function_was_called_with_is_learned() -> None:
    """Where nothing else tells, the next one has parameters for it."""
    _, supplies = generator(0)
    weaver = supplies.weaver
    assert weaver is not None
    make, draft = weaver.function(Function(NONE), []), Draft(60)
    make(draft)
    first = draft.statements[-1].operation.definition
    assert first is not None
    weaver.hear(first, first.methods[0], [FunctionType, (Dog("a"), 1)])

    make(draft)

    second = draft.statements[-1].operation.definition
    assert second is not None
    assert [formal.spelling for formal in first.methods[0].formals] == ["*args"]
    assert [formal.spelling for formal in second.methods[0].formals] == ["dog", "number"]
