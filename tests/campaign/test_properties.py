"""Properties in workers that may die."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from caddis.campaign.process import Death
from caddis.campaign.properties import Checker
from caddis.campaign.setting import setting_of
from caddis.cli.checking import _worker
from caddis.config import Config
from caddis.discover.target import locate
from emit.making import function, sequence

TESTS = Path(__file__).parent.parent
MODULE = "subjects.properties_and_memory"
OUT_OF_MEMORY = Death("memory", "ran out of memory", 0)


@pytest.fixture(scope="module")
def checker() -> Iterator[Checker]:
    """One whose properties are those of the subject."""
    setting = setting_of((locate(MODULE, TESTS),), Config(), TESTS)
    with Checker(lambda kept, shares: _worker(setting, kept, shares)) as made:
        yield made


def test_what_others_left_behind_is_not_laid_at_the_door_of_the_last(checker: Checker) -> None:
    """By itself the call takes no memory to speak of."""
    called = function("takes_nothing", "number", module=MODULE)
    assert checker._small(sequence((called, 1)), OUT_OF_MEMORY) is None


def test_what_takes_all_memory_by_itself_is_shown(checker: Checker) -> None:
    """At its smallest."""
    called = function("takes_everything", "number", module=MODULE)
    found = checker._small(sequence((called, 17)), OUT_OF_MEMORY)
    assert found is not None
    assert found.violation.contract == "memory"
    assert found.sequence == sequence((called, 0))
