"""Caddis finds bugs in Python code and writes the tests nobody had time to write.

PYTEST_DONT_REWRITE: pytest would warn where this is imported before it, though there is no assertion in here.
"""

from __future__ import annotations

from caddis.properties import Monitor, assume, check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from caddis.plugin import contract, extensible, factory, literals
    from caddis.recording.session import record

__all__ = ["Monitor", "__version__", "assume", "check", "contract", "extensible", "factory", "literals", "record"]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # what others than test files need takes longer to import than those should
    if name == "record":
        from caddis.recording.session import record

        return record
    if name in __all__:
        from caddis import plugin

        return getattr(plugin, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
