"""What a callee is known to ask of an argument: its annotations, its defaults, and stubs."""

from __future__ import annotations

import types
from typing import Any

from caddis.discover import signatures
from caddis.discover.foreign import is_class, text_of
from caddis.discover.signatures import UNKNOWN, Shape
from caddis.discover.types import Reader
from caddis.model.types import Type


class Callees:
    """Answers for functions and classes, each looked at once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._shapes: dict[int, tuple[Any, Shape]] = {}

    def asked(self, callee: Any, place: int | str) -> Type | None:
        """The type of the argument at a position or keyword, if the callee has one there."""
        if id(callee) not in self._shapes:
            self._shapes[id(callee)] = (callee, self._shape(callee))
        shape = self._shapes[id(callee)][1]
        if isinstance(place, int):
            return shape.types[place] if place < len(shape.types) else None
        named = zip(shape.parameters, shape.types, strict=True)
        return next((known for parameter, known in named if parameter.name == place), None)

    def _shape(self, callee: Any) -> Shape:
        if is_class(callee):
            return signatures.of_constructor(callee, self._reader)
        if type(callee) in (types.FunctionType, types.BuiltinFunctionType, types.MethodType):
            return signatures.of_function(callee, self._reader, text_of(callee, "__name__"))
        if type(callee) is types.MethodDescriptorType:
            owner = callee.__objclass__
            return signatures.of_method(callee, self._reader, owner, owner, callee.__name__, bound=False)
        return UNKNOWN
