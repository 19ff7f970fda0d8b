"""Properties: which there are in some modules, what they ask for, and the operations that it takes to give them that.

The class selector of the ArbitCheck paper (section IV-A) begins with the parameters of the properties.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from types import ModuleType
from typing import Any

from caddis.discover import signatures
from caddis.discover.foreign import is_class, namespace, text_of
from caddis.discover.helpers import copies_of, helpers_for
from caddis.discover.members import Members, waiting_of
from caddis.discover.selection import selected
from caddis.discover.sources import collector_at_rest
from caddis.discover.types import Reader, mentioned
from caddis.discover.walk import surveyed
from caddis.model.api import Api, Signature
from caddis.model.classes import mro
from caddis.model.focus import NO_FOCUS, Focus
from caddis.model.operation import FIXTURES, HAS_RECEIVER, Kind, Operation
from caddis.model.types import Anything, Exactly, Named
from caddis.properties.marking import Check, mark_of

_NOT_SURVEYED = frozenset({"caddis", "pytest", "_pytest", "hypothesis", "unittest"})
_OF_TESTS = ("test_*", "*_test", "tests", "conftest")
"""The modules in which pytest looks for tests: what is called `test` there is no operation."""
FixturesOf = Callable[[str], tuple[str, ...]]
"""The parameters of a property, by its name, that are fixtures."""


@dataclass(frozen=True, slots=True)
class Property:
    """A function or method marked by `@check`."""

    name: str
    """The module, a colon, and the path inside it."""
    check: Check
    operation: Operation | None
    signature: Signature | None
    complaint: str | None = None
    """Why it cannot be run, if it cannot."""
    focus: Focus = NO_FOCUS
    """What to explore for it."""


@dataclass(frozen=True, slots=True)
class Checkable:
    """Properties, and what it takes to give them what they ask for."""

    properties: tuple[Property, ...]
    api: Api
    roots: frozenset[str]
    """The packages and modules whose code they are about."""


def checkable(
    modules: Mapping[str, ModuleType],
    *,
    wanted: Callable[[str], bool] = lambda _name: True,
    fixtures: FixturesOf = lambda _name: (),
    exclude: tuple[str, ...] = (),
) -> Checkable:
    """The properties defined in modules, as far as they are wanted, and the operations that make their arguments."""
    with collector_at_rest():
        marked = [one for module in modules.values() for one in _marked(module) if wanted(one.name)]
        first = [_property(one, Reader(), fixtures(one.name)) for one in marked]
        near = _near(modules, first)
        reader, classes, known = surveyed(near, frozenset(modules), (*exclude, *_tests_of(modules)))
        properties = [_property(one, reader, fixtures(one.name)) for one in marked]
        asked = {one.operation: one.signature for one in properties if one.operation and one.signature}
        known |= dict(_constructors(marked, known, reader))
        anything = any(isinstance(each, Anything) for signature in asked.values() for each in signature.parameters)
        properties = [_with_focus(one, known) for one in properties]
        chosen = known if anything else selected(asked, known)
        helpers = helpers_for({**asked, **chosen}, classes, reader) | copies_of(chosen)
        helpers = {
            operation: signature
            for operation, signature in helpers.items()
            if operation not in chosen and operation.module.partition(".")[0] != "caddis"
        }
        api = Api(chosen, helpers, tuple(sorted(modules)))
    roots = {operation.module.partition(".")[0] for operation in (*asked, *chosen)}
    return Checkable(tuple(properties), api, frozenset(roots - {"builtins", ""} - sys.stdlib_module_names))


def stated_in(modules: Iterable[str]) -> tuple[Property, ...]:
    """The properties of modules that are imported, as far as they can be run."""
    marked = [one for name in modules if name in sys.modules for one in _marked(sys.modules[name])]
    found = [_property(one, Reader(), ()) for one in marked]
    return tuple(one for one in found if one.operation is not None)


@dataclass(frozen=True, slots=True)
class _Marked:
    """A member of a module or class that is marked, as it is stored there."""

    module: str
    holder: type | None
    path: str
    """That of the class in the module; empty for none."""
    attribute: str
    stored: Any
    check: Check

    @property
    def name(self) -> str:
        return f"{self.module}:{f'{self.path}.' if self.path else ''}{self.attribute}"


def _marked(module: ModuleType) -> Iterator[_Marked]:
    """What is marked in a module, in the order written."""
    name = text_of(module, "__name__")
    for attribute, stored in dict(namespace(module)).items():
        # a name imported from elsewhere is checked there
        if text_of(stored, "__module__") != name:
            continue
        check = mark_of(stored)
        if check is not None:
            yield _Marked(name, None, "", attribute, stored, check)
        elif is_class(stored) and text_of(stored, "__qualname__") == attribute:
            yield from _inside(stored, name, attribute)


def _inside(cls: type, module: str, path: str) -> Iterator[_Marked]:
    for attribute, stored in dict(namespace(cls)).items():
        check = mark_of(stored)
        if check is not None:
            yield _Marked(module, cls, path, attribute, stored, check)
        elif is_class(stored) and text_of(stored, "__qualname__") == f"{path}.{attribute}":
            yield from _inside(stored, module, f"{path}.{attribute}")


def _constructors(
    marked: Iterable[_Marked], known: Mapping[Operation, Signature], reader: Reader
) -> Iterator[tuple[Operation, Signature]]:
    """How the classes are made that have properties and are not public: those of tests, above all."""
    public = {(one.module, one.owner) for one in known if one.kind is Kind.CONSTRUCTOR}
    for one in marked:
        if one.holder is not None and (one.module, one.path) not in public:
            yield from Members(one.holder, one.module, one.path, reader).constructor()


def _property(one: _Marked, reader: Reader, fixtures: tuple[str, ...]) -> Property:
    if is_class(one.stored):
        reason = f"@check marks functions and methods, not classes: mark the methods of {one.attribute} that must hold"
        return Property(one.name, one.check, None, None, reason)
    complaint = one.check.complaint()
    if complaint is not None:
        return Property(one.name, one.check, None, None, complaint)
    if one.holder is None:
        parameters, signature = signatures.of_function(one.stored, reader, one.attribute).alone()
        operation = Operation(Kind.FUNCTION, one.module, "", one.attribute, parameters, waiting_of(one.stored))
    else:
        known = Members(one.holder, one.module, one.path, reader, private=True).one(one.attribute, one.stored)
        if known is None:
            return Property(one.name, one.check, None, None, "@check marks functions and methods, and this is neither")
        operation, signature = known
    return Property(one.name, one.check, operation, _given(operation, signature, fixtures))


def _with_focus(one: Property, known: Mapping[Operation, Signature]) -> Property:
    """A property that knows which operations make what it asks for, and which are of no use to it."""
    if one.operation is None or one.signature is None or any(isinstance(x, Anything) for x in one.signature.parameters):
        return one
    useful = selected({one.operation: one.signature}, known)
    asked = frozenset(cls for each in one.signature.parameters for cls in mentioned(each) if _is_ours(cls))
    near = frozenset(operation for operation in useful if _concerns(operation, known[operation], asked))
    return replace(one, focus=Focus(near, frozenset(operation for operation in known if operation not in useful)))


def _is_ours(cls: type) -> bool:
    return text_of(cls, "__module__").partition(".")[0] not in sys.stdlib_module_names


def _concerns(operation: Operation, signature: Signature, asked: frozenset[type]) -> bool:
    """Whether an operation makes or works with an instance of the classes that are asked for."""
    if operation.kind in HAS_RECEIVER:
        return bool(asked & mentioned(signature.parameters[0]))
    return any(not asked.isdisjoint(mro(cls)) for cls in mentioned(signature.returns))


def _given(operation: Operation, signature: Signature, fixtures: tuple[str, ...]) -> Signature:
    """A signature some of whose parameters are fixtures."""
    places = [place for place, parameter in enumerate(operation.parameters) if parameter.name in fixtures]
    if not places:
        return signature
    parameters, clues = list(signature.parameters), list(signature.clues)
    for place in places:
        parameters[place] = Exactly((Named(FIXTURES, operation.parameters[place].name),))
        if clues:
            clues[place] = ()
    return replace(signature, parameters=tuple(parameters), clues=tuple(clues))


def _near(modules: Mapping[str, ModuleType], properties: Iterable[Property]) -> dict[str, ModuleType]:
    """The modules in which what properties ask for may be made: their own, and those of the classes they name."""
    asked = [one.signature for one in properties if one.signature is not None]
    classes = {cls for signature in asked for each in signature.parameters for cls in mentioned(each)}
    roots = {text_of(cls, "__module__").partition(".")[0] for cls in classes}
    if any(isinstance(each, Anything) for signature in asked for each in signature.parameters):
        held = [thing for module in modules.values() for thing in dict(namespace(module)).values()]
        roots |= {_home(thing).partition(".")[0] for thing in held}
    roots -= _NOT_SURVEYED | sys.stdlib_module_names | {""}
    found = {
        name: module
        for name, module in sorted(sys.modules.items())
        if type(module) is ModuleType
        and name.partition(".")[0] in roots
        and not any(fnmatchcase(part, pattern) for part in name.split(".") for pattern in _OF_TESTS)
    }
    return {**found, **modules}


def _home(thing: Any) -> str:
    return text_of(thing, "__name__") if isinstance(thing, ModuleType) else text_of(thing, "__module__")


def _tests_of(modules: Mapping[str, ModuleType]) -> tuple[str, ...]:
    """Patterns of what belongs to the tests of test modules, and is no operation."""
    testing = [name for name in modules if any(fnmatchcase(name.rpartition(".")[2], one) for one in _OF_TESTS)]
    return tuple(f"{name}.{pattern}" for name in testing for pattern in ("test*", "Test*"))
