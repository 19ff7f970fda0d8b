"""What the benchmark of flakiness sees in a suite."""

from __future__ import annotations

import ast

import pytest
from benchmarks.flaky import CONDITIONS, Result, asserts, is_on_constant, judge, look, percentile
from benchmarks.running import Tested as Run


def function(*lines: str) -> ast.AST:
    """A test of some lines."""
    return ast.parse("def test_it():\n" + "".join(f"    {line}\n" for line in lines))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("assert f() == 1",), True),
        (("with pytest.raises(ValueError):", "    f()"), True),
        (("f()",), False),
    ],
)
def test_a_test_that_states_nothing_is_seen(lines: tuple[str, ...], expected: bool) -> None:
    """A refusal is a statement, too."""
    assert expected == asserts(function(*lines))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("assert 1 == 1",), True),
        (("x = 1", "assert x == 1"), True),
        (("assert LIMIT == 10",), True),
        (("x = [1]", "push(x)", "assert x == [1, 2]"), False),
        (("x = push(1)", "assert x == 1"), False),
        (("assert push(1) == 1",), False),
    ],
)
def test_an_assertion_on_a_constant_is_seen(lines: tuple[str, ...], expected: bool) -> None:
    """What no call made or touched says nothing about the code."""
    assert expected == is_on_constant(function(*lines))


def test_what_passes_in_some_runs_wavers_and_what_passes_in_none_fails() -> None:
    """The first run that differs is told."""
    good = Run(frozenset({"a::steady", "a::wavers"}), {"a::fails": "no"}, 0, "")
    bad = Run(frozenset({"a::steady"}), {"a::fails": "no", "a::wavers": "1 == 2"}, 1, "")
    result = Result("shop", clean=True)

    judge(result, [good, bad, *[good] * (len(CONDITIONS) - 2)])

    assert (3, {"a::fails"}) == (result.tests, result.failing)
    assert {"a::wavers": f"{CONDITIONS[1].name}: 1 == 2"} == result.wavering


def test_lines_are_counted() -> None:
    """Those of the bodies, and the longest of the file."""
    result = Result("shop", clean=True)

    look(result, "test_shop.py", "def test_a():\n    assert f() == 1\n\n\ndef test_b():\n    x = f()\n    assert x\n")

    assert (result.lines, result.longest) == ([1, 2], 19)


def test_the_95th_percentile_leaves_one_in_twenty_out() -> None:
    """The twentieth of twenty."""
    assert percentile([*range(1, 21)]) == 19
