"""The plugin of pytest: collects properties, and runs each as an item of its own.

Loaded with every pytest of an environment that has Caddis in it, so nothing is imported before a property is met.
"""

from __future__ import annotations

import functools
import inspect
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from caddis.properties.marking import mark_of
from caddis.properties.monitoring import Monitor

if TYPE_CHECKING:
    from caddis.campaign.items import Items, Wanted
    from caddis.config import Config
    from caddis.model.tested import Tested

TOLD = "caddis"
"""The name under which a report carries what there is to say of a property."""
PATIENCE = 1.0
"""Seconds before anybody wants to know how far a property is."""
CHECKED = pytest.StashKey[frozenset[str]]()
"""The files of modules that the project names."""
ITEMS = pytest.StashKey["Items"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, which all begin with `--caddis`."""
    group = parser.getgroup("caddis", "properties (Caddis)")
    group.addoption("--caddis-seed", type=int, help="decides every random choice (default: 0)")
    group.addoption("--caddis-examples", type=int, help="inputs for each property (default: 1000)")
    group.addoption("--caddis-time", type=float, help="seconds that one property may take (default: 30)")
    group.addoption(
        "--caddis-save",
        nargs="?",
        const="",
        metavar="DIR",
        help="write inputs on which properties fail as tests (default: beside the properties)",
    )
    group.addoption("--caddis-reduce", action="store_true", help="show one failure for each cause, the smallest")


def pytest_configure(config: pytest.Config) -> None:
    """Let a run of all tests also look into the modules that the project names for that."""
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        files = config.stash[CHECKED] = frozenset(_checked_files(config))
        config.args += [file for file in sorted(files) if file not in config.args]
    if config.getoption("caddis_reduce"):
        from caddis.campaign.causes import Causes

        config.pluginmanager.register(Causes(), "caddis-causes")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """A module that the project names, where pytest comes across it on its way through a directory."""
    if str(file_path) not in parent.config.stash.get(CHECKED, frozenset()) or parent.session.isinitpath(file_path):
        return None
    if any(fnmatch(file_path.name, pattern) for pattern in parent.config.getini("python_files")):
        return None
    module: pytest.Module = pytest.Module.from_parent(parent, path=file_path)
    return module


class PropertyFailed(Exception):
    """A property does not hold, or could not be checked; what it says is all there is to show."""


class Property(pytest.Function):
    """One property."""

    marked: Any
    """The function, or what a class keeps in its place."""
    asks: tuple[str, ...]
    """Its parameters that are fixtures."""

    @classmethod
    def of(cls, collector: pytest.Module | pytest.Class | Invariants, name: str, marked: Any) -> Property:
        """The item of a function or method that is marked."""
        function = getattr(marked, "__func__", marked)
        asks = tuple(_fixtures_asked_for(collector, function))
        with_self = isinstance(collector, pytest.Class) and not isinstance(marked, staticmethod)
        item: Property = cls.from_parent(collector, name=name, callobj=_asking(function, asks, with_self=with_self))
        item.marked, item.asks = marked, asks
        return item

    def runtest(self) -> None:
        """Check the property."""
        from caddis.campaign.properties import told
        from caddis.errors import CaddisError
        from caddis.model.tested import Tested

        tested: Tested | None = None
        progress = _Progress(self.config)
        try:
            for event in _items(self.session).check(self.wanted()):
                if isinstance(event, Tested):
                    tested = event
                else:
                    progress.show(f" {self.name}: {event.passed + event.failed}")
        except CaddisError as error:
            raise PropertyFailed(f"{self.name}: {error}") from None
        finally:
            progress.show("")
        assert tested is not None
        lines = told(tested)
        if tested.holds:
            self.user_properties.append((TOLD, "\n".join(lines)))
            return
        raise PropertyFailed("\n".join([*lines, *self._saved(tested)]))

    def _saved(self, tested: Tested) -> Iterator[str]:
        """Write what it fails on as tests, if the user wants that."""
        place = self.config.getoption("caddis_save")
        if place is None or not tested.failures:
            return
        from caddis.campaign.saving import save

        directory = self.config.invocation_params.dir / place if place else self.path.parent
        yield ""
        for file in save(tested, directory):
            yield f"    saved {file}"

    def wanted(self) -> Wanted:
        """What is to be checked."""
        from caddis.campaign.items import Wanted

        given = {name: self.funcargs[name] for name in self.asks if self._is_meant(name)}
        module = self.getparent(pytest.Module)
        assert module is not None
        classes = [node.name for node in self.listchain() if isinstance(node, (pytest.Class, Invariants))]
        home = module.obj.__name__
        return Wanted(f"{home}:{'.'.join([*classes, self.name])}", home, given, bool(self.fixturenames))

    def _is_meant(self, name: str) -> bool:
        """Whether a fixture is what a parameter of its name asks for: pytest itself has one called `cache`."""
        definitions = self._fixtureinfo.name2fixturedefs.get(name, ())
        if not all(one.func.__module__.startswith("_pytest.") for one in definitions):
            return True
        annotation = _annotations(self.marked).get(name)
        return not isinstance(annotation, type) or isinstance(self.funcargs[name], annotation)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> Any:  # type: ignore[override]
        """What went wrong, without our own traceback."""
        if isinstance(excinfo.value, PropertyFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


class _Progress:
    """How far a property is, on a terminal, after what pytest has written, and gone again when it is done."""

    def __init__(self, config: pytest.Config) -> None:
        self._reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
        self._capture: Any = config.pluginmanager.get_plugin("capturemanager")
        self._shows = self._reporter is not None and self._reporter.isatty
        self._due = time.monotonic() + PATIENCE
        self._text = ""

    def show(self, text: str) -> None:
        """Show this instead of what was shown; nothing of what is over soon."""
        if not self._shows or (text and time.monotonic() < self._due) or text == self._text:
            return
        erased = "\b" * len(self._text)
        before, self._text = self._text, text
        with self._capture.global_and_fixture_disabled() if self._capture is not None else nullcontext():
            self._reporter.write(erased + text.ljust(len(before)) + "\b" * max(0, len(before) - len(text)), flush=True)


class Invariants(pytest.Collector):
    """A class that is no test class, with properties among its methods."""

    cls: type

    @classmethod
    def of(cls, collector: pytest.Collector, name: str, held: type) -> Invariants:
        """The collector of a class."""
        node: Invariants = cls.from_parent(collector, name=name)
        node.cls = held
        return node

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """The properties of the class, and of the classes in it."""
        for name, stored in list(vars(self.cls).items()):
            if _is_marked(stored):
                yield Property.of(self, name, stored)
            elif isinstance(stored, type) and _has_properties(stored, f"{self.cls.__qualname__}.{name}"):
                yield Invariants.of(self, name, stored)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> pytest.Item | pytest.Collector | None:
    """Properties are items, whatever they are called; what is imported from elsewhere is checked there."""
    if getattr(obj, "__module__", None) != getattr(collector.module, "__name__", ""):
        return None
    if _is_marked(obj):
        return Property.of(collector, name, obj)
    if isinstance(obj, type) and not collector.istestclass(obj, name) and _has_properties(obj, name):
        return Invariants.of(collector, name, obj)
    return None


def _is_marked(stored: object) -> bool:
    return mark_of(stored) is not None


def _has_properties(cls: type, path: str) -> bool:
    """Whether a class that was written there, or one in it, has properties."""
    if cls.__qualname__ != path:
        return False
    return any(
        _is_marked(stored) or (isinstance(stored, type) and _has_properties(stored, f"{path}.{name}"))
        for name, stored in list(vars(cls).items())
    )


def _fixtures_asked_for(collector: pytest.Collector, function: Any) -> Iterator[str]:
    """The parameters of a property that are called like fixtures."""
    if isinstance(function, type):
        return
    manager = collector.session._fixturemanager
    annotations = _annotations(function)
    for name in inspect.signature(function).parameters:
        if annotations.get(name) is not Monitor and manager.getfixturedefs(name, collector):
            yield name


def _annotations(marked: Any) -> dict[str, Any]:
    """The annotations of a property, as far as they can be evaluated."""
    function = getattr(marked, "__func__", marked)
    try:
        return inspect.get_annotations(function, eval_str=True)
    except Exception:  # noqa: BLE001 - they may be any text
        return {}


def _asking(function: Any, fixtures: tuple[str, ...], *, with_self: bool) -> Any:
    """A function that stands for a property where pytest looks: it asks for fixtures, and for nothing else."""

    @functools.wraps(function)
    def asking() -> None:
        """Never called."""

    names = (*(["self"] if with_self else []), *fixtures)
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    asking.__signature__ = inspect.Signature([inspect.Parameter(name, kind) for name in names])  # type: ignore[attr-defined]
    return asking


def _items(session: pytest.Session) -> Items:
    """The properties of a session, met for the first time when one is run."""
    items = session.stash.get(ITEMS, None)
    if items is None:
        from caddis.campaign.items import Items

        every = [one for one in session.items if isinstance(one, Property) and not one.fixturenames]
        wanted: list[Wanted] = [one.wanted() for one in every]
        stop = session.config.getoption("maxfail") == 1
        items = session.stash[ITEMS] = Items(wanted, _config(session.config), session.config.rootpath, stop=stop)
    return items


def _config(config: pytest.Config) -> Config:
    """The settings of the project, and those of the command line."""
    from dataclasses import replace

    from caddis.config import configure, load_config, nearest_pyproject

    settings = load_config(nearest_pyproject(config.rootpath))
    asked = {"examples": config.getoption("caddis_examples"), "time": config.getoption("caddis_time")}
    given = {name: value for name, value in asked.items() if value is not None}
    seed = config.getoption("caddis_seed")
    return replace(
        settings,
        seed=settings.seed if seed is None else seed,
        properties=configure(settings.properties, given, "the command line"),
    )


def pytest_sessionfinish(session: pytest.Session) -> None:
    """End the worker, if there is one."""
    items = session.stash.get(ITEMS, None)
    if items is not None:
        items.close()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """What there is to say of the properties that hold: in full where there is more than how many inputs passed."""
    passed = terminalreporter.stats.get("passed", ())
    told = [text for report in passed for name, text in report.user_properties if name == TOLD]
    if not told or config.get_verbosity() < 0:
        return
    terminalreporter.section("properties")
    plain = re.compile(r".*: OK, passed (\d+) tests?\.")
    counts = [int(found[1]) for text in told if (found := plain.fullmatch(text)) is not None]
    for text in told:
        if config.get_verbosity() > 0 or plain.fullmatch(text) is None or len(counts) == 1:
            terminalreporter.write_line(text)
    if len(counts) > 1:
        terminalreporter.write_line(f"{len(counts)} properties: OK, passed {sum(counts)} tests.")


def _checked_files(config: pytest.Config) -> list[str]:
    """The files of the modules that `check` in the settings of the project names."""
    file = config.rootpath / "pyproject.toml"
    if not file.is_file() or "[tool.caddis" not in file.read_text(encoding="utf-8", errors="replace"):
        return []
    from caddis.config import load_config
    from caddis.errors import CaddisError

    try:
        names = load_config(file).check
        if not names:
            return []
        from caddis.discover.target import files_of, locate

        targets = [locate(name, config.rootpath) for name in names]
    except CaddisError as error:
        raise pytest.UsageError(str(error)) from None
    return [str(one) for target in targets for one in files_of(target) if "caddis" in one.read_text(errors="replace")]
