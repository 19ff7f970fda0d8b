"""Classes inside classes."""


class House:
    class Room:
        class Window:
            def __init__(self, width: int) -> None:
                self.width = width

            def area(self) -> int:
                return self.width * self.width

        def __init__(self, window: "House.Room.Window") -> None:
            self.window = window

        def light(self) -> int:
            return self.window.area()

    def __init__(self, *rooms: "House.Room") -> None:
        self.rooms = rooms

    def count(self) -> int:
        return len(self.rooms)
