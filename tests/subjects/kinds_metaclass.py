"""Classes whose making is somebody else's business."""


class _Single(type):
    """One instance of each class."""

    _made: dict[type, object] = {}

    def __call__(cls, *args, **kwargs):
        if cls not in cls._made:
            cls._made[cls] = super().__call__(*args, **kwargs)
        return cls._made[cls]


class Settings(metaclass=_Single):
    def __init__(self, size: int = 3) -> None:
        self.size = size

    def doubled(self) -> int:
        return 2 * self.size


class Registry(type):
    def __new__(mcs, name, bases, namespace):
        return super().__new__(mcs, name, bases, {**namespace, "label": name.lower()})


class Plugin(metaclass=Registry):
    def __init__(self, number: int) -> None:
        self.number = number

    def name(self) -> str:
        return f"{self.label} {self.number}"
