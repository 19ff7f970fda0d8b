"""An assertion about what the code itself has made."""


def halves(number: int) -> tuple[int, int]:
    """Two numbers that make up one."""
    half = number // 2
    assert half + half == number
    return half, half
