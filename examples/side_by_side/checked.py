"""`@check`: what must hold, and nothing else."""

from __future__ import annotations

from arbitcheck.sum_stack import SumStack
from caddis import check


@check
def sum_agrees(stack: SumStack) -> None:
    """What must hold."""
    assert stack.get_sum() == sum(stack.get_data())
