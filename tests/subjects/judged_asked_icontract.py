"""Everything it offers has a precondition that literals may break."""

import icontract


@icontract.require(lambda number: number * number > 2)
def chosen(number: int) -> int:
    return number


class Box:
    @icontract.require(lambda label: len(label.strip()) > 0)
    def __init__(self, label: str) -> None:
        self._label = label
