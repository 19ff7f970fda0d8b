"""A function that never returns, and one that does."""


def forever(x: int) -> None:
    while True:
        pass


def quick(x: int) -> int:
    return x + 1
