"""Weighing cases: what they run, and which faults they notice, by which of their assertions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from caddis.engine.cleaning import BySnapshot
from caddis.engine.weighing import Weighed, Weigher
from caddis.execute.clock import Beat, Clock
from caddis.execute.interpreter import Interpreter
from caddis.execute.snapshot import Snapshot
from caddis.model.finding import Assertion, Case, Refusal
from caddis.model.operation import Operation
from caddis.oracle.mutants.sampling import Mutant, mutants
from caddis.reduce.selecting import BY_ITSELF
from emit.making import Ref, constructor, function, method, sequence
from subjects import mutated_safe

MODULE = mutated_safe.__name__
FILE = mutated_safe.__file__
assert FILE is not None
SAFE = constructor("Safe", "coins=", module=MODULE)
PUT = method("Safe.put", "coins", module=MODULE)
COUNT_DOWN = function("count_down", "number", module=MODULE)
REMEMBER = function("remember", "word", module=MODULE)
PUTTING = sequence((SAFE,), (PUT, Ref(0), 5))
TYPES = ("Safe", "int")


def weigher(beat: Beat | None = None) -> Weigher:
    """One that watches the subject, and cleans up after it."""
    return Weigher(BySnapshot(Snapshot(MODULE.__eq__)), FILE.__eq__, beat)


def mutant(name: str, kind: str, which: int = 0) -> Mutant:
    """A mutant of the subject."""
    found = mutants([(mutated_safe, Path(FILE).read_text(encoding="utf-8"))], seed=0)
    several = [one for one in found if (one.function, one.kind) == (name, kind)]
    return sorted(several, key=lambda one: int(one.name.rpartition(":")[2]))[which]


def putting(*assertions: Assertion) -> Case:
    """A case that puts five coins into a safe."""
    return Case(PUTTING, assertions, TYPES)


def noticed(case: Case, fault: Mutant) -> frozenset[int] | None:
    """How a case notices a fault; None if it does not."""
    scales = weigher()
    weighed = scales.weigh(0, case)
    assert weighed is not None
    return scales.noticing(fault, [weighed]).get(0)


def calling(operation: Operation, argument: object, expected: str) -> Case:
    """A case of one call."""
    return Case(sequence((operation, argument)), (Assertion(0, "{0}", expected, 0),), ("int",))


def test_assertions_that_hold_no_more_notice_a_fault() -> None:
    """And the others do not."""
    case = putting(
        Assertion(0, "{0}.kind", "'safe'", 1), Assertion(0, "{0}.coins", "5", 1), Assertion(1, "{0}", "5", 1)
    )

    assert noticed(case, mutant("Safe.put", "arithmetic")) == {1, 2}
    assert noticed(case, mutant("Safe.put", "return value")) == {2}


def test_an_assertion_is_asked_when_it_is_stated() -> None:
    """Not after what follows."""
    case = putting(Assertion(0, "{0}.coins", "0", 0), Assertion(0, "{0}.coins", "5", 1))

    assert noticed(case, mutant("Safe.put", "arithmetic")) == {1}


def test_a_run_that_raises_notices_by_itself() -> None:
    """No assertion is needed for that."""
    assert noticed(putting(), mutant("Safe.put", "comparison", 1)) == {BY_ITSELF}


def test_a_loop_that_cannot_be_closed_notices_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where asyncio is the target, what waits is waited for by a mutant."""

    @contextmanager
    def breaking(_self: Interpreter, _statements: object) -> Iterator[None]:
        yield
        raise AttributeError("a loop without an end")

    scales = weigher()
    weighed = scales.weigh(0, putting())
    assert weighed is not None
    monkeypatch.setattr(Interpreter, "prepared", breaking)

    assert scales.noticing(mutant("Safe.put", "arithmetic"), [weighed]) == {0: {BY_ITSELF}}


def test_a_fault_that_makes_no_difference_goes_unnoticed() -> None:
    """Five is not less than zero, nor is it at most."""
    assert noticed(putting(Assertion(1, "{0}", "5", 1)), mutant("Safe.put", "comparison")) is None


def test_a_refusal_notices_that_nothing_is_refused() -> None:
    """Or that it is in another way."""
    refused = Case(
        sequence((SAFE,), (PUT, Ref(0), -1)), (), TYPES, refusal=Refusal("builtins", "ValueError", "no debts")
    )

    assert noticed(refused, mutant("Safe.put", "comparison", 1)) == {BY_ITSELF}
    assert noticed(refused, mutant("Safe.put", "exception")) == {BY_ITSELF}
    assert noticed(refused, mutant("Safe.put", "constant", -1)) == {BY_ITSELF}
    assert noticed(refused, mutant("Safe.put", "return value")) is None


def test_what_is_not_as_stated_is_not_weighed() -> None:
    """It would notice everything."""
    assert weigher().weigh(0, putting(Assertion(1, "{0}", "6", 1))) is None


def test_what_a_case_runs_is_known() -> None:
    """All its lines, whichever call runs them."""
    weighed = weigher().weigh(0, putting())
    assert weighed is not None
    put = mutated_safe.Safe.put.__code__.co_firstlineno
    init = mutated_safe.Safe.__init__.__code__.co_firstlineno

    assert {(FILE, init + 1), (FILE, put + 1), (FILE, put + 3), (FILE, put + 4)} == weighed.lines


def test_what_only_leads_to_the_last_call_is_told_apart() -> None:
    """It is what other cases are about."""
    weighed = weigher().weigh(0, putting(Assertion(0, "{0}.coins", "5", 1)))
    assert weighed is not None
    init = mutated_safe.Safe.__init__.__code__.co_firstlineno

    assert {line for _, _, line in weighed.early} == {init + 1, -init}
    assert weighed.early < weighed.arcs


def test_a_fault_that_hangs_is_noticed() -> None:
    """The clock says so."""
    beat = Beat()
    scales = weigher(beat)
    weighed = scales.weigh(0, calling(COUNT_DOWN, 3, "3"))
    assert weighed is not None
    clock = Clock(beat, 0.1)
    clock.start()
    try:
        found = scales.noticing(mutant("count_down", "arithmetic"), [weighed, weighed])
    finally:
        clock.stop()

    assert found == {0: {BY_ITSELF}}


def test_what_a_mutant_leaves_behind_is_put_back() -> None:
    """No case notices a fault by what another has left."""
    scales = weigher()
    cases = [calling(REMEMBER, word, "1") for word in ("a", "b", "c")]
    weighed = [one for number, case in enumerate(cases) if (one := scales.weigh(number, case)) is not None]
    assert len(weighed) == len(cases)
    noticing = {kind: scales.noticing(mutant("remember", kind), weighed) for kind in ("comparison", "argument")}

    assert noticing["comparison"].keys() == {0, 1, 2}
    assert noticing["argument"] == {}
    assert mutated_safe.LOG == []


def test_one_mutant_does_not_ask_all_cases() -> None:
    """Those that are asked first are enough."""
    scales = weigher()
    one = scales.weigh(0, putting(Assertion(1, "{0}", "5", 1)))
    assert one is not None
    many = [Weighed(number, one.case, one.arcs, one.lines) for number in range(100)]
    before = scales.runs

    assert len(scales.noticing(mutant("Safe.put", "return value"), many)) == scales.runs - before < 30
