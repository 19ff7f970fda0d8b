"""What the tests of `judge` share: running steps on a subject and judging the last."""

from __future__ import annotations

from caddis.engine.knowing import spoken
from caddis.engine.owning import owner_of
from caddis.execute.interpreter import Interpreter
from caddis.judge.exceptions import Known
from caddis.judge.judge import Judge
from caddis.model.verdict import Confidence, Violation
from caddis.plugin import StateContract, ValueContract
from emit.making import sequence

OWNED = owner_of(frozenset({"subjects"}))


def judged(
    *steps: tuple[object, ...],
    contracts: tuple[ValueContract, ...] = (),
    state_contracts: tuple[StateContract, ...] = (),
    owned: bool = True,
    known: Known = lambda _operation: None,
    line: Confidence = Confidence.MEDIUM,
) -> Violation | None:
    """The contract that the last step breaks, on any value there is."""
    made = sequence(*steps)
    outcome = Interpreter().replay(made)
    assert len(outcome.values) >= len(made) - 1, outcome.exception
    whose = OWNED if owned else lambda _module: False
    judge = Judge(whose, contracts, state_contracts, known=known, spoken=spoken, line=line)
    everything = range(len(outcome.values))
    return judge.call(made.statements, outcome.values, everything, everything, outcome.exception)


def broken(*steps: tuple[object, ...], owned: bool = True) -> str | None:
    """The name of the contract broken, if any."""
    violation = judged(*steps, owned=owned)
    return violation.contract if violation is not None else None
