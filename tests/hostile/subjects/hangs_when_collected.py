"""Has every collection of garbage never end."""

import gc


def attack() -> None:
    """Ask for it."""
    gc.callbacks.append(_spin)


def _spin(*_: object) -> None:
    while True:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001 - it would not be stopped by anything
            pass


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
