"""Something that is None until it is set, and used before."""


class Box:
    """May hold a text."""

    def __init__(self) -> None:
        self._text: str | None = None

    def put(self, text: str) -> None:
        """Put a text in."""
        self._text = text

    def loud(self) -> str:
        """The text in capitals."""
        return self._text.upper()  # type: ignore[union-attr]
