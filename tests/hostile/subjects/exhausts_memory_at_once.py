"""Takes more memory than there is, at once."""


def attack() -> int:
    """Take a TiB."""
    return len(bytearray(1 << 40))


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
