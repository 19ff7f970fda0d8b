"""Three ways to have every sequence run in a clean state (section 5 of the JCrasher paper)."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Protocol

from caddis.execute.reimport import Reimport
from caddis.execute.snapshot import Place, Snapshot
from caddis.model.operation import Operation
from caddis.model.sequence import Statement

Statements = tuple[Statement, ...]


class Look(Enum):
    """Where to look for what a sequence has changed."""

    AROUND = auto()
    """At what its batch, or its operations, have changed."""
    FURTHER = auto()
    """At what anything has ever changed."""
    EVERYWHERE = auto()


class Cleaning(Protocol):
    """A way to put back what sequences change."""

    def after(self, statements: Statements) -> None:
        """Something ran: put back at once what is known to change."""

    def was_dirty(self) -> bool:
        """A batch ran: whether anything was left changed; it is put back."""

    def after_each(self, statements: Statements, *, look: Look = Look.AROUND) -> None:
        """Something ran that may be what dirtied its batch: put back what it changed, and remember."""

    def is_apart(self, statements: Statements) -> bool:
        """Whether these must run in a process of their own."""

    def set_apart(self, operation: Operation) -> None:
        """An operation was seen to leave something behind that cannot be put back."""

    def stubborn(self) -> dict[str, str]:
        """Operations newly set apart, each with what it leaves behind."""


class _SettingApart:
    """What the ways share: some operations are run in processes of their own."""

    def __init__(self) -> None:
        self._apart: set[Operation] = set()
        self._stubborn: dict[str, str] = {}

    def is_apart(self, statements: Statements) -> bool:
        """Whether these must run in a process of their own."""
        return bool(self._apart) and any(statement.operation in self._apart for statement in statements)

    def set_apart(self, operation: Operation, what: str = "what it gives depends on calls before it") -> None:
        """An operation was seen to leave something behind that cannot be put back."""
        if operation not in self._apart:
            self._apart.add(operation)
            self._stubborn[str(operation)] = what

    def stubborn(self) -> dict[str, str]:
        """Operations newly set apart, each with what it leaves behind."""
        new, self._stubborn = self._stubborn, {}
        return new


class BySnapshot(_SettingApart):
    """Everything is compared once a batch; a dirty batch is put back and run again one by one."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__()
        self._snapshot = snapshot
        self._changing: dict[Operation, dict[Place, None]] = {}
        """The operations seen to change something, and what."""
        self._changeable: dict[Place, None] = {}
        """What was ever seen to change."""
        self._lasting: set[Place] = set()
        """What has changed together with functions that are compiled when first called."""
        self._dirt: dict[Place, None] = {}
        """What the last dirty batch has changed."""

    @property
    def size(self) -> int:
        """How much there is to look at."""
        return self._snapshot.size

    def after(self, statements: Statements) -> None:
        """Put back at once what the operations of the sequence are known to change."""
        if self._changing:
            places = self._changed_by(statements)
            if places:
                self._put_back(self._snapshot.changed(places), statements)

    def was_dirty(self) -> bool:
        """Whether anything was left changed; it is put back."""
        changed = self._but_rewritten(self._snapshot.changed())
        self._dirt = dict.fromkeys(changed)
        self._remember(self._changeable, changed)
        self._snapshot.put_back(changed)
        return bool(changed)

    def _remember(self, known: dict[Place, None], changed: list[Place]) -> None:
        known.update(dict.fromkeys(place for place in changed if place not in self._lasting))

    def is_settled(self) -> bool:
        """Whether nothing was left changed but what the target has added to its own, as caches do; all is put back."""
        changed = self._but_rewritten(self._snapshot.changed())
        self._dirt = dict.fromkeys(place for place in changed if self._disturbs(place))
        self._snapshot.put_back(changed)
        return not self._dirt

    def is_settled_after_one(self) -> bool:
        """The same after one of several that were not, looking only where they were not."""
        changed = self._snapshot.changed(self._dirt)
        self._snapshot.put_back(changed)
        return not changed

    def _disturbs(self, place: Place) -> bool:
        """Whether others may feel it that a place has changed."""
        return not self._snapshot.owns(place) or place.has_lost()

    def after_each(self, statements: Statements, *, look: Look = Look.AROUND) -> None:
        """Put back what a sequence changed, and remember it of its last operation."""
        places = self._within(look, statements)
        changed = self._snapshot.changed(places)
        if places is None:
            changed = self._but_rewritten(changed)
        if changed:
            self._remember(self._changeable, changed)
            # the other operations have been last themselves, in a sequence of their own
            self._remember(self._changing.setdefault(statements[-1].operation, {}), changed)
            self._put_back(changed, statements)

    def _but_rewritten(self, changed: list[Place]) -> list[Place]:
        """Of all that has changed, what is to be put back: not functions that are compiled when first called.

        To undo that would only have them compiled again, time after time. What else of the target's has changed at the
        same time may be what they lean on, and stays with them: it is never put back in part.
        """
        if not any(place.is_rewritten() for place in changed):
            return changed
        lasting = [place for place in changed if self._snapshot.owns(place)]
        self._lasting.update(lasting)
        for place in lasting:
            place.accept()
            for known in (self._changeable, self._dirt, *self._changing.values()):
                known.pop(place, None)
        return [place for place in changed if place not in self._lasting]

    def _within(self, look: Look, statements: Statements) -> dict[Place, None] | None:
        """The places to look at, None for all there are."""
        match look:
            case Look.AROUND:
                return self._dirt | self._changed_by(statements)
            case Look.FURTHER:
                return self._changeable
            case Look.EVERYWHERE:
                return None

    def _changed_by(self, statements: Statements) -> dict[Place, None]:
        places: dict[Place, None] = {}
        for statement in statements:
            if statement.operation in self._changing:
                places |= self._changing[statement.operation]
        return places

    def _put_back(self, changed: list[Place], statements: Statements) -> None:
        if not changed:
            return
        joined = len(self._snapshot.joined)
        stubborn = self._snapshot.put_back(changed)
        if stubborn:
            names = ", ".join(sorted(place.name for place in stubborn))
            self.set_apart(statements[-1].operation, f"it leaves {names} changed")
        if len(self._snapshot.joined) != joined:
            # another module has joined, and with it came other places
            self._changing.clear()
            self._changeable.clear()
            self._dirt.clear()


class ByReimport(_SettingApart):
    """The target is imported anew after every sequence; what is not the target's is put back from a snapshot."""

    def __init__(self, reimport: Reimport, surroundings: Snapshot, forget: Callable[[], None]) -> None:
        super().__init__()
        self._reimport = reimport
        self._surroundings = surroundings
        self._forget = forget

    def after(self, statements: Statements) -> None:
        """Import anew."""
        self._reimport.renew()
        self._forget()
        # what importing does around the target has been done once already
        stubborn = self._surroundings.put_back(self._surroundings.changed())
        if stubborn:
            names = ", ".join(sorted(place.name for place in stubborn))
            self.set_apart(statements[-1].operation, f"it leaves {names} changed")

    def was_dirty(self) -> bool:
        """Never: nothing outlives a sequence."""
        return False

    def after_each(self, statements: Statements, *, look: Look = Look.AROUND) -> None:
        """Import anew."""
        self.after(statements)


class ByProcess(_SettingApart):
    """Every sequence runs in a process of its own."""

    def after(self, statements: Statements) -> None:
        """Nothing: it is over."""

    def was_dirty(self) -> bool:
        """Never: nothing outlives a sequence."""
        return False

    def after_each(self, statements: Statements, *, look: Look = Look.AROUND) -> None:
        """Nothing: it is over."""

    def is_apart(self, statements: Statements) -> bool:
        """Always."""
        return True


class Never(_SettingApart):
    """Nothing is ever put back: for benchmarks, and for tests of other things."""

    def after(self, statements: Statements) -> None:
        """Nothing."""

    def was_dirty(self) -> bool:
        """Nobody looked."""
        return False

    def after_each(self, statements: Statements, *, look: Look = Look.AROUND) -> None:
        """Nothing."""
