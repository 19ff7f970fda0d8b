"""An operation belongs to the path people import it from."""

from __future__ import annotations

from pathlib import Path

import pytest

from caddis.discover import discover, load, locate
from caddis.errors import BrokenTarget, NothingToTest, UnknownTarget


def test_shortest_public_path(discovered):
    """What a package offers is named by the package, though a private module defines it."""
    names = discovered("api_package").names()

    assert {"api_package.Engine", "api_package.Engine.run", "api_package.start", "api_package.far"} <= set(names)
    assert not [name for name in names if "_core" in name or "Unseen" in name]


def test_listed_names_win(discovered):
    """`__all__` decides what a module offers, from elsewhere too."""
    names = discovered("api_package").names()

    assert {"api_package.gears.Gear", "api_package.gears.shift", "api_package.gears.deque"} <= set(names)
    assert "api_package.gears.not_offered" not in names


def test_mere_imports_are_no_offers(discovered):
    """What a module imports for its own use is not named by that module."""
    names = discovered("api_package").names()

    assert "api_package.sub.deep.Deep" in names
    assert "api_package.uses.Deep" not in names
    assert "api_package.uses.OrderedDict" not in names


def test_sorted_by_module(discovered):
    """Operations are sorted by the module they are imported from."""
    modules = [operation.module for operation in discovered("api_package").api.operations]

    assert sorted(modules) == modules


def test_module_of_a_package_uses_the_shorter_path(discovered):
    """A function of a module target is named by the package that offers it."""
    found = discovered("api_package.sub.deep")

    assert "api_package.far" in found.names()
    assert "api_package.Engine" not in found.names()


def test_one_class(discovered):
    """A class can be a target alone."""
    found = discovered("api_package:Engine")

    assert found.names() == ["api_package.Engine", "api_package.Engine.run"]
    assert found.api.modules == ("api_package",)


def test_one_nested_class(discovered):
    """A nested class can be a target alone."""
    names = discovered("api_package.sub.deep:Deep.Inner").names()

    assert names == ["api_package.sub.deep.Deep.Inner", "api_package.sub.deep.Deep.Inner.inside"]


def test_modules_that_cannot_be_imported_are_named(discovered):
    """A missing dependency or an exit leaves out one module, with the reason; tests are never imported."""
    found = discovered("api_package")
    left_out = dict(found.api.left_out)

    assert {"api_package.exits", "api_package.optional"} == left_out.keys()
    assert left_out["api_package.optional"] == "ModuleNotFoundError: No module named 'a_dependency_nobody_has'"
    assert left_out["api_package.exits"] == "it calls sys.exit(3) while being imported"
    assert {"api_package", "api_package._core", "api_package.gears", "api_package.sub.deep"} <= {*found.api.modules}


@pytest.mark.parametrize(
    ("pattern", "gone", "kept"),
    [
        ("api_package.sub*", "api_package.far", "api_package.start"),
        ("api_package.Engine", "api_package.Engine.run", "api_package.start"),
        ("*.Engine.run", "api_package.Engine.run", "api_package.Engine"),
        ("api_package._core.Engine", "api_package.Engine", "api_package.start"),
    ],
)
def test_exclude(discovered, pattern, gone, kept):
    """Patterns leave out modules, classes and members, by the name they are imported or defined under."""
    names = discovered("api_package", exclude=(pattern,)).names()

    assert gone not in names
    assert kept in names


def test_excluded_modules_are_not_imported(discovered):
    """A pattern that matches a module keeps it from being imported."""
    assert discovered("api_package", exclude=("*.exits", "*.optional")).api.left_out == ()


def test_unknown_class(discovered):
    """A class that is not there is refused, with the nearest name."""
    with pytest.raises(UnknownTarget, match="did you mean Engine"):
        discovered("api_package:Engin")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = 1\ny = x / 0\n", "temporary_broken.py:2: ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit('bye')\n", "temporary_broken.py:2: it calls sys.exit('bye') while being imported"),
        ("import nowhere_at_all\n", "temporary_broken.py:1: ModuleNotFoundError"),
        ("raise KeyboardInterrupt\n", "temporary_broken.py:1: KeyboardInterrupt"),
    ],
)
def test_broken_target(tmp_path: Path, source: str, message: str):
    """A target that fails while being imported is refused with the file, the line and the exception."""
    file = tmp_path / "temporary_broken.py"
    file.write_text(source)

    with pytest.raises(BrokenTarget) as refused:
        load([locate(str(file), tmp_path)], (), False)

    assert message in str(refused.value)


def test_nothing_to_test(tmp_path: Path):
    """A target without anything public is refused."""
    file = tmp_path / "temporary_nothing.py"
    file.write_text("_number = 1\ndef _private(): ...\n")

    with pytest.raises(NothingToTest, match="nothing public to call"):
        discover([locate(str(file), tmp_path)])


def test_plain_directory(tmp_path: Path):
    """A directory that is no package means the modules in it, but for tests."""
    for name in ("temporary_one", "temporary_two", "conftest", "test_it", "setup"):
        (tmp_path / f"{name}.py").write_text(f"def {name}_function(): ...\n")

    api = discover([locate(str(tmp_path), tmp_path)])

    assert api.modules == ("temporary_one", "temporary_two")
    assert [operation.name for operation in api.operations] == ["temporary_one_function", "temporary_two_function"]


def test_what_is_excluded_is_named_but_for_the_neighbours(discovered):
    """Modules and operations alike, of the target alone."""
    whole = discovered("api_package", exclude=("*.exits", "*.Gear")).api.excluded
    other = discovered("api_package.sub", exclude=("*.exits", "*.Gear")).api.excluded

    assert "api_package.exits" in whole
    assert any(name.endswith(".Gear") for name in whole)
    assert not any(name.endswith(".Gear") for name in other)
