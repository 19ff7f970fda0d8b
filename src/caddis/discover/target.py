"""Where a target is, found without running any of it: this also serves the parent process."""

from __future__ import annotations

import ast
import difflib
import importlib.metadata
import pkgutil
import re
import sys
import tokenize
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.machinery import BuiltinImporter, ModuleSpec, PathFinder
from pathlib import Path

from caddis.errors import BrokenTarget, UnknownTarget


@dataclass(frozen=True, slots=True)
class Target:
    """What the user named.

    `root` is the directory to put first on `sys.path`, if the module is not found without. `module` is empty for a
    plain directory: then all modules and packages in `root` are meant. `attribute` is the dotted path of a class.
    """

    text: str
    root: str | None
    module: str
    attribute: str = ""
    is_package: bool = False
    file: str | None = None


def locate(text: str, base: Path) -> Target:
    """The target a user means by a dotted name, a path, or either followed by `:Class`."""
    place, attribute = _without_attribute(text)
    if not place:
        raise UnknownTarget(repr(text), "name a package, a module, a file or a directory")
    base = base.absolute()
    path = base / place
    if "/" in place or place.endswith(".py") or place in (".", ".."):
        target = _at_path(text, path, attribute)
    else:
        spec = _find(place, base)
        if spec is not None and not (spec.origin is None and spec.submodule_search_locations and path.is_dir()):
            target = _from_spec(text, place, spec, base, attribute)
        elif path.exists():
            target = _at_path(text, path, attribute)
        else:
            raise UnknownTarget(text, _advice(place, base))
    if attribute and not target.module:
        raise UnknownTarget(text, "a class is named together with its module, as in package.module:Class")
    if target.file is not None:
        _check_syntax(text, Path(target.file))
    return target


def files_of(target: Target) -> list[Path]:
    """The source files of a target, in a steady order."""
    if target.file is None:
        return sorted(Path(target.root or ".").rglob("*.py"))
    file = Path(target.file)
    return sorted(file.parent.rglob("*.py")) if target.is_package else [file]


def _without_attribute(text: str) -> tuple[str, str]:
    place, colon, attribute = text.strip().rpartition(":")
    if not colon:
        return text.strip(), ""
    if not all(part.isidentifier() for part in attribute.split(".")):
        raise UnknownTarget(text, f"{attribute!r} is not the name of a class")
    return place, attribute


def _at_path(text: str, path: Path, attribute: str) -> Target:
    if not path.exists():
        near = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
        raise UnknownTarget(text, _suggest(path.name, near) or "no such file or directory")
    path = path.resolve()
    if path.is_dir() and not (path / "__init__.py").exists():
        return _directory(text, path, attribute)
    if path.is_file() and path.suffix != ".py":
        raise UnknownTarget(text, "a target is a .py file, not any other kind of file")
    file = path / "__init__.py" if path.is_dir() else path
    is_package = file.name == "__init__.py"
    parts = [] if is_package else [file.stem]
    root = file.parent
    while (root / "__init__.py").exists():
        parts.insert(0, root.name)
        root = root.parent
    for part in parts:
        if not part.isidentifier():
            raise UnknownTarget(text, f"{part!r} cannot be imported, since it is not a Python name; rename it")
    return Target(text, str(root), ".".join(parts), attribute, is_package, str(file))


def _directory(text: str, path: Path, attribute: str) -> Target:
    """A directory that is no package: its modules, or those of the `src` directory a project keeps them in."""
    for root in (path / "src", path):
        if root.is_dir() and any(True for _ in pkgutil.iter_modules([str(root)])):
            return Target(text, str(root), "", attribute, is_package=True)
    raise UnknownTarget(text, "the directory holds no Python modules")


def _find(name: str, base: Path) -> ModuleSpec | None:
    """The spec of a dotted name, step by step, so that no parent package is executed."""
    if not all(part.isidentifier() for part in name.split(".")):
        return None
    path: Sequence[str] | None = None
    spec: ModuleSpec | None = None
    seen = ""
    for part in name.split("."):
        seen = f"{seen}.{part}" if seen else part
        if spec is not None and path is None:
            return _already_there(name)
        spec = _step(seen, path, base)
        if spec is None:
            return _already_there(name)
        path = list(spec.submodule_search_locations) if spec.submodule_search_locations is not None else None
    return spec


def _step(name: str, path: Sequence[str] | None, base: Path) -> ModuleSpec | None:
    if path is None:
        spec = BuiltinImporter.find_spec(name) or PathFinder.find_spec(name, _below(base))
        if spec is not None and spec.loader is not None and spec.origin is not None:
            return spec
    else:
        spec = None
    for finder in sys.meta_path:
        found = finder.find_spec(name, path)
        if found is not None:
            return found
    return spec


def _already_there(name: str) -> ModuleSpec | None:
    """Modules made at run time, such as `os.path`."""
    if name.partition(".")[0] in sys.stdlib_module_names and name in sys.modules:
        return ModuleSpec(name, None, origin="built-in")
    return None


def _below(base: Path) -> list[str]:
    return [str(base), str(base / "src")]


def _from_spec(text: str, name: str, spec: ModuleSpec, base: Path, attribute: str) -> Target:
    file = spec.origin if spec.has_location else None
    is_package = spec.submodule_search_locations is not None
    root = None
    for candidate in _below(base):
        places = [file] if file else list(spec.submodule_search_locations or ())
        if any(Path(place).is_relative_to(candidate) for place in places):
            first = Path(candidate, name.partition(".")[0])
            if first.is_dir() or first.with_suffix(".py").exists():
                root = candidate
    source = file if file is not None and file.endswith(".py") else None
    return Target(text, root, name, attribute, is_package, source)


def _check_syntax(text: str, file: Path) -> None:
    try:
        with tokenize.open(file) as source:
            ast.parse(source.read(), str(file))
    except SyntaxError as error:
        raise BrokenTarget(text, f"{file}:{error.lineno or 1}: {type(error).__name__}: {error.msg}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise BrokenTarget(text, f"{file}: {error}") from None


def _advice(name: str, base: Path) -> str:
    """What the user may have meant."""
    parent, _, last = name.rpartition(".")
    if parent:
        spec = _find(parent, base)
        if spec is None:
            return _advice(parent, base)
        if spec.submodule_search_locations is None:
            return f"{parent} is a module, not a package; a class in it is named {parent}:{last}"
        near = [module.name for module in pkgutil.iter_modules(list(spec.submodule_search_locations))]
        if last[:1].isupper():
            return f"{parent} has no module {last}; a class in it is named {parent}:{last}"
        return _suggest(last, near, parent + ".") or f"the package {parent} has no module {last}"
    for module, distributions in importlib.metadata.packages_distributions().items():
        if module != name and _normal(name) in map(_normal, distributions):
            return f"the distribution {name} installs the package {module}; name that"
    near = [module.name for module in pkgutil.iter_modules([*_below(base), *sys.path])]
    return _suggest(name, [*near, *sys.stdlib_module_names]) or (
        f"it is neither installed for {sys.executable} nor found in {base}"
    )


def _normal(distribution: str) -> str:
    return re.sub("[-_.]+", "-", distribution).lower()


def _suggest(name: str, near: Iterable[str], prefix: str = "") -> str:
    close = difflib.get_close_matches(name, sorted({*near} - {name}), n=3)
    return f"did you mean {' or '.join(prefix + match for match in close)}?" if close else ""
