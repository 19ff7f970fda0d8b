"""The seed decides every byte."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from cli.running import Project

EXAMPLES = Path(__file__).parents[2] / "examples"


def results(project: Project, target: str, *, seed: int, **environment: str) -> tuple[dict[str, str], dict[str, Any]]:
    """The files and the summary of a run, but for what the clock decides."""
    run = project.generate(target, "--steps", "800", "--seed", str(seed), **environment)
    assert run.status == 0, run.stderr
    return run.files, {key: run.summary[key] for key in run.summary.keys() - {"elapsed_s", "sequences_per_s"}}


@pytest.fixture
def examples(tmp_path: Path) -> Project:
    """The bundled examples, as a project."""
    project = Project(tmp_path)
    shutil.copytree(EXAMPLES, project.directory, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return project


@pytest.mark.parametrize("target", ["sum_stack", "inventory"])
def test_the_same_seed_gives_the_same_bytes(examples: Project, target: str) -> None:
    """Twice the same files and the same summary, from scratch and over what is there."""
    first = results(examples, target, seed=3)

    assert first == results(examples, target, seed=3)


def test_another_seed_gives_other_tests(examples: Project) -> None:
    """Otherwise the seed would decide nothing."""
    files, _ = results(examples, "inventory", seed=3)

    assert files != results(examples, "inventory", seed=4)[0]


def test_the_hash_seed_of_the_caller_decides_nothing(examples: Project) -> None:
    """Workers run under hash seeds of their own."""
    one = results(examples, "intervals", seed=0, PYTHONHASHSEED="11")

    assert one == results(examples, "intervals", seed=0, PYTHONHASHSEED="12")


def test_the_place_of_the_project_decides_nothing(tmp_path: Path) -> None:
    """Two clones of a project get the same files."""
    written = []
    for name in ("here", "there/deeper"):
        (tmp_path / name).mkdir(parents=True)
        project = Project(tmp_path / name)
        written.append(project.generate(project.subject("purse_largest_of_nothing")).files)

    assert written[0] == written[1]
