"""A box that is often given what looks another at each look."""

from collections.abc import Iterator


class Box:
    def __init__(self) -> None:
        self._held: list[object] = []

    def put(self, thing: int | Iterator[int]) -> None:
        self._held.append(thing)

    def count(self) -> int:
        return len(self._held)


def numbers() -> Iterator[int]:
    yield 1
    yield 2
