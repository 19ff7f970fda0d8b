"""What the parent gathers from its workers, and what it tells those that take their place."""

from __future__ import annotations

import pytest

from caddis.campaign.crew import RARELY, Crew, _share, _Slot, _Suspects
from caddis.campaign.explored import Explored, Volume, crashed, extracts
from caddis.campaign.halt import Halt
from caddis.campaign.setting import Setting
from caddis.config import Config
from caddis.model.codec import Decoder, Encoder, Json, numbers_of, row_of
from caddis.model.events import Crashes
from caddis.model.operation import Kind, Operation, Parameter
from caddis.model.sequence import Literal, Sequence, Statement
from caddis.model.verdict import Confidence, Violation
from caddis.reduce.grouping import Example

MAKE = Operation(Kind.FUNCTION, "shop", "", "make", (Parameter("count"),))
SELL = Operation(Kind.FUNCTION, "shop", "", "sell", (Parameter("count"),))
FALSE = Violation("sorted", "not sorted", claim=("{0} == sorted({0})",))


def calls(*counts: int, last: Operation = MAKE) -> Sequence:
    """A sequence that differs from others in its arguments, and perhaps in its last operation."""
    operations = [*[MAKE] * (len(counts) - 1), last]
    return Sequence(
        tuple(Statement(operation, (Literal(count),)) for operation, count in zip(operations, counts, strict=True))
    )


def batch(encoder: Encoder, *kept: Sequence, **more: Json) -> Json:
    """What a worker tells of a batch."""
    numbers = [encoder.sequence(sequence) for sequence in kept]
    told: Json = {
        "counts": {"executed": len(kept), "kept": len(kept)},
        "reaching": [],
        "branches": 4,
        "reached": [["shop", 1]],
        "lines": 9,
        "run": [["shop", 3]],
        "ledger": {"counts": [], "samples": [], "examples": []},
        "failures": [],
        "denied": [],
        "cases": numbers[:1],
        "leading": [[number, [["counting", 1]], False] for number in numbers[:1]],
        "refusals": [],
        "questions": [],
        "refused": [],
        "violations": [],
        "repeated": [],
        "crashes": {},
        "reports": [],
    }
    return {**told, **more, "kept": numbers, "definitions": encoder.drain()}


def test_what_a_worker_kept_can_be_taken_up_by_another() -> None:
    """With the definitions of all its batches, though each told only its own."""
    explored, volume, encoder, decoder = Explored(), Volume(), Encoder(), Decoder()
    explored.gather(batch(encoder, calls(1), calls(1, 2)), decoder, volume)
    explored.gather(batch(encoder, calls(1, 2, 3)), decoder, volume)

    another = Decoder()
    another.learn(volume.definitions)

    assert [another.sequence(numbers) for numbers in volume.kept] == [calls(1), calls(1, 2), calls(1, 2, 3)]
    assert list(explored.cases) == [calls(1), calls(1, 2, 3)]
    assert (explored.counts["kept"], explored.branches, explored.reached) == (3, 4, {("shop", 1)})


def test_violations_told_with_a_batch_are_gathered() -> None:
    """With the sequence that shows them."""
    explored, encoder = Explored(), Encoder()
    violations = [[encoder.sequence(calls(5)), encoder.violation(FALSE)]]
    explored.gather(batch(encoder, violations=violations), Decoder(), Volume())

    [group] = explored.groups.by_cause.values()
    assert group.examples == [Example(calls(5), FALSE)]


def test_what_several_workers_brought_is_joined() -> None:
    """Counts add up, and what both have reached counts once."""
    whole = Explored()
    for branches, restarts in ((4, 1), (6, 2)):
        one = Explored(branches=branches, restarts=restarts, seconds=1.5, modules=("shop",))
        one.records.know([["shop.Shop", "constructor", "shop.Shop", []], ["shop.sell", "function", "shop", []]], [], [])
        one.gather(batch(Encoder(), calls(1), calls(branches, 2), branches=branches), Decoder(), Volume())
        one.blame(calls(1), FALSE)
        one.volumes.append(Volume())
        whole.join(one)

    assert (whole.counts["executed"], whole.branches, len(whole.records.by_key), whole.restarts) == (4, 6, 2, 3)
    assert (whole.seconds, whole.modules, len(whole.volumes)) == (3.0, ("shop",), 2)
    assert whole.reached == {("shop", 1)}
    assert (whole.run, whole.lines) == ({("shop", 3)}, 9)
    assert [group.occurrences for group in whole.groups.by_cause.values()] == [2]
    assert list(whole.cases) == list(whole.leading) == [calls(1)]


def test_what_a_worker_died_of_is_called_rarely_then_never() -> None:
    """Others are called as ever."""
    suspects = _Suspects()
    suspects.add("shop.make")
    assert suspects.shares() == {"shop.make": RARELY}

    suspects.add("shop.make")
    suspects.add("shop.sell")

    assert suspects.shares() == {"shop.make": 0.0, "shop.sell": RARELY}


def test_what_took_too_long_is_never_called_again() -> None:
    """A worker has tried it often enough."""
    suspects = _Suspects()
    suspects.drop("shop.make")

    assert suspects.shares() == {"shop.make": 0.0}


def test_a_worker_that_was_killed_says_little_about_what_it_was_at() -> None:
    """Only the same operation again and again is given up: more rarely at first."""
    suspects = _Suspects()
    for operation in ("shop.make", "shop.sell", "shop.make", "shop.sell"):
        suspects.add_perhaps(operation)
    assert suspects.shares() == {}

    suspects.add_perhaps("shop.sell")
    assert suspects.shares() == {"shop.sell": RARELY}

    suspects.add_perhaps("shop.sell")
    suspects.add_perhaps("shop.sell")
    assert suspects.shares() == {"shop.sell": 0.0}


@pytest.mark.parametrize(("steps", "workers"), [(10, 1), (10, 3), (2, 3), (0, 2)])
def test_steps_are_shared_fairly(steps: int, workers: int) -> None:
    """No worker has more than one step more than another, and none is lost."""
    shares = [_share(steps, workers, number) or 0 for number in range(workers)]

    assert sum(shares) == steps
    assert max(shares) - min(shares) <= 1


def test_where_time_counts_nobody_has_a_share_of_steps() -> None:
    """There are none to share."""

    assert _share(None, 2, 0) is None


def volume(*kept: int, reaching: tuple[int, ...] = ()) -> Volume:
    """Sequences of one statement each."""
    definitions = {"operations": [], "statements": [[0, [number]] for number in range(100)]}
    return Volume(definitions, [row_of([number]) for number in kept], [row_of([number]) for number in reaching])


@pytest.mark.parametrize(
    ("room", "expected"),
    [(100, [[1, 2, 3, 4], [5, 6, 7]]), (7, [[1, 2, 3, 4], [5, 6, 7]]), (4, [[1, 2], [7, 5]]), (1, [[1]]), (0, [])],
)
def test_a_new_worker_takes_up_what_was_kept_before(room: int, expected: list[list[int]]) -> None:
    """All of it; if that is too much, what reached something new, the first, and some of the rest."""
    found = extracts([volume(1, 2, 3, 4), volume(), volume(5, 6, 7, reaching=(7,))], room)
    numbers = [
        [each["definitions"]["statements"][at][1][0] for [at] in map(numbers_of, each["kept"])] for each in found
    ]

    assert sorted(map(sorted, numbers)) == sorted(map(sorted, expected))


def test_only_the_first_worker_puts_what_is_known_into_words() -> None:
    """All others know the same, and it takes them time."""
    crew = Crew(Setting((), (), (), Config(steps=10, workers=2)), Halt(None), None)
    first, second = (_Slot(crew, number, Explored(), 5) for number in range(2))
    at_first = [slot.job()["in_words"] for slot in (first, second)]
    first.explored.modules = ("shop",)

    assert at_first == [True, False]
    assert first.job()["in_words"] is False


def test_violations_that_were_only_counted_count() -> None:
    """Of a cause that is known, one tells of all."""
    explored, volume, encoder, decoder = Explored(), Volume(), Encoder(), Decoder()
    violation = Violation("no_index_error", "IndexError", exception="IndexError")
    told = [[encoder.sequence(calls(1)), encoder.violation(violation)]]
    more = [[encoder.sequence(calls(1)), encoder.violation(violation), 40]]
    explored.gather(batch(encoder, calls(1), violations=told, repeated=more), decoder, volume)

    (group,) = explored.groups.by_cause.values()
    assert group.occurrences == 41


def test_the_surest_example_of_a_cause_is_kept() -> None:
    """However long it is: a shorter one may be a misuse."""
    explored = Explored()
    for confidence, numbers in ((Confidence.MEDIUM, (1,)), (Confidence.HIGH, (1, 2, 3)), (Confidence.MEDIUM, (2,))):
        explored.blame(calls(*numbers), Violation("no_type_error", "", confidence=confidence))

    (group,) = explored.groups.by_cause.values()
    assert group.confidence is Confidence.HIGH


def test_crashes_become_a_table() -> None:
    """Reports are told apart by their stacks, redundant are those with the cause of another, bugs are sure enough."""
    explored = Explored()
    explored.crashes.update({"shop": 9, "bank": 1})
    explored.reports = {
        ("shop", "a:1", "one"): Confidence.LOW,
        ("shop", "a:1", "two"): Confidence.HIGH,
        ("shop", "a:2", "three"): Confidence.LOW,
    }

    assert crashed(explored, Confidence.MEDIUM) == (Crashes("bank", 1, 0, 0, 0), Crashes("shop", 9, 3, 1, 1))


def test_of_refusals_the_shortest_stay_and_of_questions_the_surest() -> None:
    """Whichever worker tells of them."""
    explored, other = Explored(), Explored()
    for one, made, known in ((explored, calls(1, 2), "constant"), (other, calls(1), "asks")):
        encoder = Encoder()
        refused = [[encoder.sequence(made), "ValueError", "shop.py:3"]]
        event = batch(encoder, refusals=refused, questions=[["shop.Stack.size", known]])
        one.gather(event, Decoder(), Volume())
    explored.join(other)
    changed = batch(Encoder(), questions=[["shop.Stack.size", "changes"]])

    assert list(explored.refusals.values()) == [calls(1)]
    assert explored.questions == {"shop.Stack.size": "asks"}
    explored.gather(changed, Decoder(), Volume())
    assert explored.questions == {"shop.Stack.size": "changes"}
