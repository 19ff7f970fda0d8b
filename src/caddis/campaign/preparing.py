"""What the jobs of a worker share: knowing whose code is whose, and loading plugins."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from caddis.discover.target import Target
from caddis.errors import CaddisError
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


@contextmanager
def _blaming(plugin: str) -> Iterator[None]:
    """Say of whatever goes wrong in here that a plugin is to blame."""
    try:
        yield
    except BaseException as error:  # noqa: BLE001 - a plugin may raise anything, SystemExit too
        what = f"{type(error).__name__}: {error}" if isinstance(error, Exception) else "it calls sys.exit"
        raise CaddisError(f"the plugin {plugin} cannot be loaded: {what}") from None
