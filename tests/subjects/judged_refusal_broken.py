"""A public operation that gives another what that refuses."""


def root(number: int) -> int:
    """The whole square root."""
    if number < 0:
        raise ValueError("a number that is negative has none")
    return int(number**0.5)


def distance(one: int, other: int) -> int:
    """A bad one."""
    return root(one * other)
