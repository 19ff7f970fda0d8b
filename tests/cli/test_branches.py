"""The branches that are reported are those that coverage.py counts."""

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
    found = totals["covered_branches"], totals["num_branches"]
else:
    found = counted.counts()
print(json.dumps([status, *found]))
"""


def branches(by: str, project: Project) -> tuple[int, int]:
    """Covered and total branches of a package after the tests that were written: by coverage.py, or by probes."""
    finished = subprocess.run(
        [sys.executable, "-c", COUNTING, by, PACKAGE],
        cwd=project.directory,
        env={"PYTHONHASHSEED": "0", AUTOLOAD: "1"},
        stdout=subprocess.PIPE,
        check=True,
    )
    status, covered, total = json.loads(finished.stdout.splitlines()[-1])
    assert status == 0
    return covered, total


def test_branches_agree_with_coverage_on_the_tests_written(project: Project) -> None:
    """The suite reaches as much by our count as by that of coverage.py, of as many, and the search at least as much."""
    for file in (EXAMPLES / PACKAGE).glob("*.py"):
        project.write(f"{PACKAGE}/{file.name}", file.read_text(encoding="utf-8"))
    reported = project.generate(PACKAGE, "--steps", "60").summary["branches"]
    covered, total = branches("coverage", project)
    ours, of_ours = branches("probes", project)

    assert 100 * ours / of_ours == pytest.approx(100 * covered / total, abs=POINTS)
    assert reported["total"] == pytest.approx(total, rel=POINTS / 100)
    assert 0 < ours <= reported["covered"] <= reported["total"]
