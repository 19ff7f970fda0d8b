"""What a user's plugin is written with: contracts, filters and literals, in plain Python.

A plugin is a module: the local file `caddis_plugin.py`, or one named by an entry point of the group `caddis.plugins`.
What these functions return is found among the module's names; nothing is registered anywhere.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any, overload

from caddis.model.sequence import Atom

FILE_NAME = "caddis_plugin.py"
ENTRY_POINTS = "caddis.plugins"


@dataclass(frozen=True)
class ValueContract:
    """Something every instance of a class must satisfy."""

    cls: type
    predicate: Callable[[Any], object]

    @property
    def name(self) -> str:
        """How findings name the contract."""
        return self.predicate.__name__

    def concerns(self, cls: type) -> bool:
        """Whether instances of `cls` must satisfy it."""
        return issubclass(cls, self.cls)

    def holds(self, value: object) -> bool:
        """Whether a value satisfies it; a predicate that only asserts returns None."""
        return self.predicate(value) in (None, True)

    def claim(self) -> tuple[str, ...]:
        """The lines of a test that state it of `{0}`."""
        return self._lines

    @cached_property
    def _lines(self) -> tuple[str, ...]:
        return _claim(self.predicate)


@dataclass(frozen=True)
class StateContract:
    """Something that must hold after every call, of all values made so far and the exception, if any."""

    predicate: Callable[[list[object], BaseException | None], object]

    @property
    def name(self) -> str:
        """How findings name the contract."""
        return self.predicate.__name__

    def holds(self, values: list[object], exception: BaseException | None) -> bool:
        """Whether the state satisfies it."""
        return self.predicate(values, exception) in (None, True)


@dataclass(frozen=True)
class ValueFilter:
    """Says which values may be built upon."""

    predicate: Callable[[Any], object]

    def accepts(self, value: object) -> bool:
        """Whether the value may be an argument of new calls."""
        return bool(self.predicate(value))


@dataclass(frozen=True)
class Literals:
    """Atoms to try where a type is asked for."""

    cls: type
    values: tuple[Atom, ...]


@overload
def contract(subject: type) -> Callable[[Callable[[Any], object]], ValueContract]: ...
@overload
def contract(subject: FunctionType) -> StateContract: ...
def contract(subject: Any) -> Any:
    """Make a contract: `@contract(Class)` of one value, bare `@contract` of (values, exception)."""
    if isinstance(subject, type):
        return lambda predicate: ValueContract(subject, predicate)
    return StateContract(subject)


def extensible(predicate: Callable[[Any], object]) -> ValueFilter:
    """Make a filter: values for which the function is false are never built upon."""
    return ValueFilter(predicate)


def literals(cls: type, *values: Atom) -> Literals:
    """Add atoms to the primitive pool of a type."""
    return Literals(cls, values)


@dataclass(frozen=True)
class Plugins:
    """Everything the plugins of a run add."""

    contracts: tuple[ValueContract, ...] = ()
    state_contracts: tuple[StateContract, ...] = ()
    filters: tuple[ValueFilter, ...] = ()
    literals: tuple[Literals, ...] = ()


def collect(modules: Iterable[ModuleType]) -> Plugins:
    """What the given plugin modules define."""
    found = [value for module in modules for value in vars(module).values()]
    return Plugins(
        tuple(value for value in found if isinstance(value, ValueContract)),
        tuple(value for value in found if isinstance(value, StateContract)),
        tuple(value for value in found if isinstance(value, ValueFilter)),
        tuple(value for value in found if isinstance(value, Literals)),
    )


def _claim(predicate: Callable[[Any], object]) -> tuple[str, ...]:
    """The predicate as code: its one expression, or else its whole definition and a call."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(predicate))).body[0]
    except (OSError, SyntaxError, TypeError):
        return ()
    if not isinstance(tree, ast.FunctionDef) or len(tree.args.args) != 1:
        return ()
    body = [line for line in tree.body if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))]
    if len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value is not None:
        renamed = _Renamed(tree.args.args[0].arg, "__caddis_subject__").visit(body[0].value)
        text = ast.unparse(renamed).replace("{", "{{").replace("}", "}}")
        return (f"assert {text}".replace("__caddis_subject__", "{0}"),)
    tree.decorator_list, tree.returns, tree.args.args[0].annotation = [], None, None
    definition = ast.unparse(tree).replace("{", "{{").replace("}", "}}")
    return (*definition.splitlines(), f"assert {tree.name}({{0}}) in (None, True)")


class _Renamed(ast.NodeTransformer):
    """Replaces one name."""

    def __init__(self, old: str, new: str) -> None:
        self._old = old
        self._new = new

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self._new, node.ctx), node) if node.id == self._old else node
