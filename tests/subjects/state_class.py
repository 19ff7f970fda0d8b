"""Attributes of classes that all instances share."""


class Basket:
    items: list[str] = []
    made = 0
    capacity = 3

    def __init__(self) -> None:
        Basket.made += 1

    def add(self, item: str) -> int:
        self.items.append(item)
        return len(self.items)


class Wide(Basket):
    pass


def made() -> int:
    Basket()
    return Basket.made


def added() -> int:
    return Wide().add("apple")


def shadow() -> int:
    """An attribute of the subclass hides that of the base."""
    Wide.capacity = Wide.capacity + 1
    return Wide.capacity


def lose() -> str:
    """Delete a method, and be without it."""
    del Basket.add
    return str(hasattr(Wide, "add"))


def change_method() -> int:
    """Replace a special method, which the interpreter keeps in a slot."""
    before = getattr(Basket, "__len__", None)
    Basket.__len__ = lambda self: 7
    return len(Basket()) if before is None else -1


class Left:
    def side(self) -> str:
        return "left"


class Right:
    def side(self) -> str:
        return "right"


class Turned(Left):
    pass


def turn() -> str:
    """Inherit from another class."""
    before = Turned().side()
    Turned.__bases__ = (Right,)
    return f"{before}, then {Turned().side()}"
