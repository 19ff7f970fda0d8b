"""Where we keep what would otherwise be made anew at every run."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache() -> Path:
    """The directory of ours below the user's cache directory."""
    given = os.environ.get("XDG_CACHE_HOME")
    usual = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    return (Path(given) if given else usual) / "caddis"


def instrumented() -> Path:
    """Where instrumented code is kept."""
    return cache() / "instrumented"
