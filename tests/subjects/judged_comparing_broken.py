"""A comparison that takes for granted what it is compared with."""


class Weight:
    """In grams."""

    def __init__(self, grams: int) -> None:
        self.grams = grams

    def __eq__(self, other: object) -> bool:
        return self.grams == other.grams  # type: ignore[attr-defined,no-any-return]

    def __hash__(self) -> int:
        return hash(self.grams)
