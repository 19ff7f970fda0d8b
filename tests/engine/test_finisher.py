"""Making findings small: the same bug, shown by the call that first brings it about."""

from __future__ import annotations

from pathlib import Path

import pytest

from caddis.emit.script import shown
from caddis.engine.cleaning import Never
from caddis.engine.finisher import Finisher
from caddis.engine.observing import Lingering
from caddis.execute.otherwise import Otherwise
from caddis.model.finding import Finding
from caddis.model.operation import Operation
from caddis.model.outcome import OutOfTime
from caddis.model.sequence import Sequence
from caddis.plugin import Plugins
from emit.making import Ref, constructor, function, method, sequence
from engine.exploring import OWNED
from engine.test_explorer import SUM_IS_RIGHT
from subjects import thread_left_waiting

MODULE = "subjects.engine_sum_stack"
STACK = constructor("SumStack", module=MODULE)
PUSH = method("SumStack.push", "x", module=MODULE)
POP = method("SumStack.pop", module=MODULE)
TANK = constructor("Tank", "label= litres=", module="subjects.shrunk_tank")
CHECK = method("Tank.check", module="subjects.shrunk_tank")
RENAME = method("Tank.rename", "label", module="subjects.shrunk_tank")
FILL = method("Tank.fill", "litres slowly=", module="subjects.shrunk_tank")


def reduced(made: Sequence, *, plugins: Plugins | None = None, **more: tuple[Sequence, ...]) -> Finding:
    """What is made of a sequence that shows something; `more` are ways to make values, by the name of their class."""
    finisher = Finisher(plugins or Plugins(), OWNED, Never(), makers=more)
    seen = finisher._examine(made)[1]
    assert seen is not None
    finding = finisher.reduce(made, seen)
    assert finding is not None
    return finding


def last(finding: Finding) -> Operation:
    """The operation that a finding is laid to."""
    return finding.operation


def test_a_contract_is_laid_to_the_call_after_which_it_first_breaks() -> None:
    """Not to one that was made later on the same broken value."""
    long = sequence((STACK,), (PUSH, Ref(0), 5), (PUSH, Ref(0), 6), (POP, Ref(0)), (PUSH, Ref(0), 7))
    finding = reduced(long, plugins=SUM_IS_RIGHT)

    assert last(finding) == POP
    assert len(finding.sequence) == 3


def test_a_finding_names_the_class_it_is_about() -> None:
    """By which its contract can be switched off."""
    finding = reduced(sequence((STACK,), (PUSH, Ref(0), 5), (POP, Ref(0))), plugins=SUM_IS_RIGHT)

    assert finding.about == f"{MODULE}.SumStack"
    assert finding.silencers == (f"{MODULE}.SumStack:{finding.violation.contract}",)


def test_a_chain_of_calls_gives_way_to_a_short_way_to_make_the_value() -> None:
    """What was done to the chain goes with it."""
    long = sequence(
        (TANK,), (FILL, Ref(0), 70), (RENAME, Ref(0), "a"), (RENAME, Ref(2), "b"), (FILL, Ref(3), 1), (CHECK, Ref(3))
    )

    assert shown(reduced(long)) == "tank = Tank(litres=60)\ntank.check()"
    assert shown(reduced(long, Tank=(sequence((TANK, "x", 99)),))) == "tank = Tank(litres=60)\ntank.check()"


def test_what_comes_from_the_clock_is_not_asserted(tmp_path: Path) -> None:
    """Of an object that shows more than that, the rest is; of what shows nothing else, nothing."""
    module = "subjects.letter_knows_its_year"
    finisher = Finisher(Plugins(), OWNED, Never(), otherwise=Otherwise(str(tmp_path), OWNED))

    case = finisher.observe(sequence((constructor("Letter", "text", module=module), "hello")))

    assert case is not None
    assert [assertion.template for assertion in case.assertions] == ["{0}.text"]
    assert finisher.observe(sequence((function("this_year", module=module),))) is None


def test_nothing_is_called_only_for_the_none_it_gives() -> None:
    """None is written instead."""
    case = Finisher(Plugins(), OWNED, Never()).observe(sequence((STACK,), (PUSH, Ref(0), 1), (TANK, Ref(1))))

    assert case is not None
    assert len(case.sequence) == 1


def test_a_thread_that_runs_on_is_noticed_at_once() -> None:
    """Each further look would start another."""
    finisher = Finisher(Plugins(), OWNED, Never())
    module = thread_left_waiting.__name__

    try:
        with pytest.raises(Lingering):
            finisher.observe(sequence((function("wait_for_end", module=module),)))
    finally:
        thread_left_waiting.END.set()
    assert finisher.observe(sequence((function("work_meanwhile", module=module),))) is not None


def test_what_takes_too_long_is_given_up_while_others_wait() -> None:
    """When its time is over it is not run once more; with time there is a case."""
    finisher = Finisher(Plugins(), OWNED, Never())
    made = sequence((TANK,), (FILL, Ref(0), 70))
    finisher.patience = 0.0
    with pytest.raises(OutOfTime):
        finisher.observe(made)
    gave_up, finisher.gave_up = finisher.gave_up, False
    finisher.patience = None

    assert finisher.observe(made) is not None
    assert (gave_up, finisher.gave_up) == (True, False)
