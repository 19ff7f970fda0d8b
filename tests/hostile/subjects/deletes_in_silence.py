"""Deletes a tree by what no audit hook sees, and says nothing when that fails."""

import _posixsubprocess
import os
import sys
from contextlib import suppress
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> int:
    """Have the canary deleted, or not: nobody would know from the result."""
    alive, report = os.pipe()
    command = [b"rm", b"-rf", os.fsencode(_CANARY)]
    nobody = (-1,) * 6
    # the last of its parameters was added by 3.11 and taken away by 3.14
    latest = (True,) if sys.version_info < (3, 14) else ()
    with suppress(OSError):
        child = _posixsubprocess.fork_exec(
            command, [b"/bin/rm"], True, (report,), None, None, *nobody, alive, report,
            False, False, -1, None, None, None, -1, None, *latest,
        )  # fmt: skip
        os.waitpid(child, 0)
    os.close(report)
    os.close(alive)
    return 0


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
