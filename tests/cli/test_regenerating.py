"""`caddis generate` once more, over what it wrote before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.running import Project, Run

TILL = '''
class Till:
    """Holds money."""

    def __init__(self) -> None:
        self._sum = 0

    def put(self, amount: int) -> None:
        """Put money in."""
        self._sum += amount

    @property
    def total(self) -> int:
        """The money in it."""
        return self._sum


def greet(name: str) -> str:
    """Be polite."""
    return "hello " + name
'''
FILE = "tests/caddis/test_till.py"


class Again:
    """A project whose tests were written once."""

    def __init__(self, place: Path) -> None:
        self._project = Project(place)
        self._project.write("till.py", TILL)
        self._before = self._project.generate("till")

    def __call__(self, project: Project, old: str, new: str, *options: str) -> tuple[Run, Run]:
        """That run, and another in a copy after a change of the code."""
        project.copy(self._project)
        project.write("till.py", TILL.replace(old, new))
        return self._before, project.generate("till", *options)


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> Again:
    """The first run, shared."""
    return Again(tmp_path_factory.mktemp("first"))


def test_changed_behaviour_is_told_and_the_test_renewed(project: Project, again: Again) -> None:
    """In a line for each test, and in the summary; what does not depend on it keeps its text."""
    before, after = again(project, '"hello "', '"good day "')

    told = after.summary["changed"]
    assert told
    assert all(one["test"].startswith(f"{FILE}::test_greet") for one in told)
    assert all("hello" in one["expected"] and "good day" in one["now"] for one in told)
    assert f"changed {told[0]['test']}: expected" in after.stdout.replace("\n", " ")
    assert not re.search(r"== .hello ", after.files[FILE])
    assert "good day " in after.files[FILE]
    kept = {name: text for name, text in before.tests(FILE).items() if "greet" not in text}
    assert kept
    assert kept.items() <= after.tests(FILE).items()


def test_nothing_changes_where_nothing_has_changed(project: Project, again: Again) -> None:
    """The search of another seed finds the same behaviours, which keep their tests."""
    before, after = again(project, "", "", "--seed", "7")

    assert after.summary["changed"] == []
    # pytest can be run as the user does, here with PYTEST_DISABLE_PLUGIN_AUTOLOAD set
    assert "own pytest settings" not in after.stdout
    same = before.tests(FILE).items() & after.tests(FILE).items()
    assert len(same) >= len(before.tests(FILE)) / 2


def test_the_same_run_changes_no_byte(project: Project, again: Again) -> None:
    """Nor the order of the tests."""
    before, after = again(project, "", "")

    assert before.files == after.files


def test_what_is_gone_takes_no_other_test_with_it(project: Project, again: Again) -> None:
    """The function that a test imports is no more."""
    _, after = again(project, "def greet(", "def salute(")

    assert {"ImportError"} == {one["now"].partition(":")[0] for one in after.summary["changed"]}
    assert all("greet" in one["test"] for one in after.summary["changed"])
    assert "greet(" not in after.files[FILE]


@pytest.mark.parametrize("conftest", ["raise RuntimeError\n", "import nowhere_to_be_found\n"])
def test_settings_that_cannot_be_used_are_done_without(project: Project, conftest: str) -> None:
    """A conftest.py may need what the sandbox does not give; that is said."""
    project.write("till.py", TILL)
    project.write("pytest.ini", "[pytest]\n")
    project.write("conftest.py", conftest)

    run = project.generate("till")

    assert run.summary["tests"]["regression"] > 0
    assert "own pytest settings" in run.stdout
