"""The attribute that was set; and one that a subclass must bring."""


class Rope:
    """So long."""

    def __init__(self, length: int) -> None:
        self.length = length

    def half(self) -> int:
        """Half of it."""
        return self.length // 2


class Coloured:
    """To be mixed into something that has a colour."""

    def painted(self) -> str:
        """In words."""
        return f"painted {self.colour}"  # type: ignore[attr-defined]
