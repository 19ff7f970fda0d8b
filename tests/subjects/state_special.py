"""State that changes by itself in ordinary use, and means nothing."""

import copy
import enum
import functools
import inspect
import typing
import warnings
import weakref
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Point:
    x: int = 0


class Plain:
    pass


class Shape(ABC):
    @abstractmethod
    def area(self) -> float: ...


class Square(Shape):
    def area(self) -> float:
        return 1.0


class Color(enum.Enum):
    RED = 1
    BLUE = 2


SEEN = weakref.WeakSet()
by_kind = functools.singledispatch(lambda value: "something")


def use() -> tuple[object, ...]:
    point = replace(copy.deepcopy(Point(1)), x=2)
    SEEN.add(point)
    warnings.warn("mind the step", DeprecationWarning, stacklevel=1)
    return (
        copy.copy(Plain()),
        inspect.signature(use),
        typing.get_type_hints(Plain),
        Plain.__annotations__,
        isinstance(Square(), Shape),
        Color(2),
        Color["RED"],
        by_kind(1),
        point,
    )
