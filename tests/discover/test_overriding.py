"""What may be overridden in a class."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol, final

from caddis.discover.overriding import base_of
from caddis.model.types import NONE, Instance


class Shape(ABC):
    """Has methods of all kinds."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.on_made()

    @abstractmethod
    def area(self, scale: float, unit: str = "cm") -> float:
        """Must be written."""

    @property
    @abstractmethod
    def corners(self) -> int:
        """Must be written, too."""

    def on_made(self) -> None:  # noqa: B027 - it may be overridden, and need not be
        """Called by the constructor."""

    def describe(self) -> str:
        """Called by nobody else."""
        return f"{self.title()} {self.area(1.0)}"

    def title(self) -> str:
        """Called by another."""
        return self.name

    @final
    def sealed(self) -> int:
        """Not to be overridden."""
        return self._secret()

    def _secret(self) -> int:
        return self.sealed()


class Listener(Protocol):
    """Asks for one method."""

    def heard(self, event: str) -> None:
        """Something was heard."""


@final
class Closed:
    """Has nothing below it."""

    def first(self) -> int:
        """Called by the other."""
        return 1

    def second(self) -> int:
        """Calls the other."""
        return self.first()


class Plain:
    """Calls none of its own methods."""

    def one(self) -> int:
        """Alone."""
        return 1


def test_abstract_methods_and_those_that_the_class_calls() -> None:
    """Also in its constructor; no final ones, no private ones, none that only users call."""
    base = base_of(Shape)

    assert base is not None
    assert {hook.name: hook.abstract for hook in base.hooks} == {
        "area": True,
        "corners": True,
        "on_made": False,
        "title": False,
    }
    assert [parameter.name for parameter in base.parameters] == ["name"]
    assert base.is_abstract


def test_signatures_are_kept() -> None:
    """With types, defaults and decorators."""
    base = base_of(Shape)
    assert base is not None
    hooks = {hook.name: hook for hook in base.hooks}

    assert [(formal.spelling, formal.default and formal.default.value) for formal in hooks["area"].formals] == [
        ("scale", None),
        ("unit", "cm"),
    ]
    assert (hooks["area"].types, hooks["area"].returns) == ((Instance(float), Instance(str)), Instance(float))
    assert (hooks["corners"].decorator, hooks["on_made"].returns) == ("property", NONE)


def test_all_that_a_protocol_asks_for_must_be_written() -> None:
    """As if it were abstract."""
    base = base_of(Listener)

    assert base is not None
    assert [(hook.name, hook.abstract) for hook in base.hooks] == [("heard", True)]


def test_what_cannot_be_subclassed_is_left_alone() -> None:
    """And so is what has nothing to override, and what is a value."""
    assert [base_of(cls) for cls in (Closed, Plain, bool, int, ValueError)] == [None] * 5


class Shop:
    """Calls its own methods, and asks nobody to write others."""

    def report(self) -> str:
        """Calls another."""
        return self.title()

    def title(self) -> str:
        """Called by another."""
        return "shop"


class Visited(Shop):
    """Has a method that is there to be overridden."""

    def on_visit(self) -> None:
        """Does nothing."""


class Unfinished(Shop):
    """Has a method that says so itself."""

    def stock(self) -> int:
        """Not here."""
        raise NotImplementedError


def test_only_a_class_that_invites_to_it_is_inherited_from() -> None:
    """By a method that does nothing, or is not implemented; then others may be overridden, too."""
    assert base_of(Shop) is None
    for inviting in (Visited, Unfinished):
        base = base_of(inviting)
        assert base is not None
        assert "title" in [hook.name for hook in base.hooks]
