"""The loop: propose sequences, try them, see that nothing of them lingers, keep what is worth building on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from random import Random

from caddis.config import ATOM_TYPES, Config
from caddis.engine.again import Again
from caddis.engine.batch import Batch, Tried
from caddis.engine.blaming import Blaming
from caddis.engine.cleaning import Cleaning
from caddis.engine.closely import Closely
from caddis.engine.confirming import Confirming
from caddis.engine.elsewhere import Elsewhere
from caddis.engine.examples import LEADS_BACK, Examples
from caddis.engine.inputs import Inputs
from caddis.engine.laboratory import Laboratory
from caddis.engine.ledger import Ledger
from caddis.engine.questions import Questions
from caddis.engine.sight import Sight
from caddis.engine.trial import Trial
from caddis.engine.trying import Trying
from caddis.generate.costs import Costs
from caddis.generate.generator import Generator
from caddis.generate.guided import Guided
from caddis.generate.literals import primitive_pools
from caddis.generate.proposal import Proposal, unknown
from caddis.generate.supplies import Supplies
from caddis.generate.supply import shares_of
from caddis.judge.exceptions import Tally
from caddis.keep.pool import Pool
from caddis.model.api import Api, Signature
from caddis.model.classes import home
from caddis.model.code import Lines
from caddis.model.codec import Parts
from caddis.model.component import Component, Shelf
from caddis.model.definition import is_synthesised
from caddis.model.explanation import OF_THE_WRONG_KIND
from caddis.model.guidance import Guidance
from caddis.model.operation import HAS_RECEIVER, Operation, Waiting
from caddis.model.outcome import TooMany
from caddis.model.overriding import Base
from caddis.model.sequence import Atom, Sequence, Statement, code_of, need_loop
from caddis.model.types import Instance
from caddis.model.verdict import RETURNED, Verdict, Violation
from caddis.plugin import Plugins

GUIDED_SHARE, GUIDED_LENGTH = 0.1, 15
"""How often an input is one that a recorded run suggests, where there is any, and how long at most: they take time."""
BATCH = 200
"""Steps after which the state is checked and what was found and kept is handed on."""
FIRST_BATCH = 5
GROWTH = 5
"""A batch is as long as a fifth of all before it: what it brings is not built upon until its end."""
FRUITLESS = 100
"""Proposals that may fail in a row before they count as a step."""
DESCRIBED_BY_EFFECT = frozenset({"builtins", "collections"})
"""Their containers are described by what changes them, and so whatever of the target's they are shared with."""
ENOUGH_OF_SLOW = 3
"""Values of a shape past which slow sequences that make another are not built upon."""
LONG = 0.05
"""Seconds past which a sequence is looked at after others."""
WIDELY = 0.3
"""How often an atom is any of its type, where inputs for properties are all that is wanted."""


class Explorer:
    """Feedback-directed exploration of an API (Figure 3 of the Randoop paper)."""

    def __init__(
        self,
        api: Api,
        *,
        describe: Callable[[type], dict[Operation, Signature]],
        lines_of: Callable[[Operation], tuple[Lines, ...]],
        sight: Sight,
        laboratory: Laboratory,
        cleaning: Cleaning,
        elsewhere: Elsewhere | None,
        plugins: Plugins,
        owned: Callable[[str], bool],
        config: Config,
        base_of: Callable[[type], Base | None] = lambda _cls: None,
        guidance: Guidance | None = None,
        observed: Mapping[type, tuple[Atom, ...]] | None = None,
        stream: int = 0,
        shares: Mapping[str, float] | None = None,
        journal: Callable[[int, list[Parts]], None] = lambda _batch, _sequences: None,
        running: Callable[[int], None] = lambda _number: None,
    ) -> None:
        """`base_of` tells what may be overridden in a class.

        `guidance` is what a recorded run suggests; `observed` atoms stand in for the usual ones of their type.

        `stream` tells random streams of one seed apart; `shares` are those of operations to be called less often.

        `journal` hears of each batch before it is run, by number, `running` of each sequence in it.
        """
        self.api = api
        self._describe = describe
        self._lines_of = lines_of
        self._sight = sight
        self._laboratory = laboratory
        self._cleaning = cleaning
        self._owned = owned
        self._config = config
        self._stream = stream
        self.trying = Trying(
            laboratory,
            cleaning,
            elsewhere,
            sight,
            timed=config.steps is None,
            journal=journal,
            running=running,
        )
        self._directed = config.strategy != "undirected"
        self._rng = Random(config.seed)
        self._pool = Pool()
        self._covered = len(sight.covered())
        """How much of what was reached is known to the generator."""
        uses = config.generate.uses
        self._comparing, self._rewarding, self._broadening = uses("comparing"), uses("rewarding"), uses("broadening")
        self._seen: set[int] = set()
        self._first: list[Proposal] = []
        """What is tried before anything is made up."""
        self._confirming = Confirming(
            laboratory,
            cleaning,
            # where only properties are judged, what breaks one is confirmed, and that is all that counts
            None if laboratory.only_properties else elsewhere,
            timed=config.steps is None,
        )
        self._blaming = Blaming()
        self._closely = Closely(
            self._look_closely,
            laboratory.compares,
            seed=f"{config.seed}/{stream}/closely",
            timed=config.steps is None,
        )
        self._again = Again(laboratory, cleaning, sight)
        self._examples = Examples(api, owned, every=config.all_tests)
        self._questions = Questions(self._again.changes)
        self.ledger = Ledger()
        # with a number of steps given, the seed decides all, and seconds may not; the baseline goes unguided
        self._costs = Costs() if config.steps is None and self._directed and uses("costs") else None
        # two of the levels of constraints are meant to know nothing but types
        by_clues = self._directed and not (config.strategy == "model" and config.constraints != "sequence")
        supplies = Supplies(
            self._rng.random,
            primitive_pools(_added_literals(config, plugins), observed or {}),
            config.generate.none_ratio,
            self._costs,
            weave=uses("callbacks") and by_clues,
            base_of=lambda cls: base_of(cls) if owned(home(cls)[0]) else None,
            shares=shares_of(config.generate),
        )
        self._weaver = supplies.weaver
        if self._weaver is not None:
            laboratory.interpreter.defining.heard = self._weaver.hear
        # the more states there are, the better for properties, and their failures are made small for readers
        self._width = supplies.width
        self._width.share = WIDELY if laboratory.only_properties else 0.0
        self._generator = Generator(
            self._rng,
            supplies,
            config.generate,
            self._costs,
            shares or {},
            guided=by_clues,
            unreached=self._unreached,
        )
        self.inputs = Inputs(self._generator, laboratory.states, self._rng, config.seed)
        self._guided = Guided(
            self._rng.random,
            supplies,
            guidance or Guidance(),
            config.generate.max_length if config.strategy == "model" else GUIDED_LENGTH,
            aside=config.strategy == "model",
            otherwise=self._generator.supply_of,
        )
        self._guided_share = guided_share(config, self._guided)
        self._pool.on_new_shape(self._generator.offer)
        self._pool.on_new_shape(self._meet)
        self._met = {
            signature.parameters[0].cls
            for operation, signature in api.operations.items()
            if operation.kind in HAS_RECEIVER and isinstance(signature.parameters[0], Instance)
        }
        laboratory.may_wait = False
        self._take_in(api.operations)
        self._take_in(api.helpers, helping=True)

    def batches(self, more: Callable[[int], bool], *, number: int = 0, steps: int = 0) -> Iterator[Batch]:
        """Explore in batches while `more`, asked with the number of steps done, says so.

        `number` and `steps` are those of the batches done before, by another.
        """
        # what was compared while the target was imported has nothing to do with what is passed
        self._sight.taken()
        if number == 0 and self._config.strategy == "feedback" and self._config.generate.uses("documented"):
            # only once: what ends the process would end the next one, too
            self.begin_with(self.api.shown)
        while more(steps):
            # each batch has its own stream, so a run can be taken up again at any of them
            self._rng.seed(f"{self._config.seed}/{self._stream}/{number}")
            batch = Batch()
            batch.steps = self._explore(batch, number, self._size(steps), partial(_more_after, more, steps))
            steps += batch.steps
            number += 1
            yield batch

    def begin_with(self, sequences: Iterable[Sequence]) -> None:
        """Try these before others, unless they were tried already."""
        every = [self._usual(sequence) for sequence in sequences]
        fresh = [statements for statements in every if code_of(statements) not in self._seen]
        self._seen.update(map(code_of, fresh))
        self._first += map(unknown, fresh)

    def try_trials(self, number: int, proposals: list[Proposal]) -> tuple[int, list[Trial]]:
        """Try proposals of which nothing is to be kept: how many were dealt with, and what came of them."""
        done, tried = self.trying.try_all(number, proposals, lambda _done: True)
        return done, [one.trial for one in tried]

    def take_up(self, sequences: Iterable[Sequence], number: int = 0) -> Batch:
        """Run again what was kept elsewhere, and keep it: what an earlier worker kept, or what another has reached."""
        batch = Batch()
        every = [self._usual(sequence) for sequence in sequences]
        self._seen.update(map(code_of, every))
        proposals = [*map(unknown, every)]
        for start in range(0, len(proposals), BATCH):
            part = proposals[start : start + BATCH]
            while part:
                done, tried = self.trying.try_all(number, part, lambda _done: True)
                part = part[done:]
                for one in tried:
                    # whoever kept it has confirmed it
                    self._confirming.trust(one.trial)
                    self._keep(one.trial, batch, one.seconds)
        return batch

    def _usual(self, sequence: Sequence) -> tuple[Statement, ...]:
        """The statements of a sequence from elsewhere, with the operations that are known here."""
        self._laboratory.may_wait |= need_loop(sequence.statements)
        return tuple(map(self._generator.usual, sequence.statements))

    @property
    def tally(self) -> Tally:
        """How many calls ended in exceptions, and how many reports those would make."""
        return self._laboratory.tally

    def lacking(self) -> dict[Operation, list[str]]:
        """The parameters of each operation that nothing there is can be given to."""
        return self._generator.lacking()

    def _size(self, steps: int) -> int:
        size = min(BATCH, FIRST_BATCH + steps // GROWTH)
        return size if self._config.steps is None else min(size, self._config.steps - steps)

    def _explore(self, batch: Batch, number: int, size: int, more: Callable[[int], bool]) -> int:
        """Propose a batch of sequences, try them, and learn from them; how many steps that was."""
        proposals, self._first = self._first[:size], self._first[size:]
        left = size - len(proposals)
        proposals += [proposal for _ in range(left) if (proposal := self._proposal(batch)) is not None]
        fruitless = size - len(proposals)
        done, tried = self.trying.try_all(number, proposals, more)
        for proposal in proposals[done:]:
            # left for want of time, and as good as never proposed
            self._seen.discard(proposal.code)
        for one in tried:
            one.trial = self._confirming.confirmed(one.trial)
            if one.trial.states is not None:
                self._learn_of_property(one.trial, batch)
        for one in self._examined([one for one in tried if one.trial.states is None], batch):
            self._learn(one, batch)
        self._again.done()
        self._confirming.catch_up()
        reached = self._sight.covered()
        self._generator.reached(reached[self._covered :])
        self._covered = len(reached)
        return done + fruitless

    def _examined(self, tried: list[Tried], batch: Batch) -> list[Tried]:
        """The trials of a batch, some of them looked at closely, and put right if they break a dear contract."""
        if not self._directed or self._laboratory.only_properties:
            return tried
        before = self._closely.looks
        blemished = {position for position, one in enumerate(tried) if one.proposal.blemished}
        broken, others = self._closely.examine([one.trial for one in tried], blemished)
        if self._closely.looks > before and self._cleaning.was_dirty():
            # whatever was found may have come of what the looks have left behind
            again = {trial.sequence: self._look_closely(trial.sequence) for trial in broken.values()}
            broken = {position: trial for position, trial in broken.items() if again[trial.sequence] is not None}
            self._cleaning.was_dirty()
        batch.violations.extend(others)
        for one in map(tried.__getitem__, broken):
            # the call itself went well, and much may lie behind what it made
            self._put_by(one.trial, one.seconds, blemished=True)
        return [
            replace(one, trial=broken[position]) if position in broken else one for position, one in enumerate(tried)
        ]

    def _look_closely(self, sequence: Sequence) -> Violation | None:
        if self._cleaning.is_apart(sequence.statements):
            return None
        violation = self._laboratory.look_closely(sequence)
        self._cleaning.after(sequence.statements)
        return violation

    def _learn(self, tried: Tried, batch: Batch) -> None:
        """Take in what came of a proposal."""
        trial = tried.trial
        batch.counts["executed"] += 1
        batch.counts[trial.verdict] += 1
        self.ledger.note(tried.proposal, trial)
        self._note(tried, batch)
        if trial.verdict in RETURNED or trial.denied:
            shown = self._questions.note(tried.proposal, trial, steady=tried.steady)
            if shown:
                batch.questions.update(shown)
                if self._weaver is not None:
                    self._weaver.know(shown)
        self._generator.heed(tried.proposal, _accepted(trial), said=trial.said, reached=bool(tried.reached))
        gave = trial.shapes[-1] if trial.shapes and trial.verdict in RETURNED else ()
        self._generator.notice(tried.proposal, gave, endless=trial.out_of_time or trial.raised == TooMany.__name__)
        if tried.compared and self._comparing:
            self._generator.suggest(tried.proposal.calls[0].operation, self._laboratory.classes.known(tried.compared))
        if tried.reached and self._rewarding:
            self._reward(tried)
        self._guided.heed(tried.proposal, trial.prints, went_well=trial.verdict in RETURNED, kinds=trial.kinds)
        if self._costs is not None:
            self._costs.note(tried.proposal.calls[0].operation, tried.seconds)
            if tried.seconds > self._costs.slow and not tried.reached and self._has_others(trial):
                return
        if trial.extensible and len(trial.sequence) < len(tried.proposal.prefix) + len(tried.proposal.calls):
            # cut short, it may be the same as another
            if trial.sequence.code in self._seen:
                return
            self._seen.add(trial.sequence.code)
        self._keep(trial, batch, tried.seconds, blemished=tried.proposal.blemished)

    def _reward(self, tried: Tried) -> None:
        """Build more upon the values that something new was reached with."""
        proposal = tried.proposal
        shapes = tuple(shape for shape in proposal.shapes if shape is not None)
        if len(shapes) == len(proposal.shapes):
            prefix = Sequence(proposal.prefix)
            cost = self._cost(prefix, tried.seconds)
            component = Component(prefix, shapes, proposal.prints, cost, proposal.blemished)
            passed = proposal.calls[0].arguments
            self._pool.reward(component, {len(prefix) + place for place in passed if isinstance(place, int)})

    def _unreached(self, operation: Operation) -> set[int]:
        """The numbers of what there is left to reach in the code of an operation."""
        return {number for lines in self._lines_of(operation) for number in self._sight.unreached(lines)}

    def _learn_of_property(self, trial: Trial, batch: Batch) -> None:
        """Take in what came of a property, which is never built upon."""
        batch.counts["executed"] += 1
        batch.counts[trial.verdict.value] += 1
        if trial.violation is not None:
            self._blaming.hand_on(trial.sequence, trial.violation, batch)

    def _has_others(self, trial: Trial) -> bool:
        """Whether the pool already has values of every shape a trial would add."""
        return all(self._pool.size(trial.shapes[index]) >= ENOUGH_OF_SLOW for index in trial.extensible)

    def _proposal(self, batch: Batch) -> Proposal | None:
        """A sequence that was not tried before."""
        self._width.anywhere = False
        for _ in range(FRUITLESS):
            proposal = self._propose()
            if proposal is None or not proposal.calls:
                continue
            code = proposal.code
            if code in self._seen:
                batch.counts["generated"] += 1
                batch.counts["duplicate"] += 1
                self._width.anywhere = self._broadening
                continue
            self._seen.add(code)
            refused = self._laboratory.refused(proposal)
            if refused is None:
                batch.counts["generated"] += 1
                return proposal
            # it takes no running to see that it breaks a precondition
            self.ledger.note(proposal, refused)
            self._generator.heed(proposal, _accepted(refused), said=refused.said)
        return None

    def _propose(self) -> Proposal | None:
        """A sequence, perhaps one that was tried before; None where nothing came of it."""
        guided = self._guided_share > 0 and self._rng.random() < self._guided_share
        return self._guided.propose() if guided else self._generator.propose()

    def _note(self, tried: Tried, batch: Batch) -> None:
        """Hand on what is worth a test, or worth knowing."""
        trial = tried.trial
        if tried.reached and trial.extensible:
            batch.reached.append(trial.sequence)
        reached = (*tried.reached, *tried.again)
        if trial.verdict in RETURNED and not trial.denied:
            if self._examples.is_case(trial, reached=bool(reached)):
                batch.cases.append(trial.sequence)
                if reached:
                    slow = self._costs is not None and tried.seconds > LONG
                    batch.leading.append((self._again.slice_of(trial.sequence, reached), reached, slow))
            elif reached:
                self._sight.arm_again(reached)
            return
        operation = trial.sequence.statements[-1].operation
        batch.denied.extend((operation, what) for what in trial.denied)
        if trial.failure is not None:
            batch.failures.append(trial.failure)
        batch.counts["out_of_time"] += trial.out_of_time
        if trial.is_ruinous and self.trying.has_ruined(operation) and operation not in batch.dropped:
            self._generator.forget(operation)
            batch.dropped.append(operation)
        if trial.violation is not None:
            self._blaming.hand_on(trial.sequence, trial.violation, batch)
        if self._examples.is_failure(trial):
            batch.refused.append(trial.sequence)
        # what a model leads to and is refused was an illegal input, as a rule, and shows nothing of the target
        if self._config.strategy != "model" and self._examples.is_refusal(trial):
            raised = trial.raised or ""
            refusal = self._again.refusal_of(trial.sequence, raised, trial.refused_at)
            batch.refusals.append((refusal, raised, trial.refused_at))

    def _keep(self, trial: Trial, batch: Batch, seconds: float, *, blemished: bool = False) -> None:
        if trial.extensible:
            batch.counts["kept"] += 1
            batch.kept.append(trial.sequence)
            self._put_by(trial, seconds, blemished=blemished)

    def _put_by(self, trial: Trial, seconds: float, *, blemished: bool) -> None:
        """Have what a trial made built upon, unless it is so long already that nothing more may follow."""
        if len(trial.sequence) >= self._config.generate.max_length:
            return
        cost = self._cost(trial.sequence, seconds)
        component = Component(trial.sequence, trial.shapes, trial.prints, cost, blemished)
        self._pool.keep(component, list(trial.extensible), trial.kinds)

    def _cost(self, sequence: Sequence, seconds: float) -> float:
        if not self._directed:
            return 0.0
        return len(sequence) if self._costs is None else seconds

    def _meet(self, shelf: Shelf) -> None:
        """Take in the methods and operators of a class met only at run time."""
        if not shelf.shape or shelf.shape[0] in self._met or is_synthesised(shelf.shape[0]):
            return
        cls = shelf.shape[0]
        self._met.add(cls)
        operations = self._describe(cls)
        if self._owned(home(cls)[0]):
            self._take_in(operations)
            return
        if cls.__module__ not in DESCRIBED_BY_EFFECT:
            operations = {o: signature for o, signature in operations.items() if o.name in LEADS_BACK}
        self._take_in(operations, helping=True)

    def _take_in(self, operations: Mapping[Operation, Signature], *, helping: bool = False) -> None:
        self._laboratory.may_wait |= any(operation.waiting is not Waiting.PLAIN for operation in operations)
        self._generator.learn(operations, helping=helping)


def _accepted(trial: Trial) -> float:
    """How well a trial speaks for what was passed: it ran, it was refused for the type, or for something else."""
    if trial.verdict is Verdict.ILLEGAL and trial.raised is None and not trial.denied:
        # what came before the call failed, and shows nothing of it
        return 0.5
    if trial.raised is None and not trial.out_of_time:
        return 1.0
    return 0.0 if trial.out_of_time or trial.raised in OF_THE_WRONG_KIND else 0.5


def guided_share(config: Config, guided: Guided) -> float:
    """How often inputs follow the models of a recording."""
    if guided.knows_nothing or config.strategy == "undirected":
        return 0.0
    if config.strategy == "model":
        return 1.0 if config.constraints == "sequence" else 0.0
    return config.generate.share("recorded", GUIDED_SHARE)


def _more_after(more: Callable[[int], bool], steps: int, done: int) -> bool:
    return more(steps + done)


def _added_literals(config: Config, plugins: Plugins) -> dict[type, tuple[Atom, ...]]:
    added: dict[type, tuple[Atom, ...]] = {ATOM_TYPES[name]: values for name, values in config.literals.items()}
    for entry in plugins.literals:
        added[entry.cls] = (*added.get(entry.cls, ()), *entry.values)
    return added
