"""None where it was given, against what the code says, or is seen to."""


class Box:
    """May hold a text."""

    def __init__(self) -> None:
        self._text: str | None = None

    def put(self, text: str) -> None:
        """Put a text in."""
        self._text = text

    def loud(self) -> str:
        """The text in capitals."""
        return self._text.upper() if self._text is not None else ""


def loud(text: str) -> str:
    """The text in capitals."""
    return text.upper()
