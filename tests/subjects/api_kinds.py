"""One member for each kind of thing that can be called."""

import functools
from abc import ABC, abstractmethod
from collections import namedtuple
from dataclasses import InitVar, dataclass, field
from enum import Enum, Flag
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
limit = 10
_hidden = 1


class Stack(Generic[T]):
    """Most kinds of members."""

    class Frame:
        """A class inside a class."""

        def __init__(self, depth: int) -> None:
            self.depth = depth

    empty_name = "empty"

    def __init__(self, items: list[int] | None = None, *, capacity: int = 3) -> None:
        self.items = list(items or [])
        self._capacity = capacity

    def push(self, item: int) -> None:
        self.items.append(item)

    def _grow(self) -> None:
        self._capacity *= 2

    @property
    def top(self) -> int:
        return self.items[-1]

    @property
    def capacity(self) -> int:
        return self._capacity

    @capacity.setter
    def capacity(self, value: int) -> None:
        self._capacity = value

    @functools.cached_property
    def total(self) -> int:
        return sum(self.items)

    @classmethod
    def of(cls, *items: int) -> "Stack":
        return cls(list(items))

    @staticmethod
    def compare(one: "Stack", other: "Stack", /) -> int:
        return len(one) - len(other)

    @functools.lru_cache  # noqa: B019
    def cached(self, number: int) -> int:
        return number

    push_one = functools.partialmethod(push, 1)

    async def later(self) -> None: ...

    async def forever(self):
        yield 1

    def __len__(self) -> int:
        return len(self.items)

    def __contains__(self, item: int) -> bool:
        return item in self.items

    def __getitem__(self, index: int) -> int:
        return self.items[index]

    def __setitem__(self, index: int, value: int) -> None:
        self.items[index] = value

    def __iter__(self):
        return iter(self.items)

    def __add__(self, other):
        return Stack(self.items + other.items)

    def __iadd__(self, other: "Stack"):
        return self

    def __call__(self, number: int) -> int:
        return number

    def __enter__(self) -> "Stack":
        return self

    def __exit__(self, *exception: object) -> None: ...


class SubStack(Stack[int]):
    """Has all that its base has."""

    __hash__ = None

    def clear(self) -> None:
        self.items.clear()


class Words(list):
    """Inherits from a builtin."""

    def longest(self) -> str:
        return max(self, key=len)


class Refused(ValueError):
    """An error with something of its own."""

    def hint(self) -> str:
        return "try again"


class Colour(Enum):
    """An enumeration."""

    RED = 1
    GREEN = 2
    CRIMSON = 1

    def darker(self) -> "Colour":
        return self


class Access(Flag):
    """Flags."""

    READ = 1
    WRITE = 2


@dataclass(order=True)
class Point:
    """A dataclass with what dataclasses can hold."""

    x: int
    y: int = 0
    tags: list[str] = field(default_factory=list)
    origin: ClassVar[str] = "zero"
    scale: InitVar[int] = 1
    _secret: int = 0


class Slotted:
    """Slots, one of them with a known type."""

    __slots__ = ("left", "right")
    left: int


Pair = namedtuple("Pair", "first second")


class Person(NamedTuple):
    """A typed tuple."""

    name: str
    age: int = 0


class Shape(ABC):
    """An abstract class."""

    @abstractmethod
    def area(self) -> float: ...

    def double(self) -> float:
        return 2 * self.area()


class Square(Shape):
    """A concrete one."""

    def area(self) -> float:
        return 1.0


class Sized(Protocol):
    """A protocol."""

    def size(self) -> int: ...


def add(a: int, b: int = 2, *rest: int, c: str, d=None, e=1.5, **others: int) -> int:
    return a + b


def wrapping(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@wrapping
def wrapped(number: int) -> str:
    return str(number)


@functools.lru_cache(maxsize=None)
def remembered(number: int) -> int:
    return number


@functools.singledispatch
def dispatched(thing: object) -> str:
    return str(thing)


add_one = functools.partial(add, 1, c="")


async def later() -> None: ...


def _private(number: int) -> int:
    return number


ORIGIN = Point(0, 0)
