"""The job of a worker that finishes: findings made small and confirmed, cases with their assertions.

All of it in a fresh process without probes, so that what is written down does not hang on the run that found it.
"""

from __future__ import annotations

import atexit
import importlib
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from time import monotonic  # bound here: the target may replace what its module holds
from typing import TypeVar

from caddis.campaign.journal import BEAT, RUNNING
from caddis.campaign.place import Place
from caddis.campaign.preparing import load_plugins, roots
from caddis.discover import discover
from caddis.discover.target import Target
from caddis.engine import owner_of
from caddis.engine.cleaning import BySnapshot, Cleaning, Look
from caddis.engine.closely import look_closely
from caddis.engine.knowing import Knowing, spoken
from caddis.engine.steadiness import Steadiness
from caddis.execute.apart import Apart, Ended
from caddis.execute.audit import IMPORT
from caddis.execute.clock import Clock
from caddis.execute.interpreter import Interpreter, abandon
from caddis.execute.otherwise import Otherwise
from caddis.execute.snapshot import Snapshot
from caddis.judge.contracts import CLOSE
from caddis.judge.exceptions import Known, ending, is_large
from caddis.judge.judge import Judge
from caddis.model.classes import home
from caddis.model.codec import Decoder, Encoder, Json
from caddis.model.finding import PROCESS_KINDS, Assertion, Case, Finding
from caddis.model.outcome import Outcome, OutOfTime
from caddis.model.sequence import Sequence
from caddis.model.verdict import Confidence, Violation
from caddis.oracle.observe import observations
from caddis.plugin import Plugins
from caddis.reduce.grouping import Wanted
from caddis.reduce.shrink import shrink
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

LARGE, MOST_IN_GROUP = 500, 20
"""For each so many places there are to look at, one more case goes before it is looked if anything was left changed."""
SEED = 0
"""Of the target's own random choices."""

DEAR = frozenset(law.name for law in CLOSE)

Result = TypeVar("Result")


class Finisher:
    """Reduces and observes; wires execute, judge, reduce and oracle as the engine wires the others."""

    def __init__(
        self,
        plugins: Plugins,
        owned: Callable[[str], bool],
        cleaning: Cleaning,
        *,
        apart: Apart | None = None,
        beat: memoryview | None = None,
        timeout: float = 0.5,
        makers: Makers | None = None,
        checks: tuple[str, ...] = (),
        known: Known = lambda _operation: None,
        ignore: Iterable[str] = (),
        otherwise: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """`makers` are short sequences that make a value of a class, by the name of that.

        `otherwise` makes a context in which circumstances are others that must make no difference.
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
        self._cleaning = cleaning
        self._careful = False
        self._beat = beat if beat is not None else memoryview(bytearray(8)).cast("Q")
        self.until: float | None = None
        """When making small what ends its process is over, where time counts."""
        self._apart = apart
        self._timeout = timeout
        self._makers = makers or {}
        self._steadiness = Steadiness(self._assertions, partial(self._assertions, around=otherwise))
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

    def observe(self, sequence: Sequence) -> Case | None:
        """A case of a sequence that runs well, shortened to what its assertions need.

        What it leaves behind is for whoever asks to look after.
        """
        seen = None if self._steadiness.is_hopeless(sequence) else self._observed(sequence)
        steady = None if seen is None else self._steadiness.steady(sequence, seen[1])
        if not steady:
            return None
        wanted = _answers(steady)

        last = sequence.statements[-1].operation

        def same(candidate: Sequence) -> bool:
            if candidate.statements[-1].operation != last:
                return False
            observed = self._observed(candidate)
            return observed is not None and _answers(observed[1], wanted) == wanted

        shortest = shrink(sequence, same, tries=SHORTENING_TRIES, literals=False)
        observed = self._observed(shortest)
        if observed is None or _answers(observed[1], wanted) != wanted or len(shortest) > LONGEST_CASE:
            return None
        values, assertions = observed[0], [one for one in observed[1] if _answers([one], wanted)]
        return Case(shortest, tuple(assertions), _type_names(values, len(shortest)))

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
        return shrink(
            start,
            lambda candidate: self._has_time() and self._shows(candidate, wanted),
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
        about = _about(seen, values)
        for length in range(1, len(sequence)) if seen.claim else ():
            before = Sequence(sequence.statements[:length])
            values, earlier = self._examine(before, violation.contract)
            if earlier is not None and earlier.contract == seen.contract and _about(earlier, values) == about:
                return before
        return sequence

    def _shows(self, sequence: Sequence, wanted: Wanted) -> bool:
        """Whether a sequence shows what is wanted, and not before its last call."""
        violation = self._examine(sequence, wanted.contract)[1]
        if violation is None or not wanted.is_met(sequence, violation):
            return False
        if not violation.claim or len(sequence) == 1:
            return True
        before = self._examine(Sequence(sequence.statements[:-1]), wanted.contract)[1]
        return before is None or before.contract != violation.contract

    def _assertions(
        self, sequence: Sequence, around: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> list[Assertion] | None:
        observed = self._observed(sequence, around)
        return None if observed is None else observed[1]

    def _observed(
        self, sequence: Sequence, around: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> tuple[list[object], list[Assertion]] | None:
        with self._running(sequence) as values, around():
            chance = random.getstate()
            before = self._interpreter.run(sequence.statements[:-1], values)
        with self._running(sequence) as values, around():
            outcome = self._interpreter.run(sequence.statements, values)
            _raise_if_out_of_time(outcome)
            if before.exception is not None or outcome.exception is not None or random.getstate() != chance:
                # what chance had a hand in may look steady for long, and is not
                return None
            return outcome.values, observations(sequence, before.values, outcome.values)

    def _examine(self, sequence: Sequence, contract: str = "") -> tuple[list[object], Violation | None]:
        """Run a sequence, and judge its last call on every value there is; closely, if the contract is a dear one."""
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

    @contextmanager
    def _running(self, sequence: Sequence) -> Iterator[list[object]]:
        """Code of the target runs in here, on the values given, and may be interrupted; what it changes is put back."""
        values: list[object] = []
        self._beat[BEAT] += 1
        try:
            with self._interpreter.prepared(sequence.statements):
                yield values
            abandon(values)
        finally:
            self._beat[BEAT] += 1
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
        # forking seeds it with chance
        random.seed(SEED)
        if request["question"] == "shown":
            violation = self._examine(sequence, request["contract"])[1]
            return Encoder().violation(violation) if violation is not None else None
        outcome = self._interpreter.replay(sequence)
        return {
            "exception": type(outcome.exception).__name__ if outcome.exception is not None else None,
            "types": [type(value).__name__ for value in outcome.values],
            "large": [place for place, value in enumerate(outcome.values) if is_large(value)],
        }

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
        before = self._ask("end", Sequence(smallest.statements[:-1]), seconds) if len(smallest) > 1 else None
        names = before["types"] if isinstance(before, dict) else ()
        large = before["large"] if isinstance(before, dict) else ()
        types = (*names, *["NoneType"] * (len(smallest) - len(names)))
        sure, why = ending(kind, smallest, large)
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


def finish(place: Place) -> None:
    """Finish one item after the other, telling of each."""
    job, link, words = place.job, place.link, place.journal.words
    targets = [Target(**target) for target in job["targets"]]
    for target in targets:
        if target.module:
            importlib.import_module(target.module)
    owned = owner_of(roots(targets))
    known = Knowing(discover(targets, tuple(job["exclude"]), job["private"])) if _judges(job["items"]) else Knowing()
    random.seed(SEED)
    # its directory is part of what is to stay
    otherwise = Otherwise(place.workspace, owned)
    cleaning = BySnapshot(Snapshot(owned, workspace=place.workspace))
    finisher = Finisher(
        load_plugins(job["plugin_files"]),
        owned,
        cleaning,
        apart=place.apart,
        beat=words,
        timeout=job["timeout"],
        makers=_makers(job),
        checks=tuple(job["checks"]),
        known=known,
        ignore=job["ignore"],
        otherwise=otherwise,
    )
    place.forbid_forks()
    clock = Clock(words, job["timeout"])
    link.send("ready")
    clock.start()
    _Finishing(place, finisher, cleaning).run()


def _judges(items: list[Json]) -> bool:
    """Whether there is anything among the items for which it matters what is known of operations."""
    return any(kind == "violation" and data[1]["contract"] not in PROCESS_KINDS for kind, data, _ in items)


class _Finishing:
    """Finishes the items of a job, one after the other.

    Cases are looked after in groups: to see that nothing was left changed takes longer than most of them.
    """

    def __init__(self, place: Place, finisher: Finisher, cleaning: BySnapshot) -> None:
        self._place = place
        self._job = place.job
        self._finisher = finisher
        self._cleaning = cleaning
        self._allowed = _allowed(self._job["policy"])
        self._decoder, self._encoder = Decoder(), Encoder()
        self._decoder.learn(self._job["definitions"])
        self._group: list[tuple[int, Json]] = []
        self._size = max(1, min(MOST_IN_GROUP, cleaning.size // LARGE))

    def run(self) -> None:
        """Finish as many as there is time for."""
        job = self._job
        items, deadline = job["items"], job["deadline"]
        skipped, shown = {*job["skipped"]}, set[int]()
        start = monotonic()
        for number, (kind, data, cause) in enumerate(items):
            now = monotonic()
            # another example of it might be made smaller, but there are others to see to
            hurried = deadline is not None and now - start > (deadline - start) / 2
            if number < job["first"] or number in skipped or (hurried and cause in shown):
                continue
            if deadline is not None and now >= deadline:
                break
            self._finisher.until = None if deadline is None else now + (deadline - now) / (len(items) - number)
            if kind == "case":
                self._group.append((number, self._case(number, data)))
                if len(self._group) >= self._size:
                    self._settle()
                continue
            result = self._result(number, partial(self._finding, data))
            if result is not None:
                shown.add(cause)
            self._send(number, result)
        self._settle()

    def _settle(self) -> None:
        """Tell of a group of cases; if they left something changed that others may feel, without those that do."""
        clean = self._cleaning.is_settled()
        for number, before in self._group:
            _, data, _ = self._job["items"][number]
            result = before if clean else self._case(number, data)
            self._send(number, result if clean or self._cleaning.is_settled_after_one() else None)
        self._group.clear()

    def _send(self, number: int, result: Json) -> None:
        self._place.link.send("item", number=number, result=result, definitions=self._encoder.drain())

    def _finding(self, data: Json) -> Json:
        finding = self._finisher.reduce(self._decoder.sequence(data[0]), self._decoder.violation(data[1]))
        return self._encoder.finding(finding) if finding is not None else None

    def _case(self, number: int, data: Json) -> Json:
        at_exit = atexit._ncallbacks()
        result = self._result(number, partial(self._observed, data))
        if result is None or atexit._ncallbacks() != at_exit:
            # other tests would feel it
            return None
        result["writes"] = any(what.startswith("write: ") for what in self._place.touched)
        return result

    def _observed(self, data: Json) -> Json:
        case = self._finisher.observe(self._decoder.sequence(data))
        return self._encoder.case(case) if case is not None else None

    def _result(self, number: int, work: Callable[[], Json]) -> Json:
        """What work comes to; nothing if it touched what a test must leave alone, but for what its user allowed."""
        place = self._place
        place.journal.words[RUNNING] = number
        place.denied.clear()
        place.touched.clear()
        try:
            result = work()
        except (OutOfTime, Exception):  # noqa: BLE001 - objects that cannot be looked at make no test
            return None
        imported = {what for what in place.touched if what.startswith(IMPORT)}
        if any(what.removeprefix(IMPORT) not in sys.modules for what in imported):
            # what it came to hangs on what is installed, and on how its caller imports
            return None
        touched = place.touched - imported
        if place.denied or not touched.issubset(map(self._allowed, touched)):
            return None
        return result


def _makers(job: Json) -> Makers:
    decoder = Decoder()
    decoder.learn(job["definitions"])
    return {name: tuple(map(decoder.sequence, rows)) for name, rows in job["makers"].items()}


def _allowed(policy: Json) -> Callable[[str], str | None]:
    """Tells what of the things a test touches its user has allowed."""
    kinds = {kind for kind in ("network", "subprocess") if policy[kind]} | ({"write"} if policy["writable"] else set())
    return lambda what: what if what.partition(":")[0] in kinds or not policy["enabled"] else None


def _raise_if_out_of_time(outcome: Outcome) -> None:
    if outcome.out_of_time and outcome.exception is not None:
        raise outcome.exception


def _answers(assertions: list[Assertion], wanted: list[tuple[str, str]] | None = None) -> list[tuple[str, str]]:
    """What assertions ask and expect; those only that are wanted."""
    answers = [(assertion.template, assertion.expected) for assertion in assertions]
    return answers if wanted is None else [answer for answer in answers if answer in wanted]


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
