"""Sends a datagram to a service on this machine."""

import json
import socket
from pathlib import Path

_ADDRESSES = json.loads((Path(__file__).parent / "addresses.json").read_text())


def attack() -> int:
    """Send something."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as connection:
        return connection.sendto(b"secret", ("127.0.0.1", _ADDRESSES["udp"]))


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
