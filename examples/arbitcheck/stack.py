"""Lists 11 and 12: a property that expects an exception, and one with a condition."""

from __future__ import annotations

from caddis import assume, check


class Stack:
    """A stack of numbers."""

    def __init__(self) -> None:
        self._items: list[int] = []

    def push(self, item: int) -> None:
        """Put a number on top."""
        self._items.append(item)

    def pop(self) -> int:
        """Take the top number away."""
        return self._items.pop()

    def empty(self) -> bool:
        """Whether nothing is on it."""
        return not self._items

    def __len__(self) -> int:
        return len(self._items)


@check(raises=IndexError)
def popping_one_too_many_fails(stack: Stack) -> None:
    """List 11: prop_Overpop."""
    for _ in range(len(stack)):
        stack.pop()
    stack.pop()


@check
def pop_shrinks(stack: Stack) -> None:
    """List 12: prop_PopSize."""
    assume(not stack.empty())
    before = len(stack)
    stack.pop()
    assert len(stack) == before - 1
