"""What the jobs of a worker share: knowing whose code is whose and what is told of it, and loading plugins."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from caddis.discover.code import lines_of
from caddis.discover.target import Target
from caddis.errors import CaddisError
from caddis.model.api import Api
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


def files_of(api: Api) -> list[str]:
    """The files that have the code of the operations of targets."""
    return sorted({lines.file for operation in api.operations for lines in lines_of(operation)})


def reported(targets: list[Target], files: Iterable[str]) -> Callable[[str, str], bool]:
    """Whether the branches of a module, shown by its name and file, are reported.

    They are where a target is that module, or holds it, or has the code of its operations from there.
    """
    names = tuple(target.module for target in targets)
    wanted = frozenset(files)

    def is_reported(module: str, file: str) -> bool:
        return file in wanted or any(not name or module == name or module.startswith(f"{name}.") for name in names)

    return is_reported


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
