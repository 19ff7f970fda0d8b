"""A value is refused that no caller gave."""


class Log:
    """Of numbers."""

    def __init__(self) -> None:
        self._last = ""

    def last(self) -> int:
        """The last number."""
        return int(self._last)
