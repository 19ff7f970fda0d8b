"""Numbers, texts and containers of which not all will do; each function refuses those outside the bounds."""

from __future__ import annotations

import dataclasses
import decimal
from typing import Annotated


@dataclasses.dataclass(frozen=True)
class Gt:
    """Above."""

    gt: float


@dataclasses.dataclass(frozen=True)
class Le:
    """At most."""

    le: float


@dataclasses.dataclass(frozen=True)
class Interval:
    """Between."""

    gt: float | None = None
    ge: float | None = None
    lt: float | None = None
    le: float | None = None


@dataclasses.dataclass(frozen=True)
class MultipleOf:
    """A multiple."""

    multiple_of: float


@dataclasses.dataclass(frozen=True)
class Len:
    """As long."""

    min_length: int = 0
    max_length: int | None = None


@dataclasses.dataclass(frozen=True)
class Pattern:
    """Of a form."""

    pattern: str


class Field:
    """Keeps its bounds in a list, as some libraries do."""

    def __init__(self, **bounds: float) -> None:
        self.metadata = [Interval(**bounds)]


Percentage = Annotated[int, Field(ge=0, le=100)]
Rare = Annotated[int, Interval(ge=990), Le(1000)]


def _check(holds: bool, value: object) -> None:
    if not holds:
        raise TypeError(value)


def far(x: Rare) -> None:
    _check(990 <= x <= 1000, x)


def percentage(x: Percentage) -> None:
    _check(0 <= x <= 100, x)


def written(x: Annotated[int, Gt(500), Le(501)]) -> None:
    _check(x == 501, x)


def fraction(x: Annotated[float, Interval(gt=0, lt=1)]) -> None:
    _check(0 < x < 1, x)


def price(x: Annotated[decimal.Decimal, Gt(1000)]) -> None:
    _check(isinstance(x, decimal.Decimal) and x > 1000, x)


def dozens(x: Annotated[int, MultipleOf(12)]) -> None:
    _check(x % 12 == 0, x)


def code(x: Annotated[str, Len(7, 7)]) -> None:
    _check(isinstance(x, str) and len(x) == 7, x)


def key(x: Annotated[str, Pattern(pattern=r"^[A-Z]{2}-\d+$")]) -> None:
    _check(x[:2].isupper() and x[3:].isdigit(), x)


def long_list(x: Annotated[list[int], Len(5)]) -> None:
    _check(isinstance(x, list) and len(x) >= 5, x)


def large_set(x: Annotated[set[int], Len(min_length=4, max_length=6)]) -> None:
    _check(isinstance(x, set) and 1 <= len(x) <= 6, x)


def optional(x: Annotated[int | None, Gt(700)]) -> None:
    _check(x is None or x > 700, x)


def keyed(x: dict[str, Annotated[int, Gt(700)]]) -> None:
    _check(all(each > 700 for each in x.values()), x)
