"""The search finds every bug planted in the examples, makes it small, and invents none."""

from __future__ import annotations

import shutil
import tomllib
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cli.running import Project, Run

EXAMPLES = Path(__file__).parents[2] / "examples"
BUGS: list[dict[str, Any]] = tomllib.loads((EXAMPLES / "planted.toml").read_text())["bug"]
STEPS = {"sum_stack": 4_000, "intervals": 4_000, "inventory": 16_000, "textkit": 6_000}
SEEDS = (1, 2)
EXTRA = {"list.*": 1}
"""Statements a finding may have beyond the fewest: not every method of a list shows the bug on an empty one."""


@pytest.fixture(scope="module")
def explore(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Runs Caddis on an example, once for each seed."""

    @cache
    def run(target: str, seed: int) -> Run:
        project = Project(tmp_path_factory.mktemp(target))
        shutil.copytree(EXAMPLES, project.directory, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        return project.generate(target, "--steps", str(STEPS[target]), "--seed", str(seed), timeout=120)

    return run


def shows(finding: dict[str, Any], bug: dict[str, Any]) -> bool:
    """Whether a finding is one of a planted bug."""
    _, _, operation = finding["operation"].partition(".")
    return finding["kind"] == bug["contract"] and fnmatchcase(operation, bug["operation"])


def planted(target: str) -> list[dict[str, Any]]:
    """The bugs of an example."""
    return [bug for bug in BUGS if bug["target"] == target]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug["fault"])
def test_a_planted_bug_is_found_and_made_small(explore: Any, bug: dict[str, Any], seed: int) -> None:
    """Once, with no superfluous statement."""
    found = [finding for finding in explore(bug["target"], seed).summary["findings"] if shows(finding, bug)]
    fewest, most = bug["statements"], bug["statements"] + EXTRA.get(bug["operation"], 0)

    assert len(found) == 1
    assert fewest <= found[0]["statements"] <= most


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("target", STEPS)
def test_nothing_is_found_that_was_not_planted(explore: Any, target: str, seed: int) -> None:
    """No false alarm; textkit, which has no bug, gives no finding at all."""
    run = explore(target, seed)

    assert run.status == 0
    assert [
        finding for finding in run.summary["findings"] if not any(shows(finding, bug) for bug in planted(target))
    ] == []


@pytest.mark.parametrize("bug", [bug for bug in BUGS if bug["exception"]], ids=lambda bug: bug["fault"])
def test_a_finding_names_the_exception(explore: Any, bug: dict[str, Any]) -> None:
    """The one that shows the bug."""
    [finding] = [one for one in explore(bug["target"], SEEDS[0]).summary["findings"] if shows(one, bug)]

    assert bug["exception"] == finding["exception"]
