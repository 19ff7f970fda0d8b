"""What the code was seen to compare, and what might therefore be passed to it: values, and instances of classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from caddis.generate.draft import Choice, Draft
from caddis.generate.matching import fits
from caddis.generate.supply import Random, Supply
from caddis.model.sequence import Literal
from caddis.model.types import Compared, Instance, Type

MOST_VALUES, MOST_CLASSES = 12, 6
"""How many of each are kept in mind."""
TRIES = 20
"""How often one of them is passed: an outcome that it has not led to by then it will hardly lead to."""
MOST_TRIED = 1_000
"""Of how many it is known how often they were passed."""


class Suggestions:
    """What is suggested for one parameter, the oldest replaced by the newest."""

    __slots__ = ("_classes", "_known", "_supply_of", "_tried", "_values", "every")

    def __init__(self, known: Type, supply_of: Callable[[Type], Supply]) -> None:
        """Only what is of a `known` type may be passed."""
        self._known = known
        self._supply_of = supply_of
        self._values: list[Literal] = []
        self._classes: list[type] = []
        self._tried: dict[Literal | type, int] = {}
        self.every: list[Literal | type] = []
        """All there are."""

    def add(self, compared: Iterable[Compared]) -> None:
        """Keep in mind what was compared, where it may be passed and was not passed often enough."""
        for each in compared:
            if isinstance(each, type):
                self._add(each, each, self._classes, MOST_CLASSES)
            else:
                self._add(Literal(each), type(each), self._values, MOST_VALUES)

    def pick(self, draft: Draft, random: Random) -> Choice:
        """One of them, perhaps added to the draft; None if there is no instance yet of the class it should be of."""
        suggested = self.every[int(random() * len(self.every))]
        if isinstance(suggested, Literal):
            self._note(suggested)
            return suggested
        supply = self._supply_of(Instance(suggested))
        if supply.empty:
            return None
        self._note(suggested)
        return supply.pick(draft)

    def _add(self, each: Literal | type, cls: type, among: list[Any], most: int) -> None:
        if each not in among and self._tried.get(each, 0) < TRIES and fits(self._known, (cls,)):
            among.append(each)
            del among[:-most]
            self._gather()

    def _note(self, suggested: Literal | type) -> None:
        """Count how often something was passed, and suggest it no more when it was often enough."""
        tried = self._tried.pop(suggested, 0) + 1
        self._tried[suggested] = tried
        if len(self._tried) > MOST_TRIED:
            del self._tried[next(iter(self._tried))]
        if tried >= TRIES:
            among: list[Any] = self._classes if isinstance(suggested, type) else self._values
            among.remove(suggested)
            self._gather()

    def _gather(self) -> None:
        self.every[:] = [*self._values, *self._classes]
