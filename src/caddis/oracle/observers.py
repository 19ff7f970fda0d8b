"""Observers: the ways to ask an object about its state that were seen not to change it (section 2.3.2 of Palulu)."""

from __future__ import annotations

import contextlib
import inspect
import io
import random
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType
from typing import Any

from caddis.model.classes import mro, names_of
from caddis.model.operation import Known
from caddis.oracle.holding import evaluated

MOST_ITEMS = 50
MOST_OBSERVERS = 40
_RAISED = object()
_NUMBERS = (int, float, "int", "float")
_BUSY = inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR


@dataclass(slots=True)
class Traces:
    """Where it shows if a question did more than ask: what was touched outside, and what was refused."""

    touched: set[str] = field(default_factory=set)
    denied: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Answer:
    """What an object answers to a question, which is an expression about `{0}`."""

    question: str
    value: object


class Observers:
    """Asks objects, and remembers which questions change them."""

    def __init__(
        self,
        state: Callable[[object], int],
        *,
        known: Mapping[str, str] | None = None,
        named: Collection[str] = (),
        traces: Traces | None = None,
    ) -> None:
        """`state` tells states of an object apart; `known` tells what calls have shown of operations, by dotted name.

        `named` are methods that the user says change nothing.
        """
        self._state = state
        self._known = known or {}
        self._named = frozenset(named)
        self._traces = traces or Traces()
        self._questions: dict[type, tuple[str, ...]] = {}
        self._refuted: set[tuple[type, str]] = set()
        self.disturbed = False
        """Whether a question has changed what it was asked of, since this was last set back."""

    def ask(self, value: object) -> list[Answer]:
        """The answers of an object to all questions that leave it as it is; the most telling first."""
        cls = type(value)
        answers = []
        state = self._state(value)
        for question in (*self._of_class(cls), *_fields(value)):
            if (cls, question) in self._refuted:
                continue
            answer, now = self._asked(value, question), self._state(value)
            if now != state and not self._is_trusted(cls, question):
                self._refute(cls, question)
            elif answer is not None:
                answers.append(answer)
            state = now
        return answers

    def is_unchanged(self, before: object, after: object) -> bool:
        """Whether nothing of two states of an object tells them apart."""
        return self._state(before) == self._state(after)

    def _refute(self, cls: type, question: str) -> None:
        self._refuted.add((cls, question))
        self.disturbed = True

    def _of_class(self, cls: type) -> tuple[str, ...]:
        found = self._questions.get(cls)
        if found is None:
            found = self._questions[cls] = tuple(dict.fromkeys(islice(self._found(cls), MOST_OBSERVERS)))
        return found

    def _found(self, cls: type) -> Iterator[str]:
        """The questions to ask instances of a class."""
        if _has(cls, "__iter__") and not _has(cls, "__next__") and self._may_ask(cls, "__iter__"):
            if _has(cls, "keys") and _has(cls, "items"):
                plain = getattr(cls, "items", None) is dict.items and getattr(cls, "__iter__", None) is dict.__iter__
                yield "dict({0})" if plain else "list({0}.items())"
            else:
                yield "set({0})" if _has(cls, "isdisjoint") and not _has(cls, "__getitem__") else "list({0})"
        if _has(cls, "__len__") and self._may_ask(cls, "__len__"):
            yield "len({0})"
        if _has(cls, "__str__") and self._may_ask(cls, "__str__"):
            yield "str({0})"
        methods: list[str] = []
        for name in _public_members(cls):
            member = inspect.getattr_static(cls, name, None)
            if isinstance(member, (property, MemberDescriptorType, GetSetDescriptorType)) or _is_cached(member):
                if self._may_ask(cls, name):
                    yield f"{{0}}.{name}"
            elif self._is_named(cls, name) or (
                isinstance(member, FunctionType)
                and not member.__code__.co_flags & _BUSY
                and self._verdict(cls, name) == Known.ASKS
            ):
                methods.append(f"{{0}}.{name}()")
        yield from methods
        if not _has(cls, "__str__") and _has(cls, "__repr__") and self._may_ask(cls, "__repr__"):
            yield "repr({0})"

    def _may_ask(self, cls: type, name: str) -> bool:
        """Whether nothing speaks against a question that by its nature changes nothing.

        What a special method gives may always look the same, as iterators do, and yet tell of the object.
        """
        against = (Known.CHANGES,) if name.startswith("__") else (Known.CHANGES, Known.CONSTANT)
        return self._is_named(cls, name) or self._verdict(cls, name) not in against

    def _verdict(self, cls: type, name: str) -> str | None:
        """What is known of a member of a class, by its own name or that of a base."""
        return next((self._known[each] for each in _dotted(cls, name) if each in self._known), None)

    def _is_named(self, cls: type, name: str) -> bool:
        return bool(self._named) and any(each in self._named for each in _dotted(cls, name))

    def _asked(self, value: object, question: str) -> Answer | None:
        """An answer, unless asking raised, or did anything else beside answering."""
        cls, traces = type(value), self._traces
        touched, denied, chance = set(traces.touched), len(traces.denied), random.getstate()
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                answer = evaluated(question, (), (value,))
        except Exception:  # noqa: BLE001 - code of the target may raise anything
            answer = _RAISED
        clean = traces.touched == touched and len(traces.denied) == denied and random.getstate() == chance
        if clean and not printed.getvalue():
            if type(answer) is bool and gives_numbers(cls, question.removeprefix("{0}.").removesuffix("()")):
                answer = int(answer)
            told = answer is not _RAISED and _is_about_state(question, answer)
            return Answer(question, answer) if told else None
        self._refute(cls, question)
        random.setstate(chance)
        traces.touched.clear()
        traces.touched.update(touched)
        del traces.denied[denied:]
        return None

    def _is_trusted(self, cls: type, question: str) -> bool:
        return self._is_named(cls, question.removeprefix("{0}.").removesuffix("()"))


def gives_numbers(cls: type, name: str) -> bool:
    """Whether a member of a class is said to give numbers: a truth value that it gives is one that was put in."""
    member = inspect.getattr_static(cls, name, None)
    if isinstance(member, (staticmethod, classmethod)):
        member = member.__func__
    called = member.fget if isinstance(member, property) else getattr(member, "func", member)
    said = getattr(called, "__annotations__", {}).get("return") if isinstance(called, FunctionType) else None
    return said in _NUMBERS


def _is_about_state(question: str, answer: object) -> bool:
    """Whether an answer shows the state of what was asked: not one that a method has made of it."""
    if not question.startswith("{0}.") or not question.endswith("()"):
        return True
    return answer is not None and (type(answer).__module__ == "builtins" or isinstance(answer, Enum))


def _dotted(cls: type, name: str) -> Iterator[str]:
    return (f"{each}.{name}" for base in mro(cls)[:-1] for each in names_of(base))


def _has(cls: type, name: str) -> bool:
    """Whether a class, or a base that is not `object`, has a special method."""
    return any(vars(base).get(name) is not None for base in mro(cls)[:-1])


def _is_cached(member: object) -> bool:
    """Whether something in a class works like a property."""
    return type(member).__name__ == "cached_property"


def _public_members(cls: type) -> Iterator[str]:
    """The names that a class and its bases define, as they stand there; not those of builtin bases."""
    for base in mro(cls)[:-1]:
        if base.__module__ != "builtins":
            yield from (name for name in list(vars(base)) if not name.startswith("_"))


def _fields(value: object) -> list[str]:
    """Questions after the public attributes that an object holds itself."""
    try:
        held: Any = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return []
    return [
        f"{{0}}.{name}"
        for name, content in islice(held.items(), MOST_OBSERVERS)
        if type(name) is str and name.isidentifier() and not name.startswith("_") and not callable(content)
    ]
