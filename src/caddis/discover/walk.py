"""Modules → the operations a user could call."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

from caddis.discover import signatures
from caddis.discover.foreign import attempt, dynamic, is_class, namespace, text_of
from caddis.discover.helpers import copies_of, helpers_for
from caddis.discover.knowledge import Knowledge
from caddis.discover.lending import lent
from caddis.discover.loading import Loaded, excluded
from caddis.discover.members import Known, Members, waiting_of
from caddis.discover.public import Export, Exports, is_function, origin
from caddis.discover.selection import selected
from caddis.discover.shown import shown_in
from caddis.discover.types import Reader
from caddis.model.api import Api, Signature
from caddis.model.operation import Kind, Operation
from caddis.model.types import Instance
from caddis.properties.marking import mark_of


def walk(loaded: Loaded, exclude: tuple[str, ...], private: bool) -> Api:
    """The operations of what was loaded, and those that help to build arguments for them."""
    modules = dict(sorted({**loaded.neighbours, **loaded.modules}.items()))
    exports = Exports(modules, loaded.named, private)
    public = list(exports)
    classes = [export.thing for export in public if is_class(export.thing)]
    reader = Knowledge(classes)
    walker = _Walker(exports, reader, exclude, private)
    targets: dict[Operation, Signature] = {}
    near: dict[Operation, Signature] = {}
    for module, path in loaded.classes:
        targets.update(walker.named(module, path))
    for export in public:
        if export.places & loaded.modules.keys():
            targets.update(walker.export(export))
    excluded_targets = {*loaded.excluded, *walker.excluded}
    for export in public:
        if not export.places & loaded.modules.keys():
            near.update(walker.export(export))
    everything = lent({**targets, **near})
    targets = {operation: everything[operation] for operation in targets}
    near = selected(targets, {operation: everything[operation] for operation in near})
    near |= helpers_for({**targets, **near}, classes, reader)
    near |= copies_of(targets)
    helpers = {operation: signature for operation, signature in near.items() if operation not in targets}
    left_out = {**dict(loaded.left_out), **walker.left_out}
    api = Api(
        operations=dict(sorted(targets.items(), key=lambda item: item[0].module)),
        helpers=helpers,
        modules=tuple(sorted({*loaded.modules, *(module for module, _ in loaded.classes)})),
        left_out=tuple(sorted(left_out.items())),
        excluded=tuple(sorted(excluded_targets)),
    )
    return replace(api, shown=shown_in(api))


def surveyed(
    modules: dict[str, ModuleType], named: frozenset[str], exclude: tuple[str, ...]
) -> tuple[Knowledge, list[type], dict[Operation, Signature]]:
    """What is public in some modules: a reader of types that knows their classes, those, and their operations."""
    exports = Exports(dict(sorted(modules.items())), named, private=False)
    public = list(exports)
    classes = [export.thing for export in public if is_class(export.thing)]
    reader = Knowledge(classes)
    walker = _Walker(exports, reader, exclude, private=False)
    found: dict[Operation, Signature] = {}
    for export in public:
        found.update(walker.export(export))
    return reader, classes, lent(found)


class _Walker:
    """Turns public objects into operations."""

    def __init__(self, exports: Exports, reader: Reader, exclude: tuple[str, ...], private: bool) -> None:
        self._exports = exports
        self._reader = reader
        self._exclude = exclude
        self._private = private
        self.left_out: dict[str, str] = {}
        self.excluded: set[str] = set()

    def named(self, module: str, path: str) -> Iterator[Known]:
        """The operations of the one class or function a user named."""
        thing: Any = importlib.import_module(module)
        outermost = None
        for part in path.split("."):
            thing = dynamic(thing, part)
            outermost = thing if outermost is None else outermost
        export = self._exports.of(outermost)
        if export is not None and export.thing is not thing:
            module, path = export.path.module, ".".join([export.path.name, *path.split(".")[1:]])
        elif export is not None:
            module, path = export.path.module, export.path.name
        yield from self._kept(thing, self._operations(thing, module, path))

    def export(self, export: Export) -> dict[Operation, Signature]:
        """The operations of a public object."""
        module, name = export.path.module, export.path.name
        found = attempt(lambda: dict(self._kept(export.thing, self._operations(export.thing, module, name))), None)
        if found is None:
            self.left_out[f"{module}.{name}"] = "it cannot be looked at without an error"
        return found or {}

    def _operations(self, thing: Any, module: str, path: str) -> Iterator[Known]:
        if mark_of(thing) is not None:
            return
        if is_class(thing):
            yield from self._class(thing, module, path)
        elif not is_function(thing):
            yield Operation(Kind.CONSTANT, module, "", path), Signature((), Instance(type(thing)))
        else:
            parameters, signature = signatures.of_function(thing, self._reader, path).alone()
            yield Operation(Kind.FUNCTION, module, "", path, parameters, waiting_of(thing)), signature

    def _class(self, cls: type, module: str, path: str) -> Iterator[Known]:
        members = Members(
            cls,
            module,
            path,
            self._reader,
            private=self._private,
            ours=self._exports.is_ours,
        )
        yield from members.constructor()
        yield from members.constants()
        yield from members.all()
        for name, inner in namespace(cls).items():
            if (self._private or not name.startswith("_")) and _is_nested(inner, cls, name):
                yield from self._class(inner, module, f"{path}.{name}")

    def _kept(self, thing: Any, found: Iterator[Known]) -> Iterator[Known]:
        """Without what the user excluded, by the name it is imported by or the one it is defined under."""
        if not self._exclude:
            yield from found
            return
        whole = excluded(f"{origin(thing)}.{text_of(thing, '__qualname__')}", self._exclude)
        for operation, signature in found:
            if whole or excluded(str(operation), self._exclude):
                self.excluded.add(str(operation))
            else:
                yield operation, signature


def _is_nested(inner: object, cls: type, name: str) -> bool:
    """Whether a class was written inside another one, not merely put there."""
    return (
        is_class(inner)
        and text_of(inner, "__qualname__") == f"{text_of(cls, '__qualname__')}.{name}"
        and text_of(inner, "__module__") == text_of(cls, "__module__")
    )
