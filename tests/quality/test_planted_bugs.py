"""The search finds every bug planted in the examples, makes it small, and invents none."""

from __future__ import annotations

import shutil
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from cli.running import Project, Run

EXAMPLES = Path(__file__).parents[2] / "examples"
BUGS: list[dict[str, Any]] = tomllib.loads((EXAMPLES / "planted.toml").read_text())["bug"]
STEPS = {"sum_stack": 4_000, "intervals": 4_000, "inventory": 16_000, "textkit": 6_000}


def explore(place: Path, target: str, seed: int) -> Run:
    """Run Caddis on an example."""
    project = Project(place)
    shutil.copytree(EXAMPLES, project.directory, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return project.generate(target, "--steps", str(STEPS[target]), "--seed", str(seed), timeout=120)


def shown_by(finding: dict[str, Any], target: str) -> str:
    """The planted fault a finding shows, or what it says where none was planted."""
    _, _, operation = finding["operation"].partition(".")
    for bug in BUGS:
        same = (bug["target"], bug["contract"]) == (target, finding["kind"])
        if same and fnmatchcase(operation, bug["operation"]) and bug["exception"] in ("", finding["exception"]):
            return bug["fault"]
    return f"{finding['kind']} after {finding['operation']}"


def fewest(bug: dict[str, Any]) -> int:
    """The statements a finding may have."""
    return bug.get("most", bug["statements"])


@pytest.mark.parametrize("target", STEPS)
def test_the_planted_bugs_are_found_and_nothing_else(tmp_path: Path, target: str) -> None:
    """Each once; textkit, which has none, gives no finding at all. `make acceptance` tries more seeds."""
    run = explore(tmp_path, target, seed=1)
    planted = {bug["fault"]: fewest(bug) for bug in BUGS if bug["target"] == target}
    found = [shown_by(finding, target) for finding in run.summary["findings"]]
    superfluous = [
        finding["test"]
        for fault, finding in zip(found, run.summary["findings"], strict=True)
        if finding["statements"] > planted.get(fault, 0)
    ]

    assert run.status == 0
    assert sorted(planted) == sorted(found)
    assert superfluous == []
