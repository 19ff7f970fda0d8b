"""Which findings are told, and how: confidence, what is ignored, what is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import Project

PURSE = "purse_largest_of_nothing"
FINDINGS = f"caddis-findings/test_{PURSE}_findings.py"


@pytest.fixture(scope="module")
def once_accepted(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project whose one finding is accepted."""
    project = Project(tmp_path_factory.mktemp("accepted"))
    run = project.generate(project.subject(PURSE), "--strict", "--update-baseline")
    assert (run.status, len(run.summary["findings"])) == (0, 1)
    assert "caddis.baseline" in run.summary["files"]
    (project.directory / FINDINGS).unlink()
    return project


@pytest.fixture
def accepted(project: Project, once_accepted: Project) -> Project:
    """A copy of it."""
    project.copy(once_accepted)
    return project


def test_what_the_baseline_has_does_not_fail_a_build(accepted: Project) -> None:
    """It is counted and marked, and no test of it is written."""
    run = accepted.generate(PURSE, "--strict")
    [finding] = run.summary["findings"]

    assert (run.status, finding["accepted"], finding["test"]) == (0, True, None)
    assert run.summary["tests"]["findings"] == 0
    assert FINDINGS not in run.files
    assert "1 finding accepted by the baseline" in run.stdout
    assert "0 findings, " in run.stdout


def test_what_is_new_does(accepted: Project) -> None:
    """Whatever else is known."""
    source = accepted.directory / f"{PURSE}.py"
    source.write_text(
        source.read_text().replace("def exchange", "def smallest(x: int) -> int:\n    return len(x)\n\n\ndef exchange")
    )
    run = accepted.generate(PURSE, "--strict")

    assert run.status == 1
    assert {finding["operation"]: finding["accepted"] for finding in run.summary["findings"]} == {
        f"{PURSE}.Purse.largest": True,
        f"{PURSE}.smallest": False,
    }


def test_a_finding_is_known_again_after_edits_above_it(accepted: Project) -> None:
    """Its id has no line numbers."""
    source = accepted.directory / f"{PURSE}.py"
    source.write_text(source.read_text().replace("class Purse", "# one\n# two\n# three\n\n\nclass Purse"))
    run = accepted.generate(PURSE, "--strict", "--seed", "5")

    assert [(finding["line"], finding["accepted"]) for finding in run.summary["findings"]] == [(29, True)]
    assert run.status == 0


def test_a_baseline_that_cannot_be_read_is_one_line(project: Project) -> None:
    """Before anything is run."""
    project.write("caddis.baseline", "nonsense\n")

    assert project.generate(project.subject(PURSE)).complaint == (
        f"caddis: cannot read the baseline {project.directory}/caddis.baseline: "
        "line 1 is not an id, a contract and an operation"
    )
    assert "No such file" in project.generate(PURSE, "--baseline", "missing").complaint


@pytest.mark.parametrize("entry", [f"{PURSE}.Purse:no_*", "no_index_error"])
def test_what_is_ignored_is_not_told(project: Project, entry: str) -> None:
    """By contract, and by place."""
    project.write("pyproject.toml", f'[tool.caddis]\nsteps = 300\nstrict = true\nignore = ["{entry}"]\n')
    run = project.generate(project.subject(PURSE))

    assert (run.status, run.summary["findings"], run.summary["tests"]["findings"]) == (0, [], 0)


def test_the_line_that_a_finding_gives_silences_it(project: Project) -> None:
    """Of a contract on values, too, whatever was called last."""
    project.write(
        "caddis_plugin.py",
        "from caddis import contract\n"
        f"from {PURSE} import Purse\n\n\n"
        "@contract(Purse)\n"
        "def holds_little(purse: Purse) -> bool:\n"
        "    return purse.total() < 2\n",
    )
    run = project.generate(project.subject(PURSE))
    lines = [line.partition("no bug?")[2].strip() for line in run.stdout.splitlines() if "no bug?" in line]
    entries = ", ".join(line.removeprefix("ignore = [").removesuffix("]") for line in lines)
    project.write("pyproject.toml", f"[tool.caddis]\nsteps = 300\nignore = [{entries}]\n")

    assert f'ignore = ["{PURSE}.Purse:holds_little"]' in lines
    assert all(line in run.files[FINDINGS] for line in lines)
    assert project.generate(PURSE).summary["findings"] == []


HELPED = """
class Deck:
    def __init__(self, cards: list[int]) -> None:
        self._cards = list(cards)

    def _take(self, place: int) -> int:
        return self._cards[place]

    def first(self) -> int:
        return self._take(0)

    def last(self) -> int:
        return self._take(-1)

    def middle(self) -> int:
        return self._take(len(self._cards) // 2)
"""


def test_methods_that_share_an_error_are_one_finding_with_all_of_them_named(tmp_path: Path) -> None:
    """In the summary, in the terminal and in the test."""
    project = Project(tmp_path)
    project.write("deck.py", HELPED)
    run = project.generate("deck")
    [finding] = run.summary["findings"]
    shown, *others = finding["entry_points"]

    assert finding["operation"] == shown
    assert {"deck.Deck.first", "deck.Deck.last", "deck.Deck.middle"} == {shown, *others}
    assert finding["occurrences"] >= 3
    assert finding["statements"] == 3
    assert {example["operation"] for example in finding["examples"]} >= {*others}
    assert all(example["code"].startswith("from deck import Deck\n\n") for example in finding["examples"])
    assert f"also by {', '.join(others)}; " in run.stdout
    assert f"Also reached by {', '.join(others)}." in run.files["caddis-findings/test_deck_findings.py"]
