"""Callables → their parameters, and what is known of the type of each."""

from __future__ import annotations

import inspect
import sys
import types
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from caddis.discover import stubs
from caddis.discover.bounds import declared_raises, preconditions
from caddis.discover.foreign import MISSING, attempt, dynamic, is_a, static, text_of
from caddis.discover.hints import Hints
from caddis.discover.names import Scope
from caddis.discover.stubs import Definition, Overload, overloads_of, variadic
from caddis.discover.types import Reader, also_none, evaluated, type_of_default, variables
from caddis.model.api import NOTHING_NEARBY, Clue, Nearby, Signature, Source
from caddis.model.classes import mro
from caddis.model.operation import Parameter, Place
from caddis.model.types import ANYTHING, Anything, Exactly, Instance, OneOf, Record, Type, Within, bounded, one_of

_PLACES = {
    inspect.Parameter.POSITIONAL_ONLY: Place.POSITIONAL,
    inspect.Parameter.POSITIONAL_OR_KEYWORD: Place.EITHER,
    inspect.Parameter.KEYWORD_ONLY: Place.KEYWORD,
}
_MANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Shape:
    """The parameters of a callable, the type of each, and that of the result."""

    parameters: tuple[Parameter, ...]
    types: tuple[Type, ...]
    returns: Type
    clues: tuple[tuple[Clue, ...], ...] = ()
    """For each parameter, where what is known of it comes from."""
    nearby: Nearby = NOTHING_NEARBY
    raises: tuple[str, ...] = ()
    promised: Clue | None = None

    def received_by(self, cls: type) -> tuple[tuple[Parameter, ...], Signature]:
        """The same with a receiver of the class in front."""
        receiver = Parameter("self", Place.POSITIONAL)
        clues = ((), *self.clues) if self.clues else ()
        return (receiver, *self.parameters), Signature(
            (Instance(cls), *self.types), self.returns, clues, self.nearby, self.raises, self.promised
        )

    def alone(self) -> tuple[tuple[Parameter, ...], Signature]:
        """Parameters and signature as they are."""
        return self.parameters, Signature(self.types, self.returns, self.clues, self.nearby, self.raises, self.promised)


UNKNOWN = Shape(
    tuple(Parameter(name, Place.POSITIONAL, required=False) for name in ("first", "second", "third")),
    (ANYTHING,) * 3,
    ANYTHING,
)


def of_function(function: Any, reader: Reader, name: str) -> Shape:
    """The shape of a function of a module."""
    module = text_of(function, "__module__")
    return _shape(
        function, reader, None, False, lambda: stubs.of_function(module, text_of(function, "__name__") or name)
    )


def of_method(function: Any, reader: Reader, owner: type, definer: type, name: str, *, bound: bool) -> Shape:
    """The shape of a member of `owner` that `definer` defines, without its receiver; if bound, that is gone already."""
    source = Source.STUB if stubs.describes(definer, name) else Source.INHERITED
    return _shape(function, reader, owner, not bound, lambda: stubs.of_member(definer, name), stubbed=source)


def of_constructor(cls: type, reader: Reader) -> Shape:
    """The shape of calling a class."""
    members = ("__init__", "__new__")
    source = Source.STUB if stubs.describes(cls, *members) else Source.INHERITED
    shape = _shape(cls, reader, cls, False, lambda: stubs.of_member(cls, *members), stubbed=source)
    if shape is UNKNOWN and stubs.is_known(cls):
        return Shape((), (), Instance(cls))
    return replace(shape, returns=Instance(cls), promised=None)


def _shape(
    function: Any,
    reader: Reader,
    owner: type | None,
    drop: bool,
    known: Callable[[], list[Definition]],
    *,
    stubbed: Source = Source.STUB,
) -> Shape:
    """`known` are the definitions in stubs, if anybody asks, and `stubbed` how they count as a source."""
    signature = _signature(function)
    if signature is None:
        return _from_stubs(known(), reader, owner) or UNKNOWN
    parameters = list(signature.parameters.values())
    if drop and parameters and parameters[0].kind not in _MANY:
        parameters = parameters[1:]
    silent = all(parameter.annotation is inspect.Parameter.empty for parameter in parameters)
    scope = _scope(function, owner)
    overloads = overloads_of(function, scope)
    unsaid = silent and signature.return_annotation is inspect.Signature.empty
    definitions = overloads or (known() if unsaid else [])
    told = _from_stubs(definitions, reader, owner)
    source = Source.OVERLOADS if len(definitions) > 1 else Source.ANNOTATION if overloads else stubbed
    shared = _sharing(parameters, definitions, scope)
    limits = preconditions(function)
    if told is not None and not parameters[:1]:
        return Shape((), (), told.returns)
    if told is not None and all(parameter.kind in _MANY for parameter in parameters):
        return told
    options = _options(function, owner, parameters, reader)
    places = [(parameter, each) for parameter in parameters for each in _places(parameter, options)]
    hints = reader.hints(function, owner, scope, [each for _, each in places])
    types: list[Type] = []
    clues: list[tuple[Clue, ...]] = []
    for parameter, each in places:
        known_type = _type(parameter, reader, scope)
        stub = None if told is None else _told(told, parameter, len(types), len(parameters))
        heard = hints.parameters.get(parameter.name) or hints.parameters.get(each.name, ())
        if parameter.name in limits:
            known_type = bounded(known_type, limits[parameter.name])
        stated = Clue(source, stub) if stub is not None else _annotated(parameter, known_type)
        if stated is not None and {parameter.name, each.name} & shared:
            stated = replace(stated, source=Source.SHARED)
        clues.append(_clues(parameter, stated, heard))
        types.append(stub or known_type)
    returns = hints.returns if told is None else told.returns
    if signature.return_annotation is not inspect.Signature.empty:
        returns = reader.read(signature.return_annotation, scope)
    promised = _promised(function, signature.return_annotation, hints, reader, scope) if told is None else None
    raises = tuple(dict.fromkeys((*hints.raises, *declared_raises(function))))
    return Shape(tuple(each for _, each in places), tuple(types), returns, tuple(clues), hints.nearby, raises, promised)


def _promised(function: Any, annotation: Any, hints: Hints, reader: Reader, scope: Scope) -> Clue | None:
    """What the result of a plain function is said to be; what wraps one may give something else."""
    if not is_a(function, types.FunctionType) or dynamic(function, "__wrapped__") is not MISSING:
        return None
    if annotation is inspect.Signature.empty:
        clue = Clue(Source.DOCSTRING, hints.promised)
    else:
        clue = Clue(Source.ANNOTATION, reader.certain(annotation, scope))
    return None if isinstance(clue.known, Anything) else clue


def _options(function: Any, owner: type | None, parameters: list[inspect.Parameter], reader: Reader) -> tuple[str, ...]:
    """The names that are known of what a callable takes as `**options`."""
    if all(parameter.kind is not inspect.Parameter.VAR_KEYWORD for parameter in parameters):
        return ()
    names = {parameter.name for parameter in parameters}
    found = attempt(lambda: reader.options(function, owner), ())
    return tuple(name for name in found if name not in names and not name.startswith("_"))


def _places(parameter: inspect.Parameter, options: tuple[str, ...]) -> tuple[Parameter, ...]:
    """Where arguments for a parameter go: to several places if any number, under known names if any keywords."""
    match parameter.kind:
        case inspect.Parameter.VAR_KEYWORD:
            return tuple(Parameter(name, Place.KEYWORD, required=False) for name in options)
        case inspect.Parameter.VAR_POSITIONAL:
            return tuple(variadic(parameter.name))
        case inspect.Parameter.KEYWORD_ONLY if _is_private(parameter):
            return ()
        case kind:
            required = parameter.default is inspect.Parameter.empty
            return (Parameter(parameter.name, _PLACES[kind], required),)


def _is_private(parameter: inspect.Parameter) -> bool:
    """Whether a parameter may be left out, and is for the module's own use."""
    return parameter.name.startswith("_") and parameter.default is not inspect.Parameter.empty


def _sharing(
    parameters: list[inspect.Parameter], definitions: Sequence[Definition | Overload], scope: Scope
) -> frozenset[str]:
    """The names of the parameters with a type variable that another has, too, or that take several arguments of one."""
    said = [(parameter.name, evaluated(parameter.annotation, scope)) for parameter in parameters]
    said += [(each.name, evaluated(each.annotation, scope)) for each in parameters if each.kind in _MANY]
    if len(definitions) == 1:
        said += [(each.name, annotation) for each, annotation in definitions[0].parameters(scope.owner is not None)]
    found = [(name, variable) for name, annotation in said for variable in variables(annotation)]
    often = Counter(variable for _, variable in found)
    return frozenset(name for name, variable in found if often[variable] > 1)


def _annotated(parameter: inspect.Parameter, known: Type) -> Clue | None:
    if parameter.annotation is inspect.Parameter.empty and not isinstance(known, Within):
        return None
    return Clue(Source.ANNOTATION, known)


def _clues(parameter: inspect.Parameter, stated: Clue | None, hints: tuple[Clue, ...]) -> tuple[Clue, ...]:
    """All that is known of a parameter, by trust."""
    found = [stated] if stated is not None else []
    default = parameter.default
    if default is not inspect.Parameter.empty and default is not None and not found:
        guessed = attempt(lambda: type_of_default(default), ANYTHING)
        likely = guessed.options[0] if isinstance(guessed, OneOf) else guessed
        hints = (*hints, Clue(Source.DEFAULT, likely)) if not isinstance(likely, Anything) else hints
    if any(not isinstance(clue.known, Anything) for clue in found):
        # what is stated needs no guessing, only good examples
        hints = tuple(clue for clue in hints if isinstance(clue.known, (Exactly, Record)))
    return (*found, *hints)


def _signature(function: Any) -> inspect.Signature | None:
    found = attempt(lambda: _inspected(function), None)
    if isinstance(function, type) and (found is None or _says_nothing(found)):
        # a metaclass or __new__ that passes everything on hides what __init__ asks for
        behind = _initialiser(function)
        inner = attempt(lambda: _inspected(behind), None) if inspect.isfunction(behind) else None
        if inner is not None:
            return inner.replace(parameters=list(inner.parameters.values())[1:])
    return found if type(found) is inspect.Signature else None


def _inspected(function: Any) -> inspect.Signature:
    if sys.version_info >= (3, 14):
        from annotationlib import Format

        return inspect.signature(function, annotation_format=Format.FORWARDREF)
    return inspect.signature(function)


def _says_nothing(signature: inspect.Signature) -> bool:
    return bool(signature.parameters) and all(each.kind in _MANY for each in signature.parameters.values())


def _initialiser(cls: type) -> Any:
    for name in ("__init__", "__new__"):
        for base in mro(cls)[:-1]:
            if name in vars(base):
                found = static(base, name)
                return found.__func__ if isinstance(found, staticmethod) else found
    return None


def _scope(function: Any, owner: type | None) -> Scope:
    if isinstance(function, type):
        function = _initialiser(function)
    inner = attempt(lambda: inspect.unwrap(function), function)
    inner = getattr(inner, "func", inner) if type(inner).__module__ == "functools" else inner
    seen = dynamic(inner, "__globals__")
    module = seen.get("__name__", "") if isinstance(seen, dict) else ""
    if module not in sys.modules:
        module = text_of(inner, "__module__") or text_of(owner, "__module__")
    parameters = dynamic(inner, "__type_params__")
    return Scope(module, owner, parameters if isinstance(parameters, tuple) else ())


def _type(parameter: inspect.Parameter, reader: Reader, scope: Scope) -> Type:
    empty = inspect.Parameter.empty
    known = ANYTHING if parameter.annotation is empty else reader.read(parameter.annotation, scope)
    if parameter.default is None:
        return also_none(known)
    if parameter.annotation is empty and parameter.default is not empty:
        return attempt(lambda: type_of_default(parameter.default), ANYTHING)
    return known


def _told(told: Shape, parameter: inspect.Parameter, index: int, count: int) -> Type | None:
    """What a stub tells of a parameter, found by its name, or by its place if both have as many."""
    names = (parameter.name, f"{parameter.name}1")  # as `variadic` names the first of them
    named = [known for each, known in zip(told.parameters, told.types, strict=True) if each.name in names]
    placed = told.types[index : index + 1] if len(told.types) == count else ()
    known = next(iter((*named, *placed)), ANYTHING)
    if isinstance(known, Anything):
        return None
    return also_none(known) if parameter.default is None else known


def _from_stubs(definitions: Sequence[Definition | Overload], reader: Reader, owner: type | None) -> Shape | None:
    """One shape for all overloads: the longest, with the types of all, and required only what all require."""
    if not definitions:
        return None
    scope = Scope("", owner)
    overloads = [each.parameters(bound=owner is not None) for each in definitions]
    longest = max(overloads, key=len)
    found = []
    for index, (parameter, _) in enumerate(longest):
        same = [_counterpart(overload, parameter, index) for overload in overloads]
        types = tuple(reader.read(each[1], scope) for each in same if each is not None)
        required = all(each is not None and each[0].required for each in same)
        names = {each[0].name for each in same if each is not None}
        hidden = parameter.place is Place.EITHER and len(names) > 1
        found.append((Parameter(parameter.name, Place.POSITIONAL if hidden else parameter.place, required), types))
    returns = one_of(tuple(reader.read(each.returns, scope) for each in definitions))
    return Shape(_in_order(tuple(each for each, _ in found)), tuple(one_of(each) for _, each in found), returns)


def _counterpart(
    overload: list[tuple[Parameter, Any]], parameter: Parameter, index: int
) -> tuple[Parameter, Any] | None:
    if parameter.place is Place.KEYWORD:
        return next((each for each in overload if each[0].name == parameter.name), None)
    if index < len(overload) and overload[index][0].place is not Place.KEYWORD:
        return overload[index]
    return None


def _in_order(parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    """Positional places first: one that can only be positional makes those before it so."""
    last = max((i for i, each in enumerate(parameters) if each.place is Place.POSITIONAL), default=-1)
    return tuple(
        Parameter(each.name, Place.POSITIONAL if i < last and each.place is Place.EITHER else each.place, each.required)
        for i, each in enumerate(parameters)
    )
