"""`from_type`: objects come from the constructor, and are never changed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arbitcheck.sum_stack import SumStack


@given(st.from_type(SumStack))
def test_sum(stack: SumStack) -> None:
    """What must hold."""
    assert stack.get_sum() == sum(stack.get_data())
