"""Properties that are read, written and deleted."""


class Thermometer:
    def __init__(self, degrees: float = 20.0) -> None:
        self._degrees: float | None = degrees

    @property
    def degrees(self) -> float | None:
        return self._degrees

    @degrees.setter
    def degrees(self, value: float) -> None:
        if value < -273:
            raise ValueError("too cold")
        self._degrees = value

    @degrees.deleter
    def degrees(self) -> None:
        self._degrees = None

    @property
    def is_set(self) -> bool:
        return self._degrees is not None
