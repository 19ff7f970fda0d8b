"""Tries sequences: runs each new call, judges it, and tells which values it made or changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from caddis.config import Config
from caddis.engine.checks import Checks
from caddis.engine.closely import look_closely
from caddis.engine.knowing import spoken
from caddis.engine.trial import Trial
from caddis.execute.clock import Beat
from caddis.execute.interpreter import Interpreter, abandon
from caddis.generate.proposal import Proposal
from caddis.judge.exceptions import Known, Tally, ending, location
from caddis.judge.judge import Judge
from caddis.judge.libraries.asking import Preconditions, Refusal
from caddis.judge.properties import OnlyProperties, Properties
from caddis.judge.tracebacks import refused_at
from caddis.keep.classes import Classes
from caddis.keep.fingerprint import ATOMS, Fingerprints
from caddis.keep.kinds import kind_of
from caddis.keep.novelty import Novelty
from caddis.model.component import Shape, ValueKind
from caddis.model.outcome import Outcome, OutOfTime
from caddis.model.sequence import Sequence, Statement, need_loop
from caddis.model.verdict import Confidence, Verdict, Violation
from caddis.plugin import Plugins
from caddis.reduce.definitions import without_step

MOST_REMEMBERED = 200_000
"""States of which it is known what kind of value has them."""
MOST_BACKUPS = 5
"""How many steps inside what a program defines it may have to do without."""
REFUSED: Shape = ()
"""The shape of a value that fits nowhere."""


class Laboratory:
    """Runs proposals and judges what comes of them; remembers nothing of them but the states it met."""

    def __init__(
        self,
        *,
        plugins: Plugins,
        owned: Callable[[str], bool],
        config: Config,
        beat: Beat,
        denied: list[str],
        known: Known = lambda _operation: None,
        properties: Properties | None = None,
        only_properties: bool = False,
    ) -> None:
        """With `only_properties`, nothing but these is judged."""
        self._config = config
        self.seed = config.seed
        self._owned = owned
        self._filters = plugins.filters
        self.beat = beat
        self._denied = denied
        self._directed = config.strategy != "undirected"
        self._none_counts = not (self._directed and config.filters.null)
        self.interpreter = Interpreter()
        self.classes = Classes(renewed=owned if config.reset == "reimport" else None)
        # objects of a class that was imported anew, or that lie in another process, cannot be compared by `==`
        self.novelty = Novelty(self.classes, by_state=config.equality == "state" or config.reset != "snapshot")
        self._fingerprints = Fingerprints(self.classes)
        self._fingerprint = self._fingerprints.of
        self._shape_of = self.classes.shape_of
        self._compares_states = self._directed and config.filters.equality
        self._kinds: dict[int | None, ValueKind] = {}
        """Of what kind a value is that is in a state."""
        self._alike: dict[ValueKind, ValueKind] = {}
        self.may_wait = True
        """Whether there may be statements that need an event loop; who knows that there are none says so."""
        self.steady = True
        """Whether the states that the last trial saw would be seen in another process too."""
        self._preconditions = Preconditions()
        self.only_properties = only_properties
        self._judge: Judge | OnlyProperties = (
            OnlyProperties()
            if only_properties
            else Judge(
                owned,
                plugins.contracts,
                plugins.state_contracts,
                config.checks,
                known=known,
                spoken=spoken,
                line=Confidence(config.confidence),
                ignore=config.ignore,
            )
        )
        self.interpreter.defining.inside = self._judge.inside
        self.interpreter.defining.guard = self._preconditions
        self.compares = self._judge.compares
        self._checks = Checks(properties or Properties({}, owned), self.interpreter, self._fingerprint, beat)
        self.is_property, self.states = self._checks.concern, self._checks.states

    @property
    def tally(self) -> Tally:
        """How many calls ended in exceptions, and how many reports those would make."""
        return self._judge.tally

    def try_out(self, proposal: Proposal) -> Trial:
        """Run a proposal, each new call followed by its verdict."""
        try:
            return self._try_out(proposal)
        except OutOfTime as exception:
            # it fires late now and then, while what came of the proposal is put down
            return self._took_too_long(Sequence(proposal.statements), exception)

    def _try_out(self, proposal: Proposal) -> Trial:
        self._denied.clear()
        looks = self._fingerprints.looks
        values: list[object] = []
        run = self._checks.try_out if self.is_property(proposal.calls[0].operation) else self._run
        self.beat.begin()
        try:
            if proposal.calls[0].waits or (self.may_wait and need_loop(proposal.prefix)):
                with self.interpreter.prepared(proposal.statements):
                    trial = run(proposal, values)
            else:
                trial = run(proposal, values)
            abandon(values)
            # what happens when they are let go is the target's, too
            values.clear()
        except OutOfTime as exception:
            trial = self._took_too_long(Sequence(proposal.statements), exception)
        except Exception as failure:  # noqa: BLE001 - objects that cannot even be looked at are of no use
            sequence = Sequence(proposal.statements)
            trial = Trial(Verdict.ILLEGAL, sequence, failure=f"{type(failure).__name__}: {_text(failure)}")
        finally:
            self.beat.end()
        if self._denied:
            # whatever came of it would come out differently where nothing is refused
            return Trial(Verdict.ILLEGAL, trial.sequence, denied=tuple(self._denied))
        self.steady = self._fingerprints.looks == looks
        return trial

    def refused(self, proposal: Proposal) -> Trial | None:
        """What comes of a proposal that need not be run, since literals alone break a precondition of its call."""
        call = proposal.calls[0]
        if not self._preconditions.concern(call.operation) or call.references:
            return None
        self.beat.begin()
        try:
            refusal = self._preconditions.refuse(call, [])
        except OutOfTime:
            refusal = Refusal("OutOfTime", "a precondition that takes too long")
        finally:
            self.beat.end()
        return None if refusal is None else _refused(Sequence((*proposal.prefix, call)), refusal)

    def look_closely(self, sequence: Sequence) -> Violation | None:
        """Run a sequence once more for the dear contracts; the values it makes are used up by that."""
        if isinstance(self._judge, OnlyProperties):
            return None
        self._denied.clear()
        values: list[object] = []
        violation: Violation | None = None
        self.beat.begin()
        try:
            with self.interpreter.prepared(sequence.statements):
                violation = look_closely(self.interpreter, self._judge, sequence, values)
            abandon(values)
            values.clear()
        except (OutOfTime, Exception):  # noqa: BLE001 - what has no end, or leaves tasks behind, shows nothing
            return None
        finally:
            self.beat.end()
        return None if self._denied else violation

    def runs_well(self, sequence: Sequence) -> bool:
        """Whether a sequence runs to its end, with nothing refused to it."""
        with self._running_again(sequence) as values:
            outcome = self.interpreter.run(sequence.statements, values)
            outcome.let_go()
            return outcome.exception is None and not self._denied
        return False

    def refuses(self, sequence: Sequence) -> tuple[str, str] | None:
        """The exception with which the last call of a sequence refuses on purpose, and where; None if it does not."""
        with self._running_again(sequence) as values:
            outcome = self.interpreter.run(sequence.statements, values)
            if outcome.exception is None or len(values) < len(sequence) - 1 or self._denied:
                return None
            refusal = type(outcome.exception).__name__, refused_at(outcome.exception, self._owned)
            outcome.let_go()
            return refusal
        return None

    def changes(self, proposal: Proposal, receiver: int) -> bool:
        """Whether the first call of a proposal leaves a value in another state than it found it in.

        Where nobody can tell, it does not.
        """
        run, looks = self.interpreter.run, self._fingerprints.looks
        with self._running_again(Sequence(proposal.statements)) as values:
            run(proposal.prefix, values)
            before = self._fingerprint(values[receiver])
            run(proposal.calls[:1], values)
            return self._fingerprint(values[receiver]) != before and self._fingerprints.looks == looks
        return False

    @contextmanager
    def _running_again(self, sequence: Sequence) -> Iterator[list[object]]:
        """Statements of a sequence run in here, on the values given; whatever goes wrong with these ends it."""
        self._denied.clear()
        values: list[object] = []
        self.beat.begin()
        with suppress(OutOfTime, Exception):
            try:
                with self.interpreter.prepared(sequence.statements):
                    yield values
                abandon(values)
                values.clear()
            finally:
                self.beat.end()

    def forget_classes(self) -> None:
        """Let go of classes and functions that an import has made anew."""
        self.interpreter.forget()
        self._judge.forget()
        self._preconditions.forget()

    def _run(self, proposal: Proposal, values: list[object]) -> Trial:
        prefix, calls = proposal.prefix, proposal.calls
        start = len(prefix)
        if proposal.whole:
            return self._run_whole(proposal, values)
        together = [start + back for back in calls[0].references]
        if self._preconditions.concern(calls[0].operation):
            return self._run_asking(proposal, together, values)
        before, outcome = self._run_once(proposal, together, values)
        violation: Violation | None = None
        if len(calls) > 1 and outcome.exception is None:
            if self._judge.watches(values, together):
                outcome, violation = self._run_watched(calls, together, values)
            else:
                outcome = self.interpreter.run(calls[1:], values)
        if outcome.exception is not None:
            return self._raised(proposal, outcome)
        if violation is not None:
            return Trial(Verdict.VIOLATION, Sequence(prefix + calls[: len(values) - start]), violation=violation)
        return self._returned(proposal, before, together, values)

    def _run_whole(self, proposal: Proposal, values: list[object]) -> Trial:
        """Run a program, up to where it raises; again without a step inside it that asks for what does not hold."""
        written = Sequence((*proposal.prefix, *proposal.calls))
        program, outcome = self._run_program(written, values)
        for _ in range(MOST_BACKUPS):
            smaller = self._done_without_refused(written)
            if smaller is None:
                break
            values.clear()
            written = smaller
            program, outcome = self._run_program(written, values)
        ran = program[: len(values) + (outcome.exception is not None)]
        nothing: tuple[None, ...] = (None,) * (len(ran) - 1)
        shorter = Proposal(ran[:-1], ran[-1:], nothing, nothing)
        if outcome.exception is not None:
            return self._raised(shorter, outcome)
        return self._returned(shorter, nothing, list(range(len(nothing))), values)

    def _run_program(self, program: Sequence, values: list[object]) -> tuple[tuple[Statement, ...], Outcome]:
        """Run a program; what was run of it, and what came of that."""
        if any(self._preconditions.concern(statement.operation) for statement in program):
            return self._run_legal(program, values)
        return program.statements, self.interpreter.run(program.statements, values)

    def _done_without_refused(self, program: Sequence) -> Sequence | None:
        """A program without the step inside what it defines that was refused when it ran, if one was."""
        refused = self.interpreter.defining.refused
        if refused is None:
            return None
        place = refused.definition.methods.index(refused.method)
        for index, statement in enumerate(program):
            if statement.operation.definition == refused.definition:
                smaller = without_step(statement, place, refused.position)
                return None if smaller is None else program.replacing(index, smaller)
        return None

    def _run_legal(self, program: Sequence, values: list[object]) -> tuple[tuple[Statement, ...], Outcome]:
        """Run a program without the calls that ask for what does not hold, and whatever needs these."""
        kept: list[int] = []
        outcome = Outcome(values)
        for index, written in enumerate(program.statements):
            if not set(kept).issuperset(program.sources(index)):
                continue
            whole = len(kept) == index
            statement = written if whole else program.only([*kept, index]).statements[-1]
            if self._preconditions.concern(statement.operation) and self._preconditions.refuse(statement, values):
                continue
            kept.append(index)
            outcome = self.interpreter.run((statement,), values)
            if outcome.exception is not None:
                break
        return program.only(kept).statements, outcome

    def _run_asking(self, proposal: Proposal, together: list[int], values: list[object]) -> Trial:
        """Run a proposal whose calls have preconditions: each is asked whether it may be made."""
        prefix, calls = proposal.prefix, proposal.calls
        outcome = self.interpreter.run(prefix, values)
        if outcome.exception is not None:
            return self._raised(proposal, outcome)
        before = tuple(self._fingerprint(v) if p is None else p for v, p in zip(values, proposal.prints, strict=True))
        for number, call in enumerate(calls):
            refusal = self._preconditions.refuse(call, values)
            if refusal is not None:
                return _refused(Sequence(prefix + calls[: number + 1]), refusal)
            outcome = self.interpreter.run(calls[number : number + 1], values)
            if outcome.exception is not None:
                return self._raised(proposal, outcome)
            if number + 1 < len(calls):
                done = calls[: number + 1]
                violation = self._judge.call(done, values, (*together, len(values) - 1), together, None)
                if violation is not None:
                    return Trial(Verdict.VIOLATION, Sequence(prefix + done), violation=violation)
        return self._returned(proposal, before, together, values)

    def _run_once(
        self, proposal: Proposal, together: list[int], values: list[object]
    ) -> tuple[tuple[int | None, ...], Outcome]:
        """Run the prefix and the first call; the states that the call found, and the outcome."""
        before, run = proposal.prints, self.interpreter.run
        if None not in [before[index] for index in together]:
            return before, run(proposal.prefix + proposal.calls[:1], values)
        # displays made for this call have no known state, and only what it changes in them is of interest
        outcome = run(proposal.prefix, values)
        if outcome.exception is None:
            before = tuple(self._fingerprint(v) if p is None else p for v, p in zip(values, before, strict=True))
            outcome = run(proposal.calls[:1], values)
        return before, outcome

    def _run_watched(
        self, calls: tuple[Statement, ...], together: list[int], values: list[object]
    ) -> tuple[Outcome, Violation | None]:
        """Run the repetitions of a call that was made once, judging in between the values that meet in it.

        Each time by what the user has said of them, but by laws only after the first, second, fourth, eighth and so on.
        The last time is the caller's to judge, and so are others that share their state.
        """
        outcome = Outcome(values)
        always = self._judge.insists(values, together)
        for number in range(1, len(calls)):
            if always or number & (number - 1) == 0:
                violation = self._judge.call(calls[:number], values, (*together, len(values) - 1), together, None)
                if violation is not None:
                    return outcome, violation
            outcome = self.interpreter.run(calls[number : number + 1], values)
            if outcome.exception is not None:
                break
        return outcome, None

    def _returned(
        self, proposal: Proposal, before: tuple[int | None, ...], together: list[int], values: list[object]
    ) -> Trial:
        """A trial that ran to its end: judged on what it made and changed, and kept if that is new."""
        prints, changed = self._changed(before, together, values)
        met = self.novelty.prints
        unmet = [index for index in changed if prints[index] not in met]
        sequence = Sequence(proposal.statements, proposal.code)
        violation = self._judge.call(sequence.statements, values, unmet, together, None)
        if violation is not None and self._directed:
            return Trial(Verdict.VIOLATION, sequence, violation=violation)
        extensible = self._extensible(unmet if self._compares_states else changed, prints, values)
        verdict = Verdict.USEFUL if extensible else Verdict.REDUNDANT
        if violation is not None:
            verdict = Verdict.VIOLATION
        shapes = self._shapes(proposal, values, changed) if extensible else (self._shape_of(values[-1]),)
        kinds: list[ValueKind | None] = [None] * len(values)
        for index in (*together, *extensible, len(values) - 1):
            kinds[index] = self._kinds.get(prints[index]) or self._kind_of(values[index], prints[index])
        return Trial(verdict, sequence, shapes, tuple(prints), extensible, kinds, violation)

    def _kind_of(self, value: object, fingerprint: int | None) -> ValueKind:
        """Of what kind a value is; what is in a state that was met is not looked at again."""
        if len(self._kinds) > MOST_REMEMBERED:
            self._kinds.clear()
        kind = kind_of(value)
        if fingerprint is not None:
            self._kinds[fingerprint] = kind = self._alike.setdefault(kind, kind)
        return kind

    def _raised(self, proposal: Proposal, outcome: Outcome) -> Trial:
        """A trial that ended in an exception."""
        trial = self._judged(proposal, outcome)
        outcome.let_go()
        return trial

    def _judged(self, proposal: Proposal, outcome: Outcome) -> Trial:
        """What came of an exception: it is never built upon, unless the exceptions filter is off."""
        values, start = outcome.values, len(proposal.prefix)
        if outcome.out_of_time and outcome.exception is not None:
            return self._took_too_long(Sequence(proposal.prefix + proposal.calls[:1]), outcome.exception)
        if len(values) < start:
            # a prefix that fails now though it ran before shows nothing
            return Trial(Verdict.ILLEGAL, Sequence(proposal.prefix + proposal.calls[:1]))
        sequence = Sequence(proposal.prefix + proposal.calls[: len(values) - start + 1])
        if isinstance(outcome.exception, MemoryError):
            return Trial(Verdict.VIOLATION, sequence, violation=self._out_of_memory(sequence, outcome.exception))
        # a judge may take the traceback away
        where = refused_at(outcome.exception, self._owned) if outcome.exception is not None else ""
        violation = self._judge.call(sequence.statements, values, (), (), outcome.exception)
        verdict = Verdict.ILLEGAL if violation is None else Verdict.VIOLATION
        raised, said = type(outcome.exception).__name__, _text(outcome.exception)
        if self._directed and self._config.filters.exceptions:
            return Trial(
                verdict, sequence, violation=violation, raised=raised, said=said, refused_at="" if violation else where
            )
        # the undirected baseline builds on it all the same: such sequences fail again wherever they are used
        shapes = (*map(self._shape_of, values), *[(type(None),)] * (len(sequence) - len(values)))
        reachable = tuple(index for index, value in enumerate(values) if value is not None)
        unknown = (None,) * len(sequence)
        return Trial(verdict, sequence, shapes, unknown, reachable, violation=violation, raised=raised, said=said)

    def _took_too_long(self, sequence: Sequence, exception: BaseException) -> Trial:
        message = f"did not end within {self._config.timeout:g} s"
        sure, why = ending("hang", sequence)
        where = location(exception, self._owned)
        violation = Violation("hang", message, location=where, confidence=sure, why=why)
        return Trial(Verdict.VIOLATION, sequence, violation=violation, out_of_time=True)

    def _out_of_memory(self, sequence: Sequence, exception: BaseException) -> Violation:
        sure, why = ending("memory", sequence)
        return Violation(
            "memory",
            "ran out of memory",
            exception="MemoryError",
            location=location(exception, self._owned),
            confidence=sure,
            why=why,
        )

    def _shapes(self, proposal: Proposal, values: list[object], changed: list[int]) -> tuple[Shape, ...]:
        shape_of = self._shape_of
        known: list[Any] = [*proposal.shapes, *[None] * len(proposal.calls)]
        for index in changed:
            known[index] = shape_of(values[index])
        if not all(known):
            known = [shape or shape_of(value) for shape, value in zip(known, values, strict=True)]
        shapes = tuple(known)
        if self._filters:
            # no shape, no use: what a user's filter refuses is not handed on a second time either
            return tuple(
                shape if self._accepted(value) else REFUSED for shape, value in zip(shapes, values, strict=True)
            )
        return shapes

    def _accepted(self, value: object) -> bool:
        return all(user.accepts(value) for user in self._filters)

    def _changed(
        self, before: tuple[int | None, ...], together: list[int], values: list[object]
    ) -> tuple[list[int | None], list[int]]:
        """The state of each value now, and the positions of those that the new calls made or changed.

        `before` are the states the calls found, `together` the positions of the values that met in them.
        """
        fingerprint = self._fingerprint
        prints: list[int | None] = [*before, *[None] * (len(values) - len(before))]
        changed: list[int] = []
        mutated = False
        for index in together:
            value = values[index]
            if type(value) not in ATOMS:
                now = fingerprint(value)
                if now != prints[index]:
                    mutated = True
                    prints[index] = now
                    changed.append(index)
        if mutated:
            # whatever shares state with what changed has changed too
            for index in range(len(before)):
                value = values[index]
                if type(value) not in ATOMS and index not in together:
                    now = fingerprint(value)
                    if now != prints[index]:
                        prints[index] = now
                        changed.append(index)
        for index in range(len(before), len(values)):
            value = values[index]
            if value is not None or self._none_counts:
                prints[index] = fingerprint(value)
                changed.append(index)
        return prints, changed

    def _extensible(self, candidates: list[int], prints: list[int | None], values: list[object]) -> tuple[int, ...]:
        """The positions of the values that may be arguments of new calls: the filters (section 2.4)."""
        if self._compares_states:
            is_new = self.novelty.is_new
            candidates = [index for index in candidates if is_new(values[index], prints[index])]
        if self._filters:
            candidates = [index for index in candidates if self._accepted(values[index])]
        return tuple(candidates)


def _refused(sequence: Sequence, refusal: Refusal) -> Trial:
    """A call that was not made, since it would have broken a precondition: our fault, and known as such."""
    return Trial(Verdict.ILLEGAL, sequence, raised=refusal.raised, said=refusal.said, made=False)


def _text(failure: BaseException | None) -> str:
    try:
        return str(failure)[:200]
    except OutOfTime:
        raise
    except BaseException:  # noqa: BLE001 - an exception of the target's, which may not even be shown; it may exit
        return ""
