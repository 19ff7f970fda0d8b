"""SumStack of the ArbitCheck paper: `pop` forgets the sum, and `get_data` gives away the list itself."""


class SumStack:
    def __init__(self) -> None:
        self._data: list[int] = []
        self._sum = 0

    def push(self, x: int) -> None:
        self._data.append(x)
        self._sum += x

    def pop(self) -> None:
        if not self._data:
            raise IndexError("pop from an empty stack")
        self._data.pop()

    def get_sum(self) -> int:
        return self._sum

    def get_data(self) -> list[int]:
        return self._data
