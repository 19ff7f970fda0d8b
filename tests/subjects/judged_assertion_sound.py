"""An assertion about what the caller gives, before anything else."""


def halves(number: int) -> tuple[int, int]:
    """Two numbers that make up an even one."""
    assert number % 2 == 0
    return number // 2, number // 2


def quarter(number: int) -> int:
    """A fourth of it."""
    _check(number)
    return number // 4


def _check(number: int) -> None:
    assert number % 4 == 0, "not a multiple of four"
