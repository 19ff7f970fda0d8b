"""Caddis finds bugs in Python code and writes the tests nobody had time to write."""

from caddis.plugin import contract, extensible, factory, literals
from caddis.recording.session import record

__all__ = ["__version__", "contract", "extensible", "factory", "literals", "record"]

__version__ = "0.1.0"
