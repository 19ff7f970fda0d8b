"""What a case shows, in words: what is called, after what, with which kind of argument, and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from caddis.emit.names import NOUNS, snake_case
from caddis.emit.titles import Title, Trait, Words
from caddis.emit.words import UNKNOWN, evaluated, kind, spelled
from caddis.model.finding import Assertion, Case
from caddis.model.operation import HAS_RECEIVER, Kind, Operation, Parameter, Place
from caddis.model.operators import DISPLAYS, IN_PLACE, STATEMENTS
from caddis.model.sequence import Argument, Literal, Statement

MOST_EARLIER = 2
"""Earlier calls that are named from the start; the others may still tell tests apart."""

_DISPLAYS = dict(zip(DISPLAYS, ("list", "tuple", "set", "dict"), strict=True))
_SPOKEN = {
    "__add__": "plus",
    "__sub__": "minus",
    "__mul__": "times",
    "__iadd__": "plus_in_place",
    "__isub__": "minus_in_place",
    "__imul__": "times_in_place",
    "__aiter__": "iter",
    "__anext__": "next",
    "__copy__": "copied",
    "__deepcopy__": "deep_copied",
    "__reduce__": "pickled",
    "__aenter__": "enter",
}
_VAGUE = frozenset({"other", "args", "kwargs", "obj", "object", "value", "item", "key"})
"""Names of parameters that say nothing beside the kind of their argument, as do all of one or two letters."""
_ITERATING = frozenset({"__iter__", "__aiter__"})
_NOTABLE = frozenset({"true", "false", "none", "zero", "empty", "nan"})
"""The kinds of results worth a word; others depend on values more than on what is shown."""
_PLAIN_WAYS = frozenset({Kind.CONSTRUCTOR, Kind.CLASS_METHOD, Kind.STATIC_METHOD, Kind.FUNCTION, Kind.CONSTANT})
_TYPE_NAME = "type({0}).__name__"
_OBSERVER = re.compile(r"\{0\}\.(\w+)(\(\))?|(\w+)\(\{0\}\)")


@dataclass(frozen=True, slots=True)
class Scenery:
    """What is known of a target, whatever tests there are."""

    packages: frozenset[str] = frozenset()
    """Its top-level packages; with none, everything counts as its own."""
    sized: frozenset[str] = frozenset()
    """The names of its classes whose objects have a length, and so may be empty."""
    lone: str = ""
    """The class that goes without saying, since its module has no other."""


BARE = Scenery()


def title_of(case: Case, scenery: Scenery = BARE) -> Title:
    """The parts of a name for the test of a case."""
    return _Reader(case, scenery).title()


def focus(case: Case, scenery: Scenery = BARE) -> Statement:
    """The call a test is about: the last one of the target's own that led to what is asserted."""
    return case.sequence.statements[_Reader(case, scenery).focus]


def spoken(operation: Operation) -> str:
    """What an operation is called in the name of a test, without its class."""
    name = snake_case(operation.name)
    match operation.kind:
        case Kind.DISPLAY:
            return _DISPLAYS[operation.name]
        case Kind.CONSTRUCTOR:
            return snake_case(operation.owner or operation.name)
        case Kind.WRITE:
            return f"set_{name}"
        case Kind.DELETE:
            return f"delete_{name}"
        case Kind.OPERATOR if operation.name in IN_PLACE and operation.name not in _SPOKEN:
            return f"{name[1:]}_in_place"
        case _:
            return _SPOKEN.get(operation.name, name) or "case"


class _Reader:
    """Reads the call in focus, which is the last one of the target's, and what comes of it."""

    def __init__(self, case: Case, scenery: Scenery) -> None:
        self._case = case
        self._sequence = case.sequence
        self._scenery = scenery
        self._last = len(case.sequence) - 1
        self.focus = self._in_focus()
        self._statement = case.sequence.statements[self.focus]
        self._operation = self._statement.operation
        self._receiver = self._receiver_of(self.focus)

    def title(self) -> Title:
        operation = self._operation
        said = operation.kind is Kind.CONSTRUCTOR or operation.owner == self._scenery.lone
        owner = "" if said else snake_case(operation.owner)
        then = self._sequence.statements[self._last].operation
        more = ("then", spoken(then)) if self.focus != self._last and then.name not in _ITERATING else ()
        return Title(
            called=(owner, spoken(operation), *more),
            earlier=self._earlier(),
            given=tuple(dict.fromkeys(self._given())),
            outcome=self._outcome(),
            telling=tuple(dict.fromkeys(words for words in self._telling() if all(words))),
        )

    def _in_focus(self) -> int:
        """The last call, or if that only looks at something plain, the one of the target's that made this."""
        index = self._last
        while not self._is_ours(self._sequence.statements[index].operation):
            receiver = self._receiver_of(index)
            if receiver is None:
                return self._last
            index = receiver
        return index

    def _is_ours(self, operation: Operation) -> bool:
        packages = self._scenery.packages
        return not packages or operation.module.partition(".")[0] in packages

    def _receiver_of(self, index: int) -> int | None:
        back = self._sequence.statements[index].receiver
        return None if back is None else index + back

    def _earlier(self) -> Words:
        """The calls on the same object before, and how it was made if that is more than a plain way to make one."""
        names = self._calls_before()
        maker = self._maker()
        if maker is None:
            return ()
        made = () if maker.operation.kind in _PLAIN_WAYS else ("of", spoken(maker.operation))
        return (*made, *_after(names[-MOST_EARLIER:])) or (("on_empty",) if self._is_empty(maker) else ())

    def _is_empty(self, maker: Statement) -> bool:
        """Whether an object is one of those that may be empty, and was made without anything."""
        bare = maker.operation.kind is Kind.CONSTRUCTOR and all(one is None for one in maker.arguments)
        return bare and (maker.operation.module == "builtins" or maker.operation.owner in self._scenery.sized)

    def _maker(self) -> Statement | None:
        """The statement that made the object, before it was changed in place."""
        receiver = self._receiver
        while receiver is not None and self._sequence.statements[receiver].operation.name in IN_PLACE:
            receiver = self._receiver_of(receiver)
        return None if receiver is None else self._sequence.statements[receiver]

    def _calls_before(self) -> list[str]:
        """The calls on the object before the one in focus, as far as they may have changed it; none twice in a row."""
        names: list[str] = []
        receiver = self._receiver
        aliases = set()
        while receiver is not None:
            aliases.add(receiver)
            in_place = self._sequence.statements[receiver].operation.name in IN_PLACE
            receiver = self._receiver_of(receiver) if in_place else None
        for index in range(min(aliases, default=self.focus) + 1, self.focus):
            operation = self._sequence.statements[index].operation
            changes = operation.kind in (Kind.METHOD, Kind.WRITE, Kind.DELETE) or operation.name in (
                *STATEMENTS,
                *IN_PLACE,
            )
            if changes and self._receiver_of(index) in aliases and names[-1:] != [spoken(operation)]:
                names.append(spoken(operation))
        return names

    def _arguments(self) -> list[tuple[Parameter, Argument]]:
        """The arguments of the call in focus, without the object it is called on."""
        pairs = list(zip(self._operation.parameters, self._statement.arguments, strict=True))
        return pairs[self._operation.kind in HAS_RECEIVER :]

    def _value(self, argument: Argument) -> object:
        """The value of an argument written out; nothing in brackets counts as well."""
        if isinstance(argument, Literal):
            return argument.value
        if argument is None:
            return UNKNOWN
        statement = self._sequence.statements[self.focus + argument]
        empty = statement.operation.kind is Kind.DISPLAY and not statement.arguments
        return () if empty or self._is_empty(statement) else UNKNOWN

    def _given(self) -> Iterator[Trait]:
        """What is special about the arguments: their kind, where they come from, that they could be left out."""
        for parameter, argument in self._arguments():
            if argument is not None and (trait := self._trait(parameter, argument)).words:
                yield trait

    def _trait(self, parameter: Parameter, argument: Argument) -> Trait:
        name = snake_case(parameter.name)
        vague = parameter.name in _VAGUE or len(parameter.name) <= 2 or parameter.place is Place.VARIADIC
        otherwise = () if parameter.required or parameter.place is Place.VARIADIC else (name,)
        special = kind(self._value(argument))
        if type(argument) is int and self.focus + argument == self._receiver:
            return Trait(("itself",), otherwise)
        if special in ("true", "false") and otherwise:
            return Trait(otherwise if special == "true" else ("no", name), otherwise)
        if special:
            return Trait((special,) if vague else (special, name), otherwise)
        if type(argument) is int and not otherwise:
            made_by = self._sequence.statements[self.focus + argument].operation
            by_call = made_by.kind not in (Kind.CONSTRUCTOR, Kind.DISPLAY, Kind.CALL)
            return Trait((spoken(made_by),) if by_call else ())
        return Trait(otherwise, otherwise)

    def _outcome(self) -> Words:
        """What comes of the call, as far as a word or two say it."""
        if self._case.refusal is not None:
            return ("raises", snake_case(self._case.refusal.name))
        returned = [one for one in self._case.assertions if one.subject == self._last]
        about = [one for one in self._case.assertions if one.subject != self._last]
        for assertion in returned:
            if words := self._returned(assertion):
                return words
        return next((words for one in about if (words := self._changed(one))), ())

    def _returned(self, assertion: Assertion) -> Words:
        value = evaluated(assertion.expected)
        iterates = self.focus != self._last
        if assertion.template == "{0}":
            if iterates and kind(value) == "empty":
                return ("yields_nothing",)
            verb = _verb(self._sequence.statements[self._last].operation)
            if kind(value) in _NOTABLE:
                return (verb, kind(value))
            return (verb, *echo) if (echo := self._echo(value)) else ()
        if assertion.template == _TYPE_NAME:
            return ("returns", snake_case(str(value)))
        if assertion.template == "len({0})" and value == 0:
            return ("is_empty",) if self._operation.kind is Kind.CONSTRUCTOR else ("returns_empty",)
        return ()

    def _echo(self, value: object) -> Words:
        """Which argument came back, of this call or of one before on the same object."""
        if value is UNKNOWN or isinstance(value, list | tuple | dict | set):
            return ()
        for parameter, argument in self._arguments():
            if isinstance(argument, Literal) and _same(argument.value, value) and parameter.name not in _VAGUE:
                return (snake_case(parameter.name),) if len(parameter.name) > 2 else ()
        before = [
            argument.value
            for index in range(self.focus)
            if self._receiver is not None and self._receiver_of(index) == self._receiver
            for argument in self._sequence.statements[index].arguments[1:]
            if isinstance(argument, Literal)
        ]
        # of a single one, anything may come back
        if len(before) < 2 or _same(before[0], before[-1]):
            return ()
        return ("last",) if _same(before[-1], value) else ("first",) if _same(before[0], value) else ()

    def _changed(self, assertion: Assertion) -> Words:
        """What is seen afterwards of the object or of an argument."""
        value = evaluated(assertion.expected)
        if assertion.template == "len({0})" and isinstance(value, int):
            return ("leaves_it_empty",) if value == 0 else ("leaves", f"{value}_item{'s' * (value != 1)}")
        if observed := _observed(assertion):
            return ("leaves", observed, kind(value)) if kind(value) in _NOTABLE else ("changes", observed)
        if assertion.subject == self._receiver:
            return ("leaves_it_empty",) if kind(value) == "empty" else ()
        for parameter, argument in self._arguments():
            if type(argument) is int and self.focus + argument == assertion.subject:
                return ("changes", snake_case(parameter.name))
        return ()

    def _telling(self) -> Iterator[Words]:
        """Words that may tell the case from others of the same name."""
        if self._operation.owner == self._scenery.lone:
            yield (snake_case(self._operation.owner),)
        yield from self._about_receiver()
        yield from self._about_sources()
        yield _after(self._calls_before())
        several = [parameter.name for parameter, argument in self._arguments() if argument is not None]
        for name in dict.fromkeys(several):
            if several.count(name) > 1:
                yield ("with", str(several.count(name)), snake_case(name))
        for assertion in self._case.assertions:
            yield from self._said(assertion)
        for parameter, argument in self._arguments():
            if isinstance(argument, Literal):
                yield ("with", _type_word(argument.value))
                yield ("with", snake_case(parameter.name), spelled(argument.value))
        for statement in self._sequence.statements[: self.focus]:
            if statement.operation.kind not in (Kind.DISPLAY, Kind.CONSTANT, Kind.DEFINITION, Kind.CALL):
                yield ("after", spoken(statement.operation))
            for argument in statement.arguments:
                if isinstance(argument, Literal):
                    yield ("from", spelled(argument.value))

    def _about_receiver(self) -> Iterator[Words]:
        """How the object that is called on was made, and what it is."""
        maker = self._maker()
        if maker is None:
            return
        type_name = self._type_of(self._receiver)
        if type_name and type_name != self._operation.owner:
            yield ("on", snake_case(type_name))
        if maker.operation.kind is not Kind.CONSTRUCTOR:
            yield ("of", spoken(maker.operation))
        for parameter, argument in zip(maker.operation.parameters, maker.arguments, strict=True):
            if isinstance(argument, Literal) and kind(argument.value):
                yield ("of", kind(argument.value), snake_case(parameter.name))

    def _about_sources(self) -> Iterator[Words]:
        """Where the arguments come from."""
        for source in self._sequence.sources(self.focus):
            made_by = self._sequence.statements[source].operation
            if source != self._receiver:
                yield ("with", spoken(made_by))
                if made_by.kind is not Kind.DISPLAY:
                    yield ("with", _noun(self._type_of(source)))

    def _said(self, assertion: Assertion) -> Iterator[Words]:
        """The value that is expected, and of what."""
        value = evaluated(assertion.expected)
        if value is UNKNOWN or self._outcome():
            return
        if assertion.template == "{0}":
            operation = self._sequence.statements[self._last].operation
            yield (_verb(operation), spelled(value))
            yield (_verb(operation), _type_word(value))
        elif observed := _observed(assertion):
            yield ("where", observed, "is", spelled(value))

    def _type_of(self, index: int | None) -> str:
        names = self._case.type_names
        return names[index].rpartition(".")[2] if index is not None and index < len(names) else ""


def _after(names: list[str]) -> Words:
    return ("after", *[word for name in names for word in ("and", name)][1:]) if names else ()


def _observed(assertion: Assertion) -> str:
    """What an assertion asks about: `total`, for `{0}.total` and for `{0}.get_total()`."""
    found = _OBSERVER.fullmatch(assertion.template)
    name = snake_case(found[1] or found[3]) if found else ""
    return name.removeprefix("get_") or name


def _verb(operation: Operation) -> str:
    return "is" if operation.kind in (Kind.READ, Kind.OPERATOR, Kind.CONSTANT) else "returns"


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def _noun(type_name: str) -> str:
    return NOUNS.get(type_name) or snake_case(type_name)


def _type_word(value: object) -> str:
    """The type of a value, in the words variables are named with."""
    return _noun(type(value).__name__)
