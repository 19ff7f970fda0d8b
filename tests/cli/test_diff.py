"""`caddis diff`: behaviour that differs between two versions or implementations."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from cli.running import Project, Run

OLD = '''
"""A till."""


class Till:
    """Holds coins."""

    def __init__(self) -> None:
        self.coins: list[int] = []

    def put(self, coin: int) -> None:
        """Add a coin."""
        if coin < 0:
            raise ValueError("no such coin")
        self.coins.append(coin)

    def empty(self) -> int:
        """Take all."""
        total = sum(self.coins)
        self.coins.clear()
        return total


def doubled(number: int) -> int:
    """Twice as much."""
    return number * 2
'''
FORGETFUL = OLD.replace("        self.coins.clear()\n", "")
POLITE = OLD.replace("no such coin", "that is no coin")
GROWN = OLD.replace("def doubled(number: int)", "def doubled(number: int, times: int = 1)") + (
    '\n\ndef halved(number: int) -> int:\n    """Half as much."""\n    return number // 2\n'
)


def versions(project: Project, new: str, old: str = OLD) -> None:
    """Two directories with a module each."""
    project.write("old/till.py", old)
    project.write("new/till.py", new)


def diff(project: Project, *arguments: str, steps: int = 150, **environment: str) -> tuple[Run, dict[str, Any]]:
    """Run the program; also what it writes as JSON."""
    run = project.caddis("diff", *arguments, "--steps", str(steps), "--json", "diff.json", **environment)
    assert run.status in (0, 1), run
    return run, json.loads((project.directory / "diff.json").read_text())


Told = tuple[Run, dict[str, Any]]


@pytest.fixture(scope="module")
def forgetful(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """What is told of a till that no longer forgets its coins."""
    project = Project(tmp_path_factory.mktemp("forgetful"))
    versions(project, FORGETFUL)
    return diff(project, "old", "new", "till", "--seed", "7")


def test_a_changed_function_is_one_entry(forgetful: Told) -> None:
    """Shown by a small program and what it comes to on both sides."""
    run, told = forgetful
    [entry] = told["differences"]

    assert run.status == 1
    assert (entry["operation"], entry["changed"]) == ("till.Till.empty", ["till.Till.empty"])
    assert entry["weight"] == "behaviour"
    assert "till.empty()" in entry["code"]
    assert "1 difference in behaviour" in run.stdout


def test_the_same_twice_is_no_difference(project: Project) -> None:
    """The exit status says so."""
    versions(project, OLD)
    run, told = diff(project, "old", "new", "till")

    assert (run.status, told["differences"]) == (0, [])
    assert told["compared"] > 0
    assert "no difference in behaviour" in run.stdout


def test_what_is_called_back_is_compared(project: Project) -> None:
    """A function that the sequence defines lies in no module, on neither side."""
    eager = '''
"""Calls back."""

from collections.abc import Callable


def applied(callback: Callable[[int], int], number: int) -> int:
    """What a function makes of a number."""
    return callback(number)
'''
    versions(project, eager.replace("callback(number)", "callback(number) + 1"), eager)
    run, told = diff(project, "old", "new", "till", steps=60)

    assert run.status == 1
    assert [entry["operation"] for entry in told["differences"]] == ["till.applied"]
    versions(project, eager, eager)
    assert diff(project, "old", "new", "till", steps=60)[0].status == 0


def test_another_message_is_words(project: Project) -> None:
    """Shown apart."""
    versions(project, POLITE)
    _, told = diff(project, "old", "new", "till")

    assert [(entry["weight"], entry["operation"]) for entry in told["differences"]] == [("words", "till.Till.put")]


def test_additions_are_no_behaviour(project: Project) -> None:
    """They are listed apart."""
    versions(project, GROWN)
    run, told = diff(project, "old", "new", "till")

    assert (run.status, told["differences"]) == (0, [])
    assert told["api"]["added"] == ["till.halved (function)"]
    assert [change["operation"] for change in told["api"]["changed"]] == ["till.doubled (function)"]


def test_what_wavers_is_no_difference(project: Project) -> None:
    """Times, hashes and addresses are others in each process."""
    wavering = OLD + (
        "\n\nimport time\n\n\ndef now() -> float:\n    return time.time()\n\n\n"
        "def spread(text: str) -> int:\n    return hash(text)\n\n\ndef place() -> int:\n    return id(object())\n"
    )
    versions(project, wavering.replace("A till.", "A till, written anew."), wavering)
    _, told = diff(project, "old", "new", "till")

    assert told["differences"] == []


def test_the_order_of_sets_is_no_difference(project: Project) -> None:
    """It comes of addresses, which happen to be the same in one process, and others in the next."""
    mixed = OLD + (
        "\n\nclass Coin:\n    def __init__(self, name: str) -> None:\n        self.name = name\n\n\n"
        "def stacked(first: str, second: str, third: str) -> list[str]:\n"
        "    return [coin.name for coin in {Coin(first), Coin(second), Coin(third)}]\n"
    )
    versions(project, mixed + "\n\nPADDING = [object() for _ in range(7)]\n", mixed)
    _, told = diff(project, "old", "new", "till")

    assert told["differences"] == []


def test_the_same_seed_gives_the_same_bytes(project: Project, forgetful: Told) -> None:
    """Wherever it is, and whatever else is going on."""
    versions(project, FORGETFUL)

    assert forgetful[1] == diff(project, "old", "new", "till", "--seed", "7")[1]


def test_two_modules_with_one_interface(project: Project) -> None:
    """The target is each of them; programs are written for the old one."""
    project.write("till.py", OLD)
    project.write("fast_till.py", FORGETFUL)
    _, told = diff(project, "till", "fast_till")

    assert [entry["operation"] for entry in told["differences"]] == ["till.Till.empty"]
    assert told["api"] == {"added": [], "removed": [], "changed": []}


def test_revisions_of_the_repository(project: Project) -> None:
    """Also where the package lies below `src`."""
    project.write("src/till.py", OLD)
    git(project, "init", "--quiet")
    commit(project)
    project.write("src/till.py", FORGETFUL)
    commit(project)
    _, told = diff(project, "HEAD~1", "HEAD", "till")

    assert [entry["operation"] for entry in told["differences"]] == ["till.Till.empty"]
    assert diff(project, "HEAD", ".", "till")[1]["differences"] == []


def test_wheels_are_installed_once(project: Project) -> None:
    """Into a cache below the user's; without TARGET, the one module there is."""
    wheel(project.directory / "till-1.0-py3-none-any.whl", OLD)
    wheel(project.directory / "till-2.0-py3-none-any.whl", FORGETFUL)
    _, told = diff(project, "till-1.0-py3-none-any.whl", "till-2.0-py3-none-any.whl")
    cached = sorted((project.home / ".cache" / "caddis" / "installed").iterdir())

    assert [entry["operation"] for entry in told["differences"]] == ["till.Till.empty"]
    assert len(cached) == 2


def test_an_interpreter_that_is_named(project: Project) -> None:
    """Ours, once more: nothing differs."""
    project.write("till.py", OLD)
    run, told = diff(project, "till", "--new-python", sys.executable)

    assert (run.status, told["differences"]) == (0, [])


def test_wrong_uses_are_one_line(project: Project) -> None:
    """Each says what is wrong."""
    versions(project, OLD)

    assert "name OLD, NEW and a TARGET" in project.caddis("diff", "old").complaint
    assert "it is no directory" in project.caddis("diff", "older", "new", "till").complaint
    assert "there is no target purse" in project.caddis("diff", "old", "new", "purse").complaint
    assert "there is no such wheel" in project.caddis("diff", "a.whl", "new", "till").complaint
    assert "there is no such program" in project.caddis("diff", "till", "--old-python", "python0").complaint


def git(project: Project, *arguments: str) -> None:
    """Run git in the project."""
    known = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *known, *arguments], cwd=project.directory, check=True, capture_output=True)


def commit(project: Project) -> None:
    """Commit all there is."""
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message", "a step")


def wheel(path: Path, source: str) -> None:
    """A wheel with one module."""
    name = "-".join(path.name.split("-")[:2])
    metadata = f"Metadata-Version: 2.1\nName: till\nVersion: {name.partition('-')[2]}\n"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("till.py", source)
        archive.writestr(f"{name}.dist-info/METADATA", metadata)
        archive.writestr(f"{name}.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{name}.dist-info/RECORD", "")
