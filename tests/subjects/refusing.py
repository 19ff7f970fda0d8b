"""A shelf that refuses on purpose, fails by accident, and has an inner check."""


class Empty(Exception):
    """There is nothing there."""


class Shelf:
    def __init__(self, room: int = 2) -> None:
        assert room > 0, "a shelf has room"
        self.room = room
        self.things: list[object] = []

    def put(self, thing: int) -> None:
        """Raises ValueError if there is no room left."""
        if len(self.things) >= self.room:
            raise ValueError(f"no room for {thing}")
        self.things.append(thing)

    def take(self) -> object:
        if not self.things:
            raise Empty("the shelf is empty")
        return self.things.pop()

    def first(self) -> object:
        return self.things[0]

    def weigh(self) -> int:
        raise NotImplementedError

    def count(self) -> int:
        return len(self.things)

    def room_left(self) -> bool:
        return self.room > len(self.things)

    def material(self) -> str:
        return "wood"
