"""Which operations deserve to be called more often: those whose code still has branches that nothing has reached.

Of two of them, drawn at random, the one is called that was tried less often for each branch it has left: what gives
nothing new for long steps back behind the others, and comes first again as soon as it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


@dataclass(slots=True)
class _Watched(Generic[Thing]):
    thing: Thing
    left: int
    """Branches not reached yet."""
    position: int
    tries: int = 0
    """How often it was drawn since it last gave anything new."""

    @property
    def fruitless(self) -> float:
        return self.tries / self.left


class Attention(Generic[Thing]):
    """Draws what is watched and still has something left; all in constant time."""

    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random
        self._open: list[_Watched[Thing]] = []
        self._by_branch: dict[int, list[_Watched[Thing]]] = {}

    def watch(self, thing: Thing, branches: Iterable[int]) -> None:
        """Take in something with the numbers of its branches that were not reached yet."""
        numbers = set(branches)
        if not numbers:
            return
        watched = _Watched(thing, len(numbers), len(self._open))
        self._open.append(watched)
        for number in numbers:
            self._by_branch.setdefault(number, []).append(watched)

    def reached(self, branch: int) -> None:
        """Branch by branch, what is left becomes less."""
        for watched in self._by_branch.pop(branch, ()):
            watched.left -= 1
            watched.tries = 0
            if watched.left == 0:
                self._leave(watched)

    def forget(self, unwanted: Callable[[Thing], bool]) -> None:
        """Draw some things no longer."""
        for watched in [each for each in self._open if unwanted(each.thing)]:
            self._leave(watched)

    def draw(self) -> Thing | None:
        """Something that still has branches left."""
        several = self._open
        if not several:
            return None
        random = self._random
        chosen, rival = several[int(random() * len(several))], several[int(random() * len(several))]
        if rival.fruitless < chosen.fruitless:
            chosen = rival
        chosen.tries += 1
        return chosen.thing

    def _leave(self, watched: _Watched[Thing]) -> None:
        if watched.position < 0:
            return
        last = self._open.pop()
        if last is not watched:
            self._open[watched.position] = last
            last.position = watched.position
        watched.position = -1
