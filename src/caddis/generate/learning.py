"""What calls teach about the parameters of operations: which values each accepts.

Parameters of one name teach each other, since people mean the same by it all through a package.
"""

from __future__ import annotations

from caddis.model.component import Shape, Shelf
from caddis.model.types import Type

WEIGHED = 16
"""The number of lessons after which the sources are weighed anew; more often in the beginning."""
OPTIONAL_SHARE, LEAST_GIVEN = 0.25, 0.1
"""How often an optional parameter is given, and what is left of that where it never does any good."""
HEARSAY = 2.0
"""The number of calls of its own that what a parameter hears from its namesakes counts as."""


class Standing:
    """How often something was tried, and accepted: values of a source by all parameters of a name, or an operation."""

    __slots__ = ("accepted", "tried")

    def __init__(self) -> None:
        self.tried = 0
        self.accepted = 0.0

    @property
    def rate(self) -> float:
        """How often values are accepted, as far as that is known."""
        return (self.accepted + 1.0) / (self.tried + 2.0)

    def note(self, accepted: float) -> None:
        """Tried once more; 1 if it went well, 0 if it was refused."""
        self.tried += 1
        self.accepted += accepted


class Tally:
    """How often values from one source were tried, and accepted, by one parameter."""

    __slots__ = ("_common", "accepted", "lessons", "tried")

    def __init__(self, lessons: Lessons, common: Standing) -> None:
        self.lessons = lessons
        self.tried = 0
        self.accepted = 0.0
        self._common = common

    @property
    def rate(self) -> float:
        """How often values are accepted; the less is known of that, the more what others of the name accept counts."""
        return (self.accepted + HEARSAY * self._common.rate) / (self.tried + HEARSAY)

    def note(self, accepted: float) -> None:
        """Values from here were part of a call; 1 if it went well, 0 if it was refused for what they are."""
        self.tried += 1
        self.accepted += accepted
        self._common.note(accepted)
        self.lessons.note()


class Giving:
    """Whether it does any good to give an optional parameter: as many calls should go well as without it.

    Some never do, such as the name of a backend that is not installed, and would take their share of all calls.
    """

    __slots__ = ("_calls", "_common", "accepted", "expected")

    def __init__(self, calls: Standing, common: Giving | None) -> None:
        """`calls` are those of the operation, `common` what all parameters of the name have come to."""
        self._calls = calls
        self._common = common
        self.accepted = 0.0
        self.expected = 0.0

    @property
    def worth(self) -> float:
        """How many calls went well with it, for one that should have."""
        hearsay = 1.0 if self._common is None else self._common.worth
        return (self.accepted + HEARSAY * hearsay) / (self.expected + HEARSAY)

    @property
    def share(self) -> float:
        """How often it is given: the less often, the less good that does."""
        worth = self.worth
        return OPTIONAL_SHARE if worth >= 1 else OPTIONAL_SHARE * max(LEAST_GIVEN, worth * worth * worth)

    def note(self, accepted: float) -> None:
        """It was part of a call; 1 if that went well, 0 if it was refused for what was passed."""
        # not what is guessed at first: an operation that always fails says nothing of its parameters
        expected = self._calls.accepted / self._calls.tried if self._calls.tried else 0.0
        for each in (self, self._common):
            if each is not None:
                each.accepted += accepted
                each.expected += expected


class Namesakes:
    """What the parameters of one name have learned together."""

    __slots__ = ("given", "shelves", "standings")

    def __init__(self) -> None:
        self.given = Giving(Standing(), None)
        self.standings: dict[Type | Shape, Standing] = {}
        """For each type, and each kind of value in the pool."""
        self.shelves: dict[Shape, Shelf] = {}
        """Where those kinds are found."""

    def standing(self, key: Type | Shape) -> Standing:
        """That of a type, or of a kind of value."""
        standing = self.standings.get(key)
        if standing is None:
            standing = self.standings[key] = Standing()
        return standing


class Lessons:
    """What is learned about one parameter, told to whoever weighs its sources."""

    __slots__ = ("count", "fresh")

    def __init__(self) -> None:
        self.count = 0
        self.fresh = True
        """Whether there is enough new to weigh the sources again."""

    def note(self) -> None:
        """One more."""
        self.count += 1
        if self.count % WEIGHED == 0 or self.count & (self.count - 1) == 0:
            self.fresh = True
