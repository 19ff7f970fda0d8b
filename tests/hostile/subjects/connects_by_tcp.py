"""Connects to a service on this machine by TCP."""

import json
import socket
from pathlib import Path

_ADDRESSES = json.loads((Path(__file__).parent / "addresses.json").read_text())


def attack() -> None:
    """Send something."""
    with socket.create_connection(("127.0.0.1", _ADDRESSES["tcp"]), timeout=5) as connection:
        connection.sendall(b"secret")


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
