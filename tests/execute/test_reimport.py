"""Modules imported anew are as they were when first imported."""

from __future__ import annotations

import importlib
import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest

from caddis.execute.importing import Coverage, InstrumentingFinder
from caddis.execute.reimport import Reimport, forget

NOTHING: frozenset[str] = frozenset()

packages = (f"renewed_{number}" for number in itertools.count())

Make = Callable[..., str]


def belongs(package: str) -> Callable[[str], bool]:
    """Tells the modules of a package."""
    return lambda name: name == package or name.startswith(f"{package}.")


def module(*parts: str) -> ModuleType:
    """A module as it is now."""
    return sys.modules[".".join(parts)]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Writes a package, from the text of `__init__` and those of its modules, and gives its name."""
    monkeypatch.syspath_prepend(tmp_path)
    made = []

    def making(text: str = "", **modules: str) -> str:
        made.append(package := next(packages))
        (tmp_path / package).mkdir()
        for name, source in {"__init__": text, **modules}.items():
            (tmp_path / package / f"{name}.py").write_text(dedent(source).replace("PACKAGE", package))
        importlib.invalidate_caches()
        return package

    yield making
    for package in made:
        forget([name for name in sys.modules if belongs(package)(name)])


def test_modules_are_new_and_clean(make: Make) -> None:
    """And the old ones stay as they were, for whoever still has them."""
    package = make("from PACKAGE import inner\ntotal = 0", inner="seen = []")
    old = importlib.import_module(package)
    reimport = Reimport(belongs(package), NOTHING)
    old.total = 1
    old.inner.seen.append(1)
    reimport.renew()

    assert set(reimport.modules) == {package, f"{package}.inner"}
    assert module(package) is not old
    assert module(package).total == 0
    assert module(package).inner is module(package, "inner")
    assert module(package).inner.seen == []
    assert old.inner.seen == [1]


def test_lasting_modules_stay(make: Make) -> None:
    """Their packages' attributes follow the modules that are new."""
    package = make("kept = []", inner="seen = []", other="")
    importlib.import_module(f"{package}.other")
    lasting = frozenset(sys.modules)
    old = importlib.import_module(f"{package}.inner")
    reimport = Reimport(belongs(package), lasting)
    reimport.renew()

    assert reimport.modules == (f"{package}.inner",)
    assert module(package, "inner") is not old
    assert module(package).inner is module(package, "inner")


def test_modules_that_import_each_other_are_imported_as_the_first_time(make: Make) -> None:
    """Whichever was first then sees the other half made, as it did."""
    sources = {
        "first": "from PACKAGE import second\nvalue = getattr(second, 'value', 0) + 1",
        "second": "from PACKAGE import first\nvalue = getattr(first, 'value', 0) + 1",
    }
    for begin in ("first", "second"):
        package = make(**sources)
        importlib.import_module(f"{package}.{begin}")
        before = (module(package, "first").value, module(package, "second").value)
        Reimport(belongs(package), NOTHING).renew()

        assert before == (module(package, "first").value, module(package, "second").value)
        assert module(package, "first").second is module(package, "second")
        assert module(package, "second").first is module(package, "first")


def test_a_circle_of_which_no_trace_is_left_is_imported_all_the_same(make: Make) -> None:
    """The module that fails at first is tried again after the others."""
    package = make(first="from PACKAGE.second import NAME", second="import PACKAGE.first as other\nNAME = 'x'")
    importlib.import_module(f"{package}.first")
    old = module(package, "first"), module(package, "second")
    Reimport(belongs(package), NOTHING).renew()

    assert module(package, "first") is not old[0]
    assert module(package, "second") is not old[1]
    assert module(package, "second").other is module(package, "first")


def test_a_module_that_fails_stays_as_it_was(make: Make) -> None:
    """Whatever it raises."""
    package = make(
        "from PACKAGE import inner, other\n",
        inner="import sys\nif hasattr(sys, 'PACKAGE'):\n    raise SystemExit\nsys.PACKAGE = True",
        other="seen = []",
    )
    importlib.import_module(package)
    reimport = Reimport(belongs(package), NOTHING)
    old = {name: module(name) for name in reimport.modules}
    old[f"{package}.other"].seen.append(1)
    try:
        for _ in range(2):
            reimport.renew()

            assert module(package, "inner") is old[f"{package}.inner"]
            assert module(package) is old[package]
            assert module(package).inner is module(package, "inner")
            assert module(package, "other").seen == []
            assert module(package).other is module(package, "other")
    finally:
        delattr(sys, package)


def test_modules_imported_since_are_forgotten(make: Make) -> None:
    """Until somebody needs them again."""
    package = make("def late():\n    from PACKAGE import later\n    return later.seen", later="seen = []")
    importlib.import_module(package)
    reimport = Reimport(belongs(package), NOTHING)
    module(package).late().append(1)
    reimport.renew()

    assert f"{package}.later" not in sys.modules
    assert module(package).late() == []


def test_a_module_that_removed_itself_comes_back(make: Make) -> None:
    """As all others do."""
    package = make("import sys\n\ndef vanish():\n    del sys.modules[__name__]\n")
    importlib.import_module(package)
    reimport = Reimport(belongs(package), NOTHING)
    module(package).vanish()
    reimport.renew()

    assert package in sys.modules


def test_probes_are_armed_again_under_their_old_numbers(make: Make) -> None:
    """What was reached stays reached; what was not is noticed in the new module."""
    package = make("def sign(number):\n    if number < 0:\n        return -1\n    return 1\n")
    coverage = Coverage()
    finder = InstrumentingFinder(frozenset({package}), coverage)
    finder.install()
    try:
        importlib.import_module(package)
        reimport = Reimport(belongs(package), NOTHING)
        total = coverage.counts()[1]
        module(package).sign(1)
        reimport.renew()
    finally:
        finder.uninstall()
    coverage.fresh = 0
    module(package).sign(1)

    assert coverage.fresh == 0
    assert module(package).sign(-1) == -1
    assert coverage.fresh == 1
    assert coverage.counts() == (total, total)
