"""Inputs that a property does not speak of."""

from __future__ import annotations

_DISCARDING = frozenset(
    {
        ("caddis.properties.assuming", "Discarded"),
        ("hypothesis.errors", "UnsatisfiedAssumption"),
        ("builtins", "Skipped"),
        ("unittest.case", "SkipTest"),
    }
)
"""The exceptions that discard an input whoever raises them, by name: nothing is imported to recognise them.

That of pytest says it is a builtin."""


class Discarded(Exception):
    """The property does not speak of this input."""


def assume(condition: object) -> None:
    """Discard the input unless the condition is true: it counts neither as passed nor as failed."""
    if not condition:
        raise Discarded("an assumption does not hold")


def discards(exception: BaseException, others: tuple[type[BaseException], ...]) -> bool:
    """Whether an exception discards the input: one of the usual ones, or of those the user names."""
    if isinstance(exception, others):
        return True
    return any((cls.__module__, cls.__name__) in _DISCARDING for cls in type(exception).__mro__)
