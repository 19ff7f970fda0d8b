"""Makes a database in a tree, which no audit hook sees."""

import sqlite3
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> None:
    """Make a table in the canary."""
    connection = sqlite3.connect(_CANARY / "database.sqlite")
    try:
        connection.execute("CREATE TABLE song (verse)")
        connection.commit()
    finally:
        connection.close()


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
