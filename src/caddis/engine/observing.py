"""Looks at sequences to see what a test can assert of them: wires execute, judge, and oracle."""

from __future__ import annotations

import random
from _thread import _count as count_threads
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial

from caddis.execute.interpreter import Interpreter
from caddis.execute.surroundings import threads_left
from caddis.judge.tracebacks import refused_at
from caddis.model.classes import home, public_name
from caddis.model.finding import Assertion, Name, Refusal
from caddis.model.operation import Kind
from caddis.model.operators import ENTERING
from caddis.model.outcome import Outcome
from caddis.model.sequence import Sequence
from caddis.oracle.holding import holds, holds_again
from caddis.oracle.observe import observations, readable
from caddis.oracle.observers import Observers
from caddis.oracle.refusing import refusal

MOST_LOOKS = 4
"""How often a sequence is looked at anew, since a question has changed its values."""

Public = Callable[[type], Name | None]
"""Where a class is imported from."""
Around = Callable[[], AbstractContextManager[None]]
Running = Callable[[Sequence], AbstractContextManager[list[object]]]
"""Code of the target runs in there, on the values given; what it changes is put back."""


class Lingering(Exception):
    """Threads run on after a sequence, of which no test can get rid."""


@dataclass(frozen=True)
class Sight:
    """What there is to see of a sequence: its values, what can be asserted of them, or how its last call refuses."""

    values: list[object]
    assertions: list[Assertion]
    refusal: Refusal | None = None
    where: str = ""
    """Where that is raised."""

    @property
    def answers(self) -> object:
        """What makes two sequences show the same."""
        return [(one.template, one.expected) for one in readable(self.assertions)], self.refusal, self.where

    def shared_with(self, other: Sight | None) -> Sight | None:
        """What of it is to be seen in another, too; None if nothing is."""
        if other is None or self.refusal != other.refusal:
            return None
        shared = [one for one in self.assertions if one in other.assertions]
        return replace(self, assertions=shared) if shared or self.refusal is not None else None


class Observing:
    """Runs sequences and looks at what comes of them."""

    def __init__(
        self,
        interpreter: Interpreter,
        running: Running,
        owned: Callable[[str], bool],
        observers: Observers,
        *,
        messages: bool = True,
        whole: bool = False,
    ) -> None:
        """`messages` says that what an exception says is to be seen, too, `whole` that all is that objects tell."""
        self._interpreter = interpreter
        self._running = running
        self._owned = owned
        self._observers = observers
        self._messages = messages
        self._whole = whole

    def look(self, sequence: Sequence, around: Around = nullcontext) -> Sight | None:
        """What there is to see of a sequence, each time it is run; None if it cannot be shown in a test.

        `around` makes a context that each run stands in.
        """
        for _ in range(MOST_LOOKS):
            self._observers.disturbed = False
            sight = self._looked_at(sequence, around)
            # a question that changed something is not asked again
            if not self._observers.disturbed:
                return None if sight is None else self._confirmed(sequence, sight, around)
        return None

    def values(self, sequence: Sequence) -> list[object]:
        """What the statements of a sequence come to."""
        with self._running(sequence) as values:
            _ran(self._interpreter.run(sequence.statements, values))
        return values

    def again(self, sequence: Sequence, sight: Sight, candidate: Sequence) -> Sight | None:
        """What of one sequence is to be seen of another that ends like it, as far as a single run tells.

        None if anything is missing there.
        """
        if candidate.statements[-1].operation != sequence.statements[-1].operation:
            return None
        places = dict(zip(sequence.sources(len(sequence) - 1), candidate.sources(len(candidate) - 1), strict=False))
        places[len(sequence) - 1] = len(candidate) - 1
        wanted = [_moved(one, places) for one in sight.assertions]
        with self._running(candidate) as values:
            outcome = _ran(self._interpreter.run(candidate.statements, values))
            if sight.refusal is not None:
                shows = self._refuses(candidate, outcome, sight)
            else:
                shows = outcome.exception is None and all(holds(one, values) for one in wanted)
        return replace(sight, values=values, assertions=wanted) if shows else None

    def _confirmed(self, sequence: Sequence, sight: Sight, around: Around) -> Sight | None:
        """What of a sight is to be seen in another run, too; None if nothing is left that could be tested."""
        with self._running(sequence) as values, around():
            outcome = _ran(self._interpreter.run(sequence.statements, values))
            if sight.refusal is not None:
                return sight if self._refuses(sequence, outcome, sight) else None
            steady = [one for one in sight.assertions if holds_again(one, sight.values, values)]
        return replace(sight, assertions=steady) if steady else None

    def _refuses(self, sequence: Sequence, outcome: Outcome, sight: Sight) -> bool:
        refused = self._refused(sequence, outcome, partial(_public, _constructed(sequence, outcome.values)))
        return refused is not None and refused.answers == sight.answers

    def _looked_at(self, sequence: Sequence, around: Around) -> Sight | None:
        threads = count_threads()
        with self._running(sequence) as values, around():
            chance = random.getstate()
            before = self._interpreter.run(sequence.statements[:-1], values)
        with self._running(sequence) as values, around():
            outcome = _ran(self._interpreter.run(sequence.statements, values))
            if threads_left(threads):
                raise Lingering
            if before.exception is not None or random.getstate() != chance:
                # what chance had a hand in may look steady for long, and is not
                return None
            public = partial(_public, _constructed(sequence, values))
            if outcome.exception is not None:
                return self._refused(sequence, outcome, public)
            seen = observations(sequence, before.values, outcome.values, self._observers, public, whole=self._whole)
            return Sight(outcome.values, seen) if seen else None

    def _refused(self, sequence: Sequence, outcome: Outcome, public: Public) -> Sight | None:
        """What there is to see of a call that refuses on purpose."""
        exception = outcome.exception
        entered = sequence.statements[-1].operation.name in ENTERING
        if exception is None or entered or len(outcome.values) != len(sequence) - 1:
            return None
        where = refused_at(exception, self._owned)
        refused = refusal(exception, public) if where else None
        if refused is not None and not self._messages:
            refused = replace(refused, match="")
        return Sight(outcome.values, [], refused, where) if refused is not None else None


def _ran(outcome: Outcome) -> Outcome:
    if outcome.out_of_time and outcome.exception is not None:
        raise outcome.exception
    return outcome


def _moved(assertion: Assertion, places: dict[int, int]) -> Assertion:
    """An assertion on the values of another sequence."""
    others = tuple(places.get(other, other) for other in assertion.others)
    subject, after = (places.get(place, place) for place in (assertion.subject, assertion.after))
    return replace(assertion, subject=subject, others=others, after=after)


def _constructed(sequence: Sequence, values: list[object]) -> dict[type, Name]:
    """How the classes are called that a sequence calls."""
    return {
        type(value): (statement.operation.module, statement.operation.path)
        for statement, value in zip(sequence, values, strict=False)
        if statement.operation.kind is Kind.CONSTRUCTOR
        and statement.operation.name in (type(value).__name__, home(type(value))[1])
    }


def _public(constructed: dict[type, Name], cls: type) -> Name | None:
    """Where a class is imported from: as in the sequence, if it is called there."""
    return constructed.get(cls) or public_name(cls)
