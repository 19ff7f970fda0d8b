"""The example of Klein, Flatt and Findler (Figure 6): a function that takes a function, with a contract on each.

What is passed must give more than it is given, which is the duty of whoever writes it; what comes back promises to give
more than twice as much, and breaks that.
"""

from __future__ import annotations

from abc import abstractmethod

from icontract import DBC, ensure


class Increasing(DBC):
    """Gives more than it is given."""

    @abstractmethod
    @ensure(lambda number, result: result > number)
    def __call__(self, number: int) -> int:
        """A larger number."""


class Doubling(DBC):
    """Gives more than twice as much."""

    @abstractmethod
    @ensure(lambda number, result: result > 2 * number)
    def __call__(self, number: int) -> int:
        """A much larger number."""


class Twice(Doubling):
    """Calls a function on what it gives."""

    def __init__(self, function: Increasing) -> None:
        self._function = function

    def __call__(self, number: int) -> int:
        """Not always as much as is promised."""
        return self._function(self._function(number))


def tenfold(function: Increasing) -> int:
    """Keeps to all that is asked of it."""
    return function(2) * 10
