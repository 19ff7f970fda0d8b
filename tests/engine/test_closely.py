"""What is about to be kept is looked at closely: some of everything, on runs of their own."""

from __future__ import annotations

from collections import Counter

from caddis.engine.closely import ALBUM, FIRST, ONE_IN, WAITING, Closely
from caddis.engine.trial import Trial
from caddis.model.sequence import Sequence
from caddis.model.verdict import Verdict, Violation
from emit.making import Ref, constructor, method, sequence
from engine.exploring import explore

BOX = constructor("Box")
PUT, TAKE = method("Box.put", "item"), method("Box.take")


class Box:
    """What the trials of these tests make."""


def useful(number: int, *, last: str = "put") -> Trial:
    """A trial that made something new."""
    made = sequence((BOX,), (PUT if last == "put" else TAKE, Ref(0), number))
    return Trial(Verdict.USEFUL, made, ((Box,), (type(None),)), (number, None), (0,))


def looking(
    seen: list[Sequence], broken: Violation | None = None, *, compares: bool = False, timed: bool = False
) -> Closely:
    """One that notes what it looks at."""

    def look(made: Sequence) -> Violation | None:
        seen.append(made)
        return broken

    return Closely(look, lambda _cls: compares, seed="1", timed=timed)


def test_looks_are_counted_where_the_seed_decides() -> None:
    """A number to begin with, then one for so many that were tried."""
    seen: list[Sequence] = []
    closely = looking(seen)
    for batch in range(100):
        closely.examine([useful(100 * batch + number) for number in range(ONE_IN)])

    assert len(seen) == FIRST + 100


def test_what_was_seen_least_comes_first() -> None:
    """A rare operation is not crowded out by a frequent one."""
    seen: list[Sequence] = []
    closely = looking(seen)
    for batch in range(200):
        closely.examine([useful(100 * batch + number) for number in range(WAITING)])
    before = len(seen)
    closely.examine([useful(-1), useful(-2), useful(-3, last="take"), *[useful(-4)] * ONE_IN])

    assert str(seen[before].statements[-1].operation) == "shop.Box.take"


def test_a_trial_that_breaks_a_dear_contract_is_kept_no_more() -> None:
    """It is told with its violation, in its place of the batch."""
    violation = Violation("copy_equals_original", "", (0,))
    broken, others = looking([], violation).examine([useful(1), useful(2, last="take")])

    assert {position: trial.verdict for position, trial in broken.items()} == dict.fromkeys((0, 1), Verdict.VIOLATION)
    assert all(trial.violation is violation and not trial.extensible for trial in broken.values())
    assert others == []


def test_new_objects_are_compared_with_remembered_ones() -> None:
    """Sequences that made others of their class stand before theirs."""
    seen: list[Sequence] = []
    closely = looking(seen, compares=True)
    for number in range(2 * ALBUM):
        closely.examine([useful(number)])

    lengths = Counter(map(len, seen))
    assert lengths[2] == 1
    assert lengths[4] == 1
    assert lengths[6] > ALBUM


def test_the_same_seed_looks_at_the_same() -> None:
    """Twice the same trials, twice the same looks."""

    def run() -> list[Sequence]:
        seen: list[Sequence] = []
        closely = looking(seen, compares=True)
        for number in range(50):
            closely.examine([useful(number), useful(-number)])
        return seen

    assert run() == run()


def test_a_class_that_always_breaks_a_law_can_still_be_built_upon() -> None:
    """It is told a number of times, and then no more."""
    explored = explore("judged_getters_do_not_mutate:Broken", 600)
    told = [violation for _, violation in explored.violations if violation.contract == "getters_do_not_mutate"]

    assert 0 < len(told) <= 10
    assert any(len(made) > 3 for made in explored.kept)


def test_looking_at_what_exits_does_not_end_the_worker() -> None:
    """A `repr` may do anything."""
    assert "repr_never_raises" in explore("judge_values:Exits", 300).broken
