"""What `hypothesis write arbitcheck.sum_stack.SumStack.push arbitcheck.sum_stack.SumStack.pop` gives.

It does not know where a stack would come from, and knows of nothing that must hold.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import arbitcheck.sum_stack


@given(self=st.nothing(), x=st.integers())
def test_fuzz_sum_stack_push(self: arbitcheck.sum_stack.SumStack, x: int) -> None:
    """Nothing is tried."""
    arbitcheck.sum_stack.SumStack.push(self=self, x=x)


@given(self=st.nothing())
def test_fuzz_sum_stack_pop(self: arbitcheck.sum_stack.SumStack) -> None:
    """Nothing is tried."""
    arbitcheck.sum_stack.SumStack.pop(self=self)
