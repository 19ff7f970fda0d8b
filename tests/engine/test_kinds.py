"""Whatever can be called is called, and returns, within 2,000 steps."""

from __future__ import annotations

import pytest

from engine.exploring import TESTS, Explored, explorer, names

STEPS = 2_000
KINDS = sorted(path.stem.removeprefix("kinds_") for path in (TESTS / "subjects").glob("kinds_*.py"))
MET: dict[str, set[str]] = {
    "async_generator": {"__aiter__", "__anext__"},
    "awaitable": {"__await__"},
    "generator": {"__iter__", "__next__"},
}
"""What is done with objects that only calls give; those of `contextlib` are used in a sandbox, by other tests."""


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("kind", KINDS)
def test_every_operation_succeeds(kind: str, seed: int) -> None:
    """Each operation of a subject of its kind has returned, and so has what is done with what it gives."""
    made = explorer(f"kinds_{kind}", STEPS, seed=seed)

    def missing() -> set[object]:
        met = names(operation for operation in made.ledger.succeeded if operation.module == "builtins")
        return {*(made.api.operations.keys() - made.ledger.succeeded), *(MET.get(kind, set()) - met)}

    explored = Explored(made, tuple(made.batches(lambda done: done < STEPS and bool(missing()))))

    assert missing() == set()
    assert explored.broken == set()
