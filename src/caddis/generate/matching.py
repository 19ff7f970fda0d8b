"""May a value of this shape go where that type is asked for?"""

from __future__ import annotations

from types import BuiltinFunctionType, FunctionType, MethodType

from caddis.model.component import Shape
from caddis.model.types import Anything, ClassOf, Exactly, Function, Instance, OneOf, Type


def fits(known: Type, shape: Shape) -> bool:
    """Whether the shape satisfies the type, as far as both are known."""
    match known:
        case Anything():
            return True
        case Instance(cls=cls, arguments=arguments):
            return _is_a(shape[0], cls) and _elements_fit(arguments, shape[1:])
        case OneOf(options=options):
            return any(fits(option, shape) for option in options)
        case Function():
            return issubclass(shape[0], (FunctionType, BuiltinFunctionType, MethodType))
        case ClassOf() | Exactly():
            return False


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
