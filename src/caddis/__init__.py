"""Caddis finds bugs in Python code and writes the tests nobody had time to write."""

from caddis.plugin import contract, extensible, factory, literals

__all__ = ["__version__", "contract", "extensible", "factory", "literals"]

__version__ = "0.1.0"
