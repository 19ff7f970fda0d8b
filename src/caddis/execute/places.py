"""Places: what can be changed in the objects of a target. Each tells whether it was, and puts it back.

To look never runs code of the target: contents are read by the methods of the builtin types, and compared by identity.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from operator import is_
from types import EllipsisType, NoneType
from typing import Any, Protocol

MISSING: Any = type("Missing", (), {"__repr__": lambda self: "MISSING"})()

ATOMS = frozenset(map(id, (int, bool, str, bytes, float, complex, NoneType, EllipsisType)))
"""The types whose equal values are the same; by their addresses, since to look up a class may run its metaclass."""
INEXACT = frozenset(map(id, (float, complex)))
LONGEST_NAME = 12
"""Steps that a name may show."""

SPECIAL = frozenset((
    "__bases__", "__code__", "__defaults__", "__dict__", "__doc__", "__kwdefaults__", "__module__", "__name__",
    "__qualname__",
))  # fmt: skip
"""Names of what only code that names it can change."""

MODULES, NAMESPACES, CLASSES, OBJECTS, CONTENTS, AROUND = range(6)
"""The order in which places are put back."""


class Place(Protocol):
    """Something that can be changed and put back."""

    @property
    def name(self) -> str:
        """What a reader would call it, such as "package.module.Registry.entries"."""

    def differs(self) -> bool:
        """Whether it is not as it was."""

    def has_lost(self) -> bool:
        """Whether something it held is held no more, as opposed to: more was added, or computed once and stored."""

    def is_rewritten(self) -> bool:
        """Whether it is a function that has other code now, as those have that are compiled when first called."""

    def restore(self) -> None:
        """Put it back, as far as that can be done."""

    def accept(self) -> None:
        """Take it from now on as it is."""


@dataclass(slots=True)
class Trail:
    """How something was come upon; put into words only when somebody asks."""

    key: object
    form: str = "{}"
    parent: Trail | None = None

    def attribute(self, name: object) -> Trail:
        """What is bound to a name of this."""
        return Trail(name, ".{}", self)

    def item(self, key: object) -> Trail:
        """What lies at an index or a key in this."""
        return Trail(key, "[{}]", self)

    def __str__(self) -> str:
        parts: list[str] = []
        trail: Trail | None = self
        while trail is not None:
            parts.append(trail.form.format(trail._shown()))
            trail = trail.parent
        parts.reverse()
        if len(parts) > LONGEST_NAME:
            parts[LONGEST_NAME // 2 : -LONGEST_NAME // 2] = ["…"]
        return "".join(parts)

    def _shown(self) -> object:
        if id(type(self.key)) not in ATOMS:
            return "…"
        return repr(self.key) if self.form == "[{}]" else self.key


def alike(now: Any, then: Any) -> bool:
    """Whether two values are one, or equal and of a type for which that is the same."""
    if now is then:
        return True
    cls = id(type(now))
    if cls != id(type(then)) or cls not in ATOMS:
        return False
    # 0.0 equals -0.0, and NaN nothing
    return repr(now) == repr(then) if cls in INEXACT else bool(now == then)


def same(now: list[Any], then: list[Any]) -> bool:
    """Whether two lists hold the same values in the same order."""
    return len(now) == len(then) and (all(map(is_, now, then)) or all(map(alike, now, then)))


def has_lost(now: dict[Any, Any], then: dict[Any, Any]) -> bool:
    """Whether a key is gone, or has another value; None gives way to what is computed when first asked for."""
    return any(value is not None and not alike(now.get(key, MISSING), value) for key, value in then.items())


def refill(names: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Have a dict of names hold what is wanted, in that order, without emptying it where that can be helped."""
    present = list(dict.__iter__(names))
    if len(present) < len(wanted) or not all(map(is_, present, wanted)):
        dict.clear(names)
        dict.update(names, wanted)
        return
    for name in present[len(wanted) :]:
        dict.__delitem__(names, name)
    for name, value in wanted.items():
        if dict.__getitem__(names, name) is not value:
            dict.__setitem__(names, name, value)


class Kept:
    """A place whose contents are read, compared and written whole."""

    rank = CONTENTS
    asked = False
    """Whether to see if it differs it must be asked; else what follows gives it away."""
    watched: tuple[object, ...] = ()
    """Objects that then refer to other ones than before."""
    keyed: tuple[dict[Any, Any], ...] = ()
    """Dicts that then may have other keys."""
    hollow: tuple[dict[Any, Any], ...] = ()
    """Dicts that then may not be empty."""

    def __init__(self, trail: Trail) -> None:
        self.trail = trail
        self.saved: list[Any] = []
        self.accept()

    @property
    def name(self) -> str:
        """How it was come upon."""
        return str(self.trail)

    def narrow(self, named: Set[str]) -> None:
        """Watch no more than what code that uses only these special names can change."""

    def read(self) -> list[Any]:
        """What it holds now."""
        raise NotImplementedError

    def restore(self) -> None:
        """Have it hold what was saved."""
        raise NotImplementedError

    def differs(self) -> bool:
        """Whether it holds something else than it did."""
        return not same(self.read(), self.saved)

    def has_lost(self) -> bool:
        """Not that it could tell."""
        return False

    def is_rewritten(self) -> bool:
        """No: it is no function."""
        return False

    def accept(self) -> None:
        """Save what it holds."""
        self.saved = self.read()


class Names(Kept):
    """Some of the names in a dict."""

    rank = AROUND

    def __init__(
        self,
        trail: Trail,
        names: dict[str, Any],
        which: tuple[str, ...],
        after: Callable[[], object] | None = None,
        watched: tuple[object, ...] = (),
    ) -> None:
        self._names = names
        self._which = which
        self._after = after
        self.asked = not watched
        self.watched = watched
        self._others: list[str] = []
        super().__init__(trail)

    @property
    def name(self) -> str:
        """Which of them differed when last asked."""
        return ", ".join(str(self.trail.attribute(name)) for name in self._others) or str(self.trail)

    def read(self) -> list[Any]:
        """What each is bound to, or that it is not."""
        return [self._names.get(name, MISSING) for name in self._which]

    def differs(self) -> bool:
        """Whether one is bound to something else."""
        now = self.read()
        if same(now, self.saved):
            return False
        self._others = [name for name, a, b in zip(self._which, now, self.saved, strict=True) if not alike(a, b)]
        return True

    def restore(self) -> None:
        """Bind or unbind each."""
        for name, value in zip(self._which, self.saved, strict=True):
            if value is MISSING:
                self._names.pop(name, None)
            else:
                self._names[name] = value
        if self._after is not None:
            self._after()
