"""What helps to build arguments, and what is kept from helping."""

from __future__ import annotations

from pathlib import Path

import pytest

from caddis.model.operators import COPYING


@pytest.mark.parametrize("annotation", ["pathlib.Path", "pathlib.PosixPath", "os.PathLike", "Readable"])
def test_helpers_leave_the_file_system_alone(discovered, tmp_path: Path, annotation: str):
    """Paths are made, joined and compared, but nothing that helps renames, deletes, links or finds the home."""
    file = tmp_path / "temporary_paths.py"
    file.write_text(
        "import os, pathlib, typing\n"
        "class Readable(typing.Protocol):\n"
        "    def read_text(self) -> str: ...\n"
        f"def f(x: {annotation}): ...\n"
    )
    helpers = [each for each in discovered(str(file)).api.helpers if each.module.startswith("pathlib")]
    harmful = {"rename", "replace", "unlink", "rmdir", "mkdir", "touch", "chmod", "lchmod", "symlink_to", "hardlink_to"}
    harmful |= {"home", "cwd", "write_text", "write_bytes", "open", "expanduser", "iterdir", "glob", "rglob", "walk"}

    assert {"PurePosixPath", "Path", "PosixPath"} & {each.name for each in helpers}
    assert not harmful & {each.name for each in helpers}


def test_instances_of_the_target_can_be_copied(discovered, tmp_path: Path):
    """In each way, by what every class has; that helps, and is not the target's own."""
    file = tmp_path / "temporary_copies.py"
    file.write_text(
        "import enum\n"
        "class Box:\n"
        "    def __deepcopy__(self, memo): return Box()\n"
        "class Colour(enum.Enum):\n"
        "    RED = 1\n"
    )
    api = discovered(str(file)).api

    copied = {str(each) for each in api.helpers if each.name in COPYING}
    assert copied == {f"temporary_copies.Box.{name}" for name in COPYING}
    assert not any(each.name in COPYING for each in api.operations)
