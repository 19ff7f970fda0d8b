"""A fault that only one word reveals."""


def look_up(word: str) -> int:
    assert word != "xyzzy"
    return len(word)


def enter(number: int) -> int:
    assert number != 271828
    return number
