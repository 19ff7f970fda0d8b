"""What the code was seen to compare, and what might therefore be passed to it: values, and instances of classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from caddis.generate.draft import Choice, Draft
from caddis.generate.matching import fits
from caddis.generate.supply import Random, Supply
from caddis.model.sequence import Literal
from caddis.model.types import Compared, Instance, Type

MOST_VALUES, MOST_CLASSES = 12, 6
"""How many of each are kept in mind."""


class Suggestions:
    """What is suggested for one parameter, the oldest replaced by the newest."""

    __slots__ = ("_classes", "_known", "_supply_of", "_values", "every")

    def __init__(self, known: Type, supply_of: Callable[[Type], Supply]) -> None:
        """Only what is of a `known` type may be passed."""
        self._known = known
        self._supply_of = supply_of
        self._values: list[Literal] = []
        self._classes: dict[type, Supply] = {}
        self.every: list[Literal | Supply] = []
        """All there are."""

    def add(self, compared: Iterable[Compared]) -> None:
        """Keep in mind what was compared, where it may be passed."""
        for each in compared:
            if isinstance(each, type):
                self._add_class(each)
            else:
                self._add_value(Literal(each))

    def pick(self, draft: Draft, random: Random) -> Choice:
        """One of them, perhaps added to the draft; None if there is no instance yet of the class it should be of."""
        suggested = self.every[int(random() * len(self.every))]
        if isinstance(suggested, Literal):
            return suggested
        return None if suggested.empty else suggested.pick(draft)

    def _add_value(self, literal: Literal) -> None:
        if literal not in self._values and fits(self._known, (type(literal.value),)):
            self._values.append(literal)
            del self._values[:-MOST_VALUES]
            self._gather()

    def _add_class(self, cls: type) -> None:
        if cls not in self._classes and fits(self._known, (cls,)):
            self._classes[cls] = self._supply_of(Instance(cls))
            if len(self._classes) > MOST_CLASSES:
                del self._classes[next(iter(self._classes))]
            self._gather()

    def _gather(self) -> None:
        self.every[:] = [*self._values, *self._classes.values()]
