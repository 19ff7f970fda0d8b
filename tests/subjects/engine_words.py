"""A fault that only one word reveals, which is written nowhere."""


def look_up(word: str) -> int:
    assert word[::-1] != "yzzyx"
    return len(word)


def enter(number: int) -> int:
    assert 2 * number != 543656
    return number
