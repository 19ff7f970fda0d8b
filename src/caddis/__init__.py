"""Caddis finds bugs in Python code and writes the tests nobody had time to write.

Its pytest plugin has no assertions of its own to show, and is loaded by whoever records before pytest is
(PYTEST_DONT_REWRITE).
"""

from caddis.plugin import contract, extensible, factory, literals
from caddis.recording.session import record

__all__ = ["__version__", "contract", "extensible", "factory", "literals", "record"]

__version__ = "0.1.0"
