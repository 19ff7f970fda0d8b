"""What the jobs of a worker share: knowing whose code is whose, and loading plugins."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from caddis.discover.checked import Property
from caddis.discover.target import Target
from caddis.errors import BadConfiguration, CaddisError
from caddis.judge.properties import Stated
from caddis.model.operation import Operation
from caddis.plugin import ENTRY_POINTS, Plugins, collect


def roots(targets: list[Target]) -> frozenset[str]:
    """The packages and modules whose code is the target's own."""
    found: set[str] = set()
    for target in targets:
        if target.module:
            found.add(target.module.partition(".")[0])
        elif target.root is not None:
            found.update(entry.stem for entry in Path(target.root).iterdir() if entry.suffix in ("", ".py"))
    return frozenset(found)


def import_all(targets: list[Target]) -> None:
    """Import the modules that targets name."""
    for target in targets:
        if target.module:
            importlib.import_module(target.module)


def load_plugins(files: list[str]) -> Plugins:
    """What entry points and local plugin files define."""
    modules: list[ModuleType] = []
    for entry in importlib.metadata.entry_points(group=ENTRY_POINTS):
        with _blaming(entry.value):
            modules.append(importlib.import_module(entry.module))
    for number, file in enumerate(files):
        spec = importlib.util.spec_from_file_location(f"caddis_plugin_{number}", file)
        if spec is not None and spec.loader is not None:
            module = importlib.util.module_from_spec(spec)
            with _blaming(file):
                spec.loader.exec_module(module)
            modules.append(module)
    return collect(modules)


def stated_by(properties: Iterable[Property]) -> dict[Operation, Stated]:
    """The properties that can be run, by the operation that calls each."""
    return {
        one.operation: Stated(one.check, one.signature)
        for one in properties
        if one.operation is not None and one.signature is not None
    }


def discarding(names: Iterable[str]) -> tuple[type[BaseException], ...]:
    """The exceptions that the configuration says discard the input of a property."""
    found: list[type[BaseException]] = []
    for name in names:
        module, _, path = name.replace(":", ".").rpartition(".")
        try:
            cls = getattr(importlib.import_module(module or "builtins"), path)
        except (ImportError, AttributeError):
            cls = None
        if not (isinstance(cls, type) and issubclass(cls, BaseException)):
            raise BadConfiguration("[tool.caddis.properties] discards", f"{name} is no exception class")
        found.append(cls)
    return tuple(found)


@contextmanager
def _blaming(plugin: str) -> Iterator[None]:
    """Say of whatever goes wrong in here that a plugin is to blame."""
    try:
        yield
    except BaseException as error:  # noqa: BLE001 - a plugin may raise anything, SystemExit too
        what = f"{type(error).__name__}: {error}" if isinstance(error, Exception) else "it calls sys.exit"
        raise CaddisError(f"the plugin {plugin} cannot be loaded: {what}") from None
