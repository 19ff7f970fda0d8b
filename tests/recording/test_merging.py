"""Recordings merge: what was learned from two is learned from one."""

from __future__ import annotations

from pathlib import Path

import pytest

from caddis.errors import BadRecording
from caddis.recording.merging import merge
from caddis.recording.session import record
from recording.recorded import read
from subjects import recorded_lives as lives

MODULE = "subjects.recorded_lives"


def lived(file: Path, *calls: str) -> Path:
    """A recording of the life of a door in a house."""
    with record(MODULE, file=file):
        door = lives.House().build_door()
        for call in calls:
            getattr(door, call)()
    return file


def test_two_become_one(tmp_path: Path) -> None:
    """The same as if both had been recorded into one file."""
    one = lived(tmp_path / "one", "open")
    other = lived(tmp_path / "other", "oil", "is_open")
    both = lived(lived(tmp_path / "both", "open"), "oil", "is_open")

    merge(one, other)

    merged, expected = read(one), read(both)
    assert merged.usage == expected.usage
    assert merged.raw == expected.raw
    assert merged.paths() == expected.paths()


def test_not_into_itself(tmp_path: Path) -> None:
    """It would never end."""
    file = lived(tmp_path / "one", "open")

    with pytest.raises(BadRecording, match="into itself"):
        merge(file, file)
