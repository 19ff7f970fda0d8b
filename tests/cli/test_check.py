"""`caddis check`, as a person runs it: the listings of the ArbitCheck paper, and what goes wrong."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from arbitcheck.generators import finds_anything, pushes, pushes_and_pops, pushes_pops_and_clears
from cli.running import Project, Run

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def listings(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """What checking the listings of the paper prints."""
    project = Project(tmp_path_factory.mktemp("listings"))
    shutil.copytree(EXAMPLES / "arbitcheck", project.directory / "arbitcheck")
    return project.caddis("check", "arbitcheck", "--json", "summary.json", timeout=120)


def line_of(run: Run, name: str) -> str:
    """What is said of a property, in one line."""
    [line] = [line for line in run.stdout.splitlines() if f":{name}: " in line]
    return line.partition(": ")[2]


@pytest.mark.parametrize(
    "name",
    [
        "reversing_one_item_changes_nothing",
        "reversing_a_sum_reverses_its_parts",
        "reversing_twice_changes_nothing",
        "popping_one_too_many_fails",
        "Wallet._money_is_never_negative",
    ],
)
def test_properties_that_hold(listings: Run, name: str) -> None:
    """Lists 1, 7, 8, 10 and 11."""
    assert line_of(listings, name) == "OK, passed 1000 tests."


def test_a_condition_and_a_fraction(listings: Run) -> None:
    """Lists 12 and 2: inputs are discarded; a negative denominator breaks what seemed to hold."""
    assert re.fullmatch(r"OK, passed 1000 tests; \d+ discarded\.", line_of(listings, "pop_shrinks"))
    assert line_of(listings, "absolute_values_are_not_negative").startswith("Failed ")
    assert "frac = Frac(1, -1)\n        absolute_values_are_not_negative(frac)" in listings.stdout


def test_what_the_inputs_are_like(listings: Run) -> None:
    """Lists 13 to 16: a histogram, and labels with percentages."""
    _, _, rest = listings.stdout.partition("reversing_twice_by_length: OK, passed 1000 tests.\n")
    bars = [line for line in rest.splitlines()[:12] if "█" in line]

    assert len(bars) > 5
    assert sum(int(re.match(r" *(\d+)%", bar)[1]) for bar in bars) == pytest.approx(100, abs=len(bars))  # type: ignore[index]
    assert re.fullmatch(
        r"OK, passed 1000 tests \(<?\d+% trivial\)\.", line_of(listings, "reversing_twice_with_trivial_inputs")
    )


def test_the_two_bugs_of_a_stack(listings: Run) -> None:
    """Lists 3, 9, 17, 18 and 19, and with the bugs mended one after the other."""
    by_name = {one["name"]: one for one in listings.summary["properties"]}
    both, half, mended = (
        by_name[f"arbitcheck.{module}:SumStack._sum_is_that_of_the_data"]
        for module in ("sum_stack", "sum_stack_half_mended", "sum_stack_mended")
    )

    assert listings.status == 1
    assert both["failed"] + both["passed"] == 1000
    assert {one["operation"].rpartition(".")[2] for one in both["failures"]} == {"pop", "get_data"}
    assert max(one["statements"] for one in both["failures"]) <= 5
    assert [one["operation"].rpartition(".")[2] for one in half["failures"]] == ["get_data"]
    assert (mended["holds"], mended["passed"]) == (True, 1000)


def test_what_generators_written_by_hand_find() -> None:
    """Lists 4, 5 and 6."""
    assert not finds_anything(pushes)
    assert finds_anything(pushes_and_pops)
    assert finds_anything(pushes_pops_and_clears)


FAILING = """
from caddis import check

@check
def below_a_hundred(number: int):
    assert number < 100

@check
def always(number: int):
    assert number == number
"""


def test_the_same_seed_prints_the_same(project: Project) -> None:
    """Every byte, but for the time it took; what was remembered is tried first, and no part of that."""
    project.write("claims.py", FAILING)
    first = project.caddis("check", "claims", "--seed", "7")
    shutil.rmtree(project.directory / ".caddis")
    second = project.caddis("check", "claims", "--seed", "7")

    assert first.stdout == second.stdout
    assert "        below_a_hundred(100)\n" in first.stdout


def test_failures_are_remembered_and_tried_first(project: Project) -> None:
    """Until they pass."""
    project.write("claims.py", FAILING)
    project.caddis("check", "claims", "--seed", "1")
    [file] = (project.directory / ".caddis").glob("*.json")
    again = project.caddis("check", "claims", "-x", "-k", "below", "--json", "summary.json")
    [tested] = again.summary["properties"]
    project.write("claims.py", FAILING.replace("< 100", "< 10**100"))
    mended = project.caddis("check", "claims")

    assert json.loads(file.read_text())["property"] == "claims:below_a_hundred" if file.exists() else True
    assert (tested["passed"], tested["failed"]) == (0, 1)
    assert mended.status == 0
    assert not file.exists()


def test_some_of_them(project: Project) -> None:
    """By a part of their names; how many inputs may be said."""
    project.write("claims.py", FAILING)
    run = project.caddis("check", "claims", "-k", "always", "--examples", "30")

    assert run.status == 0
    assert run.stdout == "claims:always: OK, passed 30 tests.\n1 property, 0 failed\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("check", "plain"), "caddis: plain has no properties: mark functions and methods with @check"),
        (("check", "missing"), "caddis: there is no target missing"),
        (("check", "plain", "--examples", "0"), "caddis: the command line examples: must be positive, not 0"),
        (("check", "plain", "--time", "nan"), "caddis: the command line time: must be a finite number"),
        (("check", "broken"), "caddis: cannot import broken"),
        (("check",), "caddis: Missing argument"),
    ],
)
def test_wrong_use_is_one_line(project: Project, arguments: tuple[str, ...], complaint: str) -> None:
    """And status 2."""
    project.write("plain.py", "def function(): ...\n")
    project.write("broken.py", "raise RuntimeError('no')\n")

    assert project.caddis(*arguments).complaint.startswith(complaint)


def test_discards_that_are_none(project: Project) -> None:
    """Are named."""
    project.write("claims.py", FAILING)
    project.write("pyproject.toml", '[tool.caddis.properties]\ndiscards = ["claims:always"]\n')

    assert "claims:always is no exception class" in project.caddis("check", "claims").complaint


def test_properties_are_contracts_of_generate(project: Project) -> None:
    """Each on its own replay: they break nothing that is tested besides, and are no operations."""
    shutil.copy(EXAMPLES / "arbitcheck" / "sum_stack.py", project.directory / "sum_stack.py")
    run = project.generate("sum_stack", "--steps", "2000")
    found = [finding for finding in run.summary["findings"] if finding["kind"] == "property"]

    assert len(found) == 2
    assert run.summary["operations"]["total"] == 5
    assert "_sum_is" not in run.files["tests/caddis/test_sum_stack.py"]
    assert (
        "stack.pop()\n    stack._sum_is_that_of_the_data()" in run.files["caddis-findings/test_sum_stack_findings.py"]
    )


def test_objects_in_one_state_are_told(project: Project) -> None:
    """What a pass is worth depends on it."""
    project.write(
        "doors.py",
        "from caddis import check\n\n"
        "class Door:\n    def __init__(self) -> None:\n        self._open = False\n"
        "    def push(self, force: int) -> None: ...\n\n"
        "@check\ndef is_closed(door: Door, number: int):\n    assert not door._open\n",
    )
    run = project.caddis("check", "doors", "--examples", "50")

    assert run.stdout.splitlines()[:2] == [
        "doors:is_closed: OK, passed 50 tests.",
        "    door was in one and the same state in all of them",
    ]
