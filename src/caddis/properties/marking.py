"""`@check` marks properties; it changes nothing about what it marks."""

from __future__ import annotations

TYPE_CHECKING = False
"""Not imported: `typing` alone would take half the time that importing this may take."""
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar, overload

    Marked = TypeVar("Marked")
    Errors = type[BaseException] | tuple[type[BaseException], ...]

MARK = "__caddis_check__"
"""The attribute that a marked function bears."""


class Check:
    """What `@check` was told, as it was told it; whether it makes sense is asked when the property is run."""

    __slots__ = ("discards", "examples", "raises", "time")

    def __init__(self, raises: Any = (), examples: Any = None, time: Any = None, discards: Any = ()) -> None:
        self.raises = raises
        self.examples = examples
        self.time = time
        self.discards = discards

    @property
    def expected(self) -> tuple[type[BaseException], ...]:
        """The exceptions of which one must be raised; none if none may."""
        return _several(self.raises)

    @property
    def discarding(self) -> tuple[type[BaseException], ...]:
        """The exceptions that discard an input, beside the usual ones."""
        return _several(self.discards)

    def complaint(self) -> str | None:
        """What is wrong with it, if anything is."""
        for name, told in (("raises", self.raises), ("discards", self.discards)):
            for one in told if isinstance(told, tuple) else (told,):
                if not (isinstance(one, type) and issubclass(one, BaseException)):
                    return f"@check({name}=...) takes an exception class or a tuple of them, not {_shown(one)}"
        examples, time = self.examples, self.time
        if examples is not None and (not isinstance(examples, int) or isinstance(examples, bool) or examples < 1):
            return f"@check(examples=...) takes a whole number from 1, not {_shown(examples)}"
        if time is not None and (not isinstance(time, (int, float)) or isinstance(time, bool) or not time > 0):
            return f"@check(time=...) takes a number of seconds above 0, not {_shown(time)}"
        return None


if TYPE_CHECKING:

    @overload
    def check(function: Marked, /) -> Marked: ...
    @overload
    def check(
        *, raises: Errors = (), examples: int | None = None, time: float | None = None, discards: Errors = ()
    ) -> Callable[[Marked], Marked]: ...


def check(
    function: Any = None, /, *, raises: Any = (), examples: Any = None, time: Any = None, discards: Any = ()
) -> Any:
    """Mark a function or method as a property: it must not raise, whatever it is given of the types it names.

    With `raises` it must raise one of those instead. `examples` inputs are tried, 1,000 unless the project says
    otherwise, in at most `time` seconds; inputs for which it raises one of `discards` do not count.
    """

    def mark(marked: Any) -> Any:
        try:
            setattr(marked, MARK, Check(raises, examples, time, discards))
        except (AttributeError, TypeError):
            raise TypeError(f"@check marks functions and methods, not {_shown(marked)}") from None
        return marked

    return mark if function is None else mark(function)


def mark_of(thing: Any) -> Check | None:
    """What `@check` was told of a member of a module or class as it is stored there, if it is marked."""
    # classes inherit attributes, and a mark is of one thing alone
    for one in (thing, getattr(type(thing), "__func__", None) and thing.__func__):
        try:
            found = vars(one).get(MARK)
        except TypeError:
            continue
        if isinstance(found, Check):
            return found
    return None


def _several(told: Any) -> tuple[type[BaseException], ...]:
    return told if isinstance(told, tuple) else (told,)


def _shown(thing: object) -> str:
    text = repr(thing)
    return text if len(text) <= 60 else f"{text[:57]}..."
