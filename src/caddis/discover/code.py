"""Where the code of an operation stands: its own, and that of the private helpers which nobody else answers for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from caddis.discover.foreign import attempt, dynamic, is_class, static
from caddis.discover.sources import function_behind
from caddis.model.code import Lines
from caddis.model.operation import Kind, Operation

_PARTS = {Kind.WRITE: "fset", Kind.DELETE: "fdel"}
_CONSTRUCTORS = ("__init__", "__new__", "__post_init__")


def lines_of(operation: Operation) -> tuple[Lines, ...]:
    """The lines an operation is made of, found without running any of them; none for what is not Python."""
    owner = attempt(lambda: _owner(operation), None)
    functions = attempt(lambda: [*_functions(operation, owner)], [])
    known = {function.__code__: None for function in functions}
    for function in functions:
        known |= {helper.__code__: None for helper in _helpers(function, owner)}
    return tuple(dict.fromkeys(Lines(code.co_filename, code.co_firstlineno, _last(code)) for code in known))


def _functions(operation: Operation, owner: Any) -> Iterator[FunctionType]:
    if operation.kind is Kind.CONSTRUCTOR:
        found = [static(owner, name) for name in _CONSTRUCTORS]
    else:
        stored = static(owner, operation.name)
        part = _PARTS.get(operation.kind)
        found = [dynamic(stored, part) if part is not None and isinstance(stored, property) else stored]
    for each in found:
        function = function_behind(each)
        if function is not None:
            yield function


def _owner(operation: Operation) -> Any:
    """The class, or the module, that an operation is found in."""
    found: Any = sys.modules.get(operation.module)
    for name in operation.owner.split(".") if operation.owner else ():
        found = static(found, name)
    return found


def _helpers(function: FunctionType, owner: Any) -> Iterator[FunctionType]:
    """The private functions and methods of the same file that a function names."""
    for name in sorted(_names(function.__code__)):
        if name.startswith("_") and not name.startswith("__"):
            stored = static(owner, name) if is_class(owner) else None
            helper = function_behind(stored) or function_behind(function.__globals__.get(name))
            if helper is not None and helper.__code__.co_filename == function.__code__.co_filename:
                yield helper


def _names(code: CodeType) -> set[str]:
    inner = [_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*inner)


def _last(code: CodeType) -> int:
    """The last line of a function and of what is defined inside it."""
    inner = [_last(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    lines = [line for _, _, line in code.co_lines() if line is not None]
    return max([code.co_firstlineno, *lines, *inner])
