"""It needs the second to be imported, and the second needs it."""

from subjects.state_circle import second

TOLD: list[str] = []
FRIEND = second.Friend("of the first")


def told() -> str:
    TOLD.append(second.greeting())
    return f"{len(TOLD)} {TOLD[-1]}"
