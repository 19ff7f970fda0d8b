"""Everything it offers has a precondition that literals may break."""

import deal


@deal.pre(lambda number: number * number > 2)
def chosen(number: int) -> int:
    return number


class Box:
    @deal.pre(lambda self, label: len(label.strip()) > 0)
    def __init__(self, label: str) -> None:
        self._label = label
