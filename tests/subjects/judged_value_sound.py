"""A value is refused that the caller gave."""


def parsed(text: str) -> int:
    """The number."""
    return int(text)


def position(text: str, part: str) -> int:
    """Where it begins."""
    return text.index(part)
