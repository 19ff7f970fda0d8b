"""Functions and methods behind decorators."""

import functools


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def _hiding(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


class _Counted:
    """A decorator that is a class."""

    def __init__(self, function) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.calls = 0

    def __call__(self, *args, **kwargs):
        self.calls += 1
        return self.function(*args, **kwargs)


@logged
def shout(text: str) -> str:
    return text.upper()


@functools.lru_cache(maxsize=4)
def square(number: int) -> int:
    return number * number


@functools.cache
def cube(number: int) -> int:
    return number**3


@_hiding
def anything() -> int:
    return 1


@_Counted
def counted(number: int) -> int:
    return -number


class Shop:
    @logged
    def price(self, number: int) -> int:
        return number

    @functools.lru_cache(maxsize=4)  # noqa: B019 - a subject
    def tax(self, number: int) -> int:
        return number

    @staticmethod
    @logged
    def rounded(number: float) -> str:
        return f"{number:.1f}"

    @classmethod
    @logged
    def named(cls, name: str) -> tuple[str, str]:
        return (cls.__name__, name)
