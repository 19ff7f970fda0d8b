"""Mutants: small faults in live functions, whoever holds those, and no trace of them afterwards."""

from __future__ import annotations

import ast
import asyncio
import importlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from caddis.oracle.mutants.faults import faults
from caddis.oracle.mutants.sampling import Mutant, mutants
from subjects import mutated_kinds as kinds


def of(module: ModuleType, *, seed: int = 0) -> list[Mutant]:
    """The mutants of a module."""
    assert module.__file__ is not None
    return list(mutants([(module, Path(module.__file__).read_text(encoding="utf-8"))], seed=seed))


def one(function: str, kind: str) -> Mutant:
    """The first mutant of a kind in a function of the subject."""
    return min((m for m in of(kinds) if (m.function, m.kind) == (function, kind)), key=lambda mutant: mutant.name)


def variants(body: str) -> set[str]:
    """What a function becomes with each of its faults, without its first line."""
    tree = ast.parse("def function():\n" + "".join(f"    {line}\n" for line in body.splitlines()))
    [function] = tree.body
    assert isinstance(function, ast.FunctionDef)
    found = set()
    for fault in faults(function):
        with fault.made():
            found.add("\n".join(line[4:] for line in ast.unparse(tree).splitlines()[1:]))
    assert ast.unparse(tree) == ast.unparse(ast.parse(ast.unparse(tree)))
    return found


NOT_RAISED = "if False:\n    raise ValueError(a)"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return a < b", {"return a <= b", "return a >= b", "return None"}),
        ("return a in b", {"return a not in b", "return None"}),
        ("return a is None", {"return a is not None", "return None"}),
        ("return a and b", {"return a or b", "return None"}),
        ("return not a", {"return a", "return None"}),
        ("return -a", {"return a", "return None"}),
        ("return a + b", {"return a - b", "return None"}),
        ("return 0", {"return 1", "return None"}),
        ("return 1", {"return 2", "return 0", "return None"}),
        ("return True", {"return False", "return None"}),
        ("return 'Ab'", {"return 'XXAbXX'", "return 'aB'", "return None"}),
        ("return a[b:c]", {"return a[:c]", "return a[b:]", "return None"}),
        ("return f(a, b=c)", {"return f(b=c)", "return f(None, b=c)", "return f(a)", "return None"}),
        ("return a.lower()", {"return a.upper()", "return None"}),
        ("a = b", {"a = None"}),
        ("a.b = c", {"a.b = None", "if False:\n    a.b = c"}),
        ("a += b", {"a -= b", "a = b", "if False:\n    a += b"}),
        ("f()", {"if False:\n    f()"}),
        ("if a:\n    pass", {"if not a:\n    pass"}),
        ("while a:\n    break", {"while not a:\n    break", "while a:\n    continue"}),
        ("for a in b:\n    continue", {"for a in ():\n    continue", "for a in b:\n    break"}),
        ("raise ValueError(a)", {"raise RuntimeError(a)", "raise ValueError()", "raise ValueError(None)", NOT_RAISED}),
        ("try:\n    pass\nexcept E:\n    pass", {"try:\n    pass\nexcept ():\n    pass"}),
        ("return [a for a in b if c]", {"return [a for a in b if True]", "return None"}),
        ("return a if b else c", {"return a if not b else c", "return None"}),
    ],
)  # fmt: skip
def test_the_faults_of_a_statement(body: str, expected: set[str]) -> None:
    """Those that people make, and each of them once."""
    assert variants(body) == expected


def test_nothing_is_wrong_with_what_does_nothing() -> None:
    """Docstrings, imports, annotations."""
    assert variants("'Says what.'\nimport a\nb: int\npass") == set()


CALLS: dict[str, Callable[[], Any]] = {
    "plain": lambda: kinds.plain(1),
    "generator": lambda: next(kinds.generator(1)),
    "coroutine": lambda: asyncio.run(kinds.coroutine(1)),
    "items": lambda: asyncio.run(anext(kinds.items(1))),  # type: ignore[arg-type]
    "adder": lambda: kinds.adder(1)(1),
    "wrapped": lambda: kinds.wrapped(1),
    "Kinds.method": lambda: kinds.Kinds(1).method(),
    "Kinds.read": lambda: kinds.Kinds(1).read,
    "Kinds.on_class": lambda: kinds.Kinds.on_class(1),
    "Kinds.static": lambda: kinds.Kinds.static(1),
    "Kinds.lasting": lambda: kinds.Kinds(1).lasting,
}


@pytest.mark.parametrize("function", CALLS)
def test_a_fault_is_felt_and_taken_back(function: str) -> None:
    """1 + 1 becomes 1 - 1, in every kind of function."""
    with one(function, "arithmetic").alive() as differs:
        during = CALLS[function]()

    assert (differs, during, CALLS[function]()) == (True, 0, 2)


def test_functions_that_others_made_long_ago_have_the_fault_too() -> None:
    """A closure keeps what it has closed over."""
    with one("adder", "arithmetic").alive():
        during = kinds.add_one(5)

    assert (during, kinds.add_one(5)) == (4, 6)


def test_a_cache_is_around_the_fault() -> None:
    """What was not asked before is computed by the mutant."""
    kinds.cached.cache_clear()
    with one("cached", "arithmetic").alive():
        during = kinds.cached(1)
    kinds.cached.cache_clear()

    assert (during, kinds.cached(1)) == (0, 2)


def test_a_call_of_super_can_be_forgotten() -> None:
    """Though the function then has no use for its class any more."""
    deleted = [m for m in of(kinds) if (m.function, m.kind) == ("Kinds.__init__", "statement deleted")]
    lacking = []
    for mutant in deleted:
        with mutant.alive() as differs:
            assert differs
            lacking.append(not hasattr(kinds.Kinds(1), "number"))

    assert any(lacking)


def test_defaults_can_be_wrong() -> None:
    """Both kinds of them."""
    given = set()
    for mutant in of(kinds):
        if (mutant.function, mutant.kind) == ("with_default", "default"):
            with mutant.alive():
                given.add(kinds.with_default(1))

    assert given == {1, 3}
    assert kinds.with_default(1) == 2


def test_every_mutant_comes_and_goes() -> None:
    """None is lost for a reason unknown, and none leaves anything behind."""
    before = {name: call() for name, call in CALLS.items()}
    dead = []
    for mutant in of(kinds):
        with mutant.alive() as differs:
            if not differs:
                dead.append(repr(mutant))

    assert dead == []
    assert {name: call() for name, call in CALLS.items()} == before


def test_all_functions_get_their_turn() -> None:
    """The first few mutants are of as many functions."""
    several = of(kinds)
    functions = len({mutant.function for mutant in several})

    assert len({mutant.function for mutant in several[:functions]}) == functions


def test_the_seed_decides_the_order() -> None:
    """And the names of mutants do not hang on it."""
    once, again, otherwise = ([mutant.name for mutant in of(kinds, seed=seed)] for seed in (1, 1, 2))

    assert once == again
    assert once != otherwise
    assert sorted(once) == sorted(otherwise)


def test_functions_that_were_not_made_from_the_source_are_left_alone(tmp_path: Path) -> None:
    """Another text than the one that was imported says nothing of them."""
    module = importlib.import_module("subjects.mutated_safe")
    other = "class Safe:\n    def put(self, coins):\n        return 7\n"

    assert list(mutants([(module, other)], seed=0)) == []
