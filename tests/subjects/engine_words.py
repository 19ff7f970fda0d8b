"""A fault that only one word reveals, which is written nowhere."""


def look_up(word: str) -> int:
    backwards = word[::-1]
    assert backwards != "yzzyx"
    return len(word)


def enter(number: int) -> int:
    double = 2 * number
    assert double != 543656
    return number
