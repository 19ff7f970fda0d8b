"""An attribute with a slip of the pen in it."""


class Rope:
    """So long."""

    def __init__(self, length: int) -> None:
        self.length = length

    def half(self) -> int:
        """Half of it."""
        return self.lenght // 2  # type: ignore[attr-defined,no-any-return]
