"""A precondition on the state of an object, which tells when it was the library that found it broken."""

import icontract

told: list[str] = []


def _too_late(self: "Box") -> ValueError:
    told.append("empty")
    return ValueError("empty")


class Box:
    def __init__(self, count: int) -> None:
        self._count = count

    @icontract.require(lambda self: self._count > 0, error=_too_late)
    def take(self) -> int:
        self._count -= 1
        return self._count
