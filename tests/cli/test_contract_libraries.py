"""Contracts that the target states itself, through the whole program: findings blame, their tests fail as they say."""

from __future__ import annotations

import re

import pytest

from cli.running import Project

EXPECTED = {
    "judged_icontract_broken": {
        "root_of_difference": ("precondition", "ViolationError"),
        "root": ("postcondition", "ViolationError"),
        "initial_of_stripped": ("precondition", "ValueError"),
        "Account.withdraw": ("invariant", "ViolationError"),
        "PatientReader.read": ("postcondition", "ViolationError"),
    },
    "judged_deal_broken": {
        "root_of_difference": ("precondition", "PreContractError"),
        "root": ("postcondition", "PostContractError"),
        "Account.withdraw": ("invariant", "InvContractError"),
        "share": ("declared_exceptions", "RaisesContractError"),
        "greeting": ("declared_effects", "SilentContractError"),
    },
}


def outcomes(project: Project, directory: str) -> tuple[set[str], str]:
    """How the tests of a directory end, and what pytest says."""
    process = project.pytest("-q", directory)
    return set(re.findall(r"\d+ (passed|failed|error)", process.stdout)), process.stdout


@pytest.mark.parametrize("subject", EXPECTED)
def test_findings_name_the_function_to_blame_and_their_tests_fail_for_that(project: Project, subject: str) -> None:
    """And the regression tests pass: the class that a decorator has renamed is imported by its public name."""
    run = project.generate(project.subject(subject), "--steps", "1200")
    found = {finding["blame"].removeprefix(f"{subject}."): finding for finding in run.summary["findings"]}
    failing, said = outcomes(project, "caddis-findings")

    for blame, (kind, exception) in EXPECTED[subject].items():
        assert (found[blame]["kind"], found[blame]["exception"]) == (kind, exception)
        assert found[blame]["confidence"] == "high"
    assert failing == {"failed"}, said
    for kind_of_error in {exception for _, exception in EXPECTED[subject].values()}:
        assert kind_of_error in said
    assert outcomes(project, "tests/caddis")[0] == {"passed"}
    assert "Account" in run.files[f"tests/caddis/test_{subject}.py"]


def test_checks_are_named_in_pyproject(project: Project) -> None:
    """Without, nobody takes them for more than methods."""
    subject = project.subject("judged_checks_broken")
    without = {finding["kind"] for finding in project.generate(subject).summary["findings"]}
    project.write("pyproject.toml", '[tool.caddis]\nsteps = 400\nchecks = ["check_rep", "_check_invariants"]\n')
    run = project.generate(subject)

    assert without.isdisjoint({"check_rep", "_check_invariants"})
    assert {finding["kind"] for finding in run.summary["findings"]} == {"check_rep", "_check_invariants", "invariant"}
    assert outcomes(project, "caddis-findings")[0] == {"failed"}
    [ring] = [
        test
        for test in run.files["caddis-findings/test_judged_checks_broken_findings.py"].split("def ")
        if "ring" in test
    ]
    assert "check_rep() is not False" in ring
