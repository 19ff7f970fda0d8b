"""Runs sequences: statements are resolved once, then interpreted as small tuples.

This is the one place where the exceptions of the code under test are caught; from here on they are data.
"""

from __future__ import annotations

import builtins
import importlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from operator import attrgetter
from types import CoroutineType
from typing import TYPE_CHECKING, Any

from caddis.execute.defining import Defining
from caddis.model.operation import Kind, Operation, Waiting, constant
from caddis.model.operators import AWAITED, ENTERING, IN_PLACE, MODULES, OPERATORS, STATEMENTS, arity
from caddis.model.outcome import NeverWoken, Outcome, TooMany
from caddis.model.sequence import Literal, Sequence, Statement, need_loop

if TYPE_CHECKING:
    from caddis.execute.loop import Loop

Step = tuple[int, Any, Any, Any, Any]
"""What to do (one of the numbers below), the function or method name, and up to three operands."""

NOTHING, VALUE, VALUE_LITERAL, VALUE_VALUE, LITERAL, VALUE_LITERAL_LITERAL, SPREAD, CONSTANT = range(8)
ON_NOTHING, ON_LITERAL, ON_VALUE, ON_SPREAD = range(8, 12)

ENDLESS = 10_000
"""More items than this are taken for an iterator that never ends."""


class Interpreter:
    """Runs statements, one after the other, on the values made so far."""

    def __init__(self) -> None:
        self.defining = Defining(self._interpret_body, _named_class)
        self._steps = _Linked(self.defining)
        self._loop: Loop | None = None

    def _interpret_body(self, statements: tuple[Statement, ...], values: list[object]) -> Outcome:
        return _interpret(self._steps.of(statements), values)

    def run(self, statements: tuple[Statement, ...], values: list[object]) -> Outcome:
        """Run the statements; their values are appended to `values`, and where there are none yet, a new run begins."""
        defining = self.defining
        if defining.used and not values:
            defining.begin()
        if self._loop is None:
            outcome = _interpret(self._steps.of(statements), values)
        else:
            outcome = self._run_inside(self._loop, statements, values)
        return defining.settled(outcome) if defining.used else outcome

    def _run_inside(self, loop: Loop, statements: tuple[Statement, ...], values: list[object]) -> Outcome:
        try:
            return loop.run(_interpret_inside(self._steps, statements, values))
        except BaseException as exception:  # noqa: BLE001 - so may a task beside the sequence; it becomes data here
            return Outcome(values, exception)

    def forget(self) -> None:
        """Let go of functions and classes: the names in statements now stand for others."""
        self._steps.clear()
        self.defining.forget()

    def replay(self, sequence: Sequence) -> Outcome:
        """Run a whole sequence from the start."""
        values: list[object] = []
        try:
            with self.prepared(sequence.statements):
                return self.run(sequence.statements, values)
        except NeverWoken as exception:
            return Outcome(values, exception)

    @contextmanager
    def prepared(self, statements: Iterable[Statement]) -> Iterator[None]:
        """What the statements need to run, in whatever parts: one event loop around them, if any of them waits.

        Raises NeverWoken at the end if tasks that they leave behind will not end.
        """
        if self._loop is not None or not need_loop(statements):
            yield
            return
        # not before it is needed: asyncio takes longer to load than all the rest
        from caddis.execute.loop import Loop

        loop = self._loop = Loop()
        try:
            yield
        finally:
            self._loop = None
            loop.close()


def _interpret(  # noqa: PLR0912 - one branch a kind of step, told apart inline since this is the innermost loop
    steps: list[Step], values: list[object]
) -> Outcome:
    append = values.append
    try:
        for kind, function, a, b, c in steps:
            if kind == ON_NOTHING:
                append(getattr(values[a], function)())
            elif kind == ON_LITERAL:
                append(getattr(values[a], function)(b))
            elif kind == ON_VALUE:
                append(getattr(values[a], function)(values[b]))
            elif kind == VALUE:
                append(function(values[a]))
            elif kind == VALUE_LITERAL:
                append(function(values[a], b))
            elif kind == VALUE_VALUE:
                append(function(values[a], values[b]))
            elif kind == NOTHING:
                append(function())
            elif kind == LITERAL:
                append(function(a))
            elif kind == VALUE_LITERAL_LITERAL:
                append(function(values[a], b, c))
            elif kind == CONSTANT:
                append(function)
            elif kind == SPREAD:
                append(function(*_filled(a, b, values), **_named(c, values)))
            else:
                receiver, *rest = _filled(a, b, values)
                append(getattr(receiver, function)(*rest, **_named(c, values)))
    except BaseException as exception:  # noqa: BLE001 - the subject may raise anything; it becomes data here
        return Outcome(values, exception)
    return Outcome(values)


async def _interpret_inside(steps: _Linked, statements: tuple[Statement, ...], values: list[object]) -> Outcome:
    """The same where a loop is running: each statement as ever, and what it gives awaited if need be."""
    for statement in statements:
        outcome = _interpret(steps.of((statement,)), values)
        if outcome.exception is not None:
            return outcome
        if statement.operation.waiting is Waiting.AWAITED:
            given: Any = values.pop()
            try:
                values.append(await given)
            except BaseException as exception:  # noqa: BLE001 - as above
                return Outcome(values, exception)
    return Outcome(values)


def abandon(values: list[object]) -> None:
    """Close the coroutines among values, since Python warns of those that nobody awaits."""
    if CoroutineType in map(type, values):
        for value in values:
            if isinstance(value, CoroutineType):
                # one that is still at work refuses
                with suppress(Exception):
                    value.close()


_code = attrgetter("code")


class _Linked:
    """Statements, by their codes, and their steps, linked when first met."""

    def __init__(self, defining: Defining) -> None:
        self._defining = defining
        self._steps: dict[int, Step] = {}

    def of(self, statements: tuple[Statement, ...]) -> list[Step]:
        """The steps of statements."""
        try:
            # all of it without a call of ours: this is asked for every statement that is ever run
            return [*map(self._steps.__getitem__, map(_code, statements))]
        except KeyError:
            return [self._steps.get(statement.code) or self._link(statement) for statement in statements]

    def _link(self, statement: Statement) -> Step:
        try:
            step = self._steps[statement.code] = link(statement, self._defining)
        except BaseException as exception:  # noqa: BLE001 - a module may raise anything; it does so in its turn
            return (NOTHING, partial(_raise, exception), None, None, None)
        return step

    def clear(self) -> None:
        """Forget all steps."""
        self._steps.clear()


def link(statement: Statement, defining: Defining) -> Step:
    """Resolve the names in a statement."""
    operation = statement.operation
    positional, keywords = statement.call()
    by_name = operation.kind is Kind.METHOD
    function: Any = operation.name if by_name else None
    if operation.definition is not None:
        function = defining.maker(operation.definition)
    elif not by_name:
        function = resolve(operation)
    if operation.kind is Kind.CONSTANT:
        return (CONSTANT, function, None, None, None)
    shape = "".join("v" if type(argument) is int else "l" for argument in positional)
    plain = [argument.value if isinstance(argument, Literal) else argument for argument in positional]
    kind = (_METHOD_SHAPES if by_name else _SHAPES).get(shape)
    if kind is not None and not keywords:
        a, b, c, *_ = [*plain, None, None, None]
        return (kind, function, a, b, c)
    places = tuple((i, argument) for i, argument in enumerate(positional) if isinstance(argument, int))
    named = tuple(
        (name, argument.value, None) if isinstance(argument, Literal) else (name, None, argument)
        for name, argument in keywords
    )
    return (ON_SPREAD if by_name else SPREAD, function, tuple(plain), places, named)


_SHAPES = {
    "": NOTHING,
    "v": VALUE,
    "vl": VALUE_LITERAL,
    "vv": VALUE_VALUE,
    "l": LITERAL,
    "vll": VALUE_LITERAL_LITERAL,
}
_METHOD_SHAPES = {"v": ON_NOTHING, "vl": ON_LITERAL, "vv": ON_VALUE}


def _filled(template: tuple[Any, ...], places: tuple[tuple[int, int], ...], values: list[object]) -> list[Any]:
    filled = list(template)
    for place, back in places:
        filled[place] = values[back]
    return filled


def _named(named: tuple[tuple[str, Any, int | None], ...], values: list[object]) -> dict[str, Any]:
    return {name: literal if back is None else values[back] for name, literal, back in named}


def resolve(operation: Operation) -> Any:
    """The function that does what the source of the operation says."""
    match operation.kind:
        case Kind.READ:
            return attrgetter(operation.name)
        case Kind.WRITE:
            return _writer(operation.name)
        case Kind.DELETE:
            return _deleter(operation.name)
        case Kind.OPERATOR:
            return OPERATOR_FUNCTIONS[operation.name]
        case Kind.DISPLAY:
            return _DISPLAY_FUNCTIONS[operation.name]
        case Kind.CALL:
            return _called
        case Kind.RESULT:
            return _itself
        case _:
            if operation.module == "builtins":
                return attrgetter(operation.path)(builtins)
            return attrgetter(operation.path)(importlib.import_module(operation.module))


def _named_class(module: str, path: str) -> Any:
    return resolve(constant(module, path))


def _raise(exception: BaseException) -> None:
    raise exception


def _called(function: Any, /, *positional: object, **named: object) -> object:
    return function(*positional, **named)


def _itself(value: object) -> object:
    return value


def _writer(name: str) -> Callable[[object, object], None]:
    def write(receiver: object, value: object) -> None:
        setattr(receiver, name, value)

    return write


def _deleter(name: str) -> Callable[[object], None]:
    def delete(receiver: object) -> None:
        delattr(receiver, name)

    return delete


def _compiled(name: str) -> Callable[..., object]:
    """The function of an operator, made from the very source that tests will show."""
    letters = ("a", "b", "c")[: arity(name) + 1]
    source = OPERATORS[name].format(*letters)
    if name in IN_PLACE:
        body = f"    {source}\n    return a"
    elif name in STATEMENTS or name in ENTERING:
        body = "    entered = None\n    " + source.replace("\n", "\n    ") + "\n    return entered"
    else:
        body = f"    return {source}"
    define = "async def" if name in AWAITED else "def"
    namespace: dict[str, Any] = {module: importlib.import_module(module) for module in MODULES.values()}
    exec(f"{define} {name.strip('_')}_({', '.join(letters)}):\n{body}", namespace)
    function: Callable[..., object] = namespace[f"{name.strip('_')}_"]
    return function


def _bounded_list(iterable: Any) -> list[object]:
    items = list(islice(iterable, ENDLESS + 1))
    if len(items) > ENDLESS:
        raise TooMany(f"more than {ENDLESS} items")
    return items


def _bounded_reversed(iterable: Any) -> list[object]:
    return _bounded_list(reversed(iterable))


async def _bounded_async_list(iterable: Any) -> list[object]:
    items: list[object] = []
    async for item in iterable:
        if len(items) == ENDLESS:
            raise TooMany(f"more than {ENDLESS} items")
        items.append(item)
    return items


OPERATOR_FUNCTIONS: dict[str, Callable[..., object]] = {
    **{name: _compiled(name) for name in OPERATORS},
    **{f"__{name}__": getattr(builtins, name) for name in ("len", "repr", "str", "bool", "abs", "next", "int")},
    "__iter__": _bounded_list,
    "__reversed__": _bounded_reversed,
    "__aiter__": _bounded_async_list,
}

_DISPLAY_FUNCTIONS: dict[str, Callable[..., object]] = {
    "[": lambda *items: list(items),
    "(": lambda *items: items,
    "{": lambda *items: set(items),
    "{:": lambda *items: dict(zip(items[::2], items[1::2], strict=True)),
}
