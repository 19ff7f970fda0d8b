"""A private class that only a function gives out, with a fault inside."""


class _Cursor:
    def __init__(self) -> None:
        self._rows: list[int] = []

    def add(self, row: int) -> None:
        self._rows.append(row)

    def first(self) -> int:
        return self._rows[0]

    def __len__(self) -> int:
        return len(self._rows)


def open_cursor() -> object:
    return _Cursor()
