"""Crashes the interpreter by code that no compiler makes."""

import opcode


def attack() -> object:
    """Load a constant that lies far outside the constants."""
    operations = opcode.opmap
    code = bytes(
        [operations["RESUME"], 0]
        + [operations["EXTENDED_ARG"], 255] * 3
        + [operations["LOAD_CONST"], 255, operations["RETURN_VALUE"], 0]
    )
    return type(attack)(_innocuous.__code__.replace(co_code=code), {})()


def _innocuous() -> None:
    pass


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
