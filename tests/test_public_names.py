"""What `caddis` offers to those who import it, and nothing else."""

from __future__ import annotations

from pathlib import Path

import caddis

ROOT = Path(caddis.__file__).parent


def test_the_public_names() -> None:
    """What properties and plugins are written with."""
    assert caddis.__all__ == [
        "Monitor",
        "__version__",
        "assume",
        "check",
        "contract",
        "extensible",
        "factory",
        "literals",
        "record",
    ]
    assert all(hasattr(caddis, name) for name in caddis.__all__)


def test_no_public_name_is_the_name_of_a_room() -> None:
    """Importing the room would rebind it."""
    rooms = {path.stem for path in ROOT.iterdir() if path.is_dir() or path.suffix == ".py"}

    assert {"model", "engine", "plugin"} <= rooms
    assert rooms.isdisjoint(caddis.__all__)
