"""A class with other constructors, and a subclass that inherits them."""


class Colour:
    def __init__(self, red: int) -> None:
        self.red = red

    @classmethod
    def of(cls, red: int) -> "Colour":
        return cls(red % 256)

    @classmethod
    def parse(cls, text: str) -> "Colour":
        return cls(len(text))

    @staticmethod
    def brightest() -> int:
        return 255

    def darker(self) -> "Colour":
        return Colour(self.red // 2)


class Paint(Colour):
    def litres(self) -> int:
        return self.red


def mix(one: Colour, other: Colour) -> Colour:
    return Colour.of(one.red + other.red)
