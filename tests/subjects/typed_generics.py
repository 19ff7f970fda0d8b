"""Type variables, generics, protocols, records and the classes made from fields."""

from __future__ import annotations

import dataclasses
import typing
from typing import Generic, NamedTuple, NotRequired, Protocol, Required, TypedDict, TypeVar

T = TypeVar("T")
Number = TypeVar("Number", int, float)
P = typing.ParamSpec("P")
Ts = typing.TypeVarTuple("Ts")


def _expect(value: object, *classes: type) -> None:
    if not isinstance(value, classes):
        raise TypeError(f"{value!r} is none of {classes}")


class Shape:
    """Something with an area."""

    def __init__(self, side: int) -> None:
        _expect(side, int)
        self.side = side

    def area(self) -> int:
        return self.side**2


Bound = TypeVar("Bound", bound=Shape)


class Box(Generic[T]):
    """Holds one thing."""

    def __init__(self, content: T) -> None:
        self.content = content

    def swap(self, other: Box[T]) -> None:
        _expect(other, Box)


class HasArea(Protocol):
    """What has an area."""

    def area(self) -> int: ...


class HasSide(Protocol):
    """What has a side, which is no method."""

    side: int


class Holds(Protocol[T]):
    """What holds something."""

    content: T


class Readable(Protocol):
    """What a file is."""

    def read(self, size: int = -1, /) -> str | bytes: ...
    def readline(self) -> str | bytes: ...


class Point(NamedTuple):
    """A tuple with names."""

    x: int
    y: int = 0


@dataclasses.dataclass(frozen=True, kw_only=True)
class Person:
    """A class made from fields."""

    name: str
    age: int = 0

    def __post_init__(self) -> None:
        _expect(self.name, str)
        _expect(self.age, int)


class Options(TypedDict):
    """A dict with known keys."""

    size: int
    name: NotRequired[str]


class Loose(TypedDict, total=False):
    """A dict of which most keys may be missing."""

    size: int
    name: Required[str]


class Both(Options):
    """A dict with more keys."""

    points: list[Point]


def same(x: T, y: T) -> T:
    return x


def constrained(x: Number, y: list[Number]) -> None:
    _expect(x, int, float)
    if len({type(each) for each in y}) > 1:
        raise TypeError(y)


def bound(x: Bound) -> None:
    _expect(x, Shape)


def box(x: Box[int]) -> None:
    _expect(x, Box)


def boxes(x: list[Box[str]]) -> None:
    for each in x:
        _expect(each, Box)
    if not x:
        raise TypeError("no boxes")


def area(x: HasArea) -> None:
    _expect(x.area(), int)


def side(x: HasSide) -> None:
    _expect(x.side, int)


def held(x: Holds[int]) -> None:
    _expect(x, Box)


def readable(x: Readable) -> None:
    x.read()
    x.readline()


def point(x: Point) -> None:
    _expect(x, Point)


def person(x: Person) -> None:
    _expect(x, Person)


def options(x: Options) -> None:
    _expect(x, dict)
    _expect(x["size"], int)
    _expect(x.get("name", ""), str)
    if not x.keys() <= {"size", "name"}:
        raise TypeError(x)


def loose(x: Loose) -> None:
    _expect(x["name"], str)
    _expect(x.get("size", 0), int)


def both(x: Both) -> None:
    _expect(x["size"], int)
    for each in x["points"]:
        _expect(each, Point)


def a_class(x: type[Shape]) -> None:
    if not issubclass(x, Shape):
        raise TypeError(x)


def a_named_class(x: type[Person] | type[Point]) -> None:
    if not issubclass(x, (Person, Point)):
        raise TypeError(x)


def a_builtin_class(x: type[float]) -> None:
    if not issubclass(x, float):
        raise TypeError(x)


def an_error_class(x: type[LookupError]) -> None:
    if not issubclass(x, LookupError):
        raise TypeError(x)


def a_class_of_records(x: type[HasArea]) -> None:
    _expect(x, type)


def passed_on(*args: P.args) -> None:
    pass


def many(*args: *Ts) -> None:
    pass


def together(x: tuple[*Ts]) -> None:
    _expect(x, tuple)


def absolute(x: typing.SupportsAbs[int]) -> None:
    abs(x)


def whole(x: typing.SupportsInt) -> None:
    _expect(x, typing.SupportsInt)


def rounded(x: typing.SupportsRound[int]) -> None:
    round(x)


def at(x: typing.SupportsIndex) -> None:
    [1, 2, 3][: x.__index__()]


def text_or_bytes(x: typing.AnyStr) -> None:
    _expect(x, str, bytes)
