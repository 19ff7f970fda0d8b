"""Operations that refuse in their own name: themselves, by private helpers, by the class they inherit from."""


class Refused(Exception):
    """How this package refuses."""


class Positive:
    """A number above zero."""

    def __init__(self, number: int) -> None:
        if number <= 0:
            raise ValueError("must be positive")
        self.number = number


class Even(Positive):
    """And even."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        if number % 2:
            raise ValueError("must be even")


def root(number: int) -> int:
    """The whole square root."""
    _check(number)
    return int(number**0.5)


def strict_root(number: int) -> int:
    """The same."""
    if number < 0:
        raise Refused
    return int(number**0.5)


def distance(one: int, other: int) -> int:
    """A bad one."""
    return strict_root(one * other)


def _check(number: int) -> None:
    if number < 0:
        raise ValueError("a number that is negative has none")
