"""Names that are looked up in what was given, or that something built in of another kind has."""


class Basket:
    """What is in it."""

    def __init__(self) -> None:
        self._items = {1, 2}

    def asked(self, question: str) -> object:
        """The answer to a question by its name."""
        return getattr(self._items, question)

    def holds_all(self, items) -> bool:  # type: ignore[no-untyped-def]
        """Whether nothing of it is missing."""
        items.sort()
        return self._items.issuperset(items)
