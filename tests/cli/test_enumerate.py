"""`--strategy enumerate` and `caddis explain --plan`, as a person runs them."""

from __future__ import annotations

import json

import pytest

from cli.running import Project

UB_STACK = "bounded_stack_pops_below_empty"


def test_what_a_sequence_of_calls_breaks_is_found(project: Project) -> None:
    """And said to be all there was to try, in less than the steps given."""
    target = project.subject(UB_STACK)
    run = project.generate(target, "--strategy", "enumerate", "--steps", "2000", "--confidence", "low")

    assert run.status == 0, run.stderr
    assert run.findings == {("no_index_error", f"{target}.UniqueBoundedStack.push")}
    assert "all there is to enumerate was tried" in run.stdout + run.stderr
    assert run.summary["sequences"]["executed"] < 2000


def test_without_sequences_there_is_nothing_to_find(project: Project) -> None:
    """The parameter space has ten calls, and none of them fails."""
    target = project.subject(UB_STACK)
    run = project.generate(target, "--strategy", "enumerate", "--length", "0", "--confidence", "low")

    assert run.findings == set()
    assert run.summary["sequences"]["executed"] == 10


def test_the_seed_decides_every_byte(project: Project) -> None:
    """As it does when feedback directs the search."""
    target = project.subject("enumerated_figure")
    first = project.generate(target, "--strategy", "enumerate", "--seed", "3")
    again = project.generate(target, "--strategy", "enumerate", "--seed", "3")

    assert first.files == again.files != {}


def test_several_workers_find_the_same(project: Project) -> None:
    """They share the calls; sequences are the first one's."""
    target = project.subject(UB_STACK)
    run = project.generate(
        target, "--strategy", "enumerate", "--steps", "4000", "--confidence", "low", "--workers", "2"
    )

    assert run.findings == {("no_index_error", f"{target}.UniqueBoundedStack.push")}


def test_each_sequence_may_have_a_process_of_its_own(project: Project) -> None:
    """States come back from there, too."""
    target = project.subject("enumerated_switch")
    run = project.generate(target, "--strategy", "enumerate", "--reset", "process")

    assert run.summary["sequences"]["executed"] == 13


def test_the_plan_shows_sizes_and_what_fits(project: Project) -> None:
    """For people and for programs."""
    target = project.subject("enumerated_figure")
    run = project.caddis("explain", "--plan", target, "--steps", "20", "--json", "plan.json")
    plan = json.loads((project.directory / "plan.json").read_text())

    assert run.status == 0, run.stderr
    lines = [" ".join(line.split()) for line in run.stdout.splitlines()]
    assert f"{target}.f 3 6 18 all 3 to depth 1, then 1 to depth 3, drawn evenly" in lines
    assert plan["sizes"] == [5, 12, 24]
    assert {each["operation"].rpartition(".")[2]: each["sizes"][-1] for each in plan["operations"]} == {
        "A": 2,
        "B": 1,
        "m": 3,
        "f": 18,
    }
    assert plan["tests"] == sum(part["tests"] for each in plan["operations"] for part in each["parts"]) == 10


def test_the_plan_runs_nothing(project: Project) -> None:
    """It only imports."""
    project.write("loud.py", "def shout(times: int) -> None:\n    raise SystemExit(times)\n")
    run = project.caddis("explain", "--plan", "loud", "--depth", "1")

    assert run.status == 0, run.stderr
    assert "loud.shout 3 all 3 to depth 1" in " ".join(run.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("explain", "--plan"), "--plan goes with TARGETs"),
        (("explain", "--plan", "loud", "--all"), "--plan goes with TARGETs"),
        (("explain", "--plan", "loud", "--depth", "0"), "depth: must be positive"),
        (("explain", "--plan", "loud", "--depth", "7"), "depth: must be at most 6"),
        (("generate", "loud", "--strategy", "enumerate", "--length", "-1"), "length: must be at least 0"),
        (("explain", "--plan", "broken"), "cannot import broken"),
    ],
)
def test_wrong_use_is_told_in_a_line(project: Project, arguments: tuple[str, ...], complaint: str) -> None:
    """With what would be right."""
    project.write("loud.py", "def shout(times: int) -> None:\n    raise SystemExit(times)\n")
    project.write("broken.py", "import a_module_nobody_has\n")

    assert complaint in project.caddis(*arguments).complaint
