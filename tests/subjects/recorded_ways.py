"""Objects that come to be in many ways, and are used in many ways: what a recorder must not be led astray by."""

import asyncio
import dataclasses
import warnings
from functools import lru_cache


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0
    tags: list = dataclasses.field(default_factory=list)

    def move(self, dx):
        self.x += dx
        return self


class Slotted:
    __slots__ = ("_b", "a")

    def __init__(self, a, password="hunter2"):
        self.a = a
        self._b = password

    @property
    def b(self):
        return self._b

    @b.setter
    def b(self, value):
        self._b = value


class Hostile:
    """Whatever is asked of it raises."""

    def __init__(self):
        pass

    def __eq__(self, other):
        raise RuntimeError("no ==")

    def __hash__(self):
        raise RuntimeError("no hash")

    def __repr__(self):
        raise RuntimeError("no repr")

    def __bool__(self):
        raise RuntimeError("no bool")

    def __getattribute__(self, name):
        raise RuntimeError("no attributes")


class Shelf(dict):
    def put(self, key, value):
        self[key] = value
        return len(self)


class Base:
    def __init__(self, n):
        self.n = n


class Derived(Base):
    def __init__(self, n):
        super().__init__(n)
        self.m = n

    def numbers(self):
        for number in range(self.n):
            self.touch()
            yield number

    def touch(self):
        self.m += 1


class Plain:
    def greet(self, name):
        return f"hello {name}"


class Pair(tuple):
    def __new__(cls, first, second):
        return super().__new__(cls, (first, second))

    def first(self):
        return self[0]


async def work(point, steps):
    await asyncio.sleep(0)
    point.move(steps)
    return await place(point)


async def place(point):
    await asyncio.sleep(0)
    return point.x


def names_here(a, b):
    return sorted(locals())


def warn_of_it():
    warnings.warn("careful", stacklevel=2)


@lru_cache
def doubled(number):
    return number * 2


def refuse(point):
    raise KeyError(point.x)


def passed_on(thing):
    return thing


def log_in(user, token, api_key="none"):
    return len(token)


def settings(options):
    return sorted(options)


def deep(number):
    return 0 if number == 0 else 1 + deep(number - 1)


def nested(action):
    return action()
