"""Names that are stored in one way and looked up in another."""

from collections.abc import Iterator


class Broken:
    def __init__(self, *names: str) -> None:
        self._names = {name.upper() for name in names}

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)


class Sound:
    def __init__(self, *names: float) -> None:
        self._names = [*names]

    def __contains__(self, name: float) -> bool:
        return any(name == one for one in self._names)

    def __iter__(self) -> Iterator[float]:
        # a NaN among them is nowhere to be found
        return iter(self._names)
