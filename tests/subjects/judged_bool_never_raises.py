"""`__bool__` that fails on a state it did not think of."""


class Broken:
    def __init__(self, *names: str) -> None:
        self.names = names

    def __bool__(self) -> bool:
        return self.names[0] != ""


class Sound:
    def __init__(self, *names: str) -> None:
        self.names = names

    def __bool__(self) -> bool:
        return bool(self.names)


class Refuses(Sound):
    def __bool__(self) -> bool:
        # on purpose: nobody knows
        raise TypeError("has none")
