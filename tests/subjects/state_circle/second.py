"""It needs the first, but only when it is called."""

from subjects.state_circle import first

GREETED: list[str] = []


class Friend:
    def __init__(self, name: str) -> None:
        self.name = name


def greeting() -> str:
    GREETED.append(first.FRIEND.name)
    return f"{len(GREETED)} {first.FRIEND.name}"
