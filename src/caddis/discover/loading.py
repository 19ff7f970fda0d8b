"""Importing the modules of targets; runs inside the worker only."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from types import ModuleType

from caddis.discover.foreign import MISSING, dynamic, namespace
from caddis.discover.target import Target
from caddis.errors import BrokenTarget, UnknownTarget

_NOT_TARGETS = ("tests", "test", "conftest", "__main__", "setup", "test_*")


@dataclass(frozen=True)
class Loaded:
    """The imported modules of the targets, those of their packages, and what could not be imported and why.

    `classes` holds, for each target that is a class, its module and its path in it; those modules are not `modules`.
    """

    modules: dict[str, ModuleType]
    classes: tuple[tuple[str, str], ...]
    neighbours: dict[str, ModuleType]
    named: frozenset[str]
    left_out: tuple[tuple[str, str], ...]
    excluded: tuple[str, ...] = ()


@dataclass
class _Loading:
    """What has been imported so far."""

    exclude: tuple[str, ...]
    private: bool
    modules: dict[str, ModuleType] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    excluded: dict[str, None] = field(default_factory=dict)

    def tree(self, name: str) -> None:
        """Import what lies below a package that is imported already."""
        module = self.modules[name]
        path = dynamic(module, "__path__")
        if path is MISSING:
            return
        for found in _submodules(path):
            self.submodule(f"{name}.{found}")

    def submodule(self, name: str) -> None:
        """Import a module and what lies below it, or note why that cannot be."""
        last = name.rpartition(".")[2]
        if any(fnmatchcase(last, pattern) for pattern in _NOT_TARGETS):
            return
        if excluded(name, self.exclude):
            self.excluded[name] = None
            return
        if name in self.modules or name in self.left_out:
            return
        try:
            self.modules[name] = importlib.import_module(name)
        except BaseException as error:  # noqa: BLE001 - importing runs foreign code, which may raise anything
            # a private module is no target by itself, so nobody misses it
            if self.private or not last.startswith("_"):
                self.left_out[name] = reason(error)
        else:
            self.tree(name)


def load(targets: Sequence[Target], exclude: tuple[str, ...], private: bool) -> Loaded:
    """Import the modules of the targets; a package means all its modules, but for its tests."""
    loading = _Loading(exclude, private)
    classes = []
    for target in targets:
        if target.root is not None and target.root not in sys.path:
            sys.path.insert(0, target.root)
            importlib.invalidate_caches()
        if not target.module:
            for name in _submodules([target.root or "."]):
                loading.submodule(name)
            continue
        module = _top(target)
        if target.attribute:
            _check_attribute(target, module)
            classes.append((target.module, target.attribute))
        else:
            loading.modules[target.module] = module
            loading.tree(target.module)
    roots = {target.module.partition(".")[0] for target in targets if target.module}
    return Loaded(
        modules=loading.modules,
        classes=tuple(classes),
        neighbours=_neighbours(roots, loading, exclude),
        named=frozenset(target.module for target in targets if target.module),
        left_out=tuple(sorted(loading.left_out.items())),
        excluded=tuple(loading.excluded),
    )


def excluded(dotted: str, patterns: tuple[str, ...]) -> bool:
    """Whether a dotted name, or what it lies in, matches one of the patterns."""
    if not patterns:
        return False
    parts = dotted.split(".")
    prefixes = [".".join(parts[: end + 1]) for end in range(len(parts))]
    return any(fnmatchcase(prefix, pattern) for prefix in prefixes for pattern in patterns)


def reason(error: BaseException) -> str:
    """An exception while importing, in one line."""
    if isinstance(error, SystemExit):
        return f"it calls sys.exit({error.code!r}) while being imported"
    message = " ".join(str(error).split())
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _top(target: Target) -> ModuleType:
    try:
        return importlib.import_module(target.module)
    except BaseException as error:  # noqa: BLE001 - importing runs foreign code, which may raise anything
        raise BrokenTarget(target.text, f"{_line(error)}{reason(error)}") from None


def _line(error: BaseException) -> str:
    """The file and line an import failed at."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: "
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames[1:] if "importlib" not in frame.filename and frame.filename != __file__]
    return f"{own[-1].filename}:{own[-1].lineno}: " if own else ""


def _check_attribute(target: Target, module: ModuleType) -> None:
    thing: object = module
    for part in target.attribute.split("."):
        found = dynamic(thing, part)
        if found is MISSING:
            close = difflib.get_close_matches(part, list(namespace(thing)), n=1)
            advice = f"; did you mean {close[0]}?" if close else ""
            raise UnknownTarget(target.text, f"{target.module} has no {target.attribute}{advice}")
        thing = found


def _submodules(path: Sequence[str]) -> Iterator[str]:
    try:
        return iter(sorted(found.name for found in pkgutil.iter_modules(list(path))))
    except Exception:  # noqa: BLE001 - a foreign __path__ may be anything
        return iter(())


def _neighbours(roots: set[str], loading: _Loading, exclude: tuple[str, ...]) -> dict[str, ModuleType]:
    """The modules of the same packages that importing the targets has brought along."""
    return {
        name: module
        for name, module in sorted(sys.modules.items())
        if name.partition(".")[0] in roots
        and name not in loading.modules
        and type(module) is ModuleType
        and not excluded(name, exclude)
        and not any(fnmatchcase(part, pattern) for part in name.split(".") for pattern in _NOT_TARGETS)
    }
