"""Imports are few, sorted and safe."""

from __future__ import annotations

from caddis.emit.imports import Import, block, plan
from caddis.model.operation import Kind, Operation
from emit.making import constructor, function, method, operator


def imported(*operations: Operation) -> list[str]:
    imports = plan(operations)
    return block(one for operation in operations if (one := imports.needed(operation)))


def spelled(*operations: Operation) -> list[str]:
    imports = plan(operations)
    return [imports.spell(operation) for operation in operations]


def test_names_come_from_their_modules_in_the_order_of_ruff() -> None:
    """Constants, classes, functions; standard library first; plain imports before."""
    assert imported(
        function("merge"),
        constructor("Stack10"),
        constructor("Stack2"),
        method("Stack.of", kind=Kind.CLASS_METHOD),
        Operation(Kind.CONSTANT, "shop", "", "LIMIT"),
        function("gcd", module="math"),
        function("sorted", module="builtins"),
        method("Stack.push"),
    ) == [
        "from math import gcd",
        "",
        "from shop import LIMIT, Stack, Stack2, Stack10, merge",
    ]


def test_long_imports_are_one_name_a_line() -> None:
    """With a comma behind the last."""
    names = [f"function_number_{n}" for n in range(5)]

    assert ["from shop import (", *(f"    {name}," for name in names), ")"] == imported(*map(function, names))


def test_clashing_names_are_written_with_their_modules() -> None:
    """Only those that clash."""
    clashing = (constructor("Stack", module="a.b"), constructor("Stack", module="c"), function("merge", module="c"))

    assert imported(*clashing) == ["import a.b", "import c", "from c import merge"]
    assert spelled(*clashing) == ["a.b.Stack", "c.Stack", "merge"]


def test_what_pytest_would_collect_is_not_imported_by_name() -> None:
    """Nor what hides a builtin."""
    risky = (constructor("TestResult"), function("test_it"), function("open"), function("setup_module"))

    assert imported(*risky) == ["import shop"]
    assert spelled(*risky) == ["shop.TestResult", "shop.test_it", "shop.open", "shop.setup_module"]


def test_a_module_whose_name_is_imported_makes_that_name_dotted() -> None:
    """`import bidict.other` would bind `bidict` again."""
    clashing = (constructor("bidict", module="bidict"), constructor("TestX", module="bidict.other"))

    assert imported(*clashing) == ["import bidict", "import bidict.other"]
    assert {"bidict"} == plan(clashing).names


def test_reserved_names_are_left_to_others() -> None:
    """The file uses them for something else."""
    imports = plan([function("tmp_path"), function("merge")], reserved=("tmp_path",))

    assert imports.spell(function("tmp_path")) == "shop.tmp_path"
    assert {"shop", "merge", "tmp_path"} == imports.names


def test_other_imports_take_part() -> None:
    """What a claim imports is a name like any other."""
    imports = plan([function("copy")], [Import("copy")])

    assert imports.spell(function("copy")) == "shop.copy"
    assert {"copy", "shop"} == imports.names


def test_copies_import_the_modules_they_are_written_with() -> None:
    """Something else of that name is written with its own."""
    copies = (operator("Stack.__deepcopy__"), operator("Stack.__reduce__"), function("copy"))

    assert imported(*copies) == ["import copy", "import pickle", "", "import shop"]
