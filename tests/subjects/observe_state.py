"""Classes that show their state in different ways."""


class Stack:
    """Has a length, observers by name, and methods that only look like observers."""

    def __init__(self) -> None:
        self.items: list[int] = []

    def __len__(self) -> int:
        return len(self.items)

    def push(self, item: int) -> None:
        self.items.append(item)

    def pop(self) -> int:
        return self.items.pop()

    def is_empty(self) -> bool:
        return not self.items

    def get_at(self, index: int) -> int:
        return self.items[index]

    def get_iterator(self) -> object:
        yield from self.items

    def isolated(self) -> int:
        raise AssertionError("not an observer by its name")

    @property
    def top(self) -> int:
        return self.items[-1]

    @property
    def _secret(self) -> int:
        raise AssertionError("not public")


class Tall(Stack):
    """Overrides an observer."""

    def is_empty(self) -> bool:
        return False


class Many:
    """More observers than anybody would read."""

    a = property(lambda self: 1)
    b = property(lambda self: 2)
    c = property(lambda self: 3)
    d = property(lambda self: 4)
    e = property(lambda self: 5)


class Shown:
    def __repr__(self) -> str:
        return "Shown()"


class Opaque:
    pass


def text() -> str:
    return "text"


def nothing() -> None:
    return None
