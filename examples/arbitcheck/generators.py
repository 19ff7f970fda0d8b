"""Lists 4, 5 and 6: what people write by hand instead, and what each generator misses."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from arbitcheck.sum_stack import SumStack

Generator = Callable[[Random], SumStack]


def pushes(random: Random) -> SumStack:
    """List 4: finds neither bug."""
    stack = SumStack()
    for _ in range(random.randrange(100)):
        stack.push(random.randrange(100))
    return stack


def pushes_and_pops(random: Random) -> SumStack:
    """List 5: finds bug 1."""
    stack = SumStack()
    for _ in range(random.randrange(100)):
        if random.randrange(2):
            stack.push(random.randrange(100))
        elif stack.get_data():
            stack.pop()
    return stack


def pushes_pops_and_clears(random: Random) -> SumStack:
    """List 6: finds both, written by somebody who knew of both, and of no use once they are mended."""
    stack = SumStack()
    for _ in range(random.randrange(100)):
        match random.randrange(3):
            case 0:
                stack.push(random.randrange(100))
            case 1:
                if stack.get_data():
                    stack.pop()
            case _:
                stack.get_data().clear()
    return stack


def finds_anything(generator: Generator, seed: int = 0, inputs: int = 1000) -> bool:
    """Whether the invariant fails on any of the stacks that a generator makes."""
    random = Random(seed)
    stacks = (generator(random) for _ in range(inputs))
    return any(stack.get_sum() != sum(stack.get_data()) for stack in stacks)
