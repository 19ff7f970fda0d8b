"""Takes memory and keeps it, until there is none even for those who are modest."""

from contextlib import suppress

_HOARD: list[bytes] = []


def attack() -> int:
    """Take and keep up to four GiB, since a sandbox may have holes; memory that is never touched is soon taken."""
    for size in (1 << 22, 1 << 16, 1 << 10):
        with suppress(MemoryError):
            _HOARD.extend([bytes(size) for _ in range(1 << 10)])
    return 0


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
