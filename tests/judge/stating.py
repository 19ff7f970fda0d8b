"""What the tests of contract libraries share: exploring a subject and seeing whom its violations blame."""

from __future__ import annotations

from caddis.model.verdict import Confidence, Violation
from engine.exploring import explore

CHECKS = ("check_rep", "_check_invariants")


def blamed(subject: str, steps: int = 700, line: Confidence = Confidence.MEDIUM) -> set[tuple[str, str]]:
    """The contracts broken with at least that confidence, and the functions blamed, over two seeds."""
    return {
        (violation.contract, violation.blame.removeprefix(f"subjects.{subject}."))
        for violation in violations(subject, steps)
        if violation.confidence.reaches(line)
    }


def violations(subject: str, steps: int = 700) -> list[Violation]:
    """Everything broken, over two seeds."""
    return [
        violation for seed in (1, 2) for _, violation in explore(subject, steps, seed=seed, checks=CHECKS).violations
    ]
