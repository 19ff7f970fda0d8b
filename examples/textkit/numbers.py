"""Numbers for people to read."""

from __future__ import annotations

_ROMAN = {
    1000: "M",
    900: "CM",
    500: "D",
    400: "CD",
    100: "C",
    90: "XC",
    50: "L",
    40: "XL",
    10: "X",
    9: "IX",
    5: "V",
    4: "IV",
    1: "I",
}


def clamp(value: int, low: int, high: int) -> int:
    """The number nearest to `value` that is not below `low` nor above `high`."""
    if low > high:
        raise ValueError(f"nothing lies between {low} and {high}")
    return max(low, min(value, high))


def digits(number: int, base: int = 10) -> list[int]:
    """The digits of a number, the most significant first; the sign is left out."""
    if base < 2:
        raise ValueError("a base is at least 2")
    rest = abs(number)
    found = [rest % base]
    while rest := rest // base:
        found.append(rest % base)
    return found[::-1]


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    if abs(number) % 100 in (11, 12, 13):
        return f"{number}th"
    ending = {1: "st", 2: "nd", 3: "rd"}.get(abs(number) % 10, "th")
    return f"{number}{ending}"


def roman(number: int) -> str:
    """A number from 1 to 3999 in Roman numerals."""
    if not 1 <= number <= 3999:
        raise ValueError("Roman numerals run from 1 to 3999")
    numeral = ""
    for value, letters in _ROMAN.items():
        count, number = divmod(number, value)
        numeral += letters * count
    return numeral


def human_size(size: int) -> str:
    """A number of bytes in the largest unit that leaves a whole number: 3 KiB, 1 MiB."""
    if size < 0:
        raise ValueError("a size cannot be negative")
    units = ["B", "KiB", "MiB", "GiB", "TiB"]
    while size >= 1024 and len(units) > 1:
        size //= 1024
        units.pop(0)
    return f"{size} {units[0]}"
