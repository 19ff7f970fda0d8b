"""Whatever the sequence, the file is Python that ruff has nothing to say about."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from caddis.emit.alone import HELPER_NAME
from caddis.emit.module import TestFile, findings_source, regression_source
from caddis.model.definition import Definition, Formal, Method, calling, defining, given, result
from caddis.model.finding import PROCESS_KINDS, Assertion, Case, Finding, Refusal
from caddis.model.operation import Kind, Operation, Waiting
from caddis.model.operators import AWAITED, ENTERING, IN_PLACE, OPERATORS, STATEMENTS, arity
from caddis.model.sequence import Argument, Literal, Sequence, Statement
from caddis.model.verdict import Location, Violation
from caddis.reduce.definitions import without_unused
from emit.making import awaited, constructor, display, function, method, operator

RUFF = Path(sys.executable).with_name("ruff")
CLASSIC_RULES = "E4,E7,E9,F,I"

TYPES = (
    "SumStack",
    "MaxStack",
    "OrderedDict",
    "bidict",
    "int",
    "str",
    "list",
    "NoneType",
    "L",
    "package",
    "coroutine",
    "",
)
OPERATIONS = [
    *(constructor(name, "first second= third=", module) for name, module in (
        ("SumStack", "shop.stacks"), ("MaxStack", "shop.stacks"), ("SumStack", "shop.other"), ("bidict", "bidict"),
        ("TestCase", "bidict.testing"), ("Outer.Inner", "package"), ("date", "datetime"),
    )),
    *(function(name, "first *rest *more", module) for name, module in (
        ("run_alone", "shop"), ("signal", "shop"), ("monkeypatch", "shop"),
        ("merge", "shop.stacks"), ("test_it", "shop"), ("open", "shop"), ("get_parts", "package"),
        ("sorted", "builtins"), ("a_function_with_quite_a_long_name_indeed", "package.module_with_a_long_name"),
    )),
    *(constructor(name, "first", "builtins") for name in ("list", "int", "str", "set")),
    constructor("dict", "", "builtins"),
    *(method(name, "first= second=") for name in ("SumStack.push", "SumStack.get_data", "Omd.get_id", "str.format")),
    method("SumStack.from_list", "items limit=", Kind.CLASS_METHOD),
    method("SumStack.check", "items", Kind.STATIC_METHOD),
    method("SumStack.total", kind=Kind.READ),
    method("SumStack.total", "value", Kind.WRITE),
    method("SumStack.total", kind=Kind.DELETE),
    method("Color.RED", kind=Kind.CONSTANT),
    Operation(Kind.CONSTANT, "shop", "", "DEFAULT"),
    *(awaited(function(name, "first *rest", module)) for name, module in (
        ("fetch", "shop"), ("scenario", "shop"), ("asyncio", "shop"),
        ("a_coroutine_with_quite_a_long_name_indeed", "package.module_with_a_long_name"),
    )),
    *(awaited(method(name, "first= second=")) for name in ("SumStack.get_soon", "SumStack.later")),
    awaited(method("SumStack.arrived", kind=Kind.READ)),
    *(operator(f"SumStack.{name}", "a b"[: 2 * arity(name)]) for name in OPERATORS),
    *(display(opening, count) for opening in ("[", "(", "{", "{:") for count in (0, 2, 4)),
    display("(", 1),
    calling(),
]  # fmt: skip
ATOMS = [
    None, True, False, 0, 1, -1, 10**30, 1.0, 1e100, float("inf"), float("nan"), 2j, 1 - 2j, "", "%d", "a", "it's",
    'say "hi"', '"""', "'" + '"' * 7 + "\\", "\n\u200b\ud800\\", "word " * 8, "x" * 100, b"\x00raw", "{0}", "中文" * 12,
]  # fmt: skip
EXPECTED = ["True", "None", "3", "[1, 2, 3]", "'quoted'", repr({"key": ["long " * 6] * 4}), "-1", "(1+2j)"]
CLAIM = ("import copy", "from math import isnan", "other = copy.copy({0})", "assert other == {0}", "assert {0} == {0}",
         "with other as data:", "    assert not isnan(data.number)", "assert all(x in other for x in {0})")  # fmt: skip

PRINTED = [
    "",
    "  ",
    "plain",
    "    indented  ",
    "\ttab",
    '"""',
    "back\\slash\\",
    "\x1b[31m\x00\ud800",
    "wide " * 40,
    "中文" * 60,
]
MARKS = (("pytest.mark.asyncio",), ("pytest.mark.anyio", 'pytest.mark.parametrize("a", ["b"])'), (), (), ())


FORMALS = [
    (),
    (Formal("event"),),
    (Formal("stack"), Formal("number", Literal(None))),
    (Formal("*args"), Formal("**named")),
    (Formal("text"), Formal("flag", Literal(True), by_keyword=True)),
    tuple(map(Formal, ("a_parameter_with_a_name", "another_one_with_a_name", "and_another_one", "and_the_last"))),
]


def random_arguments(rng: random.Random, operation: Operation, index: int) -> tuple[Argument, ...]:
    arguments: list[Argument] = []
    for position, parameter in enumerate(operation.parameters):
        if not parameter.required and rng.random() < 0.5:
            arguments.append(None)
        elif index and rng.random() < (0.9 if position == 0 else 0.5):
            arguments.append(-rng.randrange(1, index + 1))
        else:
            arguments.append(Literal(rng.choice(ATOMS)))
    return tuple(arguments)


def random_method(rng: random.Random, name: str, first: tuple[str, ...], captured: int) -> Method:
    formals = rng.choice(FORMALS)
    slots = [*(f"value{one}" for one in range(captured)), *first, *(formal.name for formal in formals)]
    statements = [*map(given, slots)]
    for _ in range(rng.randrange(4)):
        operation = random_definition(rng, 1) if rng.random() < 0.1 else rng.choice(OPERATIONS)
        if operation.waiting is Waiting.PLAIN and operation.name not in AWAITED:
            statement = Statement(operation, random_arguments(rng, operation, len(statements)))
            statements.append(without_unused(statement) if operation.definition is not None else statement)
    if statements and rng.random() < 0.5:
        statements.append(result(rng.choice([Literal(1), -1, -len(statements)])))
    return Method(name, formals, Sequence(tuple(statements)), waits=rng.random() < 0.1)


def random_definition(rng: random.Random, depth: int = 0) -> Operation:
    captured = rng.randrange(3)
    if rng.random() < 0.5 or depth:
        methods = (random_method(rng, "listener", ("listener",), captured),)
        definition = Definition("listener", methods)
    else:
        names = rng.sample(["push", "pop", "on_change"], rng.randrange(3))
        methods = tuple(random_method(rng, name, ("self", "super()"), captured) for name in names)
        definition = Definition("Observer", methods, ("shop.stacks", "SumStack"))
    return defining(definition, [f"value{one}" for one in range(captured)])


def random_defining(rng: random.Random, index: int) -> Statement:
    operation = random_definition(rng)
    return without_unused(Statement(operation, random_arguments(rng, operation, index)))


def random_sequence(rng: random.Random) -> tuple[Sequence, tuple[str, ...]]:
    statements: list[Statement] = []
    types: list[str] = []
    for _ in range(rng.randrange(1, 12)):
        operation = rng.choice(OPERATIONS)
        if rng.random() < 0.05:
            # never the last: nothing is asserted of a definition by itself
            statements.append(random_defining(rng, len(statements)))
            types.append("function")
        statements.append(Statement(operation, random_arguments(rng, operation, len(statements))))
        valueless = operation.kind in (Kind.WRITE, Kind.DELETE) or operation.name in ("__setitem__", "__delitem__")
        types.append("NoneType" if valueless else rng.choice(TYPES))
    return Sequence(tuple(statements)), tuple(types)


IMPORTED = [
    ("shop.Colour.RED", ("shop", "Colour.RED")),
    ("shop.parts.Point(1, [shop.parts.Point(2, None)])", ("shop.parts", "Point")),
    ("{'a': pytest.approx(0.3), 'shop.Colour': 1}", ("pytest", "approx")),
    ("market.SumStack('shop.parts.Point')", ("market", "SumStack")),
]
REFUSALS = [
    Refusal("builtins", "ValueError", "nothing to see here"),
    Refusal("builtins", "IndexError"),
    Refusal("shop", "Empty", "what (is) this?"),
    Refusal("shop.errors", "TheShelfIsAlreadyEmptyAndNobodyFilledIt", "there is not a single thing left on this one"),
]


def random_case(rng: random.Random) -> Case:
    made, types = random_sequence(rng)
    assertions = []
    for _ in range(rng.randrange(4)):
        subject = rng.randrange(len(made))
        template = rng.choice(["{0}", "{0}", "len({0})", "{0}.size()", "{0}.total", "list({0})"])
        assertions.append(Assertion(subject, template, rng.choice(EXPECTED), rng.randrange(subject, len(made))))
    last = len(made) - 1
    if types[last] != "NoneType":
        for expected, name in rng.sample(IMPORTED, rng.randrange(3)):
            assertions.append(Assertion(last, "{0}", expected, last, names=(name,)))
            assertions.append(Assertion(last, "{0} is {1}", "", last, (rng.randrange(len(made)),)))
    # entering a context is never expected to raise
    refused = rng.random() < 0.3 and made.statements[last].operation.name not in ENTERING
    refusal = rng.choice(REFUSALS) if refused else None
    kept = () if refusal is not None else tuple(assertions)
    return Case(made, kept, types, writes=rng.random() < 0.2, refusal=refusal)


def random_finding(rng: random.Random) -> Finding:
    made, types = random_sequence(rng)
    words = ['"quoted"', "back\\slash", "was", "expected", "tab\t", "half\ud800", "'''", '"""', "long" * 9]
    message = " ".join(rng.choice(words) for _ in range(rng.randrange(1, 25)))
    location = Location("shop/stacks.py", rng.randrange(500), "SumStack.pop") if rng.random() < 0.7 else None
    kind = rng.choice(["keeps-its word", "keeps-its word", *sorted(PROCESS_KINDS)])
    subjects, claim = ((len(made) - 1,), CLAIM) if rng.random() < 0.8 else ((), ())
    violation = Violation(kind, message, subjects, claim, location=location)
    printed = "\n".join(rng.choice(PRINTED) for _ in range(rng.randrange(14)))
    return Finding(made, violation, types[:-1], limit=rng.choice([0.0, 0.5, 20.0]), output=printed)


def with_other_literals(case: Case, rng: random.Random) -> Case:
    def other(argument: object) -> object:
        return (
            Literal(rng.choice([0, -3, "", "é\"'", b"\x00", None, 2.5])) if isinstance(argument, Literal) else argument
        )

    statements = (
        Statement(one.operation, tuple(map(other, one.arguments)))  # type: ignore[arg-type]
        for one in case.sequence
    )
    return Case(Sequence(tuple(statements)), case.assertions, case.type_names, case.writes)


def random_suite(rng: random.Random) -> list[Case]:
    """Cases, some of them alike."""
    cases = [random_case(rng) for _ in range(rng.randrange(12))]
    return [*cases, *(with_other_literals(case, rng) for case in cases[::3] for _ in range(rng.randrange(4)))]


def random_files(seed: int, count: int) -> list[TestFile]:
    rng = random.Random(seed)
    return [
        regression_source("shop", random_suite(rng), marks=MARKS[number % 5])
        if number % 2
        else findings_source("shop", [random_finding(rng) for _ in range(rng.randrange(6))], marks=MARKS[number % 5])
        for number in range(count)
    ]


def ruff(*arguments: str | Path) -> str:
    done = subprocess.run([RUFF, *arguments], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode else ""


def quoted_codes(file: TestFile) -> list[str]:
    """The code that each test of a file runs in a process of its own."""
    calls = [node for node in ast.walk(ast.parse(file.source)) if isinstance(node, ast.Call)]
    helped = [call for call in calls if "seconds" in [keyword.arg for keyword in call.keywords]]
    return [textwrap.dedent(ast.literal_eval(call.args[0])).lstrip("\n") for call in helped]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[TestFile]]:
    folder = tmp_path_factory.mktemp("emitted")
    made = random_files(seed=1, count=120)
    for number, file in enumerate(made):
        (folder / f"test_{number}.py").write_text(file.source, encoding="utf-8")
        some = file.only({name for name, _ in file.tests[::2]})
        (folder / f"test_{number}_some.py").write_text(some.source, encoding="utf-8")
    return folder, made


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_every_file_is_python(files: tuple[Path, list[TestFile]]) -> None:
    """And every test has a name of its own."""
    for file in files[1]:
        nodes = ast.parse(file.source).body
        functions = [node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        compile(file.source, "emitted", "exec")

        names = dict.fromkeys(name.partition("[")[0] for name, _ in file.tests)
        assert functions == [HELPER_NAME] * bool(file.alone) + list(names)
        assert len(set(functions)) == len(functions)


def test_the_same_input_gives_the_same_text() -> None:
    """Nothing depends on the order of sets."""
    assert [file.source for file in random_files(7, 6)] == [file.source for file in random_files(7, 6)]


@pytest.mark.skipif(not RUFF.exists(), reason="ruff is not installed here")
def test_every_file_is_formatted(files: tuple[Path, list[TestFile]]) -> None:
    """`ruff format` changes nothing."""
    assert ruff("format", "--isolated", "--diff", files[0]) == ""


@pytest.mark.skipif(not RUFF.exists(), reason="ruff is not installed here")
def test_code_in_quotes_is_no_worse(files: tuple[Path, list[TestFile]], tmp_path: Path) -> None:
    """It is formatted for where it stands, eight columns from the left, and its names are defined."""
    codes = [code for file in files[1] for code in quoted_codes(file)]
    for number, code in enumerate(codes):
        (tmp_path / f"code_{number}.py").write_text(code, encoding="utf-8")

    assert len(codes) > 50
    assert ruff("format", "--isolated", "--line-length", "80", "--diff", tmp_path) == ""
    assert ruff("check", "--isolated", "--no-cache", "--select", CLASSIC_RULES, tmp_path) == ""


@pytest.mark.skipif(not RUFF.exists(), reason="ruff is not installed here")
def test_every_name_is_defined_and_used(files: tuple[Path, list[TestFile]]) -> None:
    """`ruff check` finds nothing, neither with the classic rules nor with those that come by default."""
    check = ("check", "--isolated", "--no-cache", "--output-format", "concise")

    assert ruff(*check, "--select", CLASSIC_RULES, files[0]) == ""
    # only here are literals rounded: no target has operations on them
    assert ruff(*check, "--ignore", "RUF057", files[0]) == ""


def test_all_kinds_of_operation_take_part() -> None:
    """Otherwise the tests above would claim too much."""
    assert any("parametrize" in file.source for file in random_files(1, 10) if file.about.startswith("regression"))
    inside = {Kind.DEFINITION, Kind.GIVEN, Kind.RESULT}
    assert set(Kind) - inside == {operation.kind for operation in OPERATIONS}
    assert set(STATEMENTS) | set(IN_PLACE) | set(AWAITED) <= {operation.name for operation in OPERATIONS}


def test_the_order_of_the_cases_does_not_matter() -> None:
    """Files are the same however the cases were found."""
    rng = random.Random(3)
    suites = [random_suite(rng) for _ in range(8)]

    assert [regression_source("shop", cases).source for cases in suites] == [
        regression_source("shop", cases[::-1]).source for cases in suites
    ]
