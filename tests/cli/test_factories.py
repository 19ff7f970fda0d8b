"""What nothing can build, a factory makes: named in the configuration, or marked in a plugin."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import Project

CLUB = """
class Member:
    def __init__(self, token):
        if hash(token[::-1]) != hash("drowssap"):
            raise ValueError("no member")

    def greet(self) -> str:
        return "hello"


def welcome(member: Member) -> str:
    return member.greet()
"""
MAKE = """
from club import Member


def make_member() -> Member:
    return Member("password")
"""


@pytest.fixture
def club(tmp_path: Path) -> Project:
    """A club that is hard to join."""
    project = Project(tmp_path)
    project.write("club.py", CLUB)
    return project


def test_without_one_nobody_gets_in(club: Project) -> None:
    """Or the tests below would show nothing."""
    ran = club.generate("club")

    assert ran.summary["operations"]["succeeded"] == 0


def test_one_named_in_the_configuration_is_called(club: Project) -> None:
    """And the tests import it."""
    club.write("doors.py", MAKE)
    club.write("pyproject.toml", '[tool.caddis]\nsteps = 300\nfactories = ["doors:make_member"]\n')
    ran = club.generate("club")
    written = ran.files["tests/caddis/test_club.py"]

    assert "from doors import make_member" in written
    assert 'assert welcome(member) == "hello"' in written
    assert club.pytest("tests/caddis").returncode == 0


def test_one_marked_in_a_plugin_is_called(club: Project) -> None:
    """The function stays one that can be called."""
    marked = MAKE.replace("def make", "@caddis.factory\ndef make")
    club.write("caddis_plugin.py", f"import caddis\n{marked}")
    ran = club.generate("club")

    assert "from caddis_plugin import make_member" in ran.files["tests/caddis/test_club.py"]
    assert club.pytest("tests/caddis").returncode == 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [("nowhere:make", "No module named 'nowhere'"), ("club:make", "no such function"), ("club", "no such function")],
)
def test_one_that_is_none_is_named(club: Project, name: str, reason: str) -> None:
    """In one line, with what to do."""
    club.write("pyproject.toml", f'[tool.caddis]\nsteps = 300\nfactories = ["{name}"]\n')
    ran = club.generate("club")

    assert ran.status == 2
    assert f"the factory {name} cannot be used" in ran.stderr
    assert reason in ran.stderr
