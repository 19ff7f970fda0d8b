"""A deep copy that is not deep."""


class Broken:
    def __init__(self, *items: int) -> None:
        self._items = [*items]

    def __repr__(self) -> str:
        return f"<{self._items}>"

    def __deepcopy__(self, memo: object) -> "Broken":
        made = Broken()
        made._items = self._items
        return made


class Sound(Broken):
    def __deepcopy__(self, memo: object) -> "Sound":
        return Sound(*self._items)


class Cached(Broken):
    """Shares what nobody sees."""

    _known: dict[int, int]

    def __init__(self, *items: int) -> None:
        super().__init__(*items)
        self._known = {1: 1}

    def __deepcopy__(self, memo: object) -> "Cached":
        made = Cached(*self._items)
        made._known = self._known
        return made
