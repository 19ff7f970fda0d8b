"""For each contract on values, a class that breaks it and a twin that keeps it."""

from decimal import Decimal


class Number:
    """Correct: equality and hash agree, everything can be shown."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"Number({self.value!r})"

    def __str__(self) -> str:
        return str(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __len__(self) -> int:
        return 0

    def same(self, other: "Number") -> bool:
        return self == other


class UnequalToItself(Number):
    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = Number.__hash__


class EqualityRaises(Number):
    def __eq__(self, other: object) -> bool:
        raise ValueError("cannot compare")

    __hash__ = Number.__hash__


class HashRaises(Number):
    __eq__ = Number.__eq__

    def __hash__(self) -> int:
        raise ValueError("cannot hash")


class HashesAListOfItsOwn:
    """Claims to be hashable, and hashes a list that nobody gave it."""

    def __init__(self) -> None:
        self.items: list[int] = []

    def __hash__(self) -> int:
        return hash(self.items)


class HashesWhatItWasGiven:
    """As hashable as what it was made of: a tuple is."""

    def __init__(self, items: object) -> None:
        self.items = items

    def __hash__(self) -> int:
        return hash(self.items)


class Unhashable(Number):
    """Correct: claims nothing, as Python has it for a class with `__eq__` alone."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unhashable) and self.value == other.value


class HashesByIdentity(Number):
    """Equal objects, different hashes."""

    __eq__ = Number.__eq__

    def __hash__(self) -> int:
        return id(self)


class ReprRaises(Number):
    def __repr__(self) -> str:
        raise KeyError("name")


class StrRaises(Number):
    def __str__(self) -> str:
        raise KeyError("name")


class BoolRaises(Number):
    def __bool__(self) -> bool:
        return {1: True}[2]


class LenRaises(Number):
    def __len__(self) -> int:
        return {1: 1}[2]


class LenIsNegative(Number):
    def __len__(self) -> int:
        return -1


class Exits(Number):
    def __repr__(self) -> str:
        raise SystemExit(1)


class Slotted:
    """Correct, and keeps its value in a slot."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Slotted) and self.value == other.value

    def __hash__(self) -> int:
        return 1


class Elementwise(Number):
    """Correct: answers a comparison with something else than a truth, as arrays do."""

    def __eq__(self, other: object) -> list[bool]:  # type: ignore[override]
        return []

    __hash__ = Number.__hash__


def nan() -> float:
    return float("nan")


def decimal_nan() -> Decimal:
    return Decimal("nan")


def list_of_nan() -> list[float]:
    return [float("nan")]


class CannotBeShown(Exception):
    """Raised with a message that cannot be made."""

    def __str__(self) -> str:
        raise RuntimeError


class ReprRaisesWhatCannotBeShown(Number):
    def __repr__(self) -> str:
        raise CannotBeShown
