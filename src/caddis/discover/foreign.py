"""Looking at foreign objects without running their code, and surviving those that run it all the same."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

T = TypeVar("T")
U = TypeVar("U")

MISSING: Any = type("Missing", (), {"__repr__": lambda self: "MISSING"})()


def attempt(action: Callable[[], T], otherwise: U) -> T | U:
    """What an action on foreign objects gives, or something else when it fails in whatever way."""
    try:
        return action()
    except Exception:  # noqa: BLE001 - the one place where what foreign objects raise is caught
        return otherwise


def static(thing: object, name: str) -> Any:
    """An attribute as it is stored, no descriptor called; MISSING if there is none."""
    return attempt(lambda: inspect.getattr_static(thing, name, MISSING), MISSING)


def dynamic(thing: object, name: str) -> Any:
    """An attribute as the object gives it; MISSING if it gives none."""
    return attempt(lambda: getattr(thing, name, MISSING), MISSING)


def namespace(thing: object) -> Mapping[str, Any]:
    """The names stored in a module or class, a snapshot."""
    found: dict[str, Any] = attempt(lambda: dict(vars(thing)), {})
    return {name: value for name, value in found.items() if type(name) is str}


def instance_namespace(thing: object) -> Mapping[str, Any]:
    """What an object stores itself, whatever its class does about attributes."""
    found: Any = attempt(lambda: object.__getattribute__(thing, "__dict__"), {})
    return dict(found) if type(found) is dict else {}


def is_a(thing: object, *classes: type) -> bool:
    """Whether it is an instance of one of the classes, whatever its `__class__` claims."""
    return issubclass(type(thing), classes)


def is_class(thing: object) -> bool:
    """Whether it is a class, whatever its `__class__` claims."""
    return issubclass(type(thing), type)


def text_of(thing: object, name: str) -> str:
    """A string attribute such as `__module__`, or the empty string."""
    value = dynamic(thing, name)
    return value if type(value) is str else ""


def annotated(cls: type) -> Mapping[str, Any]:
    """The names a class itself annotates, with their annotations."""
    found: object = attempt(lambda: inspect.get_annotations(cls), {})
    return found if isinstance(found, dict) else {}
