"""Unions, literals and the forms around a plain type; each function refuses what its annotation does not say."""

from __future__ import annotations

import enum
import types
from typing import Annotated, Any, Final, Literal, NewType, Optional, Self, TypeAlias, Union

UserId = NewType("UserId", int)
Name: TypeAlias = "str"
Tree = Union[int, "list[Tree]"]


class Colour(enum.Enum):
    """Something to choose from."""

    RED = 1
    GREEN = 2
    BLUE = 3


class Permission(enum.Flag):
    """Something to combine."""

    READ = 1
    WRITE = 2


class Link:
    """Speaks of itself."""

    def __init__(self, next: Optional[Link] = None) -> None:
        _expect(next, Link, type(None))

    def joined(self, other: Self) -> Self:
        _expect(other, Link)
        return other


def _expect(value: object, *classes: type) -> None:
    if not isinstance(value, classes):
        raise TypeError(f"{value!r} is none of {classes}")


def optional(x: Optional[int]) -> None:
    _expect(x, int, type(None))


def either(x: Union[int, str]) -> None:
    _expect(x, int, str)


def bar(x: bytes | float | None) -> None:
    _expect(x, bytes, float, int, type(None))


def of_links(x: Link | list[Link]) -> None:
    _expect(x, Link, list)


def one_word(x: Literal["red", "green"]) -> None:
    if x not in ("red", "green"):
        raise TypeError(x)


def mixed(x: Literal["all", 0, None, True, b"x"]) -> None:
    if x not in ("all", 0, None, True, b"x"):
        raise TypeError(x)


def one_colour(x: Literal[Colour.GREEN]) -> None:
    if x is not Colour.GREEN:
        raise TypeError(x)


def colour(x: Colour) -> None:
    _expect(x, Colour)


def permission(x: Permission) -> None:
    _expect(x, Permission)


def annotated(x: Annotated[int, "in metres"]) -> None:
    _expect(x, int)


def final(x: Final[str] = "a") -> None:
    _expect(x, str)


def new_type(x: UserId) -> None:
    _expect(x, int)


def alias(x: Name) -> None:
    _expect(x, str)


def tree(x: Tree) -> None:
    _expect(x, int, list)


def anything(x: Any, y: object) -> None:
    pass


def nothing(x: None) -> None:
    _expect(x, type(None))


def truth(x: bool) -> None:
    _expect(x, bool)


def ellipsis(x: types.EllipsisType) -> None:
    if x is not ...:
        raise TypeError(x)


def quoted(x: "int | 'str'") -> None:
    _expect(x, int, str)


def keyword_only(*, x: int, y: str = "a") -> None:
    _expect(x, int)
    _expect(y, str)


def positional_only(x: int, y: str = "a", /) -> None:
    _expect(x, int)
    _expect(y, str)


def spread(*x: str) -> None:
    for each in x:
        _expect(each, str)
