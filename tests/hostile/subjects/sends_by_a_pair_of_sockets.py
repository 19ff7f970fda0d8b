"""Turns one of a pair of local sockets towards a service on this machine."""

import json
import socket
from pathlib import Path

_ADDRESSES = json.loads((Path(__file__).parent / "addresses.json").read_text())


def attack() -> int:
    """Send something."""
    one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with one, other:
        return one.sendto(b"secret", _ADDRESSES["datagrams"])


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
