"""A deep copy that forgets an attribute."""


class Broken:
    def __init__(self, name: str, size: int = 0) -> None:
        self.name = name
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Broken) and (self.name, self.size) == (other.name, other.size)

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: object) -> "Broken":
        return Broken(self.name)


class Sound:
    def __init__(self, name: str, size: int = 0) -> None:
        self.name = name
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sound) and (self.name, self.size) == (other.name, other.size)

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: object) -> "Sound":
        return Sound(self.name, self.size)


class Holder:
    """Equal to another that holds the same object: to a deep copy it is not, and that is nobody's fault."""

    def __init__(self) -> None:
        self.key = object()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Holder) and self.key == other.key

    __hash__ = None  # type: ignore[assignment]


class Refusal(Exception):
    """Cannot be copied, as exceptions with parameters of their own often cannot."""

    def __init__(self, name: str, size: int) -> None:
        super().__init__()


class Keeper:
    """Can be copied as far as what it keeps can."""

    def __init__(self, name: str) -> None:
        self.kept = Refusal(name, 1)

    def __reduce__(self) -> tuple[object, ...]:
        return _kept, (self.kept,)


def _kept(kept: Refusal) -> Keeper:
    made = Keeper("")
    made.kept = kept
    return made
