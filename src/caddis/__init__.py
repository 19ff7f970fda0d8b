"""Caddis finds bugs in Python code and writes the tests nobody had time to write."""

from caddis.plugin import contract, extensible, literals

__all__ = ["__version__", "contract", "extensible", "literals"]

__version__ = "0.1.0"
