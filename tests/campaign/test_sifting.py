"""Which findings are told."""

from __future__ import annotations

from itertools import product

import pytest

from caddis.campaign import sifting
from caddis.campaign.sifting import SECOND_LOOKS, Sieve
from caddis.config import Config
from caddis.model.finding import PROCESS_KINDS, Finding
from caddis.model.verdict import Confidence, Violation
from caddis.reduce.grouping import Example, Groups
from emit.making import function, sequence

MADE = {confidence: sequence((function(f"is_{confidence}"),)) for confidence in Confidence}
BROKEN = {
    confidence: Violation("no_index_error", "IndexError", exception="IndexError", confidence=confidence)
    for confidence in Confidence
}


def groups() -> Groups:
    """One cause for each degree of confidence, and one more of which both a sure and an unsure example are known."""
    made = Groups()
    for confidence in Confidence:
        made.add(Example(MADE[confidence], BROKEN[confidence]))
    made.add(Example(MADE[Confidence.HIGH], BROKEN[Confidence.LOW]))
    return made


def test_what_is_below_the_line_is_looked_at_again_as_far_as_it_is_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """A group is as sure as its surest example; what nobody looks at again is counted."""
    counts = {}
    for most, line in product((0, 1, SECOND_LOOKS), Confidence):
        monkeypatch.setattr(sifting, "SECOND_LOOKS", most)
        sieve = Sieve.of(Config(confidence=line), frozenset())
        counts[most, line] = (len(sieve.groups(groups()).by_cause), dict(sieve.below))

    assert counts == {
        (0, Confidence.HIGH): (1, {Confidence.MEDIUM: 1, Confidence.LOW: 1}),
        (0, Confidence.MEDIUM): (2, {Confidence.LOW: 1}),
        (1, Confidence.HIGH): (2, {Confidence.LOW: 1}),
        (1, Confidence.MEDIUM): (3, {}),
        (SECOND_LOOKS, Confidence.HIGH): (3, {}),
        (SECOND_LOOKS, Confidence.MEDIUM): (3, {}),
        **{(most, Confidence.LOW): (3, {}) for most in (0, 1, SECOND_LOOKS)},
    }


def test_a_finding_that_turns_out_less_sure_is_counted_too() -> None:
    """What is known of the inputs is asked again when it is made small."""
    sieve = Sieve.of(Config(), frozenset())
    findings = [Finding(MADE[confidence], BROKEN[confidence], ()) for confidence in Confidence]

    assert sieve.findings(findings) == findings[:2]
    assert sieve.below == {Confidence.LOW: 1}


def test_what_is_ignored_is_neither_told_nor_counted() -> None:
    """By the operation, or by the class it is about."""
    named = Finding(MADE[Confidence.HIGH], BROKEN[Confidence.HIGH], (), about="shop.Stack")
    for entry in ("shop.is_high:no_index_error", "shop.Stack:no_index_error"):
        sieve = Sieve.of(Config(ignore=(entry,)), frozenset())

        assert (sieve.findings([named]), sieve.below, sieve.accepted) == ([], {}, [])


def test_what_is_accepted_is_set_aside() -> None:
    """By its id."""
    known, new = (Finding(MADE[one], BROKEN[one], ()) for one in (Confidence.HIGH, Confidence.MEDIUM))
    sieve = Sieve.of(Config(), frozenset({known.id}))

    assert (sieve.findings([known, new]), sieve.accepted) == ([new], [known])


@pytest.mark.parametrize("kind", sorted(PROCESS_KINDS))
def test_what_ends_its_process_is_not_looked_at_again(kind: str) -> None:
    """Unless it is sure enough: it takes seconds, and the suite is made at the same time."""
    kept = {}
    for confidence in (Confidence.HIGH, Confidence.LOW):
        made = Groups()
        made.add(Example(MADE[confidence], Violation(kind, "still running", confidence=confidence)))
        sieve = Sieve.of(Config(), frozenset())
        kept[confidence] = (len(sieve.groups(made).by_cause), dict(sieve.below))

    assert kept == {Confidence.HIGH: (1, {}), Confidence.LOW: (0, {Confidence.LOW: 1})}
