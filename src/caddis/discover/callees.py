"""What a callee is known to ask of an argument: its annotations, its defaults, and stubs."""

from __future__ import annotations

import types
from typing import Any

from caddis.discover import signatures
from caddis.discover.foreign import is_class, namespace, text_of
from caddis.discover.signatures import UNKNOWN, Shape
from caddis.discover.types import Reader
from caddis.model.classes import mro
from caddis.model.types import Type


class Callees:
    """Answers for functions and classes, each looked at once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._shapes: dict[tuple[int, int], tuple[Any, Shape]] = {}

    def asked(self, callee: Any, place: int | str, owner: type | None = None) -> Type | None:
        """The type of the argument at a position or keyword, if the callee has one there.

        `owner` is the class of the instance that a method is called on.
        """
        key = (id(callee), id(owner))
        if key not in self._shapes:
            # what is held keeps its address
            self._shapes[key] = ((callee, owner), self._shape(callee, owner))
        shape = self._shapes[key][1]
        if isinstance(place, int):
            return shape.types[place] if place < len(shape.types) else None
        named = zip(shape.parameters, shape.types, strict=True)
        return next((known for parameter, known in named if parameter.name == place), None)

    def _shape(self, callee: Any, owner: type | None) -> Shape:
        if is_class(callee):
            return signatures.of_constructor(callee, self._reader)
        if type(callee) is staticmethod:
            return self._shape(callee.__func__, None)
        if type(callee) is classmethod:
            return self._method(callee.__func__, owner or object, owner or object)
        if owner is not None and type(callee) in (types.FunctionType, types.MethodDescriptorType):
            return self._method(callee, owner, _definer(callee, owner))
        if type(callee) in (types.FunctionType, types.BuiltinFunctionType, types.MethodType):
            return signatures.of_function(callee, self._reader, text_of(callee, "__name__"))
        return UNKNOWN

    def _method(self, function: Any, owner: type, definer: type) -> Shape:
        return signatures.of_method(function, self._reader, owner, definer, text_of(function, "__name__"), bound=False)


def _definer(function: Any, owner: type) -> type:
    """The class that stores a method."""
    name = text_of(function, "__name__")
    return next((base for base in mro(owner) if namespace(base).get(name) is function), owner)
