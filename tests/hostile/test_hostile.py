"""Nothing breaks out of a worker, and nothing breaks it: each subject is one attack, beside two innocent functions."""

from __future__ import annotations

import pytest

from hostile.arena import SECRET, SUBJECTS, Aftermath
from hostile.expectations import (
    BUDGET,
    DENIED,
    DENIED_AT_IMPORT,
    KINDS,
    LASTING,
    NAMES,
    OVERTIME,
    PATIENCE,
    TIMED,
    TOGETHER,
)

about_all = pytest.mark.parametrize("aftermath", NAMES, indirect=True)


def times_denied(aftermath: Aftermath, operation: str, what: str) -> int:
    """How often an operation was denied what begins like this."""
    places = {"canary": aftermath.place / "project" / "canary", "home": aftermath.place / "home"}
    return sum(
        denial["count"]
        for denial in aftermath.run.summary["denied"]
        if denial["operation"] == operation and denial["what"].startswith(what.format(**places))
    )


@about_all
def test_nothing_of_the_user_is_changed(aftermath: Aftermath) -> None:
    """Contents, modes, times and names are what they were: of the canary, the project and the home."""

    assert aftermath.changes == []


@about_all
def test_nothing_gets_out(aftermath: Aftermath) -> None:
    """No service, and no other process, hears of the subject."""

    assert aftermath.arrived == []


@about_all
def test_nothing_is_left_behind(aftermath: Aftermath) -> None:
    """No process lives on, and the temporary directory is empty."""
    temporary = aftermath.place / "tmp"

    assert (aftermath.processes, list(temporary.iterdir())) == ([], [])


@about_all
def test_the_run_ends_well_and_in_time(aftermath: Aftermath) -> None:
    """Without an error of ours, and without the noise of the subject."""
    timed = aftermath.subject in TIMED
    output = aftermath.run.stdout + aftermath.run.stderr

    assert aftermath.run.status == 0, output[-2_000:]
    assert "Traceback" not in output, output[-2_000:]
    # a finding may show the line of code that is so
    assert "loudloud" not in output
    assert aftermath.seconds < (BUDGET + OVERTIME if timed else PATIENCE)


BREAKS_PYTEST = frozenset({"patches_builtins_when_imported"})
"""Plugins of pytest that import something late cannot: what was to be tested just then fails, for users, too."""


@about_all
def test_the_innocent_are_tested_and_the_fault_is_found(aftermath: Aftermath) -> None:
    """What else the same module holds is explored as if nothing had happened."""
    subject = aftermath.subject

    assert ("no_index_error", f"{subject}.faulty") in aftermath.run.findings
    assert "innocent(" in aftermath.suite or subject in BREAKS_PYTEST


@about_all
def test_nothing_is_found_that_is_not_there(aftermath: Aftermath) -> None:
    """What a subject does to the worker never makes a finding of the innocent."""
    subject = aftermath.subject
    theirs = (f"{subject}.attack", *(f"{one}." for one in TOGETHER.get(subject, ()) if one != subject))
    found = {(kind, name) for kind, name in aftermath.run.findings if not name.startswith(theirs)}

    assert found == {("no_index_error", f"{subject}.faulty")}


@pytest.mark.parametrize(("aftermath", "kind"), KINDS.items(), indirect=["aftermath"], ids=KINDS)
def test_the_death_is_a_finding(aftermath: Aftermath, kind: str) -> None:
    """What ends a worker, or never ends, is shown as what it is."""

    assert (kind, f"{aftermath.subject}.attack") in aftermath.run.findings


@pytest.mark.parametrize(("aftermath", "denied"), DENIED.items(), indirect=["aftermath"], ids=DENIED)
def test_what_was_denied_is_reported(aftermath: Aftermath, denied: str) -> None:
    """The user learns which operation tried what, and how often."""

    assert times_denied(aftermath, f"{aftermath.subject}.attack", denied) > 0


@pytest.mark.parametrize(
    ("aftermath", "denied"), DENIED_AT_IMPORT.items(), indirect=["aftermath"], ids=DENIED_AT_IMPORT
)
def test_what_was_denied_at_import_is_reported(aftermath: Aftermath, denied: str) -> None:
    """The user learns that no operation was needed."""

    assert times_denied(aftermath, "import", denied) > 0


@pytest.mark.parametrize("aftermath", DENIED, indirect=True)
def test_what_was_denied_is_no_finding(aftermath: Aftermath) -> None:
    """A call that needs what it may not have is an illegal input."""
    attack = f"{aftermath.subject}.attack"

    assert [kind for kind, operation in aftermath.run.findings if operation == attack] == []


@pytest.mark.parametrize("aftermath", sorted({*DENIED, *KINDS, *LASTING}), indirect=True)
def test_the_dangerous_are_not_in_the_suite(aftermath: Aftermath) -> None:
    """A person will run these tests without a sandbox."""

    assert "attack(" not in aftermath.suite


@pytest.mark.parametrize("aftermath", ["reads_secrets"], indirect=True)
def test_secrets_stay_secret(aftermath: Aftermath) -> None:
    """With --strict-read what lies in a home is neither read nor repeated."""

    assert SECRET.rpartition(" ")[2] not in aftermath.everything_written


def test_every_subject_holds_the_innocent_pair() -> None:
    """So that each run has something to find beside the attack."""
    pair = (SUBJECTS / "loops_for_ever.py").read_text(encoding="utf-8").partition("def innocent")[2]

    assert [path.name for path in SUBJECTS.glob("*.py") if not path.read_text(encoding="utf-8").endswith(pair)] == []


def test_every_expectation_is_about_a_subject() -> None:
    """A renamed subject takes its expectations with it."""

    assert {*KINDS, *DENIED, *DENIED_AT_IMPORT, *LASTING, *TIMED} <= {*NAMES}
