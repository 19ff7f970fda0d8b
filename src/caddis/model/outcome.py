"""What happened when a sequence ran. Live objects in it never leave the worker."""

from __future__ import annotations

from dataclasses import dataclass

MOST_CHAINED = 20
"""Exceptions, each raised while the next was dealt with, that are followed."""
_TRACEBACK, _CAUSE, _CONTEXT = (vars(BaseException)[name] for name in ("__traceback__", "__cause__", "__context__"))
"""Asked directly: the class of an exception is the target's, and may answer as it likes."""


@dataclass(slots=True)
class Outcome:
    """A value for each statement that returned; then, perhaps, the exception that ended the run."""

    values: list[object]
    exception: BaseException | None = None

    @property
    def out_of_time(self) -> bool:
        """Whether the run was stopped because it took too long."""
        return isinstance(self.exception, OutOfTime)

    def let_go(self) -> None:
        """Have the exception forget the way it took, once it was judged.

        The frames there know all frames above, ours too, which hold this outcome, and whatever else was tried with it:
        no end of garbage that only a collector would find, and it would take a fifth of the time.
        """
        exception, seen = self.exception, 0
        while exception is not None and seen < MOST_CHAINED:
            _TRACEBACK.__set__(exception, None)
            cause = _CAUSE.__get__(exception)
            exception, seen = _CONTEXT.__get__(exception) if cause is None else cause, seen + 1


class OutOfTime(BaseException):
    """Raised by the tick inside a call that takes too long."""


class TooMany(Exception):
    """Raised instead of consuming an iterator that may never end."""


class NeverWoken(Exception):
    """Raised instead of awaiting what nothing will bring about, or not soon."""


class Spent(Exception):
    """Raised inside a function that the test defines, when such functions were called too often."""


class Misused(Exception):
    """Stands for an exception that a function of the test's own brought about, by a call that shows no bug."""


OURS = (TooMany, NeverWoken, Spent, Misused)
"""What ends a run and shows nothing of the target."""
