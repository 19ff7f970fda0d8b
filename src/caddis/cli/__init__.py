"""The command line."""

from caddis.cli.main import main

__all__ = ["main"]
