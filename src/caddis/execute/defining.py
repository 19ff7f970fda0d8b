"""Makes the functions and classes that statements define, and keeps watch over their calls.

Each is a real function with the signature it would have in a test, around a body that is interpreted. No counter stands
in the test: a sequence whose functions call each other without end is discarded before anybody writes it down.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from caddis.model.definition import MODULE, Definition, Formal, Method
from caddis.model.operation import Kind, Operation
from caddis.model.outcome import Misused, Outcome, OutOfTime, Spent
from caddis.model.sequence import Statement

ALLOWANCE = 100
"""How often the functions that a sequence defines may be called, all together."""
NESTED = 10
"""How many of these calls may be at work at once: deeper ones would not end before the interpreter gives up."""
DEEPEST = 10
"""Exceptions that another was raised for or from, looked through for one of ours."""
_KEPT_ALIVE = ("builtins", "abc", "typing", "icontract._metaclass")
"""The modules of metaclasses that do nothing with a new class which would have to be done again for each run."""

Statements = tuple[Statement, ...]
Interpret = Callable[[Statements, list[object]], Outcome]
Inside = Callable[[Statements, list[object], BaseException, int], bool]
"""Whether an exception of a call that a body made shows a bug.

Given what the body did so far, its values, and how many calls of such functions there were in the run.
"""
Heard = Callable[[Definition, Method, list[object]], None]
"""Told of the arguments that a method is called with."""


class Guard(Protocol):
    """Asks what a call asks for before it is made."""

    def concern(self, operation: Operation) -> bool:
        """Whether an operation asks for anything."""

    def refuse(self, statement: Statement, values: list[object]) -> object | None:
        """What stands against a call on the values made so far."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A step of a body that was not made, since what it asks for did not hold."""

    definition: Definition
    method: Method
    position: int
    """That of the step in the body."""


class _Unguarded:
    def concern(self, _operation: Operation) -> bool:
        return False

    def refuse(self, _statement: Statement, _values: list[object]) -> None:
        return None


def _shows_nothing(_statements: Statements, _values: list[object], _exception: BaseException, _calls: int) -> bool:
    return False


def _not_heard(_definition: Definition, _method: Method, _arguments: list[object]) -> None:
    pass


class Defining:
    """What is defined in one run, how often it may be called, and what went wrong inside."""

    def __init__(self, interpret: Interpret, resolve: Callable[[str, str], Any]) -> None:
        self._interpret = interpret
        self._resolve = resolve
        self.inside: Inside = _shows_nothing
        self.heard: Heard = _not_heard
        self.guard: Guard = _Unguarded()
        self.used = False
        """Whether anything was defined in this run."""
        self._left = ALLOWANCE
        self._depth = 0
        self.refused: Refused | None = None
        """The first step in this run that was not made."""
        self._escaped: BaseException | None = None
        self._is_bug = False
        self._classes: dict[Definition, tuple[type, list[object], dict[str, object]]] = {}
        self._defined: set[Definition] = set()

    def begin(self) -> None:
        """A new run."""
        self.used = False
        self._left = ALLOWANCE
        self._depth = 0
        self.refused = None
        self._escaped = None
        self._defined.clear()

    def forget(self) -> None:
        """Let go of classes: the names of their bases now stand for others."""
        self._classes.clear()

    def maker(self, definition: Definition) -> Callable[..., object]:
        """What makes the function or class, called with the values that it uses."""
        make = self._class if definition.is_class else self._function

        def define(*captured: object) -> object:
            self.used = True
            return make(definition, list(captured))

        return define

    def settled(self, outcome: Outcome) -> Outcome:
        """What a run came to: nothing that shows anything, if we are to blame for how it ended."""
        if self._left < 0:
            return Outcome(outcome.values, Spent(f"more than {ALLOWANCE} calls of what the test defines"))
        if self.refused is not None:
            return Outcome(outcome.values, Misused("a precondition that a call inside would break"))
        # what it holds lives on as long as it does
        escaped, self._escaped = self._escaped, None
        if escaped is None or outcome.exception is None or (outcome.exception is escaped and self._is_bug):
            return outcome
        if _came_of(outcome.exception, escaped):
            return Outcome(outcome.values, Misused("a call that the test itself makes inside"))
        return outcome

    def run(self, definition: Definition, method: Method, statements: Statements, values: list[object]) -> object:
        """Run a body on what fills its slots."""
        self._left -= 1
        if self._depth >= NESTED:
            self._left = -1
        if self._left < 0:
            raise Spent
        self.heard(definition, method, values)
        self._depth += 1
        if any(self.guard.concern(statement.operation) for statement in statements):
            outcome = self._run_guarded(definition, method, statements, values)
        else:
            outcome = self._interpret(statements, values)
        self._depth -= 1
        if outcome.exception is not None:
            self._raised(method, values, outcome.exception)
            raise outcome.exception
        return values[-1] if statements and statements[-1].operation.kind is Kind.RESULT else None

    def _run_guarded(
        self, definition: Definition, method: Method, statements: Statements, values: list[object]
    ) -> Outcome:
        """Run a body, each call only if what it asks for holds: it would be broken by us."""
        outcome = Outcome(values)
        for statement in statements:
            if self.guard.concern(statement.operation) and self.guard.refuse(statement, values) is not None:
                self.refused = self.refused or Refused(definition, method, len(values))
                return Outcome(values, Misused("a precondition that a call inside would break"))
            outcome = self._interpret((statement,), values)
            if outcome.exception is not None:
                break
        return outcome

    def _raised(self, method: Method, values: list[object], exception: BaseException) -> None:
        """Ask whose fault it is, where it was raised and not where it passes through."""
        if exception is not self._escaped and not isinstance(exception, (Spent, Misused, OutOfTime)):
            self._escaped = exception
            done = method.body.statements[: len(values) + 1]
            self._is_bug = self.inside(done, values, exception, ALLOWANCE - self._left)

    def _function(self, definition: Definition, captured: list[object]) -> object:
        method = definition.methods[0]
        made = _factory(method.name, method.formals, "function", method.waits)
        function = made(captured, self._runner(definition, method), None, _defaults(method.formals))
        function.__module__ = MODULE
        return function

    def _class(self, definition: Definition, captured: list[object]) -> object:
        """A class, the very same for each run where that makes no difference: much is remembered of classes."""
        known = self._classes.get(definition)
        if known is None or definition in self._defined:
            known = self._new_class(definition, captured)
            if definition not in self._defined and _may_be_kept(known[0]):
                self._classes[definition] = known
        else:
            cls, cell, before = known
            cell[:] = captured
            for name in [name for name in vars(cls) if name not in before]:
                delattr(cls, name)
        self._defined.add(definition)
        return known[0]

    def _new_class(
        self, definition: Definition, captured: list[object]
    ) -> tuple[type, list[object], dict[str, object]]:
        assert definition.base is not None
        base = self._resolve(*definition.base)
        own: list[type] = []
        namespace: dict[str, object] = {
            "__module__": MODULE,
            # told apart from others of the name by everything that tells classes apart by name
            "__qualname__": f"{hash(definition):x}.{definition.name}",
        }
        for method in definition.methods:
            made = _factory(method.name, method.formals, method.decorator or "method", method.waits)
            function = made(captured, self._runner(definition, method), own, _defaults(method.formals))
            function.__module__ = MODULE
            namespace[method.name] = _DECORATORS[method.decorator](function)
        cls = types.new_class(definition.name, (base,), {}, lambda held: held.update(namespace))
        own.append(cls)
        return cls, captured, dict(vars(cls))

    def _runner(self, definition: Definition, method: Method) -> Callable[[list[object]], object]:
        """What runs a body; what it needs stands in defaults, where nobody looks who compares functions."""

        def run(
            values: list[object],
            within: Defining = self,
            definition: Definition = definition,
            method: Method = method,
            steps: Statements = method.steps,
        ) -> object:
            return within.run(definition, method, steps, values)

        run.__qualname__ = f"{hash(definition):x}"
        return run


_DECORATORS: dict[str, Callable[[Any], object]] = {
    "": lambda function: function,
    "property": property,
    "classmethod": classmethod,
    "staticmethod": staticmethod,
}
_FIRST = {
    "function": ("", "{name}, "),
    "method": ("self, ", "self, super(own__[0], self), "),
    "property": ("self, ", "self, super(own__[0], self), "),
    "classmethod": ("cls, ", "cls, super(own__[0], cls), "),
    "staticmethod": ("", ""),
}
"""For each kind of function, what its signature and its slots begin with."""


def _defaults(formals: tuple[Formal, ...]) -> list[object]:
    return [None if each.default is None else each.default.value for each in formals]


@cache
def _factory(name: str, formals: tuple[Formal, ...], kind: str, waits: bool) -> Any:
    """What makes functions of a signature."""
    first, slots = _FIRST[kind]
    spelt = [
        each.spelling + (f"=defaults__[{place}]" if each.default is not None else "")
        for place, each in enumerate(formals)
    ]
    named = next((place for place, each in enumerate(formals) if each.by_keyword), None)
    if named is not None and not any(each.spelling.startswith("*") for each in formals[:named]):
        spelt.insert(named, "*")
    values = "".join(f"{each.name}, " for each in formals)
    source = (
        f"def make(captured__, run__, own__, defaults__):\n"
        f"    {'async ' if waits else ''}def {name}({first}{', '.join(spelt)}):\n"
        f"        return run__([*captured__, {slots.format(name=name)}{values}])\n"
        f"    return {name}\n"
    )
    namespace: dict[str, Any] = {"__name__": MODULE}
    exec(compile(source, f"<{MODULE}>", "exec"), namespace)
    return namespace["make"]


def _came_of(exception: BaseException, origin: BaseException) -> bool:
    """Whether an exception is another, or was raised because of it."""
    waiting: list[BaseException | None] = [exception]
    for _ in range(DEEPEST):
        if not waiting:
            return False
        one = waiting.pop()
        if one is origin:
            return True
        if one is not None:
            waiting += [one.__cause__, one.__context__]
            waiting += one.exceptions if isinstance(one, BaseExceptionGroup) else ()
    return False


def _may_be_kept(cls: type) -> bool:
    """Whether nobody takes note of new classes."""
    return type(cls).__module__ in _KEPT_ALIVE and all(
        "__init_subclass__" not in vars(base) or base.__module__ in ("builtins", "typing") for base in cls.__mro__
    )
