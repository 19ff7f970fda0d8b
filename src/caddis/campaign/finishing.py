"""In a fresh process: makes findings small and finds out what can be asserted of a sequence."""

from __future__ import annotations

import random
from collections.abc import Callable

from caddis.execute.interpreter import Interpreter
from caddis.judge.judge import Judge
from caddis.model.finding import Assertion, Case, Finding
from caddis.model.sequence import Sequence
from caddis.model.verdict import Violation
from caddis.oracle.observe import observations
from caddis.plugin import Plugins
from caddis.reduce.shrink import shrink

LONGEST_CASE = 20
"""Nobody reads a longer regression test."""
SHRINKING_TRIES = 3_000
SHORTENING_TRIES = 150
"""How many smaller sequences are tried for a finding, and for a case; counted, not timed, so a seed decides all."""


class Finisher:
    """Reduces and observes; wires execute, judge, reduce and oracle as the engine wires the others."""

    def __init__(self, plugins: Plugins, owned: Callable[[str], bool]) -> None:
        self._interpreter = Interpreter()
        self._judge = Judge(owned, plugins.contracts, plugins.state_contracts)

    def reduce(self, sequence: Sequence, violation: Violation) -> Finding | None:
        """The smallest sequence found with the same cause; None when the violation does not happen here."""
        wanted = (violation.cause, violation.exception)
        if self._shown(sequence) != wanted:
            return None
        smallest = shrink(sequence, lambda candidate: self._shown(candidate) == wanted, tries=SHRINKING_TRIES)
        values, seen = self._examine(smallest)
        if seen is None:
            return None
        return Finding(smallest, seen, _type_names(values, len(smallest)))

    def observe(self, sequence: Sequence) -> Case | None:
        """A case of a sequence that runs well, shortened to what its assertions need."""
        seen = self._observed(sequence)
        if seen is None:
            return None
        wanted = _answers(seen[1])

        last = sequence.statements[-1].operation

        def same(candidate: Sequence) -> bool:
            if candidate.statements[-1].operation != last:
                return False
            observed = self._observed(candidate)
            return observed is not None and _answers(observed[1]) == wanted

        shortest = shrink(sequence, same, tries=SHORTENING_TRIES, literals=False)
        observed = self._observed(shortest)
        if observed is None or _answers(observed[1]) != wanted or len(shortest) > LONGEST_CASE:
            return None
        values, assertions = observed
        return Case(shortest, tuple(assertions), _type_names(values, len(shortest)))

    def _observed(self, sequence: Sequence) -> tuple[list[object], list[Assertion]] | None:
        chance = random.getstate()
        before = self._interpreter.run(sequence.statements[:-1], [])
        outcome = self._interpreter.replay(sequence)
        if outcome.out_of_time and outcome.exception is not None:
            raise outcome.exception
        if before.exception is not None or outcome.exception is not None or random.getstate() != chance:
            # what chance had a hand in may look steady for long, and is not
            return None
        return outcome.values, observations(sequence, before.values, outcome.values)

    def _shown(self, sequence: Sequence) -> object:
        """The cause and the exception that a sequence shows."""
        violation = self._examine(sequence)[1]
        return (violation.cause, violation.exception) if violation is not None else None

    def _examine(self, sequence: Sequence) -> tuple[list[object], Violation | None]:
        """Run a sequence, and judge its last call on every value there is."""
        outcome = self._interpreter.replay(sequence)
        values = outcome.values
        if outcome.out_of_time and outcome.exception is not None:
            raise outcome.exception
        if outcome.exception is not None and len(values) < len(sequence) - 1:
            return values, None
        everything = range(len(values))
        return values, self._judge.call(sequence.statements, values, everything, everything, outcome.exception)


def _answers(assertions: list[Assertion]) -> list[tuple[str, str]]:
    return [(assertion.template, assertion.expected) for assertion in assertions]


def _type_names(values: list[object], count: int) -> tuple[str, ...]:
    names = [type(value).__name__ for value in values]
    return (*names, *["NoneType"] * (count - len(names)))
