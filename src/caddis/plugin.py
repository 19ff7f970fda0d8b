"""What a user's plugin is written with: contracts, filters and literals, in plain Python.

A plugin is a module: the local file `caddis_plugin.py`, or one named by an entry point of the group `caddis.plugins`.
What these functions return is found among the module's names; nothing is registered anywhere.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any, overload

from caddis.model.sequence import Atom

LOCAL = "caddis_plugin"
FILE_NAME = f"{LOCAL}.py"
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
        return _is_satisfied(self.predicate(value))

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
        return _is_satisfied(self.predicate(values, exception))

    def claim(self, count: int) -> tuple[str, ...]:
        """The lines of a test that state it of the values made, which are so many."""
        places = ", ".join(f"{{{index}}}" for index in range(count))
        return _claim(self.predicate, f"[{places}], None")


@dataclass(frozen=True)
class ValueFilter:
    """Says which values may be built upon."""

    predicate: Callable[[Any], object]

    def accepts(self, value: object) -> bool:
        """Whether the value may be an argument of new calls; not if the function has no answer."""
        try:
            return bool(self.predicate(value))
        except Exception:  # noqa: BLE001 - a function written for some values may raise anything on others
            return False


@dataclass(frozen=True)
class Literals:
    """Atoms to try where a type is asked for."""

    cls: type
    values: tuple[Atom, ...]


@dataclass(frozen=True)
class Factory:
    """A function that makes what nothing else can; it is called as before."""

    function: Callable[..., Any]

    @property
    def name(self) -> str:
        """Where tests import it from: `module:function`."""
        module = self.function.__module__
        return f"{LOCAL if module.startswith(f'{LOCAL}_') else module}:{self.function.__name__}"

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        """Where `inspect` looks for its signature."""
        return self.function

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the function."""
        return self.function(*arguments, **named)


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


def factory(function: Callable[..., Any]) -> Factory:
    """Make a factory: the function is called where its result is of use; say of what type that is."""
    return Factory(function)


def literals(cls: type, *values: Atom) -> Literals:
    """Add atoms to the primitive pool of a type."""
    if cls not in (int, float, str, bytes, bool, complex):
        raise TypeError(f"literals are for int, float, str, bytes, bool and complex, not for {cls!r}")
    return Literals(cls, values)


@dataclass(frozen=True)
class Plugins:
    """Everything the plugins of a run add."""

    contracts: tuple[ValueContract, ...] = ()
    state_contracts: tuple[StateContract, ...] = ()
    filters: tuple[ValueFilter, ...] = ()
    literals: tuple[Literals, ...] = ()
    factories: tuple[Factory, ...] = ()


def collect(modules: Iterable[ModuleType]) -> Plugins:
    """What the given plugin modules define."""
    found = [value for module in modules for value in vars(module).values()]
    return Plugins(
        tuple(value for value in found if isinstance(value, ValueContract)),
        tuple(value for value in found if isinstance(value, StateContract)),
        tuple(value for value in found if isinstance(value, ValueFilter)),
        tuple(value for value in found if isinstance(value, Literals)),
        tuple(value for value in found if isinstance(value, Factory)),
    )


def _is_satisfied(answer: object) -> bool:
    return answer is None or bool(answer)


def _claim(predicate: Callable[..., object], call: str = "{0}") -> tuple[str, ...]:
    """The predicate as code: its one expression, or else its whole definition and a call with the given arguments."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(predicate))).body[0]
    except (OSError, SyntaxError, TypeError):
        return ()
    if not isinstance(tree, ast.FunctionDef):
        return ()
    needs = _needs(tree, getattr(predicate, "__globals__", {}))
    parameters = [parameter.arg for parameter in tree.args.args]
    body = [line for line in tree.body if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))]
    if len(parameters) == 1 and len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value is not None:
        renamed = _Renamed(parameters[0], "__caddis_subject__").visit(body[0].value)
        return (*needs, f"assert {_escaped(ast.unparse(renamed))}".replace("__caddis_subject__", "{0}"))
    tree.decorator_list, tree.returns, tree.body = [], None, body
    for parameter in tree.args.args:
        parameter.annotation = None
    asked = (f"answer = {tree.name}({call})", "assert answer is None or answer")
    return (*needs, *_escaped(ast.unparse(tree)).splitlines(), *asked)


def _escaped(text: str) -> str:
    """Source whose braces are not places to fill in."""
    return text.replace("{", "{{").replace("}", "}}")


def _needs(tree: ast.FunctionDef, namespace: dict[str, Any]) -> list[str]:
    """The imports and definitions that the body of a predicate leans on."""
    body = [node for statement in tree.body for node in ast.walk(statement)]
    names = sorted({node.id for node in body if isinstance(node, ast.Name) and node.id in namespace})
    return [line for name in names for line in _need(name, namespace[name])]


def _need(name: str, value: Any) -> list[str]:
    if isinstance(value, ModuleType):
        return [f"import {value.__name__}" if value.__name__ == name else f"import {value.__name__} as {name}"]
    module = getattr(value, "__module__", None)
    if isinstance(module, str) and getattr(sys.modules.get(module), name, None) is value:
        return [f"from {module} import {name}"]
    if isinstance(value, (bool, int, float, str, bytes, type(None))):
        return [_escaped(f"{name} = {value!r}")]
    return []


class _Renamed(ast.NodeTransformer):
    """Replaces one name."""

    def __init__(self, old: str, new: str) -> None:
        self._old = old
        self._new = new

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self._new, node.ctx), node) if node.id == self._old else node
