"""What was tried is run again to learn more of it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from caddis.config import Config
from caddis.engine.again import Again
from caddis.engine.cleaning import Never
from caddis.engine.laboratory import Laboratory
from caddis.execute.clock import Beat
from caddis.execute.importing import MOST_REARMED, Coverage, InstrumentingFinder
from caddis.generate.proposal import unknown
from caddis.model.sequence import Sequence
from caddis.plugin import Plugins
from emit.making import Ref, constructor, method, sequence
from engine.exploring import OWNED, explorer, run

MODULE = "subjects.refusing"
SHELF = constructor("Shelf", "room=", module=MODULE)
PUT = method("Shelf.put", "thing", module=MODULE)
TAKE = method("Shelf.take", module=MODULE)
COUNT = method("Shelf.count", module=MODULE)


@contextmanager
def probed(module: str) -> Iterator[Coverage]:
    """A module with probes, none of them visited."""
    found = Coverage()
    finder = InstrumentingFinder(frozenset({module}), found)
    plain = sys.modules.pop(module, None)
    finder.install()
    try:
        importlib.import_module(module)
        yield found
    finally:
        finder.uninstall()
        sys.modules.pop(module)
        if plain is not None:
            sys.modules[module] = plain


@pytest.fixture
def coverage() -> Iterator[Coverage]:
    """That of what is sliced here."""
    with probed(MODULE) as found:
        yield found


def laboratory() -> Laboratory:
    return Laboratory(plugins=Plugins(), owned=OWNED, config=Config(), beat=Beat(), denied=[])


def sliced(coverage: Coverage, *steps: tuple[object, ...]) -> Sequence:
    """A slice that reaches what the last call was the first to reach."""
    whole, runs = sequence(*steps), laboratory()
    assert runs.runs_well(Sequence(whole.statements[:-1]))
    before = coverage.fresh
    assert runs.runs_well(whole)
    return Again(runs, Never(), coverage).slice_of(whole, coverage.latest(coverage.fresh - before))


FULL = ((SHELF,), (PUT, Ref(0), 5), (SHELF,), (COUNT, Ref(2)))


def test_what_the_last_call_does_not_need_is_left_out(coverage: Coverage) -> None:
    """All but what makes its values, if that reaches the same."""
    steps = ((SHELF,), (SHELF,), (COUNT, Ref(1)), (PUT, Ref(0), 1))

    assert sliced(coverage, *steps) == sequence((SHELF,), (PUT, Ref(0), 1))


def test_what_is_done_with_its_values_stays_if_need_be(coverage: Coverage) -> None:
    """From an empty shelf nothing can be taken."""
    assert sliced(coverage, *FULL, (TAKE, Ref(0))) == sequence((SHELF,), (PUT, Ref(0), 5), (TAKE, Ref(0)))


def test_a_refusal_is_sliced_too() -> None:
    """Where it is refused in the same place, and not where the slice is refused for something else."""
    again, put = Again(laboratory(), Never(), Coverage()), (PUT, Ref(0), 5)
    full = ((SHELF, 1), put, (SHELF,), (COUNT, Ref(2)), put)
    raised, where = laboratory().refuses(sequence(*full)) or ("", "")

    assert raised == "ValueError"
    assert again.refusal_of(sequence(*full), raised, where) == sequence((SHELF, 1), put, put)
    assert again.refusal_of(sequence(*full), "Empty", where) == sequence(*full)


def test_what_is_reached_once_more_is_not_new(coverage: Coverage) -> None:
    """Nor is its order another, from which others tell what is."""
    sliced(coverage, *FULL, (TAKE, Ref(0)))
    covered, fresh = coverage.covered(), coverage.fresh

    assert coverage.reaches_again(covered, lambda: laboratory().runs_well(sequence(*FULL[:2]))) is False
    assert coverage.reaches_again(covered[:2], lambda: laboratory().runs_well(sequence(*FULL[:2])))
    assert (covered, fresh) == (coverage.covered(), coverage.fresh)


def test_what_a_call_changes_is_seen_when_it_is_made_again() -> None:
    """Whatever its value was like when it was made before."""
    again = Again(laboratory(), Never(), Coverage())
    full = FULL[:2]

    assert again.changes(unknown(sequence(*full, (TAKE, Ref(0))).statements), 0)
    assert not again.changes(unknown(sequence(*full, (COUNT, Ref(0))).statements), 0)


@pytest.mark.parametrize("seed", range(5))
def test_a_test_is_made_of_what_failures_were_the_first_to_reach(seed: int) -> None:
    """By the first call that goes well."""
    with probed("subjects.reached_by_failures") as seen:
        explored = run(explorer("reached_by_failures", 2_000, sight=seen, seed=seed), 2_000)
        led = {number for batch in explored.batches for _, reached, _ in batch.leading for number in reached}

    assert {*seen.named(seen.covered())} == {*seen.named(led)}
    assert seen.counts() == (2, 2)


def test_what_is_armed_again_is_told_of_once() -> None:
    """Each time, and not for ever."""
    with probed(MODULE) as seen:
        runs = laboratory()
        assert runs.runs_well(sequence((SHELF,)))
        number = seen.covered()[1]
        told = []
        for _ in range(MOST_REARMED + 2):
            seen.arm_again((number,))
            assert runs.runs_well(sequence((SHELF,), (SHELF,)))
            told.append(len(seen.revisited))
            seen.revisited.clear()

    assert told == [1] * MOST_REARMED + [0, 0]
