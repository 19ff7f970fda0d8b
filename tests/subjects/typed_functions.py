"""Functions that are given functions, and call them."""

from __future__ import annotations

import typing
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
P = typing.ParamSpec("P")


def _expect(value: object, *classes: type) -> None:
    if not isinstance(value, classes):
        raise TypeError(f"{value!r} is none of {classes}")


class Job:
    """Made without arguments."""


class Task:
    """Made of a text."""

    def __init__(self, name: str) -> None:
        _expect(name, str)


class Key(Protocol):
    """What sorts."""

    def __call__(self, item: int, /) -> int: ...


def predicate(x: Callable[[int], bool]) -> None:
    _expect(x(3), bool)


def key(x: Key) -> None:
    _expect(x(3), int)


def make_number(x: Callable[[], int]) -> None:
    _expect(x(), int)


def make_list(x: Callable[[], list[str]]) -> None:
    _expect(x(), list)


def make_job(x: Callable[[], Job]) -> None:
    _expect(x(), Job)


def make_task(x: Callable[[str], Task]) -> None:
    _expect(x("a"), Task)


def combine(x: Callable[[T, T], T]) -> None:
    _expect(x(1, 2), int)


def join(x: Callable[[str, str], str]) -> None:
    _expect(x("a", "b"), str)


def change(x: Callable[[T], T]) -> None:
    x(1)


def on_text(x: Callable[[str], str]) -> None:
    _expect(x("a"), str)


def parse(x: Callable[[str], list[str]]) -> None:
    _expect(x("a b"), list)


def measure(x: Callable[[str], int]) -> None:
    _expect(x("a b"), int)


def compare(x: Callable[[int, int], bool]) -> None:
    _expect(x(1, 2), bool)


def listen(x: Callable[[str], None]) -> None:
    _expect(x("a"), type(None))


def listen_to_two(x: Callable[[str, int], None]) -> None:
    _expect(x("a", 1), type(None))


def call(x: Callable[[], None]) -> None:
    _expect(x(), type(None))


def report(x: Callable[[str, int, float], None]) -> None:
    x("a", 1, 0.5)


def walk(x: Callable[[list[int]], Iterator[int]]) -> None:
    _expect(x([1]), Iterator)


def coroutine(x: Callable[[float], Awaitable[None]]) -> None:
    made = x(0.0)
    _expect(made, Awaitable)
    made.close()


def any_parameters(x: Callable[..., str]) -> None:
    _expect(x(1), str)


def anything(x: Callable) -> None:
    if not callable(x):
        raise TypeError(x)


def old(x: typing.Callable[[int], str]) -> None:
    _expect(x(1), str)


def passed(x: Callable[P, int]) -> None:
    if not callable(x):
        raise TypeError(x)


def first_known(x: Callable[typing.Concatenate[int, P], Any]) -> None:
    if not callable(x):
        raise TypeError(x)


def table(x: dict[str, Callable[[int], int]]) -> None:
    for each in x.values():
        _expect(each(-1), int)


def optional(x: Callable[[int], float] | None = None) -> None:
    if x is not None:
        _expect(x(1), float, int)
