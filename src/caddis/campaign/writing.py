"""Writing files where the user wants them, and never over what a person has edited."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path

from caddis.discover.target import Target
from caddis.emit.module import conftest_source, may_overwrite
from caddis.errors import UnwritableOutput


def check_writable(directory: Path) -> None:
    """Complain before the work, not after it."""
    existing = directory
    while not existing.exists():
        existing = existing.parent
    if not existing.is_dir():
        raise UnwritableOutput(directory, f"{existing} is not a directory")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise UnwritableOutput(directory, f"no permission to write into {existing}")


@dataclass
class Written:
    """What was written, and what a person had edited and is left alone."""

    base: Path
    files: list[str]
    edited: list[str]

    def put(self, directory: Path, name: str, text: str) -> None:
        """Write a file unless a person has edited the one that is there."""
        path = directory / name
        try:
            if path.exists() and not may_overwrite(path.read_text(encoding="utf-8", errors="replace")):
                self.edited.append(relative(path, self.base))
                return
            directory.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise UnwritableOutput(path, error.strerror or error) from None
        self.files.append(relative(path, self.base))

    def put_conftest(self, directory: Path, root: str) -> None:
        """Write a conftest.py, unless there is one that is not ours: its owner will know how to import things."""
        path = directory / "conftest.py"
        if not path.exists() or may_overwrite(path.read_text(encoding="utf-8", errors="replace")):
            # both ends made real: a symbolic link on the way would make `..` lead elsewhere
            relative = Path(os.path.relpath(os.path.realpath(root), os.path.realpath(directory))).as_posix()
            self.put(directory, "conftest.py", conftest_source(relative))


def roots_to_add(targets: tuple[Target, ...]) -> list[str]:
    """The directories that targets are imported from and a plain pytest would not look into."""
    roots = {target.root for target in targets if target.root and not _is_installed(target)}
    return sorted(roots)[:1]


def _is_installed(target: Target) -> bool:
    first = target.module.partition(".")[0]
    return bool(first) and PathFinder.find_spec(first) is not None


def relative(path: Path, base: Path) -> str:
    """A path as seen from the working directory."""
    return os.path.relpath(path, base)
