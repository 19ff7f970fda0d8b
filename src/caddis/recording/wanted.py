"""What is to be recorded, and where to."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any

_NOT_OURS = ("site-packages", "dist-packages")
_TESTS = re.compile(r"(^|[./])(tests?|testing|conftest|test_[^./]*|[^./]*_test)([./]|$)")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be recorded, and where to."""

    folder: str
    """Where journals are written."""
    packages: tuple[str, ...] = ()
    """By name; none stands for everything in the directory of the project that is not installed, and no test."""
    root: str = ""
    redact: tuple[str, ...] = ()

    def belongs(self, module: str, file: str) -> bool:
        """Whether a module is recorded."""
        if self.packages:
            return any(module == each or module.startswith(f"{each}.") for each in self.packages)
        inside = os.path.relpath(file, self.root) if self.root else ".."
        ours = not inside.startswith("..") and not any(each in file for each in _NOT_OURS)
        return ours and module != "__main__" and _TESTS.search(f"{inside}") is None

    @staticmethod
    def of(held: dict[str, Any]) -> Wanted:
        """What `asdict` made of one, after a way through JSON."""
        return Wanted(held["folder"], tuple(held["packages"]), held["root"], tuple(held["redact"]))
