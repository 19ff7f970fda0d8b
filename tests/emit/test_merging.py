"""Tests that differ only in values become one, each of them a row that can be told by its id."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from pathlib import Path

from caddis.emit.leaves import Code
from caddis.emit.merging import MOST_ROWS, alike, tabulated
from caddis.emit.module import TestFile, regression_source
from caddis.model.finding import Assertion, Case
from caddis.model.sequence import Sequence
from emit.making import Ref, awaited, constructor, display, function, method, sequence
from emit.test_module import without_header
from emit.test_random_sequences import random_case, with_other_literals

ADD = function("add", "first second=")
STACK = constructor("Stack")


def returning(made: Sequence, expected: str, **rest: bool) -> Case:
    last = len(made) - 1
    return Case(made, (Assertion(last, "{0}", expected, last),), ("",) * len(made), **rest)


def added(first: object, second: object, expected: str) -> Case:
    return returning(sequence((ADD, first, second)), expected)


def functions(file: TestFile) -> str:
    return without_header(file.source).partition("\n\n\n")[2]


THREE = regression_source("shop", [added(1, 2, "3"), added("a", "b", "'ab'"), added(-1, 1, "0")])


def test_values_become_rows() -> None:
    """Parameters are called as those of the operation, and what is expected comes last."""
    assert functions(THREE) == (
        "@pytest.mark.parametrize(\n"
        '    ("first", "second", "expected"), [("a", "b", "ab"), (-1, 1, 0), (1, 2, 3)]\n'
        ")\n"
        "def test_add_with_second(first, second, expected):\n"
        "    assert add(first, second=second) == expected\n"
    )
    assert "\nimport pytest\n" in THREE.source


def test_what_is_the_same_in_all_rows_stays_where_it_is() -> None:
    """And what varies together is one parameter."""
    made = regression_source("shop", [added(5, n, str(n)) for n in (6, 7)])

    assert functions(made) == (
        '@pytest.mark.parametrize("second", [6, 7])\n'
        "def test_add_with_second_returns_second(second):\n"
        "    assert add(5, second=second) == second\n"
    )


def test_rows_are_told_by_their_ids() -> None:
    """As pytest makes them; a row can be dropped, and a last one is a test like any other, with a name of its own."""
    names = [name for name, _ in THREE.tests]
    two = THREE.only(names[1:])

    assert names == [f"test_add_with_second[{one}]" for one in ("a-b-ab", "-1-1-0", "1-2-3")]
    assert [name for name, _ in two.tests] == names[1:]
    assert "[(-1, 1, 0), (1, 2, 3)])\n" in two.source
    assert functions(two.only(names[1:2])) == (
        "def test_add_with_negative_first_and_second_returns_zero():\n    assert add(-1, second=1) == 0\n"
    )
    assert "pytest" not in two.only(names[1:2]).source


def test_ids_are_given_where_pytest_would_make_unreadable_ones() -> None:
    """Types tell rows apart that would read the same."""
    values: list[object] = ["", "é\n", b"abc", "abc", "x" * 200, None]
    made = regression_source("shop", [returning(sequence((function("size", "of"), value)), "1") for value in values])
    ids = {name.partition("[")[2].rstrip("]") for name, _ in made.tests if "[" in name}

    assert ids == {"empty", "e", "bytes-abc", "abc", "None"}
    assert 'pytest.param(b"abc", id="bytes-abc")' in made.source


def test_pytest_calls_them_the_same(tmp_path: Path) -> None:
    """All rows pass, under the names we know them by."""
    of_len = [
        returning(sequence((display("[", n), *range(n)), (function("len", "obj", "builtins"), Ref(0))), str(n))
        for n in range(4)
    ]
    parsed = [
        returning(sequence((function("literal_eval", "text", "ast"), text)), text)
        for text in (
            "1",
            "1.5",
            "True",
            "None",
            "'a.b-c'",
            "'>=1'",
            "'a b'",
            "(1, 2)",
            "[]",
            "{}",
        )
    ]
    file = regression_source("ast", [*of_len, *parsed])
    (tmp_path / "test_rows.py").write_text(file.source, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-vv",
        "--no-header",
        "-p",
        "no:randomly",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
    ]
    done = subprocess.run([*command, tmp_path], capture_output=True, text=True, check=False, cwd=tmp_path)
    passed = [line.partition("::")[2].partition(" PASSED")[0] for line in done.stdout.splitlines() if " PASSED" in line]

    assert [name for name, _ in file.tests] == passed
    assert sum("[" in name for name in passed) > 8


def test_what_may_be_changed_is_made_anew_for_each_test() -> None:
    """A list that a variable holds is no parameter; one that is only handed over is."""
    sort = function("sort", "items", "builtins")
    changed = [
        Case(sequence((display("[", 2), *two), (sort, Ref(0))), (Assertion(0, "{0}", "[1, 2]", 1),), ("list", ""))
        for two in ((1, 2), (2, 1))
    ]
    handed = [returning(sequence((display("[", 1), n), (function("first", "items"), Ref(0))), str(n)) for n in (1, 2)]

    assert len(regression_source("shop", changed).entries) == 2
    assert functions(regression_source("shop", handed)).endswith(
        "def test_first(items, expected):\n    assert first(items) == expected\n"
    )


def test_a_variable_that_holds_a_literal_is_a_parameter() -> None:
    """There is no line for it any more."""
    upper = method("str.upper", module="builtins")
    made = regression_source("shop", [returning(sequence((upper, text)), f"'{text.upper()}'") for text in ("a", "b")])

    assert functions(made) == (
        '@pytest.mark.parametrize(("text", "expected"), [("a", "A"), ("b", "B")])\n'
        "def test_str_upper(text, expected):\n"
        "    assert text.upper() == expected\n"
    )


def test_tests_that_wait_or_write_are_merged_among_themselves() -> None:
    """With their loop, marks and fixtures."""
    load = awaited(function("load", "path"))
    cases = [returning(sequence((load, path)), f"'{path}'", writes=True) for path in ("a", "b")]
    plain = regression_source("shop", cases)
    marked = regression_source("shop", cases, marks=("pytest.mark.anyio",))

    assert plain.in_directory == {"test_load_returns_path"}
    assert functions(plain) == (
        '@pytest.mark.parametrize("path", ["a", "b"])\n'
        "def test_load_returns_path(tmp_path, monkeypatch, path):\n"
        "    monkeypatch.chdir(tmp_path)\n"
        "\n"
        "    async def scenario():\n"
        "        assert await load(path) == path\n"
        "\n"
        "    asyncio.run(scenario())\n"
    )
    assert functions(marked) == (
        '@pytest.mark.parametrize("path", ["a", "b"])\n'
        "@pytest.mark.anyio\n"
        "async def test_load_returns_path(tmp_path, monkeypatch, path):\n"
        "    monkeypatch.chdir(tmp_path)\n"
        "    assert await load(path) == path\n"
    )
    assert len(regression_source("shop", [*cases, returning(sequence((load, "c")), "'c'")]).entries) == 2


def test_refusals_are_merged_with_those_of_the_same_exception() -> None:
    """The message they must match may vary."""
    texts = [
        f"with pytest.raises({error}, match={match!r}):\n    parse({value!r})"
        for error, match, value in (("ValueError", "no a", "a"), ("ValueError", "no b", "b"), ("KeyError", "no c", "c"))
    ]
    codes = [Code(text, {"parse": ("text",)}) for text in texts]
    table = tabulated(codes[:2], (), 4)

    assert alike((place, code, None) for place, code in enumerate(codes)) == [[0, 1], [2]]
    assert table.parameters == ("match", "text")
    assert table.lines == ("with pytest.raises(ValueError, match=match):", "    parse(text)")


def test_parameters_hide_nothing() -> None:
    """Neither what the test calls nor what it takes."""
    odd = function("add", "add print")
    made = regression_source("shop", [returning(sequence((odd, n, n + 1)), str(n + 3)) for n in (1, 5)])

    assert "def test_add(number, value, expected):\n    assert add(number, value) == expected\n" in made.source


def test_there_are_few_rows_and_few_columns() -> None:
    """Too many rows are split by what they show; code with too many values stays as it is."""
    many = [added(n, 100, "True" if n % 2 else "False") for n in range(1, MOST_ROWS + 2)]
    wide = [returning(sequence((function("f", "a b c d e f"), *range(n, n + 6))), str(n)) for n in (10, 20)]
    halves = regression_source("shop", many)

    assert [entry.name for entry in halves.entries] == [
        "test_add_with_second_returns_true",
        "test_add_with_second_returns_false",
    ]
    assert max(len(entry.drafts) for entry in halves.entries) <= MOST_ROWS
    assert len(regression_source("shop", wide).entries) == 2


def test_a_row_does_what_its_test_would() -> None:
    """With its values put back, the code is that of the test alone, whatever the operations."""
    rng = random.Random(5)
    rows = 0
    for _ in range(25):
        case = random_case(rng)
        file = regression_source("shop", [case, *(with_other_literals(case, rng) for _ in range(3))])
        for entry in file.entries:
            if len(entry.drafts) == 1:
                continue
            table = tabulated([draft.code for draft in entry.drafts], entry.reserved, 4)
            for place, draft in enumerate(entry.drafts):
                values = {column.name: ast.parse(column.values[place], mode="eval").body for column in table.columns}
                put_back = _PutBack(values).visit
                left = [node for node in draft.code.tree.body if not _is_bound(node, values)]
                made = ast.parse("\n".join(table.lines)).body
                assert [ast.dump(put_back(node)) for node in made] == [ast.dump(put_back(node)) for node in left]
                rows += 1
    assert rows > 20


def _is_bound(node: ast.stmt, values: dict[str, ast.expr]) -> bool:
    """Whether a line gives a variable its value that is a parameter now."""
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in values


class _PutBack(ast.NodeTransformer):
    def __init__(self, values: dict[str, ast.expr]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._values.get(node.id, node)
