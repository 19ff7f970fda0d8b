"""What classes state of their instances: methods of their own that check them, where configured, and invariants.

The libraries check invariants around the methods of a class: a function that reaches into an object goes unseen.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

from caddis.judge.libraries.broken import Part
from caddis.judge.sources import lambda_of
from caddis.judge.tracebacks import Owned
from caddis.model.classes import home
from caddis.model.operation import Operation
from caddis.model.verdict import Confidence, Violation


@dataclass(frozen=True)
class OwnCheck:
    """A method without arguments that checks its object: it may neither raise nor return False."""

    name: str
    owned: Owned

    def concerns(self, cls: type) -> bool:
        """Whether a class of the target's has such a method."""
        method = inspect.getattr_static(cls, self.name, None)
        if not isinstance(method, FunctionType) or not self.owned(home(cls)[0]):
            return False
        parameters = list(inspect.signature(method).parameters.values())[1:]
        return all(p.default is not p.empty or p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters)

    def holds(self, value: object) -> bool:
        """Whether an object finds itself in order."""
        return getattr(value, self.name)() is not False

    def claim(self) -> tuple[str, ...]:
        """The line of a test that states it."""
        return (f"assert {{0}}.{self.name}() is not False",)


@dataclass(frozen=True)
class StatedInvariant:
    """The invariants that a class states with a library, as far as a test can state them too."""

    owned: Owned
    name: str = Part.INVARIANT.value

    def concerns(self, cls: type) -> bool:
        """Whether a class of the target's states any."""
        return self.owned(home(cls)[0]) and any(_invariants(cls))

    def holds(self, value: object) -> bool:
        """Whether all hold."""
        return not any(_is_broken(condition, value) for condition, _ in _invariants(type(value)))

    def claim(self) -> tuple[str, ...]:
        """Nothing without the class."""
        return ()

    def broken_line(self, value: object) -> str:
        """The line of a test that states the first one broken."""
        return next((line for condition, line in _invariants(type(value)) if _is_broken(condition, value)), "")


Stated = OwnCheck | StatedInvariant


def stated(checks: Iterable[str], owned: Owned) -> tuple[Stated, ...]:
    """The contracts that classes state themselves."""
    return (*(OwnCheck(name, owned) for name in checks), StatedInvariant(owned))


def blamed(contract: Stated, violation: Violation, operation: Operation, value: object, owned: Owned) -> Violation:
    """A violation with the operation at fault."""
    if isinstance(contract, StatedInvariant):
        line = contract.broken_line(value)
        text = line.removeprefix("assert ").format("self")
        violation = replace(violation, claim=(line,), message=f"invariant broken by {operation}: {text}")
    name = home(type(value))[1]
    if isinstance(contract, OwnCheck) and violation.exception is None:
        violation = replace(violation, message=f"{contract.name}() of {name} returns False after {operation}")
    if not owned(operation.module):
        why = f"{operation} changed what {name} holds, which may be shared with whoever called."
        return replace(violation, confidence=Confidence.LOW, why=why)
    return replace(violation, why=f"{name} itself says that this must hold after every call.", blame=str(operation))


def _is_broken(condition: Any, value: object) -> bool:
    try:
        return not condition(value)
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        # what has no answer is left to the library, which asks too
        return False


def _invariants(cls: type) -> Iterator[tuple[Any, str]]:
    """The conditions of one parameter that a class states, each with the line that states it of `{0}`."""
    of_icontract = [each.condition for each in _listed(cls, "__invariants__")]
    of_deal = [each.raw_validator for each in _listed(cls, "_deal_invariants")]
    for condition in (*of_icontract, *of_deal):
        line = _line(condition)
        if line:
            yield condition, line


def _listed(cls: type, name: str) -> list[Any]:
    found = inspect.getattr_static(cls, name, None)
    return found if isinstance(found, list) else []


def _line(condition: Any) -> str:
    node = lambda_of(condition.__code__) if isinstance(condition, FunctionType) else None
    if node is None or len(node.args.args) != 1 or node.args.args[0].arg == "_":
        return ""
    name = node.args.args[0].arg
    names = {each.id for each in ast.walk(node.body) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
    bound = {each.id for each in ast.walk(node.body) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    if not all(each == name or each in bound or hasattr(builtins, each) for each in names):
        return ""
    text = ast.unparse(_Renamed(name).visit(ast.parse(ast.unparse(node.body), mode="eval")))
    return "assert " + text.replace("{", "{{").replace("}", "}}").replace(_SUBJECT, "{0}")


_SUBJECT = "caddis_subject_"


class _Renamed(ast.NodeTransformer):
    """Puts the place to fill in where the parameter stands."""

    def __init__(self, name: str) -> None:
        self._name = name

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(_SUBJECT, node.ctx) if node.id == self._name else node
