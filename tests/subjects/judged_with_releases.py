"""A file that stays open when its block fails."""


class Broken:
    def __init__(self, name: str) -> None:
        self.name = name
        self.closed = False

    def close(self) -> None:
        self.closed = True

    def __enter__(self) -> "Broken":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.close()


class Sound(Broken):
    def __enter__(self) -> "Sound":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
