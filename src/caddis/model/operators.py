"""The operators and protocols Python code is used through: special method → the source that invokes it.

One table serves both sides: the worker compiles it into functions, the emitter fills it in.
`{0}` is the receiver, `{1}` and `{2}` are the arguments.
"""

from __future__ import annotations

_BINARY = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "and": "&",
    "or": "|",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
}
_COMPARISON = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
# not hash: its value is another in each process, and the contracts call it
_CALLED = {"len", "repr", "str", "bytes", "bool", "int", "float", "complex", "abs", "round", "next", "reversed"}

COPYING: dict[str, str] = {
    "__copy__": "copy.copy({0})",
    "__deepcopy__": "copy.deepcopy({0})",
    "__reduce__": "pickle.loads(pickle.dumps({0}))",
}
"""Ways to copy an object, which all objects have; each is named by the method that a class may define for it."""
MODULES: dict[str, str] = {"__copy__": "copy", "__deepcopy__": "copy", "__reduce__": "pickle"}
"""The modules that operators need to be written."""

EXPRESSIONS: dict[str, str] = {
    **{f"__{name}__": f"{{0}} {symbol} {{1}}" for name, symbol in (_BINARY | _COMPARISON).items()},
    **{f"__r{name}__": f"{{1}} {symbol} {{0}}" for name, symbol in _BINARY.items()},
    **{f"__{name}__": f"{name}({{0}})" for name in sorted(_CALLED)},
    "__neg__": "-{0}",
    "__pos__": "+{0}",
    "__invert__": "~{0}",
    "__contains__": "{1} in {0}",
    "__getitem__": "{0}[{1}]",
    "__iter__": "list({0})",
    "__reversed__": "list(reversed({0}))",
    **COPYING,
}

STATEMENTS: dict[str, str] = {
    "__setitem__": "{0}[{1}] = {2}",
    "__delitem__": "del {0}[{1}]",
    "__enter__": "with {0} as entered:\n    pass",
}
"""Operators that are statements; only `with` has a value, the one bound to `entered`."""

AWAITED: dict[str, str] = {
    "__await__": "await {0}",
    "__anext__": "await anext({0})",
    "__aiter__": "[item async for item in {0}]",
    "__aenter__": "async with {0} as entered:\n    pass",
}
"""Operators that wait, and so stand only inside an `async def`; those of them that are statements are like `with`."""

IN_PLACE: dict[str, str] = {f"__i{name}__": f"{{0}} {symbol}= {{1}}" for name, symbol in _BINARY.items()}
"""Operators that rebind their receiver; the value is what it is bound to afterwards."""

OPERATORS: dict[str, str] = EXPRESSIONS | STATEMENTS | IN_PLACE | AWAITED


ENTERING = frozenset({"__enter__", "__aenter__"})
"""The operators that enter a context manager and leave it again."""


def arity(name: str) -> int:
    """How many arguments an operator takes beside its receiver."""
    template = OPERATORS[name]
    return 2 if "{2}" in template else 1 if "{1}" in template else 0


DISPLAYS: dict[str, tuple[str, str]] = {"[": ("[", "]"), "(": ("(", ")"), "{": ("{", "}"), "{:": ("{", "}")}
"""How list, tuple, set and dict displays are opened and closed; `{:` takes keys and values in turn."""
