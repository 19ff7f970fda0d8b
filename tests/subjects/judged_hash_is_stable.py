"""A hash of what `repr` writes down."""


class Broken:
    def __init__(self, size: int) -> None:
        self.size = size
        self._shown = 0

    def __repr__(self) -> str:
        self._shown += 1
        return f"<{self.size}>"

    def __hash__(self) -> int:
        return hash((self.size, self._shown))


class Sound:
    def __init__(self, size: int) -> None:
        self.size = size
        self._shown = 0

    def __repr__(self) -> str:
        self._shown += 1
        return f"<{self.size}>"

    def __hash__(self) -> int:
        return hash(self.size)
