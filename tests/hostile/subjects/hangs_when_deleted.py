"""Leaves an object behind whose end never comes."""


class _Undying:
    def __del__(self) -> None:
        while True:
            try:
                while True:
                    pass
            except BaseException:  # noqa: BLE001 - it would not be stopped by anything
                pass


def attack() -> object:
    """Make one, for others to let go."""
    return _Undying()


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
