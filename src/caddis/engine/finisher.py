"""Makes findings small and confirms them, and finds what to assert of cases: wires execute, judge, reduce, oracle."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from time import monotonic  # bound here: the target may replace what its module holds
from typing import Any, TypeVar

from caddis.engine.checks import Checks
from caddis.engine.cleaning import Cleaning, Look
from caddis.engine.closely import look_closely
from caddis.engine.knowing import spoken
from caddis.engine.observing import Observing, Sight
from caddis.engine.steadiness import Steadiness
from caddis.execute.apart import Apart, Ended
from caddis.execute.chance import SEED
from caddis.execute.clock import Beat
from caddis.execute.interpreter import Interpreter, abandon
from caddis.judge.contracts import CLOSE
from caddis.judge.exceptions import Known, ending, is_large
from caddis.judge.judge import Judge
from caddis.judge.libraries.asking import Preconditions
from caddis.judge.properties import Properties
from caddis.keep.classes import Classes
from caddis.keep.fingerprint import Fingerprints
from caddis.model.classes import home
from caddis.model.codec import Decoder, Encoder, Json
from caddis.model.finding import PROCESS_KINDS, Assertion, Case, Finding
from caddis.model.outcome import Outcome, OutOfTime
from caddis.model.sequence import Sequence
from caddis.model.verdict import Confidence, Violation
from caddis.oracle.observe import readable
from caddis.oracle.observers import Observers
from caddis.plugin import Plugins
from caddis.reduce.grouping import Wanted
from caddis.reduce.shrink import Depth, Substitute, shrink
from caddis.reduce.substitutes import Makers, substitutes

LONGEST_CASE = 20
"""Nobody reads a longer regression test."""
SHRINKING_TRIES = 3_000
SHORTENING_TRIES = 150
APART_TRIES = 200
DEADLY_TRIES = 60
"""How many smaller sequences are tried for a finding, for a case, for a finding that shows only in a fresh process, and
for one that ends it; counted, not timed, so a seed decides all."""
CONFIRMING = 10.0
"""Seconds a confirmation may take at most."""
LONGER = 4
"""How many times as long as exploring a test waits before it says that a call hangs."""

DEAR = frozenset(law.name for law in CLOSE)

Result = TypeVar("Result")


class Finisher:
    """Reduces and observes."""

    def __init__(
        self,
        plugins: Plugins,
        owned: Callable[[str], bool],
        cleaning: Cleaning,
        *,
        apart: Apart | None = None,
        beat: Beat | None = None,
        timeout: float = 0.5,
        makers: Makers | None = None,
        checks: tuple[str, ...] = (),
        known: Known = lambda _operation: None,
        ignore: Iterable[str] = (),
        observers: Observers | None = None,
        otherwise: Callable[[], AbstractContextManager[None]] = nullcontext,
        properties: Properties | None = None,
        messages: bool = True,
        whole: bool = False,
    ) -> None:
        """`makers` are short sequences that make a value of a class, by the name of that.

        `otherwise` makes a context in which circumstances are others that must make no difference.

        `messages` says that what an exception says matters, `whole` that cases stay as they are and tell all there is.
        """
        self._interpreter = Interpreter()
        # what is less sure is told, too: it must not pass for what is to be shown
        self._judge = Judge(
            owned,
            plugins.contracts,
            plugins.state_contracts,
            checks,
            known=known,
            spoken=spoken,
            line=Confidence.LOW,
            ignore=ignore,
            patient=True,
        )
        self._interpreter.defining.inside = self._judge.inside
        self._interpreter.defining.guard = Preconditions()
        fingerprint = Fingerprints(Classes()).of
        self._beat = beat or Beat()
        self._checks = Checks(properties or Properties({}, owned), self._interpreter, fingerprint, self._beat)
        questions = observers or Observers(fingerprint)
        self._observing = Observing(self._interpreter, self._running, owned, questions, messages=messages, whole=whole)
        looking_otherwise = partial(self._observing.look, around=otherwise)
        self._steadiness = Steadiness(self._observing.look, looking_otherwise, trusting=whole)
        self._state = fingerprint
        self._whole = whole
        self._cleaning = cleaning
        self._careful = False
        self.until: float | None = None
        """When making small what ends its process is over, where time counts."""
        self.patience: float | None = None
        """When to give up what is worked at, where others wait for their turn."""
        self.gave_up = False
        """Whether that was done, since somebody last said that it was not."""
        self._apart = apart
        self._timeout = timeout
        self._makers = makers or {}
        if apart is not None:
            apart.begin(self._work)

    def reduce(self, sequence: Sequence, violation: Violation) -> Finding | None:
        """The smallest sequence found with the same cause; None when the violation does not happen here."""
        if violation.contract in PROCESS_KINDS:
            return self._reduce_deadly(sequence, violation)
        smallest = self._clean(lambda: self._smallest(sequence, violation))
        if smallest is None or not self._is_confirmed(smallest, violation.contract):
            wanted = Wanted.of(sequence, violation)
            if self._apart is None or not self._shows_apart(sequence, wanted):
                # it showed in a state that other calls had left behind, or by chance
                return None
            smallest = shrink(
                sequence,
                lambda candidate: self._has_time() and self._shows_apart(candidate, wanted),
                tries=APART_TRIES,
            )
        values, seen = self._clean(lambda: self._examine(smallest, violation.contract))
        shown = seen or violation
        return Finding(smallest, shown, _type_names(values, len(smallest)), about=_about(shown, values))

    def is_deadly(self, sequence: Sequence) -> bool:
        """Whether a sequence ends its process, or does not end, even if it is given more time."""
        return self._end(sequence, LONGER * self._timeout) is not None

    def said(self, sequence: Sequence) -> str:
        """What a property raises at the end of a sequence, in words and lines."""
        with self._running(sequence) as values:
            checked = self._checks.check(sequence, values)
            return "" if checked is None else checked.said

    def observe(
        self, sequence: Sequence, *, tries: int = SHORTENING_TRIES, still: Callable[[Case], bool] = lambda _case: True
    ) -> Case | None:
        """A case of a sequence that runs well or is refused, shortened to what its assertions need.

        Of the shorter one, what is asked must `still` be true.

        What it leaves behind is for whoever asks to look after.
        """
        if self._whole:
            sequence = self._needed(sequence)
        seen = self._steadiness.look(sequence)
        if seen is None:
            return None
        if self._whole and len(sequence) <= LONGEST_CASE:
            return _case(sequence, seen)
        wanted = replace(seen, assertions=readable(seen.assertions))
        shortest = self._shortest(sequence, wanted, tries, still)
        if len(shortest) > LONGEST_CASE and tries < SHORTENING_TRIES:
            shortest = self._shortest(sequence, wanted, SHORTENING_TRIES, still)
        shown = seen if shortest == sequence else self._steadiness.look(shortest)
        if shown is None or shown.answers != seen.answers:
            # what was a change in the long one is none in the short one
            shortest, shown = sequence, seen
        return _case(shortest, shown) if len(shortest) <= LONGEST_CASE else None

    def _needed(self, sequence: Sequence) -> Sequence:
        """A sequence without the statements whose values it does not use, if that makes no difference to the others."""
        needed = sorted(sequence.needed_by(len(sequence) - 1))
        if len(needed) == len(sequence):
            return sequence
        short = sequence.only(needed)
        before, after = self._observing.values(sequence), self._observing.values(short)
        # the last may refuse, in both
        whole = len(sequence) - len(before) == len(short) - len(after) <= 1
        states = ((before[old], after[new]) for new, old in enumerate(needed[: len(after)]))
        same = whole and all(self._state(one) == self._state(other) for one, other in states)
        return short if same else sequence

    def shorten(self, case: Case, still: Callable[[Case], bool] = lambda _case: True) -> Case | None:
        """The shortest case found with the same assertions of which what is asked is `still` true.

        None if not even the case itself comes out again as it was.
        """
        seen = self._steadiness.look(case.sequence)
        if seen is None or _stating(_case(case.sequence, seen), case) is None:
            return None
        wanted = replace(seen, assertions=list(case.assertions))
        shortest = self._shortest(case.sequence, wanted, SHORTENING_TRIES, still, Depth.ARGUMENTS)
        shown = None if shortest == case.sequence else self._steadiness.look(shortest)
        shorter = None if shown is None else _stating(_case(shortest, shown), case)
        return shorter if shorter is not None and still(shorter) else case

    def _shortest(
        self,
        sequence: Sequence,
        wanted: Sight,
        tries: int,
        still: Callable[[Case], bool] = lambda _case: True,
        deep: Depth = Depth.STATEMENTS,
    ) -> Sequence:
        """The shortest sequence found that ends in what is wanted of this one."""

        def shows(candidate: Sequence) -> bool:
            shown = self._observing.again(sequence, wanted, candidate)
            return shown is not None and still(_case(candidate, shown))

        def spelt_out(candidate: Sequence) -> list[list[Substitute]]:
            return substitutes(candidate, self._observing.values(candidate), {}, none=True)

        return shrink(sequence, shows, tries=tries, deep=deep, substitutes=spelt_out)

    def _clean(self, work: Callable[[], Result]) -> Result:
        """Work done in a clean state: once more, with a look around after each run, if something was left changed."""
        result = work()
        if not self._cleaning.was_dirty():
            return result
        self._careful = True
        try:
            return work()
        finally:
            self._careful = False

    def _smallest(self, sequence: Sequence, violation: Violation) -> Sequence | None:
        """The smallest sequence that shows the same here; None when this one does not show it."""
        start = self._first_broken(sequence, violation)
        if start is None:
            return None
        shown = self._examine(start, violation.contract)[1]
        wanted = Wanted.of(start, shown or violation)

        def shows(candidate: Sequence) -> bool:
            nonlocal wanted
            seen = self._shown(candidate, wanted) if self._has_time() else None
            if seen is not None:
                # what has become surer must not become less sure again
                wanted = replace(wanted, confidence=seen.confidence)
            return seen is not None

        return shrink(
            start,
            shows,
            tries=SHRINKING_TRIES,
            substitutes=lambda candidate: substitutes(
                candidate, self._examine(candidate, wanted.contract)[0], self._makers
            ),
        )

    def _first_broken(self, sequence: Sequence, violation: Violation) -> Sequence | None:
        """The sequence up to the call after which its contract is first broken; None when it never is."""
        values, seen = self._examine(sequence, violation.contract)
        # how sure one can be is asked here again
        wanted = replace(Wanted.of(sequence, violation), confidence=Confidence.LOW)
        if seen is None or not wanted.is_met(sequence, seen):
            return None
        if seen.culprit:
            with self._running(sequence):
                return self._checks.first_broken(sequence, seen)
        about = _about(seen, values)
        for length in range(1, len(sequence)) if seen.claim else ():
            before = Sequence(sequence.statements[:length])
            values, earlier = self._examine(before, violation.contract)
            if earlier is not None and earlier.contract == seen.contract and _about(earlier, values) == about:
                return before
        return sequence

    def _shown(self, sequence: Sequence, wanted: Wanted) -> Violation | None:
        """What a sequence shows of what is wanted, if not before its last call."""
        violation = self._examine(sequence, wanted.contract)[1]
        if violation is None or not wanted.is_met(sequence, violation):
            return None
        if not violation.claim or len(sequence) == 1:
            return violation
        before = self._examine(Sequence(sequence.statements[:-1]), wanted.contract)[1]
        return violation if before is None or before.contract != violation.contract else None

    def _examine(self, sequence: Sequence, contract: str = "") -> tuple[list[object], Violation | None]:
        """Run a sequence, and judge its last call on every value there is; closely, if the contract is a dear one."""
        if self._checks.concern(sequence.statements[-1].operation):
            return self._check(sequence)
        with self._running(sequence) as values:
            outcome = self._interpreter.run(sequence.statements, values)
            _raise_if_out_of_time(outcome)
            if outcome.exception is not None and len(values) < len(sequence) - 1:
                return values, None
            everything = range(len(values))
            violation = self._judge.call(sequence.statements, values, everything, everything, outcome.exception)
        if violation is not None or contract not in DEAR:
            return values, violation
        with self._running(sequence) as values:
            return values, look_closely(self._interpreter, self._judge, sequence, values, contract)

    def _check(self, sequence: Sequence) -> tuple[list[object], Violation | None]:
        """Run a sequence that ends in a property, and see whether that holds."""
        with self._running(sequence) as values:
            checked = self._checks.check(sequence, values, strict=True)
            if checked is None or checked.violation is None:
                return values, None
            made = list(values)
            return made, self._checks.blamed(sequence, checked.violation, made)

    @contextmanager
    def _running(self, sequence: Sequence) -> Iterator[list[object]]:
        """Code of the target runs in here, on the values given, and may be interrupted; what it changes is put back."""
        if self.patience is not None and monotonic() >= self.patience:
            self.gave_up = True
            raise OutOfTime
        values: list[object] = []
        self._beat.begin()
        try:
            with self._interpreter.prepared(sequence.statements):
                yield values
            abandon(values)
        finally:
            self._beat.end()
            if self._careful:
                self._cleaning.after_each(sequence.statements, look=Look.FURTHER)
            else:
                self._cleaning.after(sequence.statements)

    def _is_confirmed(self, sequence: Sequence, contract: str) -> bool:
        """Whether a sequence shows in a fresh process what it shows here."""
        shown = self._examine(sequence, contract)[1]
        return shown is not None and self._shows_apart(sequence, Wanted.of(sequence, shown))

    def _shows_apart(self, sequence: Sequence, wanted: Wanted) -> bool:
        """Whether a sequence shows what is wanted in a fresh process."""
        return wanted.is_met(sequence, self._shown_apart(sequence, wanted.contract))

    def _shown_apart(self, sequence: Sequence, contract: str) -> Violation | None:
        """What a sequence shows in a fresh process; here, if there can be none."""
        if self._apart is None:
            return self._examine(sequence, contract)[1]
        answer = self._ask("shown", sequence, CONFIRMING, contract)
        return None if isinstance(answer, Ended) or answer is None else Decoder().violation(answer)

    def _ask(self, question: str, sequence: Sequence, seconds: float, contract: str = "") -> Json | Ended:
        if self._apart is None:
            return Ended(hung=True)
        self._beat.go_on()
        encoder = Encoder()
        numbers = encoder.sequence(sequence)
        request = {
            "question": question,
            "numbers": numbers,
            "contract": contract,
            "definitions": encoder.drain(),
        }
        return self._apart.ask(request, seconds)

    def _work(self, request: Json) -> Json:
        """In a fresh process: what a sequence shows, or merely whether it comes to an end."""
        decoder = Decoder()
        decoder.learn(request["definitions"])
        sequence = decoder.sequence(request["numbers"])
        self._beat.detach()
        # forking seeds it with chance
        random.seed(SEED)
        if request["question"] == "shown":
            violation = self._examine(sequence, request["contract"])[1]
            return Encoder().violation(violation) if violation is not None else None
        if request["question"] == "before":
            values = self._interpreter.replay(Sequence(sequence.statements[:-1])).values
            return {
                "types": [type(value).__name__ for value in values],
                "large": [place for place, value in enumerate(values) if is_large(value)],
                "wrong": self._judge.finds_wrong(sequence.statements, values),
            }
        outcome = self._interpreter.replay(sequence)
        return {"exception": type(outcome.exception).__name__ if outcome.exception is not None else None}

    def _reduce_deadly(self, sequence: Sequence, violation: Violation) -> Finding | None:
        """The smallest sequence found that ends a process in the same way."""
        limit = LONGER * self._timeout
        # given more time, what seemed to hang may run out of memory, or come to an end after all
        kind = self._end(sequence, limit)
        if kind is None:
            return None
        seconds = 2 * self._timeout if kind == "hang" else limit
        smallest = shrink(
            sequence,
            lambda candidate: self._has_time() and self._end(candidate, seconds) == kind,
            tries=DEADLY_TRIES,
        )
        answer = self._ask("before", smallest, seconds)
        before: dict[str, Any] = answer if isinstance(answer, dict) else {"types": (), "large": (), "wrong": False}
        names = before["types"]
        types = (*names, *["NoneType"] * (len(smallest) - len(names)))
        sure, why = ending(kind, smallest, before["large"], wrong=before["wrong"])
        said = self._said(kind, smallest, limit)
        seen = replace(violation, contract=kind, message=said, exception=None, confidence=sure, why=why)
        return Finding(smallest, seen, types, limit=limit)

    def _said(self, kind: str, sequence: Sequence, limit: float) -> str:
        """What becomes of a process, in words."""
        if kind == "hang":
            return f"did not end within {limit:g} s"
        if kind == "memory":
            return "ran out of memory"
        answer = self._ask("end", sequence, limit)
        return f"the process {answer.reason}" if isinstance(answer, Ended) else "the process ended"

    def _has_time(self) -> bool:
        return self.until is None or monotonic() < self.until

    def _end(self, sequence: Sequence, seconds: float) -> str | None:
        """The kind of end that a sequence makes with its process, if any."""
        answer = self._ask("end", sequence, seconds)
        if isinstance(answer, Ended):
            return None if answer.lost else answer.kind
        return "memory" if answer["exception"] == "MemoryError" else None


def _raise_if_out_of_time(outcome: Outcome) -> None:
    if outcome.out_of_time and outcome.exception is not None:
        raise outcome.exception


def _case(sequence: Sequence, sight: Sight) -> Case:
    names = _type_names(sight.values, len(sight.values))
    return Case(sequence, tuple(sight.assertions), names, refusal=sight.refusal)


def _stating(case: Case, other: Case) -> Case | None:
    """A case with only those assertions that say what the ones of another do; None if it lacks any."""
    left = {_answer(assertion): assertion for assertion in reversed(case.assertions)}
    wanted = [left.get(_answer(assertion)) for assertion in other.assertions]
    kept = tuple(assertion for assertion in wanted if assertion is not None)
    if len(kept) < len(wanted) or case.refusal != other.refusal:
        return None
    return replace(case, assertions=kept)


def _answer(assertion: Assertion) -> tuple[str, str]:
    return (assertion.template, assertion.expected)


def _about(violation: Violation, values: list[object]) -> str:
    """The class that a broken contract is about, by its dotted name."""
    if not violation.claim or not violation.subjects:
        return ""
    cls = type(values[violation.subjects[0]])
    return "" if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"


def _type_names(values: list[object], count: int) -> tuple[str, ...]:
    # without what a decorator has made of the name
    names = [home(type(value))[1].rpartition(".")[2] for value in values]
    return (*names, *["NoneType"] * (count - len(names)))
