"""Objects that are called like functions."""


class Adder:
    def __init__(self, amount: int) -> None:
        self.amount = amount

    def __call__(self, number: int) -> int:
        return number + self.amount


class _Joiner:
    def __call__(self, *parts: str) -> str:
        return "-".join(parts)


join = _Joiner()


def apply(function: Adder, number: int) -> int:
    return function(number)
