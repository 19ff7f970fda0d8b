"""Tests of an earlier run live on in a new one."""

from __future__ import annotations

from caddis.emit.drafts import Draft, single
from caddis.emit.imports import Import
from caddis.emit.module import TestFile, _signed
from caddis.emit.regenerating import merged, read

STACK = frozenset({Import("shop", "Stack")})


def file(*tests: str, needs: frozenset[Import] = STACK) -> TestFile:
    """A file of tests, each given by its source."""
    named = [(source.partition("(")[0].removeprefix("def "), source) for source in tests]
    return TestFile(
        "regression tests for shop", tuple(single(Draft(name, (), needs, text=source)) for name, source in named)
    )


def pushing(value: int, name: str = "test_push", call: str = "push") -> str:
    """A test."""
    return f"def {name}():\n    stack = Stack()\n    stack.{call}({value})\n    assert stack.top == {value}\n"


def test_a_file_is_read_as_it_was_written() -> None:
    """Imports, tests and their order."""
    written = file(pushing(1), pushing(2, "test_push_2"))

    assert written == read(written.source)


def test_a_file_that_somebody_changed_is_not_read() -> None:
    """It is theirs now."""
    assert read(file(pushing(1)).source.replace("1", "3")) is None


def test_a_file_that_holds_more_than_tests_is_not_read() -> None:
    """What the other things are for, nobody can tell."""
    assert read(_signed("regression tests for shop", "\nX = 1\n")) is None


def test_the_same_test_with_other_values_keeps_its_text() -> None:
    """Both show the same, so there is nothing to change."""
    kept = merged(file(pushing(2)), file(pushing(1)))

    assert file(pushing(1)) == kept


def test_the_same_text_keeps_its_name() -> None:
    """And a new test whose name that was gets another."""
    old, new = file(pushing(1, "test_push_2")), file(pushing(3, call="put"), pushing(1, "test_push"))

    kept = merged(new, old)

    assert [name for name, _ in kept.tests] == ["test_push", "test_push_2"]


def test_another_name_and_other_values_are_another_test() -> None:
    """Nothing says that they show the same."""
    kept = merged(file(pushing(2)), file(pushing(1, "test_push_of_one")))

    assert file(pushing(2)) == kept


def test_what_only_an_old_test_calls_is_kept() -> None:
    """It adds something; one that calls what others call does not."""
    old = file(pushing(1, "test_swap", call="swap"), pushing(1, "test_first"))

    kept = merged(file(pushing(2)), old)

    assert [name for name, _ in kept.tests] == ["test_push", "test_swap"]


def test_old_tests_stay_in_their_order() -> None:
    """So that nothing moves that need not."""
    old = file(pushing(1, "test_a"), pushing(2, "test_b"))

    kept = merged(file(pushing(2, "test_b"), pushing(3, "test_c", call="put"), pushing(1, "test_a")), old)

    assert [name for name, _ in kept.tests] == ["test_a", "test_c", "test_b"]


def test_an_old_test_whose_imports_clash_is_not_kept() -> None:
    """Its Stack is another's."""
    kept = merged(file(pushing(2)), file(pushing(1), needs=frozenset({Import("elsewhere", "Stack")})))

    assert file(pushing(2)) == kept


def test_headings_and_rows_are_read_back() -> None:
    """The text that is made of what was read is the text that was read, and each row is counted."""
    rows = '@pytest.mark.parametrize("x", [1, 2])\ndef test_rows(x):\n    assert Stack(x).top == x\n'
    needs = STACK | {Import("pytest")}
    entries = (
        single(Draft("test_first", (), STACK, text=pushing(1, "test_first")), "functions"),
        single(Draft("test_rows", (), needs, text=rows), "Stack"),
    )
    written = TestFile("regression tests for shop", entries)

    found = read(written.source)

    assert found is not None
    assert written.source == found.source == merged(found, found).source
    assert [(entry.heading, entry.rows) for entry in found.entries] == [("functions", 1), ("Stack", 2)]
