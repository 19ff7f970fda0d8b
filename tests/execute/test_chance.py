"""Generators of random numbers without a seed are noticed, whoever makes them."""

from __future__ import annotations

import tempfile
from random import Random, SystemRandom

import pytest

from caddis.execute.chance import watch_seeding


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was noted, one entry each time."""
    monkeypatch.setattr(Random, "seed", Random.seed)
    found: list[str] = []
    watch_seeding(lambda: found.append("seeded by chance"))
    return found


def test_a_generator_without_a_seed_is_noted(noted: list[str]) -> None:
    """Made so, or seeded so afterwards."""
    generator = Random()
    generator.seed()

    assert len(noted) == 2


def test_a_seed_is_none_of_that(noted: list[str]) -> None:
    """And gives the same numbers as ever."""
    assert Random(7).random() == Random(7).random()
    assert Random("seven").random() == Random("seven").random()
    assert noted == []


def test_names_of_temporary_files_do_not_count(noted: list[str]) -> None:
    """Nor what has no state to seed."""
    next(tempfile._RandomNameSequence())  # type: ignore[attr-defined]
    SystemRandom()

    assert noted == []
