"""May a value of this shape go where that type is asked for?"""

from __future__ import annotations

from types import BuiltinFunctionType, FunctionType, MethodType

from caddis.model.component import Shape
from caddis.model.types import Anything, ClassOf, Exactly, Function, Instance, OneOf, Record, Type, Within

_ELEMENTS: dict[type, Shape] = {str: (str,), bytes: (int,), bytearray: (int,), range: (int,), memoryview: (int,)}
"""What iterating over a value gives, where its class alone tells."""
_MEASURED = frozenset({"builtins", "collections", "collections.abc", "decimal", "fractions", "typing"})
"""The modules of classes whose values are made to measure where bounds are known."""


def fits(known: Type, shape: Shape) -> bool:
    """Whether the shape satisfies the type, as far as both are known."""
    match known:
        case Anything():
            return True
        case Instance(cls=cls, arguments=arguments):
            return _is_a(shape[0], cls) and _elements_fit(arguments, shape[1:] or _ELEMENTS.get(shape[0], ()))
        case OneOf(options=options):
            return any(fits(option, shape) for option in options)
        case Function():
            return issubclass(shape[0], (FunctionType, BuiltinFunctionType, MethodType))
        case Within(base=base):
            return not is_measured(base) and fits(base, shape)
        case ClassOf() | Exactly() | Record():
            return False


def is_measured(known: Type) -> bool:
    """Whether values of the type are made so that they keep to bounds; of others nothing is known but their class."""
    return isinstance(known, Instance) and known.cls.__module__ in _MEASURED


def _elements_fit(arguments: tuple[Type, ...], elements: Shape) -> bool:
    # a dict offered as an iterable is asked for its keys only, hence no strict zip
    return all(fits(argument, (element,)) for argument, element in zip(arguments, elements, strict=False))


def _is_a(cls: type, base: type) -> bool:
    if (base is float and cls is int) or (base is complex and cls in (int, float)):
        return True
    try:
        return issubclass(cls, base)
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        # a protocol that is not runtime checkable, or a __subclasshook__ of the target's that fails
        return False
