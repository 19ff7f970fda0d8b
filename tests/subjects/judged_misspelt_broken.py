"""A slip of the pen in the name of a method of something built in."""


class Basket:
    """What is in it."""

    def __init__(self) -> None:
        self._items = {1, 2}

    def holds_all(self, items) -> bool:  # type: ignore[no-untyped-def]
        """Whether nothing of it is missing."""
        return self._items.issupserset(items)  # type: ignore[attr-defined,no-any-return]
