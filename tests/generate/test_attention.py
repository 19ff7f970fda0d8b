"""What has branches left is drawn, and rather what was not drawn in vain."""

from __future__ import annotations

from collections import Counter
from random import Random

from caddis.generate.attention import Attention


def watching(**branches: range) -> Attention[str]:
    """Attention to some things, by the branches they have left."""
    attention: Attention[str] = Attention(Random(0).random)
    for name, numbers in branches.items():
        attention.watch(name, numbers)
    return attention


def drawn(attention: Attention[str], times: int = 300) -> Counter[str | None]:
    """How often each thing is drawn."""
    return Counter(attention.draw() for _ in range(times))


def test_only_what_has_branches_left_is_drawn() -> None:
    """Nothing at all, when there is nothing left."""
    attention = watching(a=range(2), b=range(0))
    assert drawn(attention).keys() == {"a"}
    attention.reached(0)
    assert drawn(attention).keys() == {"a"}
    attention.reached(1)
    assert attention.draw() is None


def test_more_branches_are_worth_more_tries() -> None:
    """Three times as many, about three times as often."""
    counts = drawn(watching(few=range(2), many=range(2, 8)), 800)
    assert 2 < counts["many"] / counts["few"] < 4


def test_what_gave_something_new_comes_first_again() -> None:
    """However often it was drawn before."""
    attention = watching(a=range(3), b=range(3, 6))
    drawn(attention)
    attention.reached(3)
    counts = drawn(attention, 100)
    assert counts["b"] > counts["a"]


def test_a_branch_may_belong_to_several() -> None:
    """A helper of two operations is reached for both."""
    attention = watching(a=range(1), b=range(2))
    attention.reached(0)
    assert drawn(attention).keys() == {"b"}


def test_what_is_forgotten_is_not_drawn_again() -> None:
    """Nor does it come back when one of its branches is reached by another."""
    attention = watching(a=range(2), b=range(2, 4), c=range(4, 6))
    attention.forget(lambda name: name == "a")
    attention.reached(0)
    attention.reached(1)
    assert drawn(attention).keys() == {"b", "c"}
