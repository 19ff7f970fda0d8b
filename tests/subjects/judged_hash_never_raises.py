"""`__hash__` that fails on a state it did not think of."""


class Broken:
    def __init__(self, *names: str) -> None:
        self.names = names

    def __hash__(self) -> int:
        return hash(self.names[0])


class Sound:
    def __init__(self, *names: str) -> None:
        self.names = names

    def __hash__(self) -> int:
        return hash(self.names)


class Refuses(Sound):
    def __hash__(self) -> int:
        # on purpose
        raise TypeError("unhashable")
