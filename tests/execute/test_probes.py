"""Branch probes notice every first visit, count what coverage.py counts, and change nothing else."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.resources
import importlib.util
import inspect
import itertools
import json
import os
import pickle
import runpy
import subprocess
import sys
import sysconfig
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest

from caddis.execute.importing import Coverage, InstrumentingFinder
from caddis.execute.probes import NOT_YET, instrument

STANDARD_LIBRARY = Path(sysconfig.get_path("stdlib"))

Namespace = dict[str, Any]
Import = Callable[..., tuple[ModuleType, InstrumentingFinder]]

names = (f"probed_{number}" for number in itertools.count())


def run(source: str, coverage: Coverage | None = None) -> Namespace:
    """The namespace of a module run with probes."""
    coverage = coverage or Coverage()
    namespace: Namespace = {"__name__": "subject"}
    module = coverage.instrumented("subject", dedent(source).encode(), "subject.py")
    coverage.arm(module, namespace)
    exec(module.code, namespace)
    return namespace


def reached(source: str, *calls: str) -> list[list[int]]:
    """The lines newly reached by each call, in order."""
    coverage = Coverage()
    namespace = run(source, coverage)
    found = []
    for call in calls:
        before = len(coverage.covered())
        eval(call, namespace)
        found.append([coverage.location(number)[1] for number in coverage.covered()[before:]])
    return found


@pytest.fixture
def import_probed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Import]:
    """Writes a module, or the files of a package, and imports it with probes."""
    finders: list[InstrumentingFinder] = []
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)

    def imported(source: str | bytes, **others: str) -> tuple[ModuleType, InstrumentingFinder]:
        name = next(names)
        path = tmp_path / name / "__init__.py" if others else tmp_path / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(source if isinstance(source, bytes) else dedent(source).encode())
        for other, text in others.items():
            (path.parent / f"{other}.py").write_text(dedent(text))
        finder = InstrumentingFinder(frozenset({name}), Coverage())
        finder.install()
        finders.append(finder)
        importlib.invalidate_caches()
        return importlib.import_module(name), finder

    yield imported
    for finder in finders:
        finder.uninstall()
    for name in set(sys.modules) - before:
        if name.startswith("probed_"):
            del sys.modules[name]


EXERCISE = """
import importlib, json, sys
directory, name, calls, by = sys.argv[1:]
sys.path.insert(0, directory)
if by == "coverage":
    import coverage
    measured = coverage.Coverage(data_file=None, branch=True, config_file=False, include=[name + ".py"])
    measured.start()
else:
    from caddis.execute.importing import Coverage, InstrumentingFinder
    counted = Coverage()
    InstrumentingFinder(frozenset({name}), counted).install()
exec(calls, vars(importlib.import_module(name)))
if by == "coverage":
    measured.stop()
    measured.json_report(outfile="-")
else:
    names = ["covered_branches", "num_branches", "covered_lines", "num_statements"]
    figures = (*counted.counts(), len({*counted.run_by(counted.covered())}), counted.lines)
    print(json.dumps({"totals": dict(zip(names, figures))}))
"""


def counts(by: str, module: Path, calls: str) -> tuple[list[int], list[int]]:
    """Covered and total branches and lines after importing a module and running calls: by coverage.py, or by probes."""
    finished = subprocess.run(
        [sys.executable, "-c", EXERCISE, str(module.parent), module.stem, dedent(calls), by],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=module.parent,
        stdout=subprocess.PIPE,
        check=True,
    )
    totals = json.loads(finished.stdout.splitlines()[-1])["totals"]
    return [totals[f"{what}_branches"] for what in ("covered", "num")], [
        totals[what] for what in ("covered_lines", "num_statements")
    ]


CONSTRUCTS = '''
"""The docstring."""
from __future__ import annotations
import asyncio
import contextlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing

def only_documented():
    """Nothing else."""

def simple(x):
    """Documented."""
    if x > 1:
        y = 1
    else:
        y = 2
    if x > 5:
        y = 3
    if x == 9: y = 4
    if x == 8: return 0
    return y

def chained(x):
    if x == 1: return "one"
    elif x == 2:
        return "two"
    elif x == 3:
        return "three"
    return "many"

def looping(items, stop):
    total = 0
    for item in items:
        if item == stop:
            break
        total += item
    else:
        total = -total
    while total > 10:
        total -= 7
    while True:
        total += 1
        if total % 5 == 0:
            continue
        if total > 3:
            break
    return total

def matching(x):
    match x:
        case 0:
            return "zero"
        case int() if x < 0:
            return "negative"
        case [first, *rest]:
            found = f"list of {len(rest)}"
        case {"a": 1}: found = "a"
        case _:
            found = "other"
    match x:
        case 1 | 2:
            found += "!"
    return found

def catching(x):
    try:
        with contextlib.suppress(KeyError):
            if x == 0:
                raise KeyError(x)
        return 1 // (x - 1)
    except (TypeError, ValueError):
        return "type"
    except ZeroDivisionError:
        return "zero"
    finally:
        x = None

def grouping(x):
    found = []
    try:
        raise ExceptionGroup("g", [ValueError(1), x])
    except* ValueError:
        found.append("value")
    except* TypeError:
        found.append("type")
    return found

def generating(n):
    while n:
        yield n
        n -= 1

async def counting(n):
    for i in range(n):
        yield i

async def awaiting(n):
    seen = []
    async for i in counting(n):
        seen.append(i)
    async with contextlib.AsyncExitStack():
        if n:
            seen.append("end")
    return seen

def run(n):
    return asyncio.run(awaiting(n))

class Outer:
    """Documented."""
    for size in (1, 2):
        if size == 2:
            last = size

    class Inner:
        __hidden = 3

        def method(self):
            def nested(y):
                nonlocal_ = [i for i in range(y) if i]
                return (lambda: nonlocal_ if y else None)()
            return nested(self.__hidden)

state = 0

def bump(by):
    global state
    if by: state += by
    return state

class Stubbed:
    if contextlib.suppress is None:

        @property
        @staticmethod
        def inverse(self) -> list[int]: ...

        @property
        def inv(self) -> list[int]: ...

    def plain(self): ...

def left_out_behind(x):
    if x == 4:
        x = 5
    if x == 6:  # pragma: no cover
        return x
    for y in range(x):
        x += y
    assert x  # pragma: no cover
    return x

def left_out_further_behind(x):
    if x == 1:
        x = 2
    elif x == 2:
        x = 3
    if x == 9:  # pragma: no cover
        return x
    with contextlib.suppress(KeyError):
        if x == 4:
            x = 5
    if x == 9:  # pragma: no cover
        return x
    try:
        if x == 6:
            x = 7
    except KeyError:
        if x == 8:
            x = 9
    if x == 9:  # pragma: no cover
        return x
    for y in range(x):
        if y:
            x = 1
    if x == 9:  # pragma: no cover
        return x
    return x

def waived(x):
    if x == 1:  # pragma: no branch
        x = 2
    for y in range(x):  # pragma: no branch
        x += y
    while x < 3:  # pragma: no branch
        x += 1
    match x:
        case 3:  # pragma: no branch
            x = 4
        case 5:
            x = 6
    return x

def left_out(x):
    if x:  # pragma: no cover
        if x > 1:
            return 1
    if x == 3:
        raise ValueError  # pragma: no cover
    if __debug__:
        x = 2
    if 0 and x:
        for y in x:
            pass
    return x
    if x:
        x = 3
'''

CALLS = [
    "only_documented()",
    *(f"simple({x})" for x in (0, 2, 6, 9, 8)),
    *(f"chained({x})" for x in (1, 3, 4)),
    "looping([1, 2, 3], 2)",
    "looping([-30], 1)",
    *(f"matching({x})" for x in ("0", "-4", "[1, 2]", "{'a': 1}", "2")),
    *(f"catching({x})" for x in ("0", "1", "'a'", "3")),
    "grouping(TypeError(1))",
    "list(generating(3))",
    "run(0)",
    "run(2)",
    "Outer.Inner().method()",
    "Outer.last",
    "bump(1)",
    "left_out(0)",
    *(f"left_out_behind({x})" for x in (4, 1)),
    *(f"left_out_further_behind({x})" for x in (1, 0)),
    "waived(1)",
]


def test_nothing_is_computed_differently() -> None:
    """Every call of every construct returns the same with probes as without."""
    plain: Namespace = {"__name__": "subject"}
    exec(compile(CONSTRUCTS, "subject.py", "exec", dont_inherit=True), plain)
    probed = run(CONSTRUCTS)

    assert [eval(call, plain) for call in CALLS] == [eval(call, probed) for call in CALLS]
    assert plain["__doc__"] == probed["__doc__"]
    assert plain["Outer"].__doc__ == probed["Outer"].__doc__
    assert plain["simple"].__doc__ == probed["simple"].__doc__
    assert plain["only_documented"].__doc__ == probed["only_documented"].__doc__
    assert inspect.isgeneratorfunction(probed["generating"])
    assert inspect.isasyncgenfunction(probed["counting"])
    assert inspect.iscoroutinefunction(probed["awaiting"])


def test_a_tracer_sees_the_same_lines() -> None:
    """The lines executed, one after the other, are those of the code without probes; a line may be seen twice."""
    source = "\n" + CONSTRUCTS

    def traced(namespace: Namespace, call: str) -> list[tuple[str, int]]:
        lines: list[tuple[str, int]] = []

        def trace(frame: Any, event: str, argument: object) -> Any:
            if frame.f_code.co_filename != "subject.py":
                return None
            if event == "line" and lines[-1:] != [(frame.f_code.co_name, frame.f_lineno)]:
                lines.append((frame.f_code.co_name, frame.f_lineno))
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            eval(call, namespace)
        finally:
            sys.settrace(before)
        return lines

    plain: Namespace = {"__name__": "subject"}
    exec(compile(source, "subject.py", "exec", dont_inherit=True), plain)
    probed = run(source)

    for call in CALLS:
        assert (call, traced(plain, call)) == (call, traced(probed, call))


@pytest.mark.parametrize("module", ["argparse", "dataclasses", "shlex", "typing", "asyncio/tasks"])
def test_no_line_is_invented(module: str) -> None:
    """The code with probes has no line that the code without has not."""
    path = STANDARD_LIBRARY / f"{module}.py"

    def lines(code: Any) -> set[int]:
        inner = (constant for constant in code.co_consts if inspect.iscode(constant))
        return {line for *_, line in code.co_lines() if line}.union(*map(lines, inner))

    plain = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)

    assert lines(instrument(path.read_bytes(), str(path)).code) <= lines(plain)


def test_each_side_is_new_once() -> None:
    """A call reaches its function's entry and the sides it takes, and a second like it nothing."""
    source = """\
    def sign(x):
        if x > 0:
            return 1
        for _ in range(x):
            pass
        return 0
    """

    assert reached(source, "sign(1)", "sign(2)", "sign(0)") == [[2, 3], [], [2, 4, 4]]


LOOPS = """\
def total(items):
    found = 0
    for item in items:
        if item == 9:
            break
        found += item
    return found
def counted(n):
    while n:
        n -= 1
    else:
        return "none left"
def nested(rows):
    return [total(row) for row in rows for _ in row]
def made(items):
    for item in items:
        for part in item:
            yield part
def shown(items):
    for item in items:
        pass
    return sorted(locals())
def inner(items):
    def each():
        nonlocal items
        for items in items:
            del items
            items = 2
        return items
    class Kept:
        for number in range(2):
            pass
    return each(), sorted(name for name in vars(Kept) if name.startswith("_c"))
for number in ():
    pass
"""


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        (["total([1])", "total([])", "total([])", "total([9])"], [[2, 4, 4, 3], [3], [], [5]]),
        (["total([])", "total([2])"], [[2, 3, 3], [4, 4]]),
        (["counted(0)", "counted(1)"], [[9, 12, 12], [10]]),
        (["list(made([[]]))", "list(made([]))", "list(made([[1]]))"], [[16, 17, 17, 17, 16], [16], [18]]),
    ],
)
def test_that_a_loop_ran_not_even_once_is_new_once(calls: list[str], expected: list[list[int]]) -> None:
    """Apart from that it came to its end, in loops inside functions."""
    found = reached(LOOPS, *calls)
    assert [sorted(lines) for lines in found] == [sorted(lines) for lines in expected]


def test_nobody_sees_the_variables_of_loops() -> None:
    """Functions that look at their variables have none of ours, nor have classes and modules."""
    plain: Namespace = {"__name__": "subject"}
    exec(compile(LOOPS, "subject.py", "exec", dont_inherit=True), plain)
    probed = run(LOOPS)

    for call in ("shown([])", "shown([1])", "inner([1, 2])", "inner([[]])", "nested([[1, 2], []])"):
        assert (call, eval(call, plain)) == (call, eval(call, probed))
    assert not [name for name in probed if name.startswith(NOT_YET)]
    assert [name for name in probed["total"].__code__.co_varnames if name.startswith(NOT_YET)]


def test_handlers_and_cases_are_new_once() -> None:
    """Each handler, each case, and each case passed by is a place of its own."""
    source = """\
    def kind(x):
        try:
            match x[0]:
                case 1:
                    return "one"
                case 2:
                    return "two"
        except TypeError:
            return "unsized"
        return "none"
    """

    assert reached(source, "kind([1])", "kind(1)", "kind([3])", "kind([2])") == [[2, 5], [9], [6, 6], [7]]


CONDITIONS = """\
def chosen(a, b):
    return a and \\
        b
def either(a, b):
    return (
        a if b
        else b)
def tested(a, b):
    if (a
            and b
            or not a):
        return 1
    return 2
def some(items):
    return [
        x for x in items
        if x
        if x > 1
    ]
def checked(a):
    assert (
        a), "no"
    return a
lazy = lambda a, b=(0 or 1): a or b
class Kept:
    size = 0 or 2
    twice = [n for n in range(3) if n]
"""


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        (["chosen([], 1)", "chosen(1, 2)", "chosen(2, 0)"], [[2], [3], []]),
        (["either(1, 2)", "either(1, 0)", "either(3, 4)"], [[6], [7], []]),
        (["tested(1, 1)", "tested(0, 1)", "tested(1, 0)"], [[9, 10, 12], [9, 11], [9]]),
        (["some([])", "some([0])", "some([1])", "some([2])"], [[15], [17], [18], [18]]),
        (["checked(1)", "checked(2)"], [[22], []]),
        (["lazy(1)", "lazy(0)", "lazy('')"], [[], [24], []]),
    ],
)
def test_the_sides_of_conditions_are_new_once(calls: list[str], expected: list[list[int]]) -> None:
    """Operands that were evaluated, those that were false, items that pass and items that do not."""
    found = reached(CONDITIONS, *calls)
    assert [sorted(set(lines)) for lines in found] == [sorted(set(lines)) for lines in expected]


COMPARING = """\
WORDS = ("open", "close")
def knock(word):
    if word == WORDS[0]:
        return 1
    if word in WORDS and len(word) < 9:
        return 2
    return 3
def constant(word):
    return 1 if word == "sesame" else 2
"""


def test_comparisons_show_what_they_compare_until_both_outcomes_were_seen() -> None:
    """What is passed, and what might be passed instead; constants are known already."""
    coverage = Coverage()
    namespace = run(COMPARING, coverage)
    shown = []
    for word in ("a", "open", "close", "b", "c"):
        namespace["knock"](word)
        shown.append(coverage.taken())
    namespace["constant"]("a")

    assert shown == [("open", "a", "close"), ("open",), ("close", "open"), (), ()]
    assert coverage.taken() == ()


ASKING = """\
class Own: pass
class Odd(type):
    __hash__ = None
class Unhashed(metaclass=Odd): pass
def begins(text, other):
    if text.startswith(other):
        return 1
def ends(text, other):
    return text.endswith(other, 0)
def between(low, number, high):
    if low < number <= high and number:
        return 1
def same(one, other):
    found = one.strip() == f"{other}!"
    return found
def of(thing, classes):
    while not isinstance(thing, classes):
        return 1
def below(cls, other):
    assert not issubclass(cls, other)
def exactly(thing, cls):
    return 1 if type(thing) is cls else 2
def spread(things):
    return isinstance(*things[:2]) or isinstance(things, *things[1:2]) or "ab".startswith(*things[2:])
def none(thing, other):
    return thing is None or thing is other
def fixed(text):
    return text.startswith("a") or text == "b" or 1 < len(text) < 3
"""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("begins('a', 'bc')", ["a", "bc"]),
        ("begins('a', ('b', 'c'))", ["a", "b", "c"]),
        ("ends('a', 'bc')", ["a", "bc"]),
        ("between(5, 3, 9)", [5, 3]),
        ("between(1, 3, 2)", [1, 3, 2]),
        ("same(' a ', 'b')", ["a", "b!"]),
        ("of(1, str)", [str]),
        ("of(1, (bytes, str, (dict,), object))", [bytes, str]),
        ("of(1, list | Own)", [list, "Own"]),
        ("of(1, Unhashed)", []),
        ("of(1, (Own, type))", ["Own"]),
        ("below(int, str)", [str]),
        ("exactly(1, float)", [float]),
        ("spread((1, str, 'a'))", []),
        ("none(1, int)", []),
        ("fixed('b')", []),
    ],
)
def test_what_is_asked_for_is_shown(call: str, expected: list[object]) -> None:
    """Beginnings, ends, borders and classes, in tests and elsewhere; not what stands in the code as it is."""
    coverage = Coverage()
    namespace = run(ASKING, coverage)
    coverage.taken()
    eval(call, namespace)

    assert coverage.taken() == tuple(namespace["Own"] if each == "Own" else each for each in expected)


ORDERED = """\
def told(value):
    heard.append(value)
    return value
def chained(a, b, c):
    if told(a) < told(b) < told(c):
        return 1
def method(a, b):
    if not told(a).startswith(told(b), told(0)):
        return told(a).endswith(told(b))
def kind(a, b):
    return told(a) if isinstance(told(a), told(b)) else type(told(a)) is told(b)
def unbound(a, b):
    if a:
        c = 1
    return a < b < c
heard = []
"""


@pytest.mark.parametrize(
    "call",
    ["chained(1, 2, 3)", "chained(2, 1, 3)", "method('a', 'b')", "method('a', 'a')", "kind(1, int)", "kind(1, str)"],
)
def test_operands_are_evaluated_once_and_in_order(call: str) -> None:
    """As without probes, whether they are looked at or not."""
    plain: Namespace = {"__name__": "subject"}
    exec(compile(ORDERED, "subject.py", "exec", dont_inherit=True), plain)
    probed = run(ORDERED)

    for _ in range(8):
        assert eval(call, plain) == eval(call, probed)
    assert plain["heard"] == probed["heard"]


def test_a_name_that_nobody_looks_up_is_not_looked_up() -> None:
    """It may be bound to nothing."""
    assert run(ORDERED)["unbound"](0, -1) is False


def test_comparisons_outside_of_tests_show_what_they_compare_until_both_outcomes_were_seen() -> None:
    """Where they are true or false; whether anything else is true is not asked. They are no places to be reached."""
    source = """\
    def same(a, b):
        return a == b
    class Odd:
        def __eq__(self, other):
            return self
        def __bool__(self):
            raise ValueError
    """
    coverage = Coverage()
    namespace = run(source, coverage)
    shown = []
    for call in ("same(1, 2)", "same(Odd(), 3)", "same(4, 5)", "same(6, 6)", "same(7, 8)", "same(9, 9)"):
        eval(call, namespace)
        shown.append(coverage.taken())

    assert shown == [(1, 2), (3,), (4, 5), (6,), (), ()]
    assert [coverage.location(number)[1] for number in coverage.covered()] == [1, 2, 5]


def test_what_is_compared_again_and_again_is_shown_a_few_times() -> None:
    """Until somebody has taken what was shown; meanwhile it costs no more than where nothing is to be seen."""
    coverage = Coverage()
    namespace = run("def same(a, b):\n    if a == b:\n        return 1\n", coverage)
    shown = []
    for _ in range(2):
        for number in range(20):
            namespace["same"](number, -1)
        shown.append(coverage.taken())

    assert shown == [(0, -1, 1, 2, 3)] * 2


def test_only_what_can_be_written_down_is_shown() -> None:
    """Not objects, nor long texts; and only so many of many."""
    coverage = Coverage()
    namespace = run("def same(a, b):\n    if a == b:\n        return 1\n", coverage)
    for pair in ((object(), "x" * 1000), (list(range(100)), {"k": object()})):
        namespace["same"](*pair)

    assert coverage.taken() == (0, 1, 2, 3, 4, 5, 6, 7)


def test_addresses_are_not_shown() -> None:
    """They are others at each run."""
    coverage = Coverage()
    namespace = run("def same(a, b):\n    if a == b:\n        return 1\n", coverage)
    for pair in ((id(namespace), 1 << 20), (repr(object()), hash(object()))):
        namespace["same"](*pair)

    assert coverage.taken() == (1 << 20,)


def test_conditions_give_the_very_values_they_gave() -> None:
    """Not merely what is as true; and each truth is asked for once."""
    plain: Namespace = {"__name__": "subject"}
    exec(compile(CONDITIONS, "subject.py", "exec", dont_inherit=True), plain)
    probed = run(CONDITIONS)
    asked: list[int] = []

    class Asked:
        def __init__(self, truth: bool) -> None:
            self.truth = truth

        def __bool__(self) -> bool:
            asked.append(1)
            return self.truth

    for name in ("chosen", "either", "tested", "lazy"):
        for first, second in itertools.product((Asked(True), Asked(False)), repeat=2):
            results, counts = [], []
            for namespace in (plain, probed, probed):
                asked.clear()
                results.append(namespace[name](first, second))
                counts.append(len(asked))
            assert results[0] is results[1] is results[2]
            assert counts[0] == counts[1] == counts[2]
    assert plain["some"](range(4)) == probed["some"](range(4)) == probed["some"](range(4))
    assert vars(probed["Kept"])["twice"] == [1, 2]
    with pytest.raises(AssertionError, match=r"^no$"):
        probed["checked"](0)


def test_a_class_namespace_of_any_kind_is_not_asked_for_flags() -> None:
    """A class whose namespace invents a value for every missing name is defined as without probes."""
    namespace = run("""
        class Inventing(dict):
            def __missing__(self, key):
                self[key] = value = len(self)
                return value
        class Meta(type):
            __prepare__ = classmethod(lambda *arguments: Inventing(print=print, range=range, __name__="subject"))
        class Colour(metaclass=Meta):
            for i in range(2):
                if i: red
    """)

    assert not [name for name in vars(namespace["Colour"]) if name.startswith("_caddis")]


def test_fresh_rises_with_first_visits_only() -> None:
    """Whoever resets `fresh` learns in constant time whether anything new was reached, from any thread."""
    coverage = Coverage()
    namespace = run("def sign(x):\n    if x: return 1\n    return 0\n", coverage)
    coverage.fresh = 0
    threads = [threading.Thread(target=namespace["sign"], args=(1,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert coverage.fresh >= 1
    # the module itself is the first of three
    assert len(coverage.covered()) == len(set(coverage.covered())) == 3
    coverage.fresh = 0
    namespace["sign"](2)
    assert coverage.fresh == 0
    namespace["sign"](0)
    assert coverage.fresh == 1


@pytest.mark.parametrize("step", [None, 1, 2, 5])
def test_every_construct_is_counted_like_coverage_counts_it(tmp_path: Path, step: int | None) -> None:
    """Covered and total branches are coverage.py's, whatever was called, and lines but for what raises before them."""
    module = tmp_path / "constructs.py"
    module.write_text(CONSTRUCTS)
    calls = "\n".join(CALLS[::step]) if step else ""
    (branches, lines), (of_ours, our_lines) = (counts(by, module, calls) for by in ("coverage", "probes"))

    assert branches == of_ours
    assert lines == our_lines


EXERCISED = {
    "textwrap": "wrap('the quick brown fox ' * 9, 20); dedent('  a\\n   b'); shorten('a b c d e', 7)",
    "fractions": "Fraction('1/3') + 2; Fraction(1.5).limit_denominator(1); round(Fraction(5, 3), 1)",
    "shlex": "split('a \"b c\" d # e', comments=True); join(['a b', 'c'])",
    "argparse": """
        parser = ArgumentParser(prog="p")
        parser.add_argument("-x", type=int, default=1)
        parser.add_argument("names", nargs="*")
        parser.parse_args(["-x", "3", "a", "b"])
        parser.format_help()
    """,
    "heapq": "nsmallest(3, [5, 1, 4, 2]); list(merge([1, 3], [2]))",
}


@pytest.mark.parametrize("module", sorted(EXERCISED))
def test_real_modules_are_counted_like_coverage_counts_them(tmp_path: Path, module: str) -> None:
    """Covered and total branches and lines of copied standard modules lie within 2 % of coverage.py's."""
    copied = tmp_path / f"copied_{module}.py"
    copied.write_bytes((STANDARD_LIBRARY / f"{module}.py").read_bytes())
    (branches, lines), (of_ours, our_lines) = (counts(by, copied, EXERCISED[module]) for by in ("coverage", "probes"))

    assert pytest.approx(branches, rel=0.02) == of_ours
    assert pytest.approx(lines, rel=0.02) == our_lines


def test_an_imported_module_looks_as_it_did(import_probed: Import, tmp_path: Path) -> None:
    """File, cache, source, resources and pickles are those of an ordinary import; no bytecode is written."""
    module, finder = import_probed("class Point:\n    def x(self):\n        return 1\n", data="VALUE = 1\n")
    directory = tmp_path / module.__name__
    path = directory / "__init__.py"

    assert [str(path), importlib.util.cache_from_source(str(path))] == [module.__file__, module.__cached__]
    assert module.__spec__ is not None
    assert module.__spec__.origin == module.Point.x.__code__.co_filename == str(path)
    assert inspect.getsource(module.Point) == path.read_text()
    assert importlib.resources.files(module).joinpath("data.py").read_text() == "VALUE = 1\n"
    assert type(pickle.loads(pickle.dumps(module.Point()))) is module.Point
    assert not list(directory.rglob("*.pyc"))
    assert runpy.run_module(f"{module.__name__}.data")["VALUE"] == 1
    assert finder.plain == []


def test_tracebacks_and_warnings_point_where_they_did(import_probed: Import) -> None:
    """An exception inside an import shows no frame of ours, and a warning is laid to the importing line."""
    package, finder = import_probed(
        "def load():\n    from . import old\n    return old.fail()\n",
        old="""\
        import warnings
        warnings.warn("old", DeprecationWarning, stacklevel=2)
        def fail():
            if True:
                from . import broken
        """,
        broken="for i in range(3):\n    if i == 2:\n        raise KeyError(i)\n",
    )
    with warnings.catch_warnings(record=True, action="always") as caught, pytest.raises(KeyError) as raised:
        package.load()

    shown = [(Path(entry.filename).name, entry.lineno) for entry in traceback.extract_tb(raised.value.__traceback__)]
    assert shown[1:] == [("__init__.py", 3), ("old.py", 5), ("broken.py", 3)]
    assert [(package.__file__, 2)] == [(warning.filename, warning.lineno) for warning in caught]
    assert {package.__name__, f"{package.__name__}.old", f"{package.__name__}.broken"} == {
        finder.coverage.location(number)[0] for number in finder.coverage.covered()
    }


def test_importing_again_keeps_the_numbers(import_probed: Import) -> None:
    """A module reloaded, or imported anew, has the same probes, and those reached stay reached."""
    module, finder = import_probed("def sign(x):\n    if x: return 1\n    return 0\n")
    module.sign(1)
    before = finder.coverage.counts()
    finder.coverage.fresh = 0
    importlib.reload(module).sign(1)
    del sys.modules[module.__name__]
    again = importlib.import_module(module.__name__)
    again.sign(2)

    assert again is not module
    assert (before, 0) == (finder.coverage.counts(), finder.coverage.fresh)
    again.sign(0)
    assert finder.coverage.fresh == 1


def test_what_cannot_be_instrumented_runs_plain(import_probed: Import) -> None:
    """A module nested too deep for us is run without probes and named with the reason."""
    chain = "".join(f"    elif x == {number}:\n        y = {number}\n" for number in range(450))
    source = f"def choose(x):\n    if x < 0:\n        y = -1\n{chain}    return y\n"
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 300)
    try:
        module, finder = import_probed(source)
    finally:
        sys.setrecursionlimit(limit)

    assert module.choose(7) == 7
    [(name, reason)] = finder.plain
    assert name == module.__name__
    assert reason.startswith("RecursionError")
    assert finder.coverage.counts() == (0, 0)


@pytest.mark.parametrize("source", ["x = (\n", "def f():\n    return 1\nreturn 2\n", "x = 1\nbreak\n"])
def test_a_syntax_error_is_the_users_own(import_probed: Import, source: str) -> None:
    """A module that Python refuses is refused in Python's words, with no error of ours behind it."""
    with pytest.raises(SyntaxError) as ours:
        import_probed(source)
    with pytest.raises(SyntaxError) as plain:
        compile(source, str(ours.value.filename), "exec", dont_inherit=True)

    assert plain.value.args == ours.value.args
    assert ours.value.__context__ is None


def test_other_encodings_are_read(import_probed: Import) -> None:
    """A module in Latin-1 with Windows line ends has its text and its lines."""
    source = "# coding: latin-1\r\ndef name(x):\r\n    if x: 'é'; return 'é'\r\n"
    module, finder = import_probed(source.encode("latin-1"))

    assert module.name(1) == "é"
    assert [finder.coverage.location(number)[1] for number in finder.coverage.covered()] == [1, 3, 3]


def test_other_modules_stay_plain(import_probed: Import) -> None:
    """Only the packages named are instrumented, and none after uninstalling."""
    module, finder = import_probed("VALUE = 1\n", inner="if __name__:\n    VALUE = 2\n", later="VALUE = 3\n")
    importlib.import_module(f"{module.__name__}.inner")
    finder.uninstall()
    later = importlib.import_module(f"{module.__name__}.later")

    assert finder not in sys.meta_path
    assert finder.coverage.counts() == (1, 2)
    assert not finder.matches(f"{module.__name__}_other")
    assert type(later.__loader__) is importlib.machinery.SourceFileLoader


SHOWN = """
def ways(x, xs):
    try:
        if x:
            return 1
        first = xs[0]
    except IndexError:
        first = None
    finally:
        x = 2
    while True:
        if first:
            break
        first = x
    match first:
        case 2:
            second = 1
        case _:
            return None
    return second
"""


@pytest.mark.parametrize(
    ("call", "unseen"),
    [
        ("", range(3, 21)),
        ("ways(1, [])", {6, 7, 8, *range(11, 21)}),
        ("ways(0, [])", {5, 18, 19}),
        ("ways(0, [2])", {5, 7, 8, 14, 18, 19}),
        ("ways(0, [3])", {5, 7, 8, 14, 17, 20}),
    ],
)
def test_lines_are_run_that_something_leads_to(call: str, unseen: set[int]) -> None:
    """Past jumps, handlers, loops and cases: whatever no probe tells of was not run."""
    coverage = Coverage()
    eval(call or "0", run(SHOWN, coverage))
    every = set(range(2, 21)) - {9}

    assert every - {line for _, line in coverage.run_by(coverage.covered())} == set(unseen) - {9}
