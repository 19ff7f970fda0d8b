"""What the tests of the program share."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty project."""
    return Project(tmp_path)
