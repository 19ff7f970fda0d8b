"""A function that returns None, and one that takes anything."""


def nothing() -> None:
    return None


def something() -> str:
    return "something"


def take(x: object) -> str:
    return f"took {x}"
