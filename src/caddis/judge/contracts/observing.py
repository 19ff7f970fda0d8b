"""What of an object can be seen from outside, by code that a test can show."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from caddis.judge.contracts.claims import Claims, has, is_iterator
from caddis.judge.contracts.parts import ATOMS, state
from caddis.model.addresses import shows_address

MOST = 1_000
_ATOMS = frozenset(ATOMS) | {bool}
_COPIED: dict[type, str] = {list: "list", dict: "dict", set: "set"}

Seen = dict[str, object]
"""Lines of Python about `{0}`, each with what it gave."""


class Eye:
    """Looks at the instances of one class."""

    def __init__(self, cls: type, claims: Claims) -> None:
        self._questions: dict[str, Callable[[Any], object]] = {}
        if has(cls, "__iter__") and not is_iterator(cls):
            self._questions["list({0})"] = lambda value: list(islice(value, MOST))
        if has(cls, "__len__"):
            self._questions["len({0})"] = len
        self._shows = claims.own(cls, "__repr__")

    def look(self, value: object) -> Seen:
        """What can be seen; what raises, or is another each time, cannot."""
        seen: Seen = {}
        for line, question in {**self._questions, **_attributes(value)}.items():
            _note(seen, line, question, value)
        if self._shows:
            _note(seen, SHOWN, repr, value)
            if shows_address(str(seen.get(SHOWN, ""))):
                del seen[SHOWN]
        return seen

    def steady(self, value: object) -> Seen:
        """What is the same when looked at twice."""
        once, again = self.look(value), self.look(value)
        return {line: given for line, given in once.items() if line in again and same(given, again[line])}

    def changed(self, before: Seen, value: object) -> str | None:
        """The first line that gives something else than before."""
        now = self.look(value)
        return next((line for line, given in before.items() if line in now and not same(given, now[line])), None)


SHOWN = "repr({0})"
"""What shows more than others are meant to see: what was calculated in between, too."""


def same(one: object, other: object) -> bool:
    """Whether two things that were seen are equal, or cannot be told apart."""
    try:
        return bool(one == other)
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return True


def _note(seen: Seen, line: str, question: Callable[[Any], object], value: object) -> None:
    try:
        seen[line] = question(value)
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return


def _attributes(value: object) -> dict[str, Callable[[Any], object]]:
    """Questions about the public attributes of an object."""
    found: dict[str, Callable[[Any], object]] = {}
    for name, held in state(value).items():
        if name.startswith("_") or not name.isidentifier():
            continue
        if type(held) in _ATOMS:
            found[f"{{0}}.{name}"] = _reading(name, None)
        elif type(held) in _COPIED:
            found[f"{_COPIED[type(held)]}({{0}}.{name})"] = _reading(name, type(held))
    return found


def _reading(name: str, copied: Callable[[Any], object] | None) -> Callable[[Any], object]:
    return lambda value: getattr(value, name) if copied is None else copied(getattr(value, name))
