"""A sequence gives the same outcome whenever it runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.orders import NEVER

TESTS = Path(__file__).parent.parent
SUBJECTS = ("state_counter", "state_registry", "state_memo", "state_class", "state_patches")
ORDERS = {"snapshot": 100, "reimport": 100, "process": 20}
"""How many are tried; where each sequence has a process of its own, hardly one could matter."""


def outcomes(subject: str, reset: str, orders: int) -> list[list[str]]:
    """What came of each sequence, every outcome once, over many orders."""
    done = subprocess.run(
        [sys.executable, "-m", "engine.orders", subject, reset, str(orders)],
        env={**os.environ, "PYTHONPATH": str(TESTS), "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    found: list[list[str]] = json.loads(done.stdout.splitlines()[-1])["outcomes"]
    return found


@pytest.mark.parametrize("reset", ORDERS)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_order_makes_no_difference(subject: str, reset: str) -> None:
    """Many shuffled orders of the same sequences, in one worker."""
    found = outcomes(subject, reset, ORDERS[reset])

    assert len(found) >= 4
    assert [several for several in found if len(several) > 1] == []


@pytest.mark.parametrize("subject", ["state_counter", "state_registry", "state_class"])
def test_it_would_if_nothing_were_put_back(subject: str) -> None:
    """Or the test above would show nothing."""
    assert any(len(several) > 1 for several in outcomes(subject, NEVER, 10))
