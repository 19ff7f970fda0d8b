"""A precondition that raises the same exception object every time, broken by two callers."""

import icontract


@icontract.require(lambda number: number > 0, error=ValueError("not positive"))
def root(number: int) -> float:
    return number**0.5


def one(number: int) -> float:
    return root(number)


def other(number: int) -> float:
    return root(number - 1)
