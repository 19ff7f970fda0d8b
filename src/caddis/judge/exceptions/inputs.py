"""What went into a sequence: how far it is what the parameters are said to take, and what is odd about it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cached_property

from caddis.judge.contracts.parts import holds_cycle, state
from caddis.judge.exceptions.fitting import HOLDING
from caddis.judge.exceptions.trusting import Expectations, Trust
from caddis.model.definition import MODULE, Definition, Gives, all_operations, constructing
from caddis.model.operation import HAS_RECEIVER, Kind, Operation
from caddis.model.sequence import Atom, Literal, Statement

HUGE = 10_000
"""Numbers from here on are large, as counts, sizes and exponents go."""
_TAKES_ONLY = frozenset({"__iter__", "__next__", "__await__", "__anext__", "__aiter__", "__reversed__", "__call__"})
"""What asks an object of others for what it holds, and changes nothing in it that anybody else may lean on."""
_MOST_HELD = 20
_WRITTEN_OUT = frozenset({Kind.DISPLAY, Kind.CONSTANT, Kind.DEFINITION, Kind.RESULT, Kind.CALL})


class Inputs:
    """What went into the calls of a sequence, the last of which failed, or gave what it should not have."""

    def __init__(
        self,
        statements: tuple[Statement, ...],
        values: list[object],
        expectations: Expectations,
        *,
        returned: bool = False,
    ) -> None:
        """`values` are those of the statements, that of the last only if it returned."""
        self.statements = statements
        self._values = values
        self._expectations = expectations
        self._first = len(values) - len(statements) + (not returned)

    @property
    def operation(self) -> Operation:
        """What was called last."""
        return self.statements[-1].operation

    def given(self, number: int) -> Iterator[tuple[int, object]]:
        """The arguments of a statement, each with the number of its parameter."""
        for place, argument in enumerate(self.statements[number].arguments):
            if isinstance(argument, Literal):
                yield place, argument.value
            elif argument is not None:
                yield place, self._values[self._first + number + argument]

    @cached_property
    def trust(self) -> Trust:
        """That of the call, and of all that its inputs were made by."""
        return min(self.trust_of_last, self.trust_before)

    @cached_property
    def trust_of_last(self) -> Trust:
        """That of the last call alone."""
        return self._trust(len(self.statements) - 1)

    @cached_property
    def trust_before(self) -> Trust:
        """That of the calls before the last."""
        lowest = Trust.STATED
        for number in range(len(self.statements) - 2, -1, -1):
            lowest = min(lowest, self._trust(number))
            if lowest is Trust.WRONG:
                break
        return lowest

    @cached_property
    def trust_around(self) -> Trust:
        """That of the calls before the last, those aside that are given a function which the test defines."""
        defined = [
            any(self._defined(number, place) is not None for place, _ in enumerate(statement.arguments))
            for number, statement in enumerate(self.statements[:-1])
        ]
        return min([self._trust(number) for number, by_us in enumerate(defined) if not by_us], default=Trust.STATED)

    def _trust(self, number: int) -> Trust:
        operation = self.statements[number].operation
        if operation.definition is not None:
            return self._trust_inside(operation.definition)
        if operation.kind is Kind.CALL:
            return self._trust_in_making(number)
        if operation.kind in _WRITTEN_OUT:
            # what is written out is judged where it is given to something
            return Trust.STATED
        if operation.kind in HAS_RECEIVER and self._meddles(operation):
            return Trust.UNKNOWN
        trust, lowest = self._expectations.trust, Trust.STATED
        for place, value in self.given(number):
            defined = self._defined(number, place)
            if defined is None:
                found = trust(operation, place, value)
            else:
                found = self._expectations.trust_in_definition(operation, place, defined)
            lowest = min(lowest, found)
        if lowest > Trust.GUESSED and not self._agree(number, self._expectations.sharing(operation)):
            return Trust.GUESSED
        return lowest

    def _trust_in_making(self, number: int) -> Trust:
        """That of an instance being made of a class that the test defines: its base says what that is given."""
        statement = self.statements[number]
        called = statement.arguments[0]
        made = self.statements[number + called].operation.definition if isinstance(called, int) else None
        if made is None or made.base is None:
            return Trust.STATED
        constructor = constructing(*made.base, statement.operation.parameters[1:])
        found = [
            self._expectations.trust(constructor, place - 1, value) for place, value in self.given(number) if place
        ]
        return min(found, default=Trust.STATED)

    def _trust_inside(self, definition: Definition) -> Trust:
        """Whether the bodies of a definition give anything wrong, as far as their text tells."""
        trust = self._expectations.trust
        steps = [step for method in definition.methods for step in method.steps]
        written = [(one, place, each) for one in steps for place, each in enumerate(one.arguments)]
        wrong = any(
            isinstance(each, Literal)
            and one.operation.kind not in _WRITTEN_OUT
            and trust(one.operation, place, each.value) is Trust.WRONG
            for one, place, each in written
        )
        owes_what = definition.is_class and any(method.gives is Gives.ANYTHING for method in definition.methods)
        nested = [one.operation.definition for one in steps if one.operation.definition is not None]
        own = Trust.WRONG if wrong else Trust.UNKNOWN if owes_what else Trust.STATED
        return min([own, *map(self._trust_inside, nested)])

    def _defined(self, number: int, place: int) -> Definition | None:
        """The function that the test defines and gives to a parameter, if it is one."""
        argument = self.statements[number].arguments[place]
        if type(argument) is not int or number + argument < 0:
            return None
        definition = self.statements[number + argument].operation.definition
        return None if definition is None or definition.is_class else definition

    def _agree(self, number: int, places: frozenset[int]) -> bool:
        """Whether what was given to some parameters, and what is in there, is all of one class."""
        given = [value for place, value in self.given(number) if place in places] if places else []
        leaves = {type(value) for value in _flat(given) if value is not None and not isinstance(value, HOLDING)}
        return len(leaves) <= 1 or leaves <= _NUMBERS

    def _meddles(self, operation: Operation) -> bool:
        """Whether an object of others is changed, which the target may hold and did not mean to share."""
        return operation.kind is Kind.DELETE or (
            operation.kind is not Kind.READ
            and operation.name not in _TAKES_ONLY
            and not self._expectations.owned(operation.module)
        )

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:
        """All that was written out."""
        return tuple(
            argument.value
            for statement in self.statements
            for argument in statement.arguments
            if isinstance(argument, Literal)
        )

    @cached_property
    def is_empty(self) -> bool:
        """Whether nothing was given to anything, but objects that the target made from nothing."""
        owned = self._expectations.owned
        return not self.atoms and all(
            owned(getattr(type(value), "__module__", "") or "")
            for number in range(len(self.statements))
            for _, value in self.given(number)
        )

    @cached_property
    def gives_none(self) -> bool:
        """Whether a None went in anywhere, also as what a call returned, or inside a container or a foreign object.

        Such as a context manager that gives nothing.
        """
        owned = self._expectations.owned
        return any(
            value is None
            or _holds_none(value)
            or (not owned(getattr(type(value), "__module__", "") or "") and _has_none(value))
            for number in range(len(self.statements))
            for _, value in self.given(number)
        )

    @cached_property
    def defines(self) -> bool:
        """Whether the test defines functions or classes, which use the target like any user's."""
        return any(statement.operation.definition is not None for statement in self.statements)

    @cached_property
    def gives_function(self) -> bool:
        """Whether something to be called was given: what it does when called is ours."""
        return self._gives_function(lambda _function: True)

    @cached_property
    def gives_foreign_function(self) -> bool:
        """Whether something to be called was given of which it cannot be seen what it does."""
        return self._gives_function(lambda function: getattr(function, "__module__", "") != MODULE)

    def _gives_function(self, counts: Callable[[object], bool]) -> bool:
        owned = self._expectations.owned
        return any(
            callable(value) and counts(value) and not owned(getattr(type(value), "__module__", "") or "")
            for number in range(len(self.statements))
            for place, value in self.given(number)
            if place or self.statements[number].operation.kind not in HAS_RECEIVER
        )

    @cached_property
    def _parts(self) -> tuple[object, ...]:
        """All values that were given, and what the containers among them hold."""
        given = [value for number in range(len(self.statements)) for _, value in self.given(number)]
        return tuple(_flat(given))

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts that were given."""
        given = [value for value in self._parts if isinstance(value, (str, bytes))]
        return tuple(text if isinstance(text, str) else text.decode("latin-1") for text in given)

    @cached_property
    def numbers(self) -> tuple[int | float, ...]:
        """The numbers that were given."""
        return tuple(value for value in self._parts if isinstance(value, (int, float)))

    @property
    def gives_extreme_number(self) -> bool:
        """Whether a number was given that is large, or none at all."""
        return any(not math.isfinite(number) or abs(number) >= HUGE for number in self.numbers)

    @property
    def gives_odd_text(self) -> bool:
        """Whether a text was given that is more than plain letters."""
        return any(not text.isascii() or not text.isprintable() for text in self.texts)

    @property
    def gives_nothing_to_divide_by(self) -> bool:
        """Whether a zero was given, or something empty."""
        return any(not number for number in self.numbers) or self.gives_something_empty

    @property
    def gives_something_empty(self) -> bool:
        """Whether a text or a container was given that holds nothing."""
        return any(isinstance(atom, (str, bytes)) and not atom for atom in self.atoms) or any(
            statement.operation.kind is Kind.DISPLAY and not statement.arguments for statement in self.statements
        )

    @cached_property
    def gives_index(self) -> bool:
        """Whether a whole number was given by itself, not as an element of something."""
        return any(
            isinstance(value, int)
            and (not isinstance(value, bool) or self._expectations.asks_for(statement.operation, place, int))
            for number, statement in enumerate(self.statements)
            if statement.operation.kind is not Kind.DISPLAY
            for place, value in self.given(number)
        )

    @cached_property
    def gives_iterator(self) -> bool:
        """Whether an iterator was given, be it in a container, that may be at work."""
        return any(hasattr(type(value), "__next__") for value in self._parts)

    @cached_property
    def gives_cycle(self) -> bool:
        """Whether something was given to the last call that contains itself."""
        return any(holds_cycle(value) for _, value in self.given(len(self.statements) - 1))

    @property
    def meddles(self) -> bool:
        """Whether something was changed that the target may hold and did not mean to share."""
        return any(self._meddles(each) for each in all_operations(self.statements) if each.kind in HAS_RECEIVER)

    @property
    def asks_for_nothing(self) -> bool:
        """Whether the last call was given nothing but its receiver."""
        return not self._asked_for

    @cached_property
    def _asked_for(self) -> list[object]:
        """What the last call was given beside its receiver; if that yields, also what it was made with.

        Generators and their like do only when somebody goes through them what they were called for.
        """
        found: list[object] = []
        number = len(self.statements) - 1
        while number >= 0:
            statement = self.statements[number]
            has_receiver = statement.operation.kind in HAS_RECEIVER
            found += [value for place, value in self.given(number) if place or not has_receiver]
            if statement.receiver is None or statement.operation.name not in _TAKES_ONLY:
                break
            number += statement.receiver
            if number >= 0 and not hasattr(type(self._values[self._first + number]), "__next__"):
                break
        return found

    @property
    def objects_that_meet(self) -> int:
        """How many objects the last call was given, its receiver included, atoms not."""
        return sum(type(value) not in _ATOMS for _, value in self.given(len(self.statements) - 1))

    def gave_object(self, thing: object) -> bool:
        """Whether this very object was given to a call, other than as the receiver of it."""
        return any(
            value is thing
            for number, statement in enumerate(self.statements)
            for place, value in self.given(number)
            if place or statement.operation.kind not in HAS_RECEIVER
        )

    def gave(self, spelling: str) -> bool:
        """Whether a text that a message quotes may be one of ours, or a piece of one."""
        return any(_overlap(spelling, repr(text)[1:-1]) or _overlap(spelling, text) for text in self.texts)

    def was_asked_for(self, key: object) -> bool:
        """Whether the last call was given a key, something that holds it, or a text that it may be a piece of."""
        given = self._asked_for
        if isinstance(key, (str, bytes)):
            texts = [value for value in _flat(given) if isinstance(value, type(key))]
            return any(_overlap(key, text) for text in texts)
        if type(key) in _ATOMS:
            return any(type(value) is type(key) and value == key for value in _flat(given))
        # of others it cannot be told
        return bool(given)


_NUMBERS = frozenset({bool, int, float})
"""Each of which will do for the next."""
_ATOMS = frozenset({int, float, complex, bool, str, bytes, type(None)})


def _overlap(one: str | bytes, other: str | bytes) -> bool:
    folded, beside = one.lower(), other.lower()
    return folded in beside or beside in folded  # type: ignore[operator]


def _flat(values: list[object]) -> Iterator[object]:
    """Values, and what the containers among them hold."""
    for value in values:
        yield value
        if isinstance(value, (list, tuple, set, frozenset)):
            yield from list(value)[:_MOST_HELD]
        elif isinstance(value, dict):
            yield from (part for pair in list(dict.items(value))[:_MOST_HELD] for part in pair)


def _has_none(value: object) -> bool:
    return any(held is None for held in state(value).values())


def _holds_none(value: object) -> bool:
    match value:
        case list() | tuple() | set() | frozenset():
            return any(item is None for item in list(value)[:_MOST_HELD])
        case dict():
            return any(item is None for pair in list(dict.items(value))[:_MOST_HELD] for item in pair)
    return False
