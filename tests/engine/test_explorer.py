"""The loop of Figure 3: what it finds, what it builds upon, and what a user may add to it."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from caddis.config import FilterConfig, GenerateConfig
from caddis.engine.cleaning import Never
from caddis.engine.finisher import Finisher
from caddis.execute.clock import Beat, Clock
from caddis.execute.importing import Coverage, InstrumentingFinder
from caddis.execute.interpreter import Interpreter
from caddis.model.sequence import Sequence
from caddis.plugin import Plugins, contract, extensible, literals
from engine.exploring import OWNED, code, explore, explorer, findings, run
from subjects import engine_boundary
from subjects.engine_boundary import Plant
from subjects.engine_sum_stack import SumStack


@contract(SumStack)
def sum_is_right(stack: SumStack) -> bool:
    return stack.get_sum() == sum(stack.get_data())


ONCE = GenerateConfig(repetition=0.0)
"""No repeated calls, so that a step of a subject is a step of the search."""

SUM_IS_RIGHT = Plugins(contracts=(sum_is_right,))


def test_several_results_of_an_operation_are_worth_a_test() -> None:
    """Those of all values there are would be too many, and one too few."""
    each = Counter(code(sequence)[-1] for sequence in explore("engine_words").cases)

    assert {"look_up", "enter"} == each.keys()
    assert all(6 <= count <= 20 for count in each.values())


def test_both_faults_of_a_sum_stack_are_found_and_made_small() -> None:
    """`pop`; and changing the list that `get_data` gave away, seen on the stack it came from."""
    found = findings(explore("engine_sum_stack", 1_000, plugins=SUM_IS_RIGHT), SUM_IS_RIGHT)
    shown = [code(finding.sequence) for finding in found]
    last = [str(finding.sequence.statements[-1].operation) for finding in found]

    assert ["SumStack", "push", "pop"] in shown
    assert any(
        "get_data" in names and name.startswith("builtins.list.") for names, name in zip(shown, last, strict=True)
    )
    assert all(len(names) <= 4 for names in shown)
    assert {finding.violation.contract for finding in found} == {"sum_is_right"}
    assert all(finding.violation.subjects == (0,) for finding in found)


def test_clearing_what_was_given_away_shows_where_it_came_from() -> None:
    """The value judged is the stack, though only its list was touched."""
    violations = explore("engine_sum_stack", 3_000, plugins=SUM_IS_RIGHT).violations
    cleared = [(sequence, violation) for sequence, violation in violations if code(sequence)[-1] == "clear"]

    assert cleared
    for sequence, violation in cleared:
        assert str(sequence.statements[-1].operation) == "builtins.list.clear"
        outcome = Interpreter().replay(sequence)
        assert all(isinstance(outcome.values[index], SumStack) for index in violation.subjects)


def test_a_violating_sequence_is_not_built_upon() -> None:
    """It goes among the errors, not among the components."""
    explored = explore("engine_sum_stack", plugins=SUM_IS_RIGHT)
    violating = {sequence for sequence, _ in explored.violations}

    assert violating
    assert violating.isdisjoint(explored.kept)
    assert explored.counts["violation"] == len(explored.violations) + explored.repeated


def test_what_breaks_a_law_is_built_upon_and_not_blamed_again() -> None:
    """The call that made it went well, and a fault behind it is another; whatever comes after breaks no new law."""
    explored = explore("engine_behind_a_law")
    blamed = {(violation.contract, code(sequence)[-1]) for sequence, violation in explored.violations}

    assert "halved" in {last for _, last in blamed}
    assert {last for contract, last in blamed if contract == "not_before_itself"} == {"Span"}


@pytest.mark.parametrize("without", [(), ("comparing",)])
@pytest.mark.parametrize("subject", ["engine_compares", "engine_asks_further"])
def test_what_the_target_compares_is_tried_in_turn(subject: str, without: tuple[str, ...]) -> None:
    """A word that is written nowhere, and what is of a class that is: only the comparison with it shows it."""
    coverage = Coverage()
    finder = InstrumentingFinder(frozenset({f"subjects.{subject}"}), coverage)
    sys.modules.pop(f"subjects.{subject}", None)
    finder.install()
    try:
        run(explorer(subject, 1_000, sight=coverage, generate=GenerateConfig(without=without)), 1_000)
    finally:
        finder.uninstall()

    reached, there_are = coverage.counts()
    assert (reached == there_are) is (not without)


def test_without_the_contract_there_is_nothing_to_find() -> None:
    """Raising IndexError on purpose is no fault."""
    assert explore("engine_sum_stack").violations == []


def test_the_same_seed_does_the_same() -> None:
    """Every sequence, in the same order; and another seed does something else."""
    assert explore("engine_sum_stack", seed=3).kept == explore("engine_sum_stack", seed=3).kept
    assert explore("engine_sum_stack", seed=1).kept != explore("engine_sum_stack", seed=2).kept


def test_every_step_is_accounted_for() -> None:
    """What was executed was useful, redundant, illegal or violating; duplicates were not executed."""
    counts = explore("engine_sum_stack", 700, plugins=SUM_IS_RIGHT).counts

    assert counts["executed"] <= 700
    assert counts["executed"] == sum(counts[name] for name in ("useful", "redundant", "illegal", "violation"))
    assert counts["generated"] == counts["executed"] + counts["duplicate"]
    assert counts["kept"] == counts["useful"]


def test_no_sequence_runs_twice() -> None:
    """Duplicates are discarded before they run."""
    kept = explore("engine_sum_stack", 1_000, filters=FilterConfig(equality=False)).kept

    assert len(set(kept)) == len(kept)


def test_sequences_that_differ_in_one_reference_are_no_duplicates() -> None:
    """After `new = old.step()`, `new.look()` and `old.look()` are two sequences."""
    kept = explore("engine_pair", filters=FilterConfig(equality=False), generate=ONCE).kept
    looked = [made.statements[-1].arguments for made in kept if code(made) == ["Walker", "step", "look"]]

    assert sorted(looked) == [(-2,), (-1,)]


def test_undirected_keeps_no_sequence_twice() -> None:
    """Discarding duplicates is no filter: the baseline does it too (Figure 3, line 9)."""
    kept = explore("engine_counter", strategy="undirected").kept

    assert len(set(kept)) == len(kept)


def values_kept(sequences: list[Sequence]) -> list[list[object]]:
    """The values that each sequence makes."""
    interpreter = Interpreter()
    return [interpreter.replay(sequence).values for sequence in sequences]


def test_the_equality_filter_keeps_one_of_equal_objects() -> None:
    """All counters are equal, so one is enough; without the filter, or by state, others are kept."""
    equal = explore("engine_counter", generate=ONCE).kept
    by_state = explore("engine_counter", generate=ONCE, equality="state").kept
    unfiltered = explore("engine_counter", generate=ONCE, filters=FilterConfig(equality=False)).kept

    assert longest_run(equal) == 1
    assert longest_run(by_state) > 1
    assert len(equal) < len(by_state) < len(unfiltered)


def longest_run(sequences: list[Sequence]) -> int:
    """How far a counter got in any of the sequences, in single steps."""
    return max(code(sequence).count("up") for sequence in sequences if code(sequence).count("Counter") == 1)


def test_the_exceptions_filter_drops_what_raises() -> None:
    """Without it, such sequences are built upon all the same."""

    def raise_at_the_end(sequences: list[Sequence]) -> int:
        return sum(len(values) < len(made) for made, values in zip(sequences, values_kept(sequences), strict=True))

    filtered = explore("engine_counter")
    unfiltered = explore("engine_counter", filters=FilterConfig(exceptions=False))

    assert filtered.counts["illegal"] > 0
    assert raise_at_the_end(filtered.kept) == 0
    assert raise_at_the_end(unfiltered.kept) > 0


def none_is_handed_on(sequences: list[Sequence]) -> bool:
    """Whether any call takes the None that an earlier one returned."""
    return any(
        values[source] is None
        for made, values in zip(sequences, values_kept(sequences), strict=True)
        for index in range(len(made))
        for source in made.sources(index)
    )


def test_the_null_filter_keeps_none_from_being_handed_on() -> None:
    """What returned None is no argument."""
    explored = explore("engine_nothing")

    assert explored.succeeded == {"nothing", "something", "take"}
    assert not none_is_handed_on(explored.kept)


def test_without_the_null_filter_none_is_handed_on() -> None:
    """As any other value."""
    assert none_is_handed_on(explore("engine_nothing", filters=FilterConfig(null=False)).kept)


def test_undirected_builds_on_everything() -> None:
    """On what raises and what is redundant: the paper's baseline."""
    directed, undirected = explore("engine_counter"), explore("engine_counter", strategy="undirected")

    assert any(
        len(values) < len(made) for made, values in zip(undirected.kept, values_kept(undirected.kept), strict=True)
    )
    assert len(undirected.kept) > len(directed.kept)
    assert undirected.counts["illegal"] > directed.counts["illegal"]


def test_undirected_builds_on_violations_too() -> None:
    """And reports them."""
    undirected = explore("engine_sum_stack", strategy="undirected", plugins=SUM_IS_RIGHT)

    assert undirected.broken == {"sum_is_right"}
    assert {sequence for sequence, _ in undirected.violations} & set(undirected.kept)


def test_classes_met_at_run_time_bring_their_methods() -> None:
    """And are judged like the others."""
    explored = explore("engine_hidden")

    assert {"open_cursor", "add", "first", "__len__"} <= explored.succeeded
    assert explored.broken == {"no_index_error"}
    assert [code(finding.sequence) for finding in findings(explored)] == [["open_cursor", "first"]]


def test_methods_of_classes_met_at_run_time_are_worth_a_test() -> None:
    """They are the target's own."""
    assert "add" in {code(sequence)[-1] for sequence in explore("engine_hidden").cases}


def test_a_state_contract_sees_every_value_and_exception() -> None:
    """And is blamed on the call after which it broke."""
    exceptions: set[str] = set()

    @contract
    def sum_of_every_stack_is_right(values: list[object], exception: BaseException | None) -> bool:
        exceptions.add(type(exception).__name__)
        stacks = [value for value in values if isinstance(value, SumStack)]
        return all(stack.get_sum() == sum(stack.get_data()) for stack in stacks)

    plugins = Plugins(state_contracts=(sum_of_every_stack_is_right,))
    explored = explore("engine_sum_stack", plugins=plugins)

    assert explored.broken == {"sum_of_every_stack_is_right"}
    assert {"NoneType", "IndexError"} <= exceptions
    assert ["SumStack", "push", "pop"] in [code(finding.sequence) for finding in findings(explored, plugins)]


def test_a_user_filter_decides_what_is_built_upon() -> None:
    """Stacks with more than two numbers are left alone."""

    @extensible
    def small(value: object) -> bool:
        return not isinstance(value, SumStack) or len(value.get_data()) <= 2

    explored = explore("engine_sum_stack", 1_000, plugins=Plugins(filters=(small,)))
    free = explore("engine_sum_stack", 1_000)

    assert explored.counts["kept"] < free.counts["kept"]


def test_what_a_user_filter_refuses_is_never_an_argument() -> None:
    """Also not when it stands in the prefix of something else that may be built upon."""

    @extensible
    def not_grown(value: object) -> bool:
        return not (isinstance(value, Plant) and value.grown)

    engine_boundary.seen.clear()
    explore("engine_boundary", 1_000, plugins=Plugins(filters=(not_grown,)))

    assert engine_boundary.seen
    assert True not in engine_boundary.seen


def test_user_literals_reach_what_defaults_do_not() -> None:
    """From the configuration and from a plugin."""
    plugins = Plugins(literals=(literals(str, "xyzzy"),))

    assert explore("engine_words").broken == set()
    assert explore("engine_words", plugins=plugins).broken == {"no_assertion_error"}
    assert explore("engine_words", literals={"int": (271828,)}).broken == {"no_assertion_error"}
    assert len(findings(explore("engine_words", plugins=plugins, literals={"int": (271828,)}))) == 2


@pytest.fixture
def ticking() -> Iterator[Beat]:
    """A beat that a clock watches."""
    before = signal.getsignal(signal.SIGALRM)
    beat = Beat()
    clock = Clock(beat, 0.1)
    clock.start()
    yield beat
    clock.stop()
    signal.signal(signal.SIGALRM, before)


def test_an_operation_that_takes_too_long_is_dropped(ticking: Beat) -> None:
    """After two times; the rest goes on."""
    explored = explore("engine_slow", 60, beat=ticking)

    assert explored.dropped == ["engine_slow.forever"]
    assert explored.counts["out_of_time"] == 2
    assert explored.succeeded == {"quick"}


def test_the_beat_is_even_whenever_the_loop_is_at_work(ticking: Beat) -> None:
    """Also after an interruption."""
    explore("engine_slow", 60, beat=ticking)

    assert ticking.words[0] % 2 == 0


def test_avoided_operations_are_not_called() -> None:
    """What killed an earlier worker."""
    deadly = [
        str(operation) for operation in explore("engine_counter").explorer.ledger.called if operation.name == "down"
    ]
    made = explorer("engine_counter", shares=dict.fromkeys(deadly, 0.0))

    assert "down" in explore("engine_counter").called
    assert run(made).called == explore("engine_counter").called - {"down"}


def test_an_explorer_takes_up_what_another_kept() -> None:
    """It runs the sequences again, and builds on them."""
    first = explore("engine_counter", 300, equality="state", generate=ONCE)
    second = explorer("engine_counter", 300, equality="state", generate=ONCE)
    second.take_up(first.kept)

    kept = run(second, 300).kept
    assert longest_run(kept) > longest_run(first.kept)
    assert set(kept).isdisjoint(first.kept)


def test_a_case_is_short_and_says_what_was_seen() -> None:
    """Statements that change nothing of it are left out."""
    finisher = Finisher(Plugins(), OWNED, Never())
    explored = explore("engine_sum_stack", 1_000)
    cases = [case for sequence in explored.cases if (case := finisher.observe(sequence)) is not None]

    assert cases
    assert all(case.assertions for case in cases)
    assert {"pop", "push", "get_sum", "get_data"} <= {code(case.sequence)[-1] for case in cases}


def test_a_violation_that_does_not_come_again_is_no_finding() -> None:
    """The finisher sees for itself."""
    explored = explore("engine_sum_stack", plugins=SUM_IS_RIGHT)
    sequence, violation = explored.violations[0]

    assert Finisher(Plugins(), OWNED, Never()).reduce(sequence, violation) is None
    assert Finisher(SUM_IS_RIGHT, OWNED, Never()).reduce(sequence, violation) is not None


def test_what_is_given_is_tried_first() -> None:
    """Each once, though it may be given again, or found again; it counts as steps."""
    given = [sequence for sequence in explore("engine_sum_stack", 200).kept if len(sequence) == 3][:8]
    made = explorer("engine_sum_stack", 40)
    made.begin_with([*given, *given])
    explored = run(made, 40)

    assert len(given) == 8
    assert [sequence for sequence in explored.kept[:8] if sequence not in given] == []
    assert len(set(explored.kept)) == len(explored.kept)
    assert explored.counts["executed"] <= 40


@pytest.mark.parametrize(
    ("number", "settings"),
    [
        (1, {}),
        (0, {"strategy": "undirected"}),
        (0, {"generate": GenerateConfig(without=("documented",))}),
    ],
)
def test_what_documentation_shows_is_tried_first(number: int, settings: dict[str, Any]) -> None:
    """Once, by who may know more than types: a worker that takes over goes on where another has ended."""
    shown = tuple(one for one in explore("engine_sum_stack", 200).kept if len(one) == 3)[:4]

    def first(number: int, **settings: Any) -> list[Sequence]:
        made = explorer("engine_sum_stack", 5, **settings)
        made.api = replace(made.api, shown=shown)
        return [one for batch in made.batches(lambda done: done < 5, number=number) for one in batch.kept]

    assert {*first(0)[:4]} <= {*shown}
    assert not {*first(number, **settings)} & {*shown}
