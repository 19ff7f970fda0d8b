"""A container with every operator of one, and numbers with theirs."""

from collections.abc import Iterator


class Shelf:
    def __init__(self) -> None:
        self.places: dict[int, str] = {1: "one"}

    def __getitem__(self, place: int) -> str:
        return self.places[place]

    def __setitem__(self, place: int, thing: str) -> None:
        self.places[place] = thing

    def __delitem__(self, place: int) -> None:
        del self.places[place]

    def __contains__(self, place: int) -> bool:
        return place in self.places

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[int]:
        return iter(list(self.places))

    def __bool__(self) -> bool:
        return bool(self.places)


class Money:
    def __init__(self, cents: int) -> None:
        self.cents = cents

    def __add__(self, other: "Money") -> "Money":
        return Money(self.cents + other.cents)

    def __radd__(self, other: int) -> "Money":
        return Money(self.cents + other)

    def __iadd__(self, other: "Money") -> "Money":
        self.cents += other.cents
        return self

    def __neg__(self) -> "Money":
        return Money(-self.cents)

    def __abs__(self) -> "Money":
        return Money(abs(self.cents))

    def __int__(self) -> int:
        return self.cents

    def __lt__(self, other: "Money") -> bool:
        return self.cents < other.cents

    def __str__(self) -> str:
        return f"{self.cents} cents"

    def __round__(self, digits: int = 0) -> int:
        return round(self.cents, digits)
