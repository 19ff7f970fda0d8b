"""Makes garbage that nobody collects any more."""

import gc


def attack() -> None:
    """Leave a hundred MiB of it."""
    gc.disable()
    gc.freeze()
    for _ in range(100):
        cycle: list[object] = [bytearray(1 << 20)]
        cycle.append(cycle)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
