"""Properties in a plain pytest session, in a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import WITH_PLUGINS, Project

STACK = """
class Stack:
    def __init__(self) -> None:
        self.items: list[int] = []

    def push(self, item: int) -> None:
        self.items.append(item)

    def pop(self) -> int:
        return self.items.pop()

    def largest(self) -> int:
        best = 0
        for item in self.items:
            best = max(best, item)
        return best
"""
PROPERTIES = """
import os
import pytest
from caddis import Monitor, assume, check
from stack import Stack

@check
def popping_gives_what_was_pushed(stack: Stack, item: int):
    stack.push(item)
    assert stack.pop() == item

@check
def largest_is_the_largest(stack: Stack):
    assume(stack.items)
    assert stack.largest() == max(stack.items)

@pytest.mark.slow
@check(examples=10)
def marked(stack: Stack, monitor: Monitor):
    monitor.classify(len(stack.items) >= 0, "any")

class TestThings:
    @check
    def adding(self, one: int, other: int):
        assert one + other == other + one

def test_plain():
    pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with a stack and its properties."""
    made = Project(tmp_path)
    made.write("stack.py", STACK)
    made.write("test_stack.py", PROPERTIES)
    made.write("pyproject.toml", '[tool.pytest.ini_options]\nmarkers = ["slow"]\n')
    return made


def run(project: Project, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A session, with a cache."""
    command = [sys.executable, "-m", "pytest", "-p", "no:randomly", *arguments]
    return project._run(command, project.directory, 120, WITH_PLUGINS)


def test_properties_are_items_among_tests(project: Project) -> None:
    """With nothing to configure; what fails shows the shortest program, to paste."""
    session = run(project)

    assert session.returncode == 1
    assert "test_stack.py .F... " in session.stdout
    assert "test_stack:largest_is_the_largest: Failed " in session.stdout
    assert (
        "        from stack import Stack\n"
        "        from test_stack import largest_is_the_largest\n\n"
        "        stack = Stack()\n"
        "        stack.push(-1)\n"
        "        largest_is_the_largest(stack)\n"
    ) in session.stdout
    assert "AssertionError: assert 0 == -1" in session.stdout
    assert "test_stack:marked: OK, passed 10 tests (100% any)." in session.stdout
    assert "2 properties: OK, passed 2000 tests." in session.stdout
    assert "1 failed, 4 passed" in session.stdout


@pytest.mark.parametrize(
    ("selection", "outcome"),
    [
        (("-k", "popping"), "1 passed, 4 deselected"),
        (("-m", "slow"), "1 passed, 4 deselected"),
        (("-m", "not slow", "-x"), "1 failed, 1 passed, 1 deselected"),
        (("test_stack.py::TestThings::adding",), "1 passed"),
        (("-n", "2"), "1 failed, 4 passed"),
    ],
    ids=["by name", "by mark", "the first failure", "by node", "with xdist"],
)
def test_they_are_selected_like_tests(project: Project, selection: tuple[str, ...], outcome: str) -> None:
    """By whatever pytest knows."""
    assert outcome in run(project, *selection).stdout


def test_the_last_failed_are_run_again(project: Project) -> None:
    """And what they failed on is tried first: with -x it is all that is tried."""
    run(project)
    again = run(project, "--lf", "-x")

    assert "1 failed" in again.stdout
    assert "passed" not in again.stdout
    assert "Failed 1 test out of 1 test" in again.stdout


def test_failures_are_saved_as_tests(project: Project) -> None:
    """Which fail until the code is mended, and then pass."""
    session = run(project, "--caddis-save", "-k", "largest")
    [saved] = project.directory.glob("test_largest_is_the_largest_*.py")
    before = run(project, saved.name)
    project.write("stack.py", STACK.replace("best = 0", "best = self.items[0]"))
    after = run(project, saved.name)

    assert f"saved {saved}" in session.stdout
    assert "1 failed" in before.stdout
    assert "1 passed" in after.stdout


FIXTURES = """
import pytest
from caddis import check
from stack import Stack

@pytest.fixture
def ready():
    stack = Stack()
    stack.push(7)
    return stack

@pytest.fixture
def cache():
    return "mine"

@check
def the_fixture_is_there(stack: Stack, ready):
    assert ready.items == [7]
    ready.push(1)

@check
def never_so_many(number: int, ready):
    ready.push(number)
    assert number < 50

@check
def paths(number: int, tmp_path):
    file = tmp_path / "written"
    assert not file.exists()
    file.write_text(str(number))

@check
def not_the_fixture_of_pytest(record_property: Stack):
    assert isinstance(record_property, Stack)
"""


def test_parameters_named_like_fixtures_get_them(project: Project) -> None:
    """Set up before the worker is forked, and put back after each input; saved tests ask for them by name."""
    project.write("test_fixtures.py", FIXTURES)
    session = run(project, "test_fixtures.py", "--caddis-save")
    [saved] = project.directory.glob("test_never_so_many_*.py")

    assert "1 failed, 3 passed" in session.stdout
    assert "        never_so_many(50, ready)\n" in session.stdout
    assert "def test_never_so_many(ready):\n    never_so_many(50, ready)\n" in saved.read_text()


BAD = """
import abc, itertools, os, sys, typing
from pathlib import Path
from caddis import check

@typing.final
class Unmakable(abc.ABC):
    @abc.abstractmethod
    def method(self): ...

@check
def nothing_makes_it(thing: Unmakable): ...

@check
def hangs(number: int):
    while number > 5: pass

@check
def hangs_for_good(number: int):
    if number > 5: sum(itertools.repeat(1))

@check
def exits(number: int):
    if number > 5: os._exit(3)

@check
def forks(number: int):
    if number > 5: os.fork()

@check
def prints_for_ever(number: int):
    while number > 5: print("x" * 1000)

@check
def writes(number: int):
    Path(__file__).with_name("precious").write_text("gone")

@check
class Whole: ...

@check(raises=42)
def expects_a_number(number: int): ...

@check
def says_nothing(number: int):
    import pytest
    pytest.skip("whatever it is")

@check
def fine(number: int):
    assert number == number
"""
SAID = {
    "nothing_makes_it": "nothing is known to make what it asks for: thing (test_bad.Unmakable)",
    "hangs": "did not end within 2 s",
    "hangs_for_good": "it did not end, and could not be interrupted",
    "exits": "it ended the process (it exited with status 3)",
    "forks": "the sandbox refused subprocess",
    "prints_for_ever": "did not end within 2 s",
    "writes": "the sandbox refused write: ",
    "Whole": "@check marks functions and methods, not classes",
    "expects_a_number": "@check(raises=...) takes an exception class or a tuple of them, not 42",
    "says_nothing": "Nothing was tested: all 10,",
}


def test_bad_properties_are_told_at_their_items_and_the_others_run(project: Project) -> None:
    """Whatever they do: nothing is harmed, and the session goes on."""
    precious = project.write("precious", "treasure")
    project.write("test_bad.py", BAD)
    session = run(project, "test_bad.py")
    parts = re.split(r"^_{5,} (\w+) _{5,}$", session.stdout, flags=re.MULTILINE)[1:]
    told = dict(zip(parts[::2], parts[1::2], strict=True))

    assert "10 failed, 1 passed" in session.stdout
    assert {name: said for name, said in SAID.items() if said not in told.get(name, "")} == {}
    assert precious.read_text() == "treasure"


def test_modules_that_the_project_names_are_checked_with_all_tests(project: Project) -> None:
    """And only then: who names a file wants no others."""
    project.write("wallet.py", "from caddis import check\n\n@check\ndef holds(number: int):\n    assert number < 9\n")
    project.write(
        "pyproject.toml", '[tool.caddis]\ncheck = ["wallet"]\n[tool.pytest.ini_options]\nmarkers = ["slow"]\n'
    )

    assert "FAILED wallet.py::holds" in run(project).stdout
    assert "wallet" not in run(project, "test_stack.py").stdout


GENERATED = """
from stack import Stack

def test_one():
    stack = Stack()
    stack.push(1)
    stack.pop()
    stack.pop()

def test_two():
    stack = Stack()
    stack.pop()

def test_three():
    assert Stack().largest() == 1
"""


def test_failures_are_grouped_by_cause(project: Project) -> None:
    """Of each cause the shortest test is shown, of any tests."""
    project.write("test_generated.py", GENERATED)
    session = run(project, "test_generated.py", "--caddis-reduce")

    assert "3 failures, 2 causes" in session.stdout
    assert "2 times IndexError at stack.py:10\n    test_generated.py::test_two\n" in session.stdout
    assert "the same cause as test_generated.py::test_two" in session.stdout
    assert session.stdout.count("def pop(self)") == 1


def test_nothing_is_imported_where_there_are_no_properties(project: Project) -> None:
    """The plugin is loaded in every session of an environment."""
    project.write("test_plain.py", "import sys\n\ndef test_it():\n    assert 'caddis.campaign' not in sys.modules\n")

    assert "1 passed" in run(project, "test_plain.py").stdout
