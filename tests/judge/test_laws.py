"""Each law is broken by one class and kept by its twins, and both are found out by exploring."""

from __future__ import annotations

import importlib
import inspect

import pytest

from caddis.judge.contracts import CLOSE, EVERY
from caddis.model.verdict import Confidence
from engine.exploring import explore, findings

LAWS = {law.name: law for law in (*EVERY, *CLOSE)}
STEPS = 400


def classes(law: str) -> list[str]:
    """The classes of the subject of a law."""
    module = importlib.import_module(f"subjects.judged_{law}")
    return [name for name, cls in inspect.getmembers(module, inspect.isclass) if cls.__module__ == module.__name__]


@pytest.mark.parametrize("law", LAWS)
def test_a_class_that_breaks_a_law_is_found_out(law: str) -> None:
    """Exploring shows it, and it is shown again when it is made small."""
    explored = explore(f"judged_{law}:Broken", STEPS)

    assert law in explored.broken
    found = {finding.violation.contract: finding.violation for finding in findings(explored)}
    assert law in found
    assert found[law].location is not None
    assert found[law].why == LAWS[law].why
    assert Confidence(found[law].confidence) in Confidence


@pytest.mark.parametrize(("law", "sound"), [(law, name) for law in LAWS for name in classes(law) if name != "Broken"])
def test_its_twins_break_nothing(law: str, sound: str) -> None:
    """Neither this law nor any other."""
    assert explore(f"judged_{law}:{sound}", STEPS).broken == set()


def test_every_law_says_what_it_is() -> None:
    """Its name, what it says, and why."""
    for law in LAWS.values():
        assert law.about
        assert law.why
        assert law.name.islower()
    assert len(LAWS) == len(EVERY) + len(CLOSE)
