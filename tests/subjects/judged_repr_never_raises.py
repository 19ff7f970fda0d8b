"""`__repr__` that fails on a state it did not think of."""


class Broken:
    def __init__(self, *names: str) -> None:
        self.names = names

    def __repr__(self) -> str:
        return self.names[0]


class Sound:
    def __init__(self, *names: str) -> None:
        self.names = names

    def __repr__(self) -> str:
        return str(self.names)
