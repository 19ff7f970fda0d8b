"""The fixtures of the property at hand, by name: what pytest has set up before the worker was forked.

Sequences name them like constants of this module, so each name in here, but those below, is that of a fixture.
"""

from __future__ import annotations

from typing import Any

MODULE = __name__


def provide(values: dict[str, Any]) -> None:
    """Let sequences name these."""
    globals().update(values)
