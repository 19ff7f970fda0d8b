"""What exploring teaches for the tests to come: how operations refuse, and which of them only ask."""

from __future__ import annotations

from caddis.campaign.finishing import Finisher
from caddis.engine.cleaning import Never
from caddis.model.finding import Case, Refusal
from caddis.model.operation import Known
from caddis.oracle.observers import Observers
from caddis.plugin import Plugins
from emit.making import Ref, constructor, function, method, sequence
from engine.exploring import OWNED, Explored, code, explore

MODULE = "subjects.refusing"
SHELF = constructor("Shelf", "room=", module=MODULE)
PUT = method("Shelf.put", "thing", module=MODULE)
TAKE = method("Shelf.take", module=MODULE)


def explored() -> Explored:
    return explore("refusing", 600)


def observed(*steps: tuple[object, ...], observers: Observers | None = None) -> Case | None:
    """The case that is made of a sequence."""
    return Finisher(Plugins(), OWNED, Never(), observers=observers).observe(sequence(*steps))


def test_the_ways_in_which_operations_refuse_are_handed_on() -> None:
    """By `raise`, and by an assert on a parameter; not what failed by accident or is not written yet."""
    refusals = [found for batch in explored().batches for found in batch.refusals]
    ways = {(code(made)[-1], raised) for made, raised, _ in refusals}

    assert ways == {("Shelf", "AssertionError"), ("put", "ValueError"), ("take", "Empty")}


def test_the_shortest_way_to_a_refusal_comes_last() -> None:
    """A longer one is not handed on once there is a shorter one."""
    lengths: dict[tuple[str, str], list[int]] = {}
    for batch in explored().batches:
        for made, raised, where in batch.refusals:
            lengths.setdefault((raised, where), []).append(len(made))

    assert all(several == sorted(several, reverse=True) for several in lengths.values())
    assert all(len(several) == len(set(several)) for several in lengths.values())


def test_exploring_shows_which_operations_only_ask() -> None:
    """Over several states: some change their receiver, some answer, and some always answer the same."""
    found = {str(operation): known for batch in explored().batches for operation, known in batch.questions.items()}

    assert found[f"{MODULE}.Shelf.count"] is Known.ASKS
    assert found[f"{MODULE}.Shelf.take"] is Known.CHANGES
    assert found[f"{MODULE}.Shelf.material"] is Known.CONSTANT


def test_a_refusal_becomes_a_case() -> None:
    """As short as it can be, with the exception and what it says."""
    case = observed((SHELF,), (PUT, Ref(0), 5), (TAKE, Ref(0)), (SHELF,), (TAKE, Ref(0)))

    assert case is not None
    assert case.refusal == Refusal(MODULE, "Empty", "the shelf is empty")
    assert code(case.sequence) == ["Shelf", "take"]
    assert case.assertions == ()
    assert case.type_names == ("Shelf",)


def test_what_failed_by_accident_is_no_case() -> None:
    """Nor is a call with too many arguments of ours, or what is not written yet."""
    first, weigh = method("Shelf.first", module=MODULE), method("Shelf.weigh", module=MODULE)

    assert observed((SHELF,), (first, Ref(0))) is None
    assert observed((SHELF,), (weigh, Ref(0))) is None
    assert observed((SHELF,), (method("Shelf.take", "too many", module=MODULE), Ref(0), 1, 2)) is None


def test_a_prefix_that_fails_is_no_refusal() -> None:
    """Only the last call may."""
    assert observed((SHELF,), (TAKE, Ref(0)), (PUT, Ref(0), 1)) is None


def test_what_comes_from_the_clock_makes_no_case() -> None:
    """It is another in the second run."""
    now = function("now", module="subjects.observe_state")

    assert observed((now,)) is None


def test_a_case_asserts_what_the_last_call_changed() -> None:
    """And what it gave."""
    case = observed((SHELF,), (PUT, Ref(0), 5), (TAKE, Ref(0)))

    assert case is not None
    assert [(one.template, one.expected) for one in case.assertions] == [("{0}", "5"), ("{0}.things", "[]")]


def whole(*steps: tuple[object, ...], messages: bool = True) -> Case | None:
    """The case that is made of a sequence where all is to be told."""
    return Finisher(Plugins(), OWNED, Never(), whole=True, messages=messages).observe(sequence(*steps))


def test_a_whole_case_lacks_only_what_makes_no_difference() -> None:
    """What changes something stays, though its value is not used."""
    apart, changed = whole((SHELF,), (SHELF,), (PUT, Ref(1), 5)), whole((SHELF,), (PUT, Ref(0), 5), (TAKE, Ref(0)))

    assert apart is not None
    assert changed is not None
    assert code(apart.sequence) == ["Shelf", "put"]
    assert code(changed.sequence) == ["Shelf", "put", "take"]


def test_a_refusal_may_be_expected_whatever_it_says() -> None:
    """By its class alone."""
    case = whole((SHELF,), (TAKE, Ref(0)), messages=False)

    assert case is not None
    assert case.refusal == Refusal(MODULE, "Empty")


def test_what_looks_another_each_time_was_not_changed() -> None:
    """An iterator does, wherever it is held; that a call leaves it so says nothing of the call."""
    batches = explore("box_of_iterators", 300).batches
    found = {str(operation): known for batch in batches for operation, known in batch.questions.items()}

    assert found["subjects.box_of_iterators.Box.count"] is Known.ASKS
