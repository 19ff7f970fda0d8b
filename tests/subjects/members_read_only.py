"""A property that cannot be set, and one that can be, to some values."""


class Version:
    def __init__(self) -> None:
        self._minor = 1

    @property
    def major(self) -> int:
        return 1

    @major.setter
    def major(self, value: int) -> None:
        raise AttributeError("major is read only")

    @property
    def minor(self) -> int:
        return self._minor

    @minor.setter
    def minor(self, value: int) -> None:
        if value < 0:
            raise ValueError(value)
        self._minor = value
