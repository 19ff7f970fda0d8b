"""Objects with rules about what is done to them first."""


class Door:
    def __init__(self):
        self._open = False
        self._oiled = False
        self._colour = None

    def prepare(self):
        self.oil()
        self._colour = "primed"
        self.paint("white")

    def oil(self):
        self._oiled = True

    def paint(self, colour):
        self._colour = colour

    def open(self):
        self._open = True

    def is_open(self):
        return self._open


class House:
    def __init__(self):
        self._doors = []

    def build_door(self):
        door = Door()
        self._doors.append(door)
        return door

    def first_door(self):
        return self._doors[0]

    def fit(self, doors, options):
        self._doors.extend(doors)
        return len(options)


class Lamp:
    def __init__(self):
        self.colour = "white"

    def set(self, colour):
        self.colour = colour
