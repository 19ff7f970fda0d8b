"""Deletes a tree with rm, started by the C function under subprocess, which no audit hook sees."""

import _posixsubprocess
import os
import sys
from pathlib import Path

_CANARY = Path(__file__).parent / "canary"


def attack() -> int:
    """Have the canary deleted by a process that was started in silence."""
    alive, report = os.pipe()
    command = [b"rm", b"-rf", os.fsencode(_CANARY)]
    nobody = (-1,) * 6
    # the last of its parameters was added by 3.11 and taken away by 3.14
    latest = (True,) if sys.version_info < (3, 14) else ()
    try:
        child = _posixsubprocess.fork_exec(
            command, [b"/bin/rm"], True, (report,), None, None, *nobody, alive, report,
            False, False, -1, None, None, None, -1, None, *latest,
        )  # fmt: skip
    finally:
        os.close(report)
        os.close(alive)
    return os.waitpid(child, 0)[1]


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
