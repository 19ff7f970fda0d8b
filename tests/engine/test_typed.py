"""Every form an annotation can take leads to calls that succeed."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.confined import explore_apart

SUBJECTS = ("unions", "containers", "generics", "functions", "standard", "bounds")
SEEDS = [0, 1]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_operation_succeeds(tmp_path: Path, subject: str) -> None:
    """Each function of these subjects refuses what its annotation does not say."""
    said = explore_apart(tmp_path, f"typed_{subject}", 2_000, SEEDS)
    if said["missing"]:
        pytest.skip(f"the sandbox lacks {said['missing']}")

    assert said["unmet"] == {str(seed): [] for seed in SEEDS}
