"""A division by something that was never more than zero."""


class Mean:
    """Of numbers."""

    def __init__(self) -> None:
        self._numbers: list[int] = []

    def add(self, number: int) -> None:
        """One more."""

    def value(self) -> float:
        """Their mean."""
        return sum(self._numbers) / len(self._numbers)
