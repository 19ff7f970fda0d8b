"""`__len__` that fails on a state it did not think of."""


class Broken:
    def __init__(self, *names: str) -> None:
        self.names = names

    def __len__(self) -> int:
        return len(self.names) - 1


class Sound:
    def __init__(self, *names: str) -> None:
        self.names = names

    def __len__(self) -> int:
        return len(self.names)


class Refuses(Sound):
    def __len__(self) -> int:
        # on purpose: nobody knows
        raise TypeError("has none")
