"""Has the modules of some packages tell of themselves: those to be imported, and those that already are."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, FunctionType, ModuleType
from typing import Any

from caddis.recording.rewriting import rewritten
from caddis.recording.wanted import Wanted

SWITCHES = "greenlet"
"""The package with which even plain functions are suspended."""


class RecordingLoader(SourceFileLoader):
    """Loads a module that tells of itself; no bytecode file is read or written for it."""

    def __init__(self, fullname: str, path: str, hooks: Mapping[str, Any]) -> None:
        super().__init__(fullname, path)
        self._hooks = hooks
        self._importing = False

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """The ordinary one; whoever asks for code without importing gets that as it is."""
        self._importing = True
        return super().create_module(spec)

    def get_code(self, fullname: str) -> CodeType | None:
        """The rewritten code, for the import under way."""
        importing, self._importing = self._importing, False
        plain = super().get_code(fullname)
        if not importing or plain is None:
            return plain
        path = self.get_filename(fullname)
        return _rewritten_or_none(self.get_data(path), path, fullname, self._hooks) or plain


class RecordingFinder(MetaPathFinder):
    """Has modules that belong to what is recorded loaded so that they tell of themselves."""

    def __init__(self, wanted: Wanted, hooks: Mapping[str, Any]) -> None:
        self.wanted = wanted
        self._hooks = hooks
        self.modules: set[str] = set()
        """Those that were rewritten."""

    def install(self) -> None:
        """Be asked first for every module imported from now on."""
        sys.meta_path.insert(0, self)
        if SWITCHES in sys.modules:
            self._hooks["suspend"]()

    def uninstall(self) -> None:
        """Be asked no longer."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """What the finders behind this one find, with a loader of ours where theirs is the ordinary one for source."""
        if fullname == SWITCHES:
            self._hooks["suspend"]()
        finders = list(sys.meta_path)
        for finder in finders[finders.index(self) + 1 :]:
            find = getattr(finder, "find_spec", None)
            spec: ModuleSpec | None = find(fullname, path, target) if find is not None else None
            if spec is not None:
                if type(spec.loader) is SourceFileLoader and self.wanted.belongs(fullname, spec.loader.path):
                    self.modules.add(fullname)
                    spec.loader = RecordingLoader(fullname, spec.loader.path, self._hooks)
                    return spec
                return None
        return None


class Patch:
    """The code of functions that were there before, exchanged for code that tells of itself until the end."""

    def __init__(self) -> None:
        self._before: list[tuple[FunctionType, CodeType]] = []
        self._constructors: list[tuple[type, Any]] = []

    def apply(self, module: ModuleType, hooks: Mapping[str, Any]) -> bool:
        """Exchange the code of a module's functions; whether it could be done."""
        spec = getattr(module, "__spec__", None)
        loader = getattr(spec, "loader", None)
        path = getattr(module, "__file__", None)
        if not isinstance(path, str) or not path.endswith(".py") or not isinstance(loader, SourceFileLoader):
            return False
        code = _rewritten_or_none(loader.get_data(path), path, module.__name__, hooks)
        if code is None:
            return False
        codes = {(each.co_qualname, each.co_firstlineno): each for each in _inside(code)}
        for function in functions_of(module):
            new = codes.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
            if new is not None and new.co_freevars == function.__code__.co_freevars:
                self._before.append((function, function.__code__))
                function.__code__ = new
        for cls in {id(each): each for each in vars(module).values() if issubclass(type(each), type)}.values():
            before = vars(cls).get("__init__")
            if type.__getattribute__(cls, "__module__") == module.__name__:
                hooks["made_class"](cls)
                if vars(cls).get("__init__") is not before:
                    self._constructors.append((cls, before))
        return True

    def undo(self) -> None:
        """Put the code back that was there before."""
        for function, code in reversed(self._before):
            function.__code__ = code
        self._before.clear()
        for cls, constructor in self._constructors:
            type.__setattr__(cls, "__init__", constructor)
        self._constructors.clear()


def functions_of(module: ModuleType) -> list[FunctionType]:
    """The functions that a module defines, those of its classes and those inside decorators among them."""
    found: dict[int, FunctionType] = {}
    seen: set[int] = set()
    waiting: list[Any] = list(vars(module).values())
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if type(thing) is FunctionType:
            if thing.__module__ == module.__name__:
                found[id(thing)] = thing
            waiting.append(thing.__dict__.get("__wrapped__"))
            # decorators that do not say what they wrap hold it in a cell
            waiting += [cell.cell_contents for cell in thing.__closure__ or () if _is_filled(cell)]
        elif isinstance(thing, type) and type.__getattribute__(thing, "__module__") == module.__name__:
            waiting += type.__dict__["__dict__"].__get__(thing).values()
        elif type(thing) in (staticmethod, classmethod):
            waiting.append(thing.__func__)
        elif type(thing) is property:
            waiting += [thing.fget, thing.fset, thing.fdel]
        elif type(thing).__module__ == "functools":
            waiting += [getattr(thing, name, None) for name in ("func", "__wrapped__")]
    return list(found.values())


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def _inside(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inside(constant)


def _rewritten_or_none(source: bytes, path: str, module: str, hooks: Mapping[str, Any]) -> CodeType | None:
    try:
        return rewritten(source, path, module, hooks)
    except Exception:  # noqa: BLE001 - whatever it is, the module must still run
        return None
