"""Takes memory in many small pieces until there is none."""


def attack() -> int:
    """Take up to four GiB, since a sandbox may have holes; memory that is never touched, which is soon taken."""
    return len([bytes(1 << 20) for _ in range(1 << 12)])


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
