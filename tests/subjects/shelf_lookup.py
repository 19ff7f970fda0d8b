"""A lookup that raises where its author wanted a default."""


class Shelf:
    """Things by their name; all shelves call themselves equal."""

    def __init__(self) -> None:
        self._things: dict[str, int] = {}

    def put(self, name: str, number: int) -> None:
        """Put a thing on the shelf."""
        self._things[name] = number

    def get(self, name: str) -> int:
        """How many there are."""
        return self._things[name]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shelf)

    def __hash__(self) -> int:
        return 1
