"""The fixtures of the property at hand, by name: what pytest has set up before the worker was forked.

Sequences name them like constants of this module, so each name in here, but those below, is that of a fixture.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

MODULE = __name__


def provide(values: dict[str, Any]) -> None:
    """Let sequences name these."""
    globals().update(values)


def withdraw(names: Iterable[str]) -> None:
    """Let go of them: they are torn down."""
    for name in names:
        globals().pop(name, None)
