"""Reads what is in the home of the user, and gives it away as its result."""

import os
from contextlib import suppress
from pathlib import Path


def attack() -> str:
    """The secrets it found, in the homes it found."""
    homes = [Path.home(), Path(__file__).parent.parent / "home"]
    with suppress(OSError):
        environment = Path(f"/proc/{os.getppid()}/environ").read_bytes().split(b"\0")
        homes += [Path(os.fsdecode(line[5:])) for line in environment if line.startswith(b"HOME=")]
    found = []
    for home in homes:
        try:
            found.append((home / ".netrc").read_text(encoding="utf-8"))
        except OSError as error:
            refused = error
    if not found:
        raise refused
    return "".join(found)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
