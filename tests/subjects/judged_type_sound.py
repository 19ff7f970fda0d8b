"""Code that asks for the right types, in annotations or only in its use of them."""


def numbered(text: str, number: int) -> str:
    """The text and its number."""
    return f"{text} {number}"


def joined(text, other):  # type: ignore[no-untyped-def]
    """Both."""
    return text + " " + other


def each(function, things):  # type: ignore[no-untyped-def]
    """What a function makes of things."""
    return [function(thing) for thing in things]
