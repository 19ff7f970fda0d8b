"""The equality filter: has an object like this one been made before? (section 2.4 of the Randoop paper)"""

from __future__ import annotations

from caddis.keep.classes import Classes
from caddis.keep.fingerprint import ATOMS
from caddis.model.addresses import shows_address

MOST_ALIKE = 8
"""Objects compared by `==` within one bucket; past that, structure decides."""
LONGEST_SHOWN = 10_000
"""Characters of a `repr` past which structure decides, too: what is so large is not held in memory."""


class Novelty:
    """Remembers the objects met, by concrete representation and, where a class defines it, by `==`."""

    def __init__(self, classes: Classes, *, by_state: bool) -> None:
        self._representative = classes.representative
        self._by_state = by_state
        self.prints: set[int | None] = set()
        """The fingerprints of the objects met: the class is a part of each."""
        self._alike: dict[tuple[type, object], list[object]] = {}
        self._compares: dict[type, bool] = {}
        self._new_prints: list[int | None] = []
        self._new_alike: list[list[object]] = []

    def settle(self) -> None:
        """What was met so far stays met."""
        self._new_prints.clear()
        self._new_alike.clear()

    def roll_back(self) -> None:
        """What was met since the last `settle` was not."""
        self.prints.difference_update(self._new_prints)
        for alike in reversed(self._new_alike):
            alike.pop()
        self.settle()

    def is_new_state(self, fingerprint: int | None) -> bool:
        """Whether nothing was met in this state, of which only the fingerprint is known."""
        if fingerprint in self.prints:
            return False
        self.prints.add(fingerprint)
        self._new_prints.append(fingerprint)
        return True

    def is_new(self, value: object, fingerprint: int | None) -> bool:
        """Whether no equal object was met before; the value is remembered."""
        if not self.is_new_state(fingerprint):
            return False
        if self._by_state or type(value) in ATOMS:
            return True
        cls = self._representative(type(value))
        return not (self._defines_equality(cls) and self._met_equal(cls, value))

    def _defines_equality(self, cls: type) -> bool:
        defined = self._compares.get(cls)
        if defined is None:
            # builtin containers are told apart by structure: their `==` would only compare the same parts again
            defined = getattr(cls, "__eq__", None) is not object.__eq__ and cls.__module__ != "builtins"
            self._compares[cls] = defined
        return defined

    def _met_equal(self, cls: type, value: object) -> bool:
        try:
            if cls.__hash__ is not None:
                bucket: int | None = hash(value)
            else:
                text = repr(value)
                if len(text) > LONGEST_SHOWN:
                    return False
                bucket = None if shows_address(text) else hash(text)
            alike = self._alike.setdefault((cls, bucket), [])
            if any(other == value for other in alike):
                return True
        except Exception:  # noqa: BLE001 - code of the target may raise anything
            # a class that cannot compare or hash here has been reported by the contracts; keep its objects
            return False
        if len(alike) < MOST_ALIKE:
            alike.append(value)
            self._new_alike.append(alike)
        return False
