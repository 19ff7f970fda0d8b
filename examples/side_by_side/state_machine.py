"""A state machine: as good as the rules that somebody thinks of."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from arbitcheck.sum_stack import SumStack


class Stacking(RuleBasedStateMachine):
    """Every method has its rule, and its precondition."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = SumStack()

    @rule(x=st.integers())
    def push(self, x: int) -> None:
        """Put a number on top."""
        self.stack.push(x)

    @precondition(lambda self: bool(self.stack.get_data()))
    @rule()
    def pop(self) -> None:
        """Take the top number away."""
        self.stack.pop()

    @invariant()
    def sum_agrees(self) -> None:
        """What must hold."""
        assert self.stack.get_sum() == sum(self.stack.get_data())


TestStacking = Stacking.TestCase
