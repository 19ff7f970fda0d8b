"""Copies, deep copies and pickles are equal to the original, and independent of it."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable, MutableMapping, MutableSequence, MutableSet
from typing import Any, ClassVar

from caddis.judge.contracts.claims import Claims, has
from caddis.judge.contracts.contract import Breach, Check, Law
from caddis.judge.contracts.getters import getters_of
from caddis.judge.contracts.observing import Eye, Seen
from caddis.judge.contracts.parts import ATOMS, EMPTIED, emptied, holds, holds_cycle, holds_nan, parts, state
from caddis.model.outcome import OutOfTime
from caddis.model.verdict import Confidence

HOOKS = (
    "__reduce__",
    "__reduce_ex__",
    "__getstate__",
    "__setstate__",
    "__getnewargs__",
    "__getnewargs_ex__",
)
REMOVING = ("clear", "popitem", "pop")
"""Methods that, called without arguments, take something out."""
DEPTH = 4


def pickled(value: object) -> object:
    """What comes back of a pickle."""
    return pickle.loads(pickle.dumps(value))


class _RoundTrip(Law):
    """A way to copy gives an equal object."""

    refusable = (Exception,)
    copied: ClassVar[Callable[[Any], object]]
    source: ClassVar[str]
    module: ClassVar[str]
    hooks: ClassVar[tuple[str, ...]]
    """The methods by which a class says that it can be copied so."""
    deep: ClassVar[bool] = True
    methods = ("__eq__",)

    def of(self, cls: type, claims: Claims) -> Check | None:
        promises = claims.own(cls, *self.hooks) or is_plain_data(cls)
        compares = claims.own(cls, "__eq__")
        if not (promises or compares or claims.own(cls, "__getattr__")):
            return None

        def breach(value: object) -> Breach | None:
            equal = compares and (value == value) is True  # noqa: PLR0124 - only what equals itself equals its copy
            try:
                made = type(self).copied(value)
            except OutOfTime:
                raise
            except Exception as exception:  # noqa: BLE001 - code of the target may raise anything
                lost = isinstance(exception, RecursionError) and claims.own(cls, "__getattr__")
                if not (promises or lost) or _is_our_doing(value, exception) or self._fails_in_a_part(value):
                    return None
                return Breach((f"import {self.module}", self.source), method=self._hook(cls), exception=exception)
            if not equal or (made == value) is not False or self._is_excused(value, made, claims):
                return None
            return Breach((f"import {self.module}", f"assert {self.source} == {{0}}"), method=self._hook(cls))

        return breach

    def _hook(self, cls: type) -> str:
        return next((name for name in (*self.hooks, "__eq__", "__getattr__") if has(cls, name)), "")

    def _fails_in_a_part(self, value: object) -> bool:
        """Whether what a value holds cannot be copied, whoever holds it."""
        copied = type(self).copied
        return self.deep and holds(value, lambda part: part is not value and not _returns(copied, part))

    def _is_excused(self, value: object, made: object, claims: Claims) -> bool:
        # if two copies differ as well, `==` tells which object it is, not what it is like
        by_identity = (type(self).copied(value) == made) is not True
        return by_identity or holds_nan(value) or (self.deep and _loses_a_part(value, type(self).copied, claims, DEPTH))


class CopyEqualsOriginal(_RoundTrip):
    name = "copy_equals_original"
    about = "`copy.copy(x) == x`, where the class defines `__eq__`"
    why = "a copy that is not equal to its original has lost or changed something"
    copied = copy.copy
    source = "copy.copy({0})"
    module = "copy"
    hooks = ("__copy__", *HOOKS)
    deep = False


class DeepcopyEqualsOriginal(_RoundTrip):
    name = "deepcopy_equals_original"
    about = "`copy.deepcopy(x) == x`, where the class defines `__eq__` and so do the things `x` holds"
    why = "a deep copy that is not equal to its original has lost or changed something"
    copied = copy.deepcopy
    source = "copy.deepcopy({0})"
    module = "copy"
    hooks = ("__deepcopy__", *HOOKS)


class PickleEqualsOriginal(_RoundTrip):
    name = "pickle_equals_original"
    about = "`pickle.loads(pickle.dumps(x)) == x`, where the class defines `__eq__` and so do the things `x` holds"
    why = "what comes back from a pickle must be what went in"
    copied = pickled
    source = "pickle.loads(pickle.dumps({0}))"
    module = "pickle"
    hooks = HOOKS


WAYS: tuple[tuple[str, str, Callable[[Any], object]], ...] = (
    ("import copy", "copy.copy({0})", copy.copy),
    ("import copy", "copy.deepcopy({0})", copy.deepcopy),
    ("import pickle", "pickle.loads(pickle.dumps({0}))", pickled),
)


class CopiesAnswerLikeOriginals(Law):
    name = "copies_answer_like_originals"
    about = "a copy, a deep copy and a pickle of `x` can be asked what `x` can: properties, `len`, `repr`, ..."
    why = "a copy that raises where its original answers is incomplete"
    refusable = (Exception,)

    def of(self, cls: type, claims: Claims) -> Check | None:
        getters = list(getters_of(cls, claims))
        if not getters or not claims.own(cls, "__copy__", "__deepcopy__", *HOOKS, "__getattr__"):
            # the copy that Python makes by itself lacks nothing
            return None

        def breach(value: object) -> Breach | None:
            answered = [getter for getter in getters if getter.answers(value)]
            for needed, source, copied in WAYS:
                try:
                    made = copied(value)
                except OutOfTime:
                    raise
                except Exception:  # noqa: BLE001 - that is for another law
                    continue
                for getter in answered if type(made) is cls else ():
                    exception = getter.failure(made)
                    if exception is not None:
                        asked = getter.source.replace("{0}", "duplicate")
                        lines = (needed, f"_ = {getter.source}", f"duplicate = {source}", f"_ = {asked}")
                        return Breach(lines, exception=exception)
            return None

        return breach


class _Independent(Law):
    """Changing a copy leaves the original as it was."""

    copied: ClassVar[Callable[[Any], object]]
    source: ClassVar[str]
    hooks: ClassVar[tuple[str, ...]]

    def of(self, cls: type, claims: Claims) -> Check | None:
        confidence = self._sureness(cls, claims)
        if confidence is None:
            return None
        eye = Eye(cls, claims)
        fault = next((name for name in self.hooks if has(cls, name)), "")

        def breach(value: object) -> Breach | None:
            made = type(self).copied(value)
            if made is value or type(made) is not cls:
                return None
            before = eye.steady(value)
            for change in self._changes(cls, value, made):
                line = change(before, eye)
                if line is not None:
                    return Breach(("import copy", *line), method=fault or "__init__", confidence=confidence)
            return None

        return breach

    def _sureness(self, cls: type, claims: Claims) -> Confidence | None:
        raise NotImplementedError

    def _changes(self, cls: type, value: object, made: object) -> list[Callable[[Seen, Eye], tuple[str, ...] | None]]:
        """Ways to change a copy; each gives the lines of a test if the original has changed with it."""
        public = next((name for name in REMOVING if _is_called_bare(cls, name)), None)
        if public is not None:
            return [lambda before, eye: self._by_method(before, eye, value, made, public)]
        return []

    def _by_method(self, before: Seen, eye: Eye, value: object, made: Any, name: str) -> tuple[str, ...] | None:
        getattr(made, name)()
        line = eye.changed(before, value)
        return None if line is None else self._claim(line, f"{name}()")

    def _claim(self, line: str, change: str) -> tuple[str, ...]:
        return (
            f"duplicate = {self.source}",
            f"before = {line}",
            f"duplicate.{change}",
            f"assert {line} == before",
        )


class CopyIsIndependent(_Independent):
    name = "copy_is_independent"
    about = "taking items out of `copy.copy(x)` leaves `x` as it was, where the class is a container"
    why = "a copy of a container has its own storage: what is done to one is not done to the other"
    confidence = Confidence.MEDIUM
    copied = copy.copy
    source = "copy.copy({0})"
    hooks = ("__copy__", *HOOKS)

    def _sureness(self, cls: type, claims: Claims) -> Confidence | None:
        if not (has(cls, "__len__") and has(cls, "__iter__")) or not claims.own(cls, "__iter__", "__len__", *REMOVING):
            return None
        promises = claims.own(cls, "__copy__") or issubclass(cls, MutableMapping | MutableSequence | MutableSet)
        return Confidence.MEDIUM if promises else Confidence.LOW


class DeepcopyIsIndependent(_Independent):
    name = "deepcopy_is_independent"
    about = "changing `copy.deepcopy(x)` leaves `x` as it was"
    why = "a deep copy shares nothing that can change with its original"
    copied = copy.deepcopy
    source = "copy.deepcopy({0})"
    hooks = ("__deepcopy__", *HOOKS)

    def _sureness(self, cls: type, claims: Claims) -> Confidence | None:
        # the copy that Python makes by itself shares nothing
        return Confidence.HIGH if claims.own(cls, *self.hooks) else None

    def _changes(self, cls: type, value: object, made: object) -> list[Callable[[Seen, Eye], tuple[str, ...] | None]]:
        theirs = state(made)
        shared = [
            (name, held) for name, held in state(value).items() if type(held) in EMPTIED and theirs.get(name) is held
        ]
        return super()._changes(cls, value, made) or [
            lambda before, eye, name=name, held=held: self._by_emptying(before, eye, value, name, held)  # type: ignore[misc]
            for name, held in shared
        ]

    def _by_emptying(self, before: Seen, eye: Eye, value: object, name: str, held: object) -> tuple[str, ...] | None:
        with emptied(held):
            line = eye.changed(before, value)
        return None if line is None else self._claim(line, f"{name}.clear()")


def is_plain_data(cls: type) -> bool:
    """Whether a class is a mere record, made by one of the usual tools."""
    return (
        dataclasses.is_dataclass(cls) or has(cls, "__attrs_attrs__") or (issubclass(cls, tuple) and has(cls, "_fields"))
    )


def _is_called_bare(cls: type, name: str) -> bool:
    """Whether a class has a method that can be called without arguments, by what its code shows."""
    if not has(cls, name):
        return False
    code = getattr(getattr(cls, name, None), "__code__", None)
    if code is None:
        return name != "pop"
    defaults = getattr(cls, name).__defaults__ or ()
    return bool(code.co_argcount - len(defaults) <= 1 and not code.co_kwonlyargcount)


def _is_our_doing(value: object, exception: Exception) -> bool:
    """Whether copying fails for something that was put into a value: a lock, a generator, a lambda, itself."""
    if isinstance(exception, pickle.PicklingError) or "cannot pickle" in str(exception):
        return True
    if isinstance(exception, AttributeError) and str(exception).startswith("Can't pickle"):
        return True
    return isinstance(exception, RecursionError) and holds_cycle(value)


def _loses_a_part(value: object, copied: Callable[[Any], object], claims: Claims, depth: int) -> bool:
    """Whether a value holds something whose copy is not equal to it, through no fault of the value's class."""
    for part in parts(value):
        cls = type(part)
        if isinstance(part, ATOMS):
            continue
        if (claims.is_ours(cls) and has(cls, "__eq__")) or (cls.__module__ == "builtins" and parts(part)):
            lost = depth > 0 and _loses_a_part(part, copied, claims, depth - 1)
        else:
            lost = not _survives(part, copied)
        if lost:
            return True
    return False


def _returns(copied: Callable[[Any], object], part: object) -> bool:
    try:
        copied(part)
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return False
    return True


def _survives(part: object, copied: Callable[[Any], object]) -> bool:
    try:
        return bool(copied(part) == part)
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return False
