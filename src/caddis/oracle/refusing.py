"""What is asserted of a call that refuses: the class of its exception, and what that says."""

from __future__ import annotations

from collections.abc import Callable

from caddis.model.classes import mro
from caddis.model.finding import Name, Refusal
from caddis.oracle.texts import telling

_TOO_BROAD = (Exception, BaseException)


def refusal(exception: BaseException, public: Callable[[type], Name | None]) -> Refusal | None:
    """How to expect an exception; None if there is no class to import that says more than that something failed."""
    for cls in mro(type(exception)):
        if cls in _TOO_BROAD:
            return None
        if cls.__module__ == "builtins":
            return Refusal("builtins", cls.__name__, _said(exception))
        name = public(cls)
        if name is not None:
            return Refusal(*name, _said(exception))
    return None


def _said(exception: BaseException) -> str:
    try:
        return telling(str(exception))
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return ""
