"""Classes that show their state in different ways."""

import random
import time
from dataclasses import dataclass
from enum import Enum


class Stack:
    """Has a length, observers by name, and methods that only look like observers."""

    def __init__(self) -> None:
        self.items: list[int] = []

    def __len__(self) -> int:
        return len(self.items)

    def __delitem__(self, index: object) -> None:
        del self.items[index]

    def push(self, item: int) -> None:
        self.items.append(item)

    def pop(self) -> int:
        return self.items.pop()

    def is_empty(self) -> bool:
        return not self.items

    def get_at(self, index: int) -> int:
        return self.items[index]

    def get_iterator(self) -> object:
        yield from self.items

    def last_or_none(self) -> int | None:
        return self.items[-1] if self.items else None

    def take(self) -> int:
        return self.items.pop() if self.items else 0

    def kind(self) -> str:
        return "stack"

    def reversed(self) -> "Stack":
        made = Stack()
        made.items = self.items[::-1]
        return made

    def pushed(self, item: int) -> "Stack":
        self.items.append(item)
        return self

    @property
    def top(self) -> int:
        return self.items[-1]

    @property
    def _secret(self) -> int:
        raise AssertionError("not public")


class Tall(Stack):
    """Overrides an observer."""

    def is_empty(self) -> bool:
        return False


class Many:
    """More observers than anybody would read."""

    a = property(lambda self: 1)
    b = property(lambda self: 2)
    c = property(lambda self: 3)
    d = property(lambda self: 4)
    e = property(lambda self: 5)


class Shown:
    def __repr__(self) -> str:
        return "Shown()"


class Opaque:
    pass


class Colour(Enum):
    RED = 1
    GREEN = 2


@dataclass
class Point:
    x: int
    y: int = 0
    colour: Colour = Colour.RED

    def moved(self, by: int) -> "Point":
        return Point(self.x + by, self.y, self.colour)


class Version:
    """A value object whose attributes are called like its parameters."""

    limit = 9

    def __init__(self, major: int, minor: int = 0, label: str | None = None) -> None:
        self._major, self._minor, self._label = major, minor, label

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and vars(self) == vars(other)

    __hash__ = None

    def bumped(self) -> "Version":
        return Version(self._major + 1)

    def labelled(self, label: str) -> "Version":
        return Version(self._major, self._minor, label)


class Alike:
    """Equal to whatever is of its class."""

    def __init__(self, size: int = 3) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alike)

    __hash__ = None

    def same(self) -> "Alike":
        return Alike(self.size)


class Bag:
    """Made from what it contains."""

    def __init__(self, items: tuple[int, ...] = ()) -> None:
        self._all = sorted(items)

    def __iter__(self) -> object:
        return iter(self._all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bag) and self._all == other._all

    __hash__ = None

    def with_one_more(self, item: int) -> "Bag":
        return Bag((*self._all, item))


class Whims:
    """Questions that do more than ask."""

    def __init__(self) -> None:
        self.asked = 0

    @property
    def counted(self) -> int:
        self.asked += 1
        return self.asked

    @property
    def printed(self) -> int:
        print("asked")
        return 1

    @property
    def drawn(self) -> float:
        return random.random()

    @property
    def quiet(self) -> int:
        return 7

    @property
    def address(self) -> int:
        return id(self)

    @property
    def told(self) -> str:
        return f"a thing at {hex(id(self))}"


class Named:
    """Holds a set, whose order is another in each process."""

    def __init__(self) -> None:
        self.names = {"a", "b", "c"}

    def __iter__(self) -> object:
        return iter(self.names)

    def __str__(self) -> str:
        return " ".join(self.names)


def fill(items: list) -> None:
    items.append(1)


def thirds(whole: float) -> list:
    return [whole / 3, 1]


def halves(whole: float) -> tuple:
    return (whole, whole / 2)


def third(whole: float) -> float:
    return whole / 3


def story() -> str:
    return "Once upon a time there was a larva. " * 5 + "It lived happily ever after."


def table() -> dict:
    return {"colour": Colour.GREEN, "where": [Point(1, 2)], "ratio": 0.1 + 0.2}


def numbers(count: int) -> object:
    return (number * number for number in range(count))


def many(count: int) -> list:
    return list(range(count))


def squares(count: int) -> dict:
    return {str(number): number * number for number in range(count)}


def now() -> float:
    return time.time()


def text() -> str:
    return "text"


def nothing() -> None:
    return None


class Level:
    """Gives back what it is given, which is a number."""

    def __init__(self, height: int) -> None:
        self._height = height
        self._marks = [height]

    @property
    def height(self) -> int:
        return self._height

    def doubled(self) -> int:
        return self._height or 0

    def marks(self) -> list:
        return self._marks


@dataclass(frozen=True)
class Place:
    """A value that can be hashed."""

    x: int

    def copied(self) -> "Place":
        return Place(self.x)
