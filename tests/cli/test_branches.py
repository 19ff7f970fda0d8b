"""The branches and the lines that are reported are those that coverage.py counts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import AUTOLOAD, Project

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PACKAGE = "inventory"
POINTS = 2
"""How many percent two counts may lie apart."""
COUNTING = """
import json, os, sys, pytest
sys.path.insert(0, os.getcwd())
by, package = sys.argv[1:]
if by == "coverage":
    import coverage
    measured = coverage.Coverage(data_file=None, branch=True, config_file=False, source_pkgs=[package])
    measured.start()
else:
    from caddis.execute.importing import Coverage, InstrumentingFinder
    counted = Coverage()
    InstrumentingFinder(frozenset({package}), counted).install()
status = pytest.main(["-q", "-p", "no:cacheprovider", "tests/caddis"])
if by == "coverage":
    measured.stop()
    measured.json_report(outfile="coverage.json")
    totals = json.load(open("coverage.json"))["totals"]
    found = [totals[name] for name in ("covered_branches", "num_branches", "covered_lines", "num_statements")]
else:
    found = (*counted.counts(), len({*counted.run_by(counted.covered())}), counted.lines)
print(json.dumps([status, *found]))
"""


def counts(by: str, project: Project, package: str = PACKAGE) -> dict[str, tuple[int, int]]:
    """Covered and total branches and lines of a package after the tests written: by coverage.py, or by probes."""
    finished = subprocess.run(
        [sys.executable, "-c", COUNTING, by, package],
        cwd=project.directory,
        env={"PYTHONHASHSEED": "0", AUTOLOAD: "1"},
        stdout=subprocess.PIPE,
        check=True,
    )
    status, *found = json.loads(finished.stdout.splitlines()[-1])
    assert status == 0
    return {"branches": (found[0], found[1]), "lines": (found[2], found[3])}


def test_figures_agree_with_coverage_on_the_tests_written(project: Project) -> None:
    """The suite runs as much by our count as by that of coverage.py, of as many, and the search reaches that much."""
    for file in (EXAMPLES / PACKAGE).glob("*.py"):
        project.write(f"{PACKAGE}/{file.name}", file.read_text(encoding="utf-8"))
    summary = project.generate(PACKAGE, "--steps", "60").summary
    by_coverage, by_probes = counts("coverage", project), counts("probes", project)

    for what in ("branches", "lines"):
        (covered, total), (ours, of_ours), reported = by_coverage[what], by_probes[what], summary[what]
        assert 100 * ours / of_ours == pytest.approx(100 * covered / total, abs=POINTS)
        assert reported["total"] == pytest.approx(total, rel=POINTS / 100)
        assert 0 < ours <= reported["covered"] <= reported["total"]
        assert 100 * summary["tests"][what] / of_ours == pytest.approx(100 * covered / total, abs=POINTS)


RAISING = '''
def average(numbers: list[int]) -> float:
    """The mean of some numbers."""
    if type(numbers) is not list:
        raise TypeError("no list")
    total = sum(numbers)
    mean = (
        total
        / len(numbers)
    )
    answer = mean
    return answer


def never(number: int) -> int:
    """Whatever it is given."""
    refuse(number)
    first = number
    second = first
    third = second
    return third


def refuse(number: int) -> None:
    """Raises."""
    raise ValueError("never")
'''


def test_what_an_exception_leaves_out_is_not_run(project: Project) -> None:
    """Of the lines that the tests written run, as coverage.py sees them; a probe sees only where a block begins."""
    project.write("raising.py", RAISING)
    tests = project.generate("raising", "--steps", "200").summary["tests"]
    by_coverage, by_probes = counts("coverage", project, "raising"), counts("probes", project, "raising")

    assert (tests["branches"], tests["lines"]) == (by_coverage["branches"][0], by_coverage["lines"][0])
    assert tests["lines"] == by_probes["lines"][0] - 4


GREETING = '''
from threading import local

_CHOSEN = local()


def choose(language: str) -> None:
    """Choose how this thread greets.

    >>> choose("nl")
    """
    _CHOSEN.language = language


def greet(name: str) -> str:
    """Greet somebody."""
    if getattr(_CHOSEN, "language", None) == "nl":
        return f"Dag {name}"
    if name:
        return f"Hello {name}"
    return "Hello"
'''


def test_what_is_set_for_a_thread_is_not_seen_in_other_tests(project: Project) -> None:
    """What is called first speaks another language; the tests of the rest do not."""
    project.write("greeting.py", GREETING)
    run = project.generate("greeting", "--steps", "300")

    assert run.summary["branches"]["total"] == 4
    assert run.summary["tests"]["branches"] >= 3
    assert "Hello" in run.files["tests/caddis/test_greeting.py"]


FULL = '''
class Box:
    """Answers alike however full it is."""

    def __init__(self) -> None:
        self._held = 0

    def put(self, thing: int) -> bool:
        """Put something in."""
        if self._held > 2:
            self._held = 2
        self._held += 1
        return True
'''


def test_what_the_search_reaches_the_suite_runs(project: Project) -> None:
    """Though what leads there looks superfluous, since a call ends alike without it."""
    project.write("full.py", FULL)
    summary = project.generate("full", "--steps", "200").summary

    assert counts("coverage", project, "full")["branches"] == (2, 2) == tuple(summary["branches"].values())


def test_modules_that_carry_no_probes_are_named(project: Project) -> None:
    """One too deep for us, which Python can run, and one that was imported before anybody could put probes into it."""
    project.write(
        "deep.py", f"DEEP = {'+'.join('1' * 900)}\n\n\ndef half(number: int) -> int:\n    return number // 2\n"
    )
    deep, needed = (project.generate(target, "--steps", "20") for target in ("deep", "bisect"))

    assert "run without probes, so without branches to count: deep (RecursionError: " in deep.stdout
    assert "run without probes, so without branches to count: bisect (" in needed.stdout
    assert deep.summary["branches"] == needed.summary["branches"] == {"covered": 0, "total": 0}


BESIDE = """
def used(number: int) -> int:
    return 1 if number else 2


def unused(number: int) -> int:
    if number == 3:
        return 4
    return 5
"""


def test_only_what_is_named_is_counted(project: Project) -> None:
    """And the modules that its operations have their code from; not those that are imported with it."""
    project.write("pack/__init__.py", "from pack import other\n")
    project.write("pack/_code.py", BESIDE)
    project.write("pack/other.py", BESIDE)
    project.write("pack/named.py", "from pack import other\n\n__all__ = ['full']\n" + FULL.replace("Box", "full"))
    project.write("pack/facade.py", "from pack._code import used\n\n__all__ = ['used']\n")

    assert project.generate("pack.named", "--steps", "50").summary["branches"]["total"] == 2
    assert project.generate("pack.facade", "--steps", "50").summary["branches"] == {"covered": 0, "total": 2}
    assert project.generate("pack", "--steps", "50").summary["branches"]["total"] == 6
