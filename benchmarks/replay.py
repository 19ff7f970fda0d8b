"""Bare replay: sequences as plain Python functions, the least that their calls can cost."""

from __future__ import annotations

import copy
import pickle
import time
from collections.abc import Callable, Iterable
from typing import Any

from caddis.execute.interpreter import Interpreter, resolve
from caddis.model.operation import Kind
from caddis.model.operators import DISPLAYS, EXPRESSIONS, IN_PLACE, STATEMENTS
from caddis.model.sequence import Literal, Sequence, Statement

Replay = Callable[[], BaseException | None]
"""Makes the calls of one sequence; returns the exception that ended them, if one did."""
WARMING = 12
"""Rounds before the clock runs: the interpreter specialises a function after its first calls."""
ROUNDS = 7
FUNCTIONS_EACH = 500
"""Functions compiled together: one module of thousands would be slow to compile."""


def compiled(sequences: Iterable[Sequence]) -> list[Replay]:
    """For each sequence a function that makes its calls, up to the exception that ends them, if one does."""
    functions: list[Replay] = []
    every = list(sequences)
    for start in range(0, len(every), FUNCTIONS_EACH):
        # what copies are made with
        namespace: dict[str, Any] = {"copy": copy, "pickle": pickle}
        some = every[start : start + FUNCTIONS_EACH]
        source = "\n".join(_function(f"replay_{n}", sequence, namespace) for n, sequence in enumerate(some))
        exec(compile(source, "<replay>", "exec"), namespace)
        functions.extend(namespace[f"replay_{n}"] for n in range(len(some)))
    return functions


def verify(functions: list[Replay], sequences: list[Sequence]) -> None:
    """Complain unless each function ends as its sequence does: one that ended early would look fast."""
    interpreter = Interpreter()
    for function, sequence in zip(functions, sequences, strict=True):
        error, expected = function(), interpreter.replay(sequence).exception
        if (type(error), str(error)) != (type(expected), str(expected)):
            raise RuntimeError(f"the replay ended with {error!r}, not {expected!r}: {sequence}")


def seconds(functions: list[Replay]) -> float:
    """The CPU time that calling each function once takes when all are hot: the best of several rounds."""
    for _ in range(WARMING):
        _call(functions)
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        _call(functions)
        best = min(best, time.process_time() - start)
    return best


def _call(functions: list[Replay]) -> None:
    for function in functions:
        function()


def _function(name: str, sequence: Sequence, namespace: dict[str, Any]) -> str:
    lines = [f"def {name}():", "    try:"]
    for index, statement in enumerate(sequence):
        lines.extend(f"        {line}" for line in _lines(statement, index, namespace))
    return "\n".join([*lines, "    except BaseException as error:", "        return error"])


def _lines(statement: Statement, index: int, namespace: dict[str, Any]) -> list[str]:
    """The source of a statement, as a person would write it, its value bound to `v` and its position."""
    operation = statement.operation
    positional, keywords = statement.call()
    plain = [_argument(argument, index, namespace) for argument in positional]
    given = ", ".join([*plain, *(f"{name}={_argument(value, index, namespace)}" for name, value in keywords)])
    result = f"v{index}"
    match operation.kind:
        case Kind.METHOD:
            rest = ", ".join([*plain[1:], *(f"{n}={_argument(v, index, namespace)}" for n, v in keywords)])
            return [f"{result} = {plain[0]}.{operation.name}({rest})"]
        case Kind.READ:
            return [f"{result} = {plain[0]}.{operation.name}"]
        case Kind.WRITE:
            return [f"{plain[0]}.{operation.name} = {plain[1]}", f"{result} = None"]
        case Kind.OPERATOR if operation.name in EXPRESSIONS:
            return [f"{result} = {EXPRESSIONS[operation.name].format(*plain)}"]
        case Kind.OPERATOR if operation.name in IN_PLACE:
            return [f"{result} = {plain[0]}", IN_PLACE[operation.name].format(result, *plain[1:])]
        case Kind.OPERATOR:
            return ["entered = None", *STATEMENTS[operation.name].format(*plain).split("\n"), f"{result} = entered"]
        case Kind.DISPLAY:
            return [f"{result} = {_display(operation.name, plain)}"]
        case Kind.CONSTANT:
            return [f"{result} = {_bound(resolve(operation), namespace)}"]
        case _:
            return [f"{result} = {_bound(resolve(operation), namespace)}({given})"]


def _argument(argument: int | Literal, index: int, namespace: dict[str, Any]) -> str:
    if isinstance(argument, Literal):
        # the name of an infinity or a NaN is no literal
        simple = argument.value is None or type(argument.value) in (bool, int, str, bytes)
        return f"({argument.value!r})" if simple else _bound(argument.value, namespace)
    return f"v{index + argument}"


def _display(bracket: str, items: list[str]) -> str:
    opening, closing = DISPLAYS[bracket]
    if bracket == "{:":
        pairs = zip(items[::2], items[1::2], strict=True)
        return opening + ", ".join(f"{key}: {value}" for key, value in pairs) + closing
    if bracket == "{" and not items:
        return "set()"
    inside = "".join(f"{item}, " for item in items) if bracket == "(" else ", ".join(items)
    return opening + inside + closing


def _bound(value: object, namespace: dict[str, Any]) -> str:
    """A global name for a value, the same each time."""
    name = f"g{id(value)}"
    namespace[name] = value
    return name
