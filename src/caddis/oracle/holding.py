"""Whether an assertion holds of live values, without writing it into a test first."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable
from functools import cache
from itertools import islice
from operator import attrgetter
from types import CodeType
from typing import Any

from caddis.model.finding import Assertion, Name, Refusal
from caddis.model.respelling import respelt

APPROX: Name = ("pytest", "approx")
RELATIVE, ABSOLUTE = 1e-6, 1e-12
"""How far from a float `pytest.approx` lets another be."""
MOST_ITEMS = 10_000


def holds(assertion: Assertion, values: list[object]) -> bool:
    """Whether an assertion holds of the values of a sequence; not if asking raises."""
    try:
        shown = _shown(assertion, values)
        if not assertion.expected:
            return bool(shown)
        expected = evaluated(assertion.expected, assertion.names)
        return shown is expected if assertion.by_identity else bool(shown == expected)
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return False


def holds_again(assertion: Assertion, before: list[object], values: list[object]) -> bool:
    """Whether an assertion holds of another run, too; floats must be the very same, since time is nearly so."""
    if not holds(assertion, values):
        return False
    return APPROX not in assertion.names or bool(_shown(assertion, before) == _shown(assertion, values))


def refuses(refusal: Refusal, exception: BaseException | None) -> bool:
    """Whether an exception is the one that is expected, and says what it should."""
    try:
        expected = _resolved((refusal.module, refusal.name))
        return isinstance(expected, type) and isinstance(exception, expected) and refusal.match in str(exception)
    except Exception:  # noqa: BLE001 - an exception of the target's, which may not even be shown
        return False


def _shown(assertion: Assertion, values: list[object]) -> Any:
    subjects = [values[position] for position in (assertion.subject, *assertion.others)]
    return evaluated(assertion.template, assertion.names, subjects)


def evaluated(source: str, names: tuple[Name, ...] = (), subjects: Iterable[object] | None = None) -> Any:
    """The value of an expression, in which `{0}`, `{1}` stand for the subjects if there are any."""
    code, wanted = _compiled(source, names, subjects is not None)
    scope: dict[str, object] = {"list": _bounded_list}
    scope.update((f"subject_{number}", subject) for number, subject in enumerate(subjects or ()))
    scope.update((f"name_{number}", _resolved(name)) for number, name in enumerate(wanted))
    return eval(code, scope)


@cache
def _compiled(source: str, names: tuple[Name, ...], template: bool) -> tuple[CodeType, tuple[Name, ...]]:
    text = respelt(source, names, lambda name: f"name_{names.index(name)}")
    if template:
        text = re.sub(r"\{(\d+)\}", r"subject_\1", text)
    return compile(text, "<assertion>", "eval"), names


def _resolved(name: Name) -> object:
    if name == APPROX:
        return approximately
    module, path = name
    return attrgetter(path)(importlib.import_module(module))


def _bounded_list(items: Any = ()) -> list[object]:
    """`list`, but for what may never end."""
    return list(islice(items, MOST_ITEMS))


class approximately:  # noqa: N801 - it stands for a function
    """As much of `pytest.approx` as assertions use: targets are run where there may be no pytest."""

    def __init__(self, expected: Any) -> None:
        self._expected = expected

    def __eq__(self, other: object) -> bool:
        return _is_near(self._expected, other)

    __hash__ = None  # type: ignore[assignment]


def _is_near(expected: Any, other: Any) -> bool:
    if isinstance(expected, (list, tuple)):
        return len(expected) == len(other) and all(map(_is_near, expected, other))
    return bool(abs(expected - other) <= max(RELATIVE * abs(expected), ABSOLUTE))
