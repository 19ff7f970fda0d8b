"""Each rule on exceptions and results: the broken subject is reported by a real exploration, its sound twin is not."""

from __future__ import annotations

import pytest

from caddis.model.verdict import Confidence, Violation
from engine.exploring import explore, findings

BROKEN = {
    "name": ("no_name_error", Confidence.HIGH),
    "unbound": ("no_unbound_local_error", Confidence.HIGH),
    "recursion": ("no_recursion_error", Confidence.HIGH),
    "changing": ("no_runtime_error", Confidence.HIGH),
    "stop_iteration": ("no_stop_iteration", Confidence.HIGH),
    "attribute": ("no_attribute_error", Confidence.HIGH),
    "misspelt": ("no_attribute_error", Confidence.HIGH),
    "none": ("no_none_error", Confidence.HIGH),
    "type": ("no_type_error", Confidence.HIGH),
    "key": ("no_key_error", Confidence.MEDIUM),
    "zero": ("no_zero_division_error", Confidence.MEDIUM),
    "value": ("no_value_error", Confidence.MEDIUM),
    "assertion": ("no_assertion_error", Confidence.MEDIUM),
    "unready": ("no_assertion_error", Confidence.MEDIUM),
    "documentation": ("documentation", Confidence.HIGH),
    "comparing": ("no_attribute_error", Confidence.HIGH),
    "agreeing": ("no_type_error", Confidence.HIGH),
}
STEPS = 300


@pytest.mark.parametrize("rule", BROKEN)
def test_the_broken_subject_is_reported(rule: str) -> None:
    """By the contract that it breaks, as surely as the rule says, with a reason and somebody to blame."""
    contract, confidence = BROKEN[rule]
    found = [violation for _, violation in explore(f"judged_{rule}_broken", STEPS).violations]
    seen = [violation for violation in found if violation.contract == contract]
    surest = min(seen, key=lambda violation: list(Confidence).index(violation.confidence))

    # a comparison that raises breaks a law on comparisons, too
    assert rule == "comparing" or found == seen
    assert surest.confidence is confidence
    assert all(violation.why and violation.blame.startswith("subjects.judged_") for violation in seen)


@pytest.mark.parametrize("rule", [*BROKEN, "refusal", "absent", "inherited"])
def test_its_sound_twin_is_not(rule: str) -> None:
    """Though it is called in the same way, and raises where it was misused."""
    found = [violation for _, violation in explore(f"judged_{rule}_sound", STEPS).violations]

    # what is less sure is looked at again, and told only if that makes it surer
    assert [violation for violation in found if violation.confidence.reaches(Confidence.MEDIUM)] == []


def test_what_the_class_sets_elsewhere_is_not_misspelt() -> None:
    """An override has left it out."""
    found = [violation for _, violation in explore("judged_unset", 10 * STEPS).violations]

    assert {violation.contract for violation in found} == {"no_attribute_error"}
    assert {violation.why.split(",")[0] for violation in found} == {"a Pane has no vertical_scroll yet"}


def test_what_a_given_name_leads_to_is_not_sure() -> None:
    """That there is an attribute of this name does not say that it may be asked for."""
    found = [violation for _, violation in explore("judged_by_name", STEPS, literals={"str": ("name",)}).violations]

    assert not any(violation.confidence.reaches(Confidence.MEDIUM) for violation in found)


def test_what_a_wrapper_should_have_from_what_it_wraps_is_not_sure() -> None:
    """Something was given that has no name."""
    found = [violation for _, violation in explore("judged_wrapping", 4 * STEPS, seed=1).violations]

    assert {"AttributeError"} <= {violation.exception for violation in found}
    assert Confidence.HIGH not in {violation.confidence for violation in found}


def test_the_sound_twin_is_not_when_it_is_made_small() -> None:
    """What its objects were made of is still to blame."""
    found = findings(explore("judged_attribute_sound", STEPS))

    assert {finding.violation.confidence for finding in found} <= {Confidence.LOW}


@pytest.mark.parametrize("rule", ["type", "documentation", "none"])
def test_made_small_it_is_as_sure(rule: str) -> None:
    """A smaller sequence that merely misuses the same line is no example of the bug."""
    found = findings(explore(f"judged_{rule}_broken", STEPS))

    assert {(finding.violation.contract, finding.violation.confidence) for finding in found} == {BROKEN[rule]}


def test_what_is_passed_on_and_refused_is_told_on_request() -> None:
    """Of kind `robustness`, blamed on the operation that passed it on."""
    asked = [violation for _, violation in explore("judged_refusal_broken", STEPS, confidence="low").violations]

    assert explore("judged_refusal_broken", STEPS).broken == set()
    assert {(violation.contract, violation.confidence, violation.blame) for violation in asked} == {
        ("robustness", Confidence.LOW, "subjects.judged_refusal_broken.distance")
    }


def test_crashes_are_counted_by_module() -> None:
    """As Table I of the JCrasher paper does, also those of which nothing else is said."""
    made = explore("judged_refusal_broken", STEPS).explorer.tally
    reports = {(module, confidence) for (module, _, _), confidence in made.reports.items()}

    assert made.crashes["subjects.judged_refusal_broken"] > 0
    assert reports == {("subjects.judged_refusal_broken", Confidence.LOW)}


def test_each_kind_of_violation_says_why() -> None:
    """In one sentence, without an end."""
    seen: list[Violation] = [violation for _, violation in explore("judged_type_broken", STEPS).violations]

    assert seen[0].why == "a value has the wrong type though the arguments are what the annotations say"


def test_what_is_yielded_is_asked_for_by_the_call_that_was_made() -> None:
    """A key that is lost without one is nobody else's fault, though that shows only when somebody goes through."""
    found = [violation for _, violation in explore("judged_key_broken", STEPS).violations]

    assert Confidence.MEDIUM in {violation.confidence for violation in found if "prices" in violation.blame}
