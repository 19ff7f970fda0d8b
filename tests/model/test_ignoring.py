"""What the user does not want to hear of."""

from __future__ import annotations

import pytest

from caddis.model.ignoring import Ignored


@pytest.mark.parametrize(
    ("pattern", "covered"),
    [
        ("equals_itself", True),
        ("equals_*", True),
        ("hash_never_raises", False),
        ("shop.Stack:equals_itself", True),
        ("shop.Stack.pop:equals_itself", True),
        ("shop:equals_itself", True),
        ("shop.*:*", True),
        ("*.pop:equals_itself", True),
        ("shop.Sta:equals_itself", False),
        ("shop.Stack.push:equals_itself", False),
        ("Stack:equals_itself", False),
        ("shop.Stack:hash_never_raises", False),
    ],
)
def test_an_entry_names_a_contract_and_perhaps_a_place(pattern: str, covered: bool) -> None:
    """What lies inside a place belongs to it."""
    assert Ignored((pattern,)).covers("shop.Stack.pop", "equals_itself") is covered


def test_nothing_is_ignored_unless_asked_for() -> None:
    """An empty place lies nowhere."""
    assert not Ignored().covers("shop.Stack", "equals_itself")
    assert not Ignored(("shop:equals_itself",)).covers("", "equals_itself")
    assert Ignored(("equals_itself",)).covers("", "equals_itself")


def test_one_place_of_several_is_enough() -> None:
    """A finding is known by more than one name."""
    ignored = Ignored(("shop.Stack:equals_itself",))

    assert ignored.covers_any(("builtins.list.append", "shop.Stack.data"), "equals_itself")
    assert not ignored.covers_any(("builtins.list.append",), "equals_itself")
