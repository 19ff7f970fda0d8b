"""Weighs cases: what of the target each runs, and which faults in the target it notices, by which assertions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from time import monotonic  # bound here: the target may replace what its module holds

from caddis.engine.cleaning import Cleaning, Look
from caddis.execute.clock import Beat
from caddis.execute.interpreter import Interpreter, abandon
from caddis.execute.lines import Arc, traced
from caddis.model.finding import Assertion, Case
from caddis.model.outcome import Outcome, OutOfTime
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
    early: frozenset[Arc] = frozenset()
    """The arcs that it runs only before its last call, which is what it is about."""
    seconds: float = 0.0
    """How long that took, being watched."""

    def inside(self, files: Collection[str]) -> Weighed:
        """The same as far as some files are concerned."""
        arcs, early = (frozenset(arc for arc in several if arc[0] in files) for several in (self.arcs, self.early))
        return replace(self, arcs=arcs, early=early)


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
        early: set[Arc] = set()
        with traced(self._is_watched) as arcs:

            def ready() -> None:
                early.update(arcs)
                arcs.clear()

            noticed = self._noticed(case, ready)
        seconds = monotonic() - start
        self._cleaning.after_each(case.sequence.statements, look=Look.EVERYWHERE)
        if noticed:
            return None
        whole = frozenset(early | arcs)
        lines = frozenset((file, line) for file, _, line in whole if line > 0)
        return Weighed(number, case, whole, lines, frozenset(early - arcs), seconds)

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

    def _noticed(self, case: Case, ready: Callable[[], None] = lambda: None) -> Noticed:
        """What is not as the case says; `ready` is called before the last call is made."""
        values: list[object] = []
        self.runs += 1
        self._expired = False
        self._beat.begin()
        try:
            with self._interpreter.prepared(case.sequence.statements):
                return self._failing(case, values, ready)
        except OutOfTime:
            self._expired = True
            return frozenset({BY_ITSELF})
        except Exception:  # noqa: BLE001 - tasks that never end; and the loop is the mutant's where asyncio is the target
            return frozenset({BY_ITSELF})
        finally:
            self._beat.end()
            abandon(values)

    def _failing(self, case: Case, values: list[object], ready: Callable[[], None]) -> Noticed:
        statements = case.sequence.statements
        asserted = _by_time(case.assertions)
        failing: set[int] = set()
        done, last = 0, len(statements) - 1
        for after in sorted({*asserted, last - 1} - {-1, last}):
            if self._run(statements[done : after + 1], values).exception is not None:
                return frozenset({BY_ITSELF})
            done = after + 1
            failing.update(_not_holding(asserted.get(after, ()), values))
        ready()
        outcome = self._run(statements[last:], values)
        if outcome.exception is None:
            failing.update(_not_holding(asserted.get(last, ()), values))
        if case.refusal is None:
            return frozenset(failing) if outcome.exception is None else frozenset({BY_ITSELF})
        refused = len(values) == len(statements) - 1 and refuses(case.refusal, outcome.exception)
        return frozenset(failing) if refused else frozenset({BY_ITSELF})

    def _run(self, statements: tuple[Statement, ...], values: list[object]) -> Outcome:
        outcome = self._interpreter.run(statements, values)
        if isinstance(outcome.exception, OutOfTime):
            raise outcome.exception
        return outcome


def _not_holding(several: Iterable[tuple[int, Assertion]], values: list[object]) -> list[int]:
    return [place for place, assertion in several if not holds(assertion, values)]


def _by_time(assertions: tuple[Assertion, ...]) -> dict[int, list[tuple[int, Assertion]]]:
    """Assertions with their positions, by the statement after which they are made."""
    found: dict[int, list[tuple[int, Assertion]]] = {}
    for place, assertion in enumerate(assertions):
        found.setdefault(assertion.after, []).append((place, assertion))
    return found
