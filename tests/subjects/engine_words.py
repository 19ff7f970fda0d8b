"""A fault that only one word reveals, which is written nowhere."""


def look_up(word: str) -> int:
    turned = word[::-1]
    assert turned != "yzzyx"
    return len(word)


def enter(number: int) -> int:
    doubled = 2 * number
    assert doubled != 543656
    return number
