"""A text and a number are added."""


def numbered(text: str, number: int) -> str:
    """The text and its number."""
    return text + " " + number  # type: ignore[operator]
