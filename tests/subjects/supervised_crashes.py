"""A machine that, once armed, crashes the interpreter by code that no compiler makes."""

from __future__ import annotations

import opcode


class Machine:
    """Runs well until it is armed."""

    def __init__(self) -> None:
        self._armed = False

    def arm(self) -> None:
        """From now on it is dangerous."""
        self._armed = True

    def run(self, turns: int) -> int:
        """Do some turns."""
        if not self._armed:
            return turns + 1
        print("the machine is running hot")
        operations = opcode.opmap
        code = bytes(
            [operations["RESUME"], 0]
            + [operations["EXTENDED_ARG"], 255] * 3
            + [operations["LOAD_CONST"], 255, operations["RETURN_VALUE"], 0]
        )
        return type(innocent)(innocent.__code__.replace(co_code=code), {})(turns)


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1
