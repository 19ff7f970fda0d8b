"""Documentation shows calls that go well together."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from caddis.discover import discover, locate
from caddis.discover.retelling import LONGEST
from caddis.emit.script import script

HEAD = '''
class Counter:
    """Counts.

    >>> counter = Counter(2)
    >>> counter.add(3)
    5
    >>> counter.total
    5
    >>> len(counter)
    5
    >>> counter + 1
    6
    """

    def __init__(self, start=0):
        self._total = start

    @classmethod
    def full(cls):
        """Of much.

        >>> Counter.full().add(1)
        """
        return cls(100)

    @property
    def total(self):
        return self._total

    def add(self, number):
        self._total += number
        return self._total

    def __len__(self):
        return self._total

    def __add__(self, other):
        return self._total + other


def apply(function, *values, **options):
    return [function(value) for value in values]


def doubled(values):
    yield from (2 * value for value in values)
'''


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The sequences for what the documentation of a module shows, as code without its imports."""

    def read(examples: str) -> list[str]:
        monkeypatch.syspath_prepend(tmp_path)
        lines = "".join(f">>> {line}\n" for line in examples.splitlines())
        (tmp_path / "temporary_shown.py").write_text(f'"""\n{lines}"""\n{HEAD}', encoding="utf-8")
        sys.modules.pop("temporary_shown", None)
        found = map(script, discover((locate("temporary_shown", tmp_path),)).shown)
        return [re.sub(r"^(from .*|)\n", "", each, flags=re.MULTILINE).strip() for each in found]

    return read


def test_each_call_with_what_leads_to_it(shown):
    """Objects, what is called on them before, what is read of them, what operators do with them."""
    found = shown("")

    assert found[:5] == [
        "Counter(start=2)",
        "counter = Counter(start=2)\ncounter.add(3)",
        "counter = Counter(start=2)\ncounter.add(3)\n_ = counter.total",
        "counter = Counter(start=2)\ncounter.add(3)\n_ = counter.total\nlen(counter)",
        "counter = Counter(start=2)\ncounter.add(3)\n_ = counter.total\nlen(counter)\n_ = counter + 1",
    ]
    assert found[5] == "Counter.full()"


def test_what_nobody_knows_the_class_of_is_called_upon_by_no_method(shown):
    """Nothing says what a method without annotations gives."""
    assert all("full()\n" not in each for each in shown(""))


@pytest.mark.parametrize(
    ("example", "code"),
    [
        ("apply(str, 1)", "apply(str, 1)"),
        ("apply(str.upper, 'a')", 'apply(str.upper, "a")'),
        ("from operator import neg\napply(neg, 1)", "apply(neg, 1)"),
        ("apply(doubled, [1, {2: (3,)}])", "apply(doubled, [1, {2: (3,)}])"),
        ("apply(str, -1, 2.5, mode='x')", 'apply(str, -1, 2.5, mode="x")'),
        ("print(apply(str, 1))", "apply(str, 1)"),
        ("apply(str, 1) == ['1']", "apply(str, 1)"),
        ("assert apply(str, 1) == ['1']", "apply(str, 1)"),
        ("undefined(apply(str, 1))", "apply(str, 1)"),
        ("apply(str, 1)[0:1]", "apply(str, 1)"),
        ("list(doubled([1]))", "result = doubled([1])\nlist(result)"),
        ("sum(sorted(doubled([1])))", "result = doubled([1])\nlist(result)"),
        ("' '.join(doubled(['a']))", 'result = doubled(["a"])\nlist(result)'),
        ("for one in doubled([1]): print(one)", "result = doubled([1])\nlist(result)"),
        ("next(doubled([1]))", "result = doubled([1])\nnext(result)"),
        ("doubled(iter([1]))", "items = [1]\nresult = iter(items)\ndoubled(result)"),
        ("temporary_shown.doubled([1])", "doubled([1])"),
        ("values = [1]\ndoubled(values)", "doubled([1])"),
    ],
)
def test_ways_to_show_a_call(shown, example, code):
    """The call is the same, whatever is made of its result."""
    assert code in shown(example)


@pytest.mark.parametrize(
    ("example", "told"),
    [
        ("apply(lambda x: x % 2 == 0, 3)", True),
        ("even = lambda x: x % 2 == 0\napply(even, 3)", True),
        ("def even(x): return x % 2 == 0\napply(even, 3)", True),
        ("def even(x): return x[0] in (len(x), 1)\napply(even, 3)", False),
    ],
)
def test_functions_that_only_reckon_are_written_out(shown, example, told):
    """Others cannot be told."""
    last = [each for each in shown(example) if "apply(" in each]

    assert bool(last) is told
    assert all("% 2" in each and "== 0" in each for each in last)


@pytest.mark.parametrize(
    "example",
    [
        "apply(missing, 1)",
        "apply(*[str, 1])",
        "apply(str, **{})",
        "apply(open, 'x')",
        "str = missing()\napply(str, 1)",
        "for doubled in x: pass\ndoubled([1])",
        "import os\nos.getcwd()",
        "Counter(1, 2, 3)",
        "apply()",
        "doubled([x for x in y])",
        "doubled({**{}, 1: 2})",
        "apply(lambda x: missing(x), 1)",
        "apply(lambda x, *y: x, 1)",
    ],
)
def test_what_cannot_be_told_is_left_out(shown, example):
    """No guess is made."""
    assert all("apply(" not in each and "doubled(" not in each and "1, 2, 3" not in each for each in shown(example))


def test_no_example_is_too_long(shown):
    """Nobody would read that."""
    found = shown("counter = Counter()\n" + "counter.add(1)\n" * 2 * LONGEST)

    assert max(each.count("add(1)") for each in found) == LONGEST - 1
