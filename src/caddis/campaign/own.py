"""What the user's own pytest reads: its settings, and the fixtures and hooks of the directories above the tests."""

from __future__ import annotations

import re
from pathlib import Path

from caddis.campaign.replays import Own
from caddis.emit.module import bears_our_header

SETTINGS = {
    "pytest.toml": "",
    ".pytest.toml": "",
    "pytest.ini": "",
    ".pytest.ini": "",
    "pyproject.toml": r"^\[tool\.pytest",
    "tox.ini": r"^\[pytest\]",
    "setup.cfg": r"^\[tool:pytest\]",
}
"""Where pytest looks for settings, and the section it needs to find there."""


def own_of(directory: Path) -> Own:
    """What pytest would read if it were to run the tests in a directory."""
    directory = directory.absolute()
    settings = next((file for place in (directory, *directory.parents) if (file := _settings(place))), None)
    root = settings.parent if settings is not None else directory
    above = [place for place in (*reversed(directory.parents), directory) if place.is_relative_to(root)]
    conftests = [place / "conftest.py" for place in above]
    return Own(
        str(settings) if settings is not None else "",
        tuple(str(file) for file in conftests if file.is_file() and not bears_our_header(_text(file))),
    )


def _settings(place: Path) -> Path | None:
    for name, section in SETTINGS.items():
        file = place / name
        if file.is_file() and re.search(section, _text(file), re.MULTILINE):
            return file
    return None


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
