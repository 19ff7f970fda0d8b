"""What workers tell each other, through their parent."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition

from caddis.model.codec import Json

WAKING = 0.1


class Exchange:
    """Letters between workers.

    Where the seed decides everything, each waits for the letters of a round from all; else it takes what there is.
    """

    def __init__(self, workers: int, *, together: bool) -> None:
        self._together = together
        self._changed = Condition()
        self._present = set(range(workers))
        self._letters: list[list[tuple[int, Json]]] = [[] for _ in range(workers)]
        self._taken = [[0] * workers for _ in range(workers)]

    def post(self, worker: int, turn: int, letter: Json) -> None:
        """A worker has come to a turn, and tells what it has reached since the last."""
        with self._changed:
            self._letters[worker].append((turn, letter))
            self._changed.notify_all()

    def collect(self, worker: int, turn: int, halted: Callable[[], bool]) -> list[Json]:
        """What the others have told, up to a turn, and was not collected yet, in their order."""
        with self._changed:
            while self._together and not halted() and not self._all_at(turn):
                self._changed.wait(WAKING)
            found: list[Json] = []
            for other, letters in enumerate(self._letters):
                if other == worker:
                    continue
                start = self._taken[worker][other]
                new = [letter for at, letter in letters[start:] if at <= turn or not self._together]
                self._taken[worker][other] = start + len(new)
                found += [letter for letter in new if letter["kept"]]
            return found

    def leave(self, worker: int) -> None:
        """A worker is done, and nobody waits for it any more."""
        with self._changed:
            self._present.discard(worker)
            self._changed.notify_all()

    def _all_at(self, turn: int) -> bool:
        return all(self._letters[other] and self._letters[other][-1][0] >= turn for other in self._present)
