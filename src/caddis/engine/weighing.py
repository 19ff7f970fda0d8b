"""Weighs cases: what of the target each runs, and which faults in the target it notices, by which assertions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from time import monotonic  # bound here: the target may replace what its module holds

from caddis.engine.cleaning import Cleaning, Look
from caddis.execute.clock import Beat
from caddis.execute.interpreter import Interpreter, abandon
from caddis.execute.lines import Arc, traced
from caddis.model.finding import Assertion, Case
from caddis.model.outcome import NeverWoken, Outcome, OutOfTime
from caddis.model.sequence import Statement
from caddis.oracle.holding import holds, refuses
from caddis.oracle.mutants.sampling import Mutant
from caddis.reduce.selecting import BY_ITSELF

BREADTH = 8
"""Cases that have noticed a mutant after which no others are asked."""
DEPTH = 60
"""Cases that may be asked in vain."""

Noticed = frozenset[int]
"""The assertions of a case, by their positions, that do not hold any more, or BY_ITSELF."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a case runs."""

    number: int
    case: Case
    arcs: frozenset[Arc]
    lines: frozenset[tuple[str, int]]
    seconds: float = 0.0
    """How long that took, being watched."""

    def inside(self, files: Collection[str]) -> Weighed:
        """The same as far as some files are concerned."""
        return replace(self, arcs=frozenset(arc for arc in self.arcs if arc[0] in files))


class Weigher:
    """Runs cases, with and without faults in the target."""

    def __init__(self, cleaning: Cleaning, is_watched: Callable[[str], bool], beat: Beat | None = None) -> None:
        self._cleaning = cleaning
        self._is_watched = is_watched
        self._beat = beat or Beat()
        self._interpreter = Interpreter()
        self._expired = False
        self.runs = 0
        """How many there were."""

    def weigh(self, number: int, case: Case) -> Weighed | None:
        """What a case runs; None for one that is not as it was when it was made."""
        start = monotonic()
        with traced(self._is_watched) as arcs:
            noticed = self._noticed(case)
        seconds = monotonic() - start
        self._cleaning.after_each(case.sequence.statements, look=Look.EVERYWHERE)
        if noticed:
            return None
        return Weighed(number, case, frozenset(arcs), frozenset((file, line) for file, _, line in arcs), seconds)

    def noticing(self, mutant: Mutant, cases: Iterable[Weighed]) -> dict[int, Noticed]:
        """Which of some cases notice a mutant, and how: as many as matter, by their numbers."""
        found: dict[int, Noticed] = {}
        with mutant.alive() as differs:
            if differs:
                found = dict(self._each(cases, Look.AROUND))
        if differs and self._cleaning.was_dirty():
            # what one has left behind may be what another has noticed
            with mutant.alive():
                found = dict(self._each(cases, Look.EVERYWHERE))
            self._cleaning.was_dirty()
        return found

    def _each(self, cases: Iterable[Weighed], look: Look) -> Iterator[tuple[int, Noticed]]:
        noticing, vain = 0, 0
        for one in cases:
            noticed = self._noticed(one.case)
            if look is Look.AROUND:
                self._cleaning.after(one.case.sequence.statements)
            else:
                self._cleaning.after_each(one.case.sequence.statements, look=look)
            if noticed:
                yield one.number, noticed
                noticing += 1
            else:
                vain += 1
            if self._expired or noticing >= BREADTH or vain >= (DEPTH if not noticing else 2 * BREADTH):
                return

    def _noticed(self, case: Case) -> Noticed:
        """What is not as the case says."""
        values: list[object] = []
        self.runs += 1
        self._expired = False
        self._beat.begin()
        try:
            with self._interpreter.prepared(case.sequence.statements):
                return self._failing(case, values)
        except OutOfTime:
            self._expired = True
            return frozenset({BY_ITSELF})
        except NeverWoken:
            return frozenset({BY_ITSELF})
        finally:
            self._beat.end()
            abandon(values)

    def _failing(self, case: Case, values: list[object]) -> Noticed:
        statements = case.sequence.statements
        failing: set[int] = set()
        done = 0
        for after, several in groupby(_in_order(case.assertions), key=lambda pair: pair[1].after):
            if self._run(statements[done : after + 1], values).exception is not None:
                return frozenset({BY_ITSELF})
            done = after + 1
            failing.update(place for place, assertion in several if not holds(assertion, values))
        outcome = self._run(statements[done:], values)
        if case.refusal is None:
            return frozenset(failing) if outcome.exception is None else frozenset({BY_ITSELF})
        refused = len(values) == len(statements) - 1 and refuses(case.refusal, outcome.exception)
        return frozenset(failing) if refused else frozenset({BY_ITSELF})

    def _run(self, statements: tuple[Statement, ...], values: list[object]) -> Outcome:
        outcome = self._interpreter.run(statements, values)
        if isinstance(outcome.exception, OutOfTime):
            raise outcome.exception
        return outcome


def _in_order(assertions: tuple[Assertion, ...]) -> list[tuple[int, Assertion]]:
    return sorted(enumerate(assertions), key=lambda pair: pair[1].after)
