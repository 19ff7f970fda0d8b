"""Connects to a service on this machine by the name of its socket."""

import json
import socket
from pathlib import Path

_ADDRESSES = json.loads((Path(__file__).parent / "addresses.json").read_text())


def attack() -> None:
    """Send something."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(_ADDRESSES["unix"])
        connection.sendall(b"secret")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
