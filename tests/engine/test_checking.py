"""Properties are checked against what the API leads to, and what breaks them is told apart and made small."""

from __future__ import annotations

import pytest

from arbitcheck import sum_stack, sum_stack_half_mended, sum_stack_mended
from caddis.discover.checked import checkable
from caddis.model.tested import Ended
from engine.checked import Bench, bench
from subjects import properties_of_everything

INVARIANT = "_sum_is_that_of_the_data"
BY_POP = f"stack = SumStack()\nstack.push(1)\nstack.pop()\nstack.{INVARIANT}()"


@pytest.fixture(scope="module")
def everything() -> Bench:
    """Properties of each kind."""
    return bench(properties_of_everything)


@pytest.mark.parametrize("seed", range(10))
def test_both_bugs_of_a_stack_are_found_each_with_its_shortest_program(seed: int) -> None:
    """Lists 17, 18 and 19 of the paper, whatever the seed."""
    stack = bench(sum_stack, seed=seed)
    count = stack.check(INVARIANT)
    programs = stack.programs(count)

    assert count.total == 1000
    assert programs.keys() == {"pop", "get_data"}
    assert programs["pop"] == BY_POP
    assert programs["get_data"].count("\n") <= 4


@pytest.mark.parametrize("seed", range(10))
def test_with_one_bug_mended_the_other_is_found(seed: int) -> None:
    """And with none left, nothing is."""
    half = bench(sum_stack_half_mended, seed=seed)
    mended = bench(sum_stack_mended, seed=seed).check(INVARIANT)

    assert half.programs(half.check(INVARIANT)).keys() == {"get_data"}
    assert (mended.passed, mended.failed, mended.ended) == (1000, 0, Ended.ENOUGH)


def test_all_kinds_of_functions_are_properties() -> None:
    """In the order written; private ones, too."""
    found = [one.name.partition(":")[2] for one in checkable({"x": properties_of_everything}).properties]

    assert found[:4] == ["Counter._counts_up", "Counter._Counter__mangled", "Counter.adds", "Counter.knows_itself"]
    assert found[4:6] == ["breaks_what_it_gets", "sees_whole_counters"]


@pytest.mark.parametrize("name", ["_counts_up", "_Counter__mangled", "adds", "knows_itself", "raises_something"])
def test_those_that_hold_pass(everything: Bench, name: str) -> None:
    """A hundred times."""
    count = everything.check(name, 50)

    assert (count.passed, count.failed) == (50, 0)


def test_nothing_is_built_upon_what_a_property_leaves_behind(everything: Bench) -> None:
    """One that breaks its input is the last call of its own replay."""
    assert everything.check("breaks_what_it_gets", 200).failed == 0
    assert everything.check("sees_whole_counters", 200).failed == 0


@pytest.mark.parametrize(("name", "exception"), [("raises_nothing", "Failed"), ("raises_something_else", "ValueError")])
def test_an_expected_exception_must_come(everything: Bench, name: str, exception: str) -> None:
    """None is as wrong as another one."""
    count = everything.check(name, 20)
    [[(_, violation), *_]] = count.failures.values()

    assert count.failed == 20
    assert violation.exception == exception
    assert everything.programs(count)[name] == f"with pytest.raises(KeyError):\n    {name}(0)"


def test_discarded_inputs_do_not_count(everything: Bench) -> None:
    """Nor do they bear labels."""
    count = everything.check("speaks_of_even_numbers", 100)

    assert count.passed == 100
    assert count.discarded > 0
    assert set(count.labels) == {"positive", "by four", "positive, by four"}
    assert set(count.collected) == {"0", "2"}
    assert sum(count.collected.values()) == 100


def test_a_property_that_discards_everything_is_given_up(everything: Bench) -> None:
    """After ten times as many inputs as were wanted."""
    count = everything.check("speaks_of_nothing", 20)

    assert (count.total, count.ended) == (0, Ended.DISCARDS)
    assert count.discarded >= 200


def test_exceptions_named_by_the_property_discard(everything: Bench) -> None:
    """Without a word from it."""
    count = everything.check("divides", 100)

    assert count.failed == 0
    assert count.discarded == 1


def test_each_state_counts_once(everything: Bench) -> None:
    """There are two flags and no more."""
    count = everything.check("either")

    assert (count.passed, count.ended) == (2, Ended.INPUTS)


def test_numbers_are_drawn_from_all_there_are(everything: Bench) -> None:
    """A thousand different ones are no trouble."""
    assert everything.check("adds").ended is Ended.ENOUGH


def test_coroutines_are_awaited(everything: Bench) -> None:
    """And what breaks them is written with a loop around."""
    programs = everything.programs(everything.check("waits", 500))

    assert "    await waits(3)\n" in programs["waits"]
    assert programs["waits"].endswith("asyncio.run(scenario())")


def test_all_inputs_are_tried_even_after_a_failure(everything: Bench) -> None:
    """Unless the user wants to stop there."""
    whole = everything.check("small_lists_only", 300)
    stopped = everything.check("small_lists_only", 300, stop=True)

    assert whole.total == 300
    assert 0 < whole.failed < 300
    assert stopped.ended is Ended.STOPPED
    assert stopped.total < 300


def test_lists_are_made_small(everything: Bench) -> None:
    """One number that is just too large."""
    count = everything.check("small_lists_only", 300)

    assert everything.programs(count)["small_lists_only"] == "small_lists_only([100])"


def test_the_seed_decides_everything() -> None:
    """The same inputs, in the same order."""
    one, other = (bench(sum_stack, seed=3).check(INVARIANT, 200) for _ in range(2))

    assert one.seen == other.seen
    assert one.times == other.times


def test_a_pool_serves_one_property_after_the_other() -> None:
    """The second needs hardly any exploration of its own."""
    stack = bench(sum_stack)
    stack.check(INVARIANT)
    [known] = stack.checking._known.values()
    before = known.steps
    stack.check(INVARIANT)

    assert known.steps - before < before / 4
