"""Contracts are switched off by a line of configuration."""

from __future__ import annotations

from json import JSONDecoder

import pytest

from caddis.judge.asking import Asking
from caddis.judge.exceptions.trusting import Expectations
from caddis.model.classes import names_of
from engine.exploring import explore, findings
from judge.judging import OWNED
from subjects.judged_len_agrees_with_iteration import Broken

LAW = "len_agrees_with_iteration"
CLASS = f"{Broken.__module__}.Broken"


def is_off(entry: str, cls: type) -> bool:
    """Whether an entry of the configuration switches the law off for a class."""
    return Asking(OWNED, (), [entry], Expectations(lambda _operation: None, OWNED), patient=False).is_off(LAW, cls)


@pytest.mark.parametrize("entry", [LAW, "len_*", f"{CLASS}:{LAW}", "subjects.*:*", f"*.Broken:{LAW}"])
def test_an_entry_switches_a_contract_off(entry: str) -> None:
    """Everywhere, or for a class, by patterns too."""
    assert is_off(entry, Broken)


@pytest.mark.parametrize("entry", ["equals_itself", f"{CLASS}s:{LAW}", f"{CLASS}:hash_*", "len"])
def test_other_entries_leave_it_on(entry: str) -> None:
    """Another contract, another class."""
    assert not is_off(entry, Broken)


def test_subclasses_are_switched_off_with_their_base() -> None:
    """What is said of a class is said of what inherits from it."""
    below = type("Below", (Broken,), {})

    assert is_off(f"{CLASS}:{LAW}", below)


def test_a_class_is_known_by_each_name_that_it_is_imported_by() -> None:
    """Where it lives is not where a user knows it from."""
    assert names_of(JSONDecoder) == ["json.JSONDecoder", "json.decoder.JSONDecoder"]


@pytest.mark.parametrize(
    "law", [LAW, "copy_equals_original", "order_is_mirrored", "state_does_not_leak", "raising_leaves_unchanged"]
)
def test_what_is_switched_off_is_not_found(law: str) -> None:
    """Neither a cheap contract nor a dear one, on one object or on several, or on a call."""
    subject = f"judged_{law}:Broken"

    assert law in explore(subject, 400).broken
    assert law not in explore(subject, 400, ignore=(f"subjects.judged_{law}.*:{law}",)).broken


def test_what_is_switched_off_is_not_confirmed_either() -> None:
    """Finishing is told of it, too."""
    explored = explore(f"judged_{LAW}:Broken", 400)

    assert findings(explored)
    assert not findings(explored, ignore=(LAW,))
