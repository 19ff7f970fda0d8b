"""One object in the making: each call is drawn, and made at once."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from caddis.execute.interpreter import Interpreter
from caddis.hypothesis.knowing import Makers
from caddis.model.api import Signature
from caddis.model.operation import HAS_RECEIVER, Operation, Place, constant, display
from caddis.model.sequence import Argument, Literal, Sequence, Statement
from caddis.model.types import (
    Anything,
    ClassOf,
    Display,
    Exactly,
    Function,
    Instance,
    Named,
    OneOf,
    Record,
    Spelt,
    Type,
    Within,
    strictly,
)

DEEPEST = 4
"""How many objects inside each other are made for one argument."""
MOST_ITEMS = 5
TRIES = 3
"""How often an object is tried to be made before the input is given up."""
_ATOMS: dict[type, st.SearchStrategy[Any]] = {
    int: st.integers(),
    bool: st.booleans(),
    float: st.floats(),
    str: st.text(),
    bytes: st.binary(),
    complex: st.complex_numbers(),
    type(None): st.none(),
}
_ANY = st.one_of(st.integers(), st.text(), st.booleans(), st.none())
_BRACKETS = {"tuple": "(", "set": "{", "frozenset": "{", "dict": "{:", "Mapping": "{:", "MutableMapping": "{:"}
_CONTAINERS = ("builtins", "collections.abc", "typing")

Choice = int | Literal
"""The position of a value, or a literal."""


class Unmakable(Exception):
    """What was drawn leads to no object."""


class Building:
    """The statements so far, and the values they gave."""

    def __init__(self, draw: st.DrawFn, makers: Makers) -> None:
        self._draw = draw
        self._makers = makers
        self._interpreter = Interpreter()
        self._statements: list[Statement] = []
        self._values: list[object] = []

    def make(self, cls: type, depth: int = 0) -> int:
        """Make an object of a class; its position."""
        ways = self._makers.of(cls)
        if not ways or depth > DEEPEST:
            raise Unmakable(cls)
        for _ in range(TRIES):
            operation, signature = self._draw(st.sampled_from(ways))
            position = self._try(operation, signature, depth)
            if position is not None:
                return position
        raise Unmakable(cls)

    def call(self) -> None:
        """Call something on one of the values there are; if it raises, it is as if it had never been called."""
        places = [place for place, value in enumerate(self._values) if self._makers.on(type(value))]
        if not places:
            return
        # the first is what is being made, and what Hypothesis falls back to
        place = self._draw(st.sampled_from(places))
        operation, signature = self._draw(st.sampled_from(self._makers.on(type(self._values[place]))))
        try:
            self._try(operation, signature, 0, receiver=place)
        except Unmakable:
            return

    def done(self, position: int) -> tuple[Sequence, object]:
        """The calls, without those that nothing has come of, and the object."""
        return Sequence(tuple(self._statements)), self._values[position]

    def _try(
        self, operation: Operation, signature: Signature, depth: int, *, receiver: int | None = None
    ) -> int | None:
        """Make a call; the position of its value, None if it raised."""
        before = len(self._statements)
        chosen: list[Choice | None] = []
        for place, (parameter, known) in enumerate(zip(operation.parameters, signature.parameters, strict=True)):
            if place == 0 and operation.kind in HAS_RECEIVER and receiver is not None:
                chosen.append(receiver)
            elif parameter.required:
                chosen.append(self._value(known, depth + 1))
            elif any(one is None for one in chosen) and parameter.place in (Place.POSITIONAL, Place.VARIADIC):
                chosen.append(None)
            else:
                chosen.append(self._value(known, depth + 1) if self._draw(st.booleans()) else None)
        if self._run(Statement(operation, self._relative(chosen))):
            return len(self._statements) - 1
        # what it has done before it raised is undone by making all anew
        self._statements = self._statements[:before]
        self._values = []
        self._interpreter.run(tuple(self._statements), self._values)
        return None

    def _run(self, statement: Statement) -> bool:
        if self._interpreter.run((statement,), self._values).exception is not None:
            return False
        self._statements.append(statement)
        return True

    def _relative(self, chosen: list[Choice | None]) -> tuple[Argument, ...]:
        end = len(self._statements)
        return tuple(one - end if isinstance(one, int) else one for one in chosen)

    def _add(self, operation: Operation, chosen: list[Choice]) -> int:
        if not self._run(Statement(operation, self._relative(list(chosen)))):
            raise Unmakable(operation)
        return len(self._statements) - 1

    def _value(self, known: Type, depth: int) -> Choice:
        """A value of a type."""
        match known:
            case Anything():
                return Literal(self._draw(_ANY))
            case OneOf() if (strict := strictly(known)) != known:
                return self._value(strict, depth)
            case OneOf(options=options):
                return self._value(self._draw(st.sampled_from(options)), depth)
            case Exactly(values=values):
                return self._spelt(self._draw(st.sampled_from(values)))
            case Within(base=Instance(cls=cls), bounds=bounds) if cls is int:
                low, high = (None if bound is None else int(bound) for bound in (bounds.low, bounds.high))
                drawn = self._draw(st.integers(low, high).filter(bounds.admits))
                return Literal(drawn)
            case Within(base=base):
                return self._value(base, depth)
            case ClassOf(bound=Instance(cls=cls)):
                return self._add(constant(cls.__module__, cls.__qualname__), [])
            case ClassOf():
                return self._add(constant("builtins", "int"), [])
            case Function():
                return self._add(constant("builtins", self._draw(st.sampled_from(("repr", "bool", "id")))), [])
            case Record(fields=fields):
                rows = [(Literal(field.name), self._value(field.known, depth)) for field in fields if field.required]
                return self._add(display("{:", 2 * len(rows)), [one for row in rows for one in row])
            case Instance(cls=cls, arguments=arguments):
                return self._instance(cls, arguments, depth)

    def _instance(self, cls: type, arguments: tuple[Type, ...], depth: int) -> Choice:
        if cls in _ATOMS:
            return Literal(self._draw(_ATOMS[cls]))
        if cls.__module__ in _CONTAINERS and not self._makers.of(cls):
            return self._container(cls, arguments, depth)
        alike = [place for place, value in enumerate(self._values) if isinstance(value, cls)]
        again: bool = bool(alike) and self._draw(st.booleans())
        if again:
            place: int = self._draw(st.sampled_from(alike))
            return place
        return self.make(cls, depth)

    def _container(self, cls: type, arguments: tuple[Type, ...], depth: int) -> int:
        bracket = _BRACKETS.get(cls.__name__, "[")
        if cls is tuple and len(arguments) > 1:
            return self._add(display("(", len(arguments)), [self._value(one, depth + 1) for one in arguments])
        parts = (arguments or (Instance(int),))[: 2 if bracket == "{:" else 1]
        parts = (Instance(str), *parts) if bracket == "{:" and len(parts) < 2 else parts
        count = self._draw(st.integers(0, MOST_ITEMS))
        items = [self._value(one, depth + 1) for _ in range(count) for one in parts]
        return self._add(display(bracket, len(items)), items)

    def _spelt(self, spelt: Spelt) -> Choice:
        match spelt:
            case Literal():
                return spelt
            case Named(module=module, path=path):
                return self._add(constant(module, path), [])
            case Display(bracket=bracket, items=items):
                return self._add(display(bracket, len(items)), [self._spelt(item) for item in items])
