"""A comparison of two versions: explore both, run what was found on both, and make small what differs."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue

from caddis.campaign.asking import Both, Interrupted, Question, Side, renamed
from caddis.campaign.confirming import TIME_ZONE
from caddis.campaign.crew import Crew, concluded
from caddis.campaign.explored import Explored
from caddis.campaign.halt import Halt
from caddis.campaign.process import POLL
from caddis.campaign.records import Records
from caddis.campaign.replays import Circumstances
from caddis.campaign.setting import Setting
from caddis.discover.changes import Met, Sources, changed
from caddis.emit.script import showing
from caddis.execute.otherwise import LATER
from caddis.model.codec import Decoder
from caddis.model.difference import RESULT, ApiChanges, Comparison, Difference, Entry, Example, Manner
from caddis.model.events import Event, Said, Stage, Started, Warned
from caddis.model.explanation import KnownParameter
from caddis.model.finding import PROCESS_KINDS, in_words
from caddis.model.operation import HAS_RECEIVER, Kind
from caddis.model.sequence import Sequence
from caddis.oracle.differing import RETURNS, Seen, differences
from caddis.reduce.causes import Shown, by_cause
from caddis.reduce.shrink import shrink

EXPLORING, COMPARING, LOCATING, SHRINKING = 0.35, 0.55, 0.75, 0.95
"""The shares of the time after which each is over."""
MOST_COMPARED = 4_000
"""Sequences of each side that are run on both."""
DEADLY = 5
"""Sequences that end or hang their process of which the same is true."""
AT_ONCE = 100
MOST_DIFFERING = 400
"""Differing sequences that are looked into."""
EACH, MOST_SHRUNK = 2, 60
"""Sequences with one symptom that are made small, and with all together."""
TRIES = 400
WAVERING, STEADY = 3, 10
"""How often something may waver before it is not looked at any more; more often, if it was once seen not to."""
MOST_ALSO = 8
HERE = Circumstances(hash_seed=0)
ELSEWHERE = Circumstances(hash_seed=3, later=LATER, time_zone=TIME_ZONE)
NAMELESS = frozenset({Kind.OPERATOR, Kind.READ, Kind.WRITE, Kind.DELETE})
"""Operations whose parameters nobody can name."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The two sides of a comparison."""

    old: Setting
    new: Setting
    labels: tuple[str, str]
    target: str
    renamed: Mapping[str, str] = field(default_factory=dict)
    """What modules of the old side are called on the new one, where that is not the same."""


def diff(pair: Pair, halt: Halt) -> Iterator[Event | Comparison]:
    """Compare two versions; the last event is the Comparison."""
    start = time.monotonic()
    config = pair.old.config
    seconds = None if config.steps is not None else config.time
    explored = (Explored(), Explored())
    yield from _explore(pair, explored, halt, None if seconds is None else EXPLORING * seconds)
    yield Stage("comparing", time.monotonic() - start)
    back = {new: old for old, new in pair.renamed.items()}
    both = [list(_chosen(explored[0])), [renamed(one, back) for one in _chosen(explored[1])]]
    work = _Differing(pair, halt, start, seconds)
    shown = work.differing(list(dict.fromkeys(one for several in zip_longest_in_turn(both) for one in several)))
    if halt.asked:
        yield Warned("interrupted: showing what there is")
    halt.obey()
    yield Comparison(
        *pair.labels,
        target=pair.target,
        seed=config.seed,
        elapsed=time.monotonic() - start,
        compared=work.compared,
        entries=tuple(map(_entry, by_cause(shown))),
        api=_api_changes(explored[0].records, explored[1].records, back),
    )


def _explore(pair: Pair, explored: tuple[Explored, Explored], halt: Halt, seconds: float | None) -> Iterator[Event]:
    """Explore both sides at the same time."""
    events: SimpleQueue[Event | BaseException | None] = SimpleQueue()

    def work(setting: Setting, into: Explored) -> None:
        try:
            for event in Crew(setting, halt, seconds).explore(into):
                # what became of a worker on the way is for those who want to know
                life = isinstance(event, Warned) and not event.line.startswith("sandbox")
                events.put(Said(event.line) if life and isinstance(event, Warned) else event)
            for event in concluded(into, setting, halt):
                events.put(event)
        except BaseException as error:  # noqa: BLE001 - raised again in the main thread
            events.put(error)
        finally:
            events.put(None)

    with ThreadPoolExecutor(2) as threads:
        for setting, into in zip((pair.old, pair.new), explored, strict=True):
            threads.submit(work, setting, into)
        working = 2
        told: list[Event] = []
        failed: BaseException | None = None
        while working:
            try:
                event = events.get(timeout=POLL)
            except Empty:
                continue
            if event is None:
                working -= 1
            elif isinstance(event, BaseException):
                failed = failed or event
                halt.ask()
            elif event not in told and not isinstance(event, Started):
                told += [event] if isinstance(event, Warned) else []
                yield event
    if failed is not None:
        raise failed


def _chosen(explored: Explored) -> Iterator[Sequence]:
    """The sequences worth comparing: cases, refusals, violations, what reached something new, some of the rest."""
    seen: dict[Sequence, None] = dict.fromkeys([*explored.cases, *explored.refused])
    deadly = 0
    for group in explored.groups.by_cause.values():
        for example in group.examples[:EACH]:
            is_deadly = example.violation.contract in PROCESS_KINDS
            deadly += is_deadly
            if not is_deadly or deadly <= DEADLY:
                seen[example.sequence] = None
    kept: list[Sequence] = []
    for volume in explored.volumes:
        decoder = Decoder()
        decoder.learn(volume.definitions)
        seen.update(dict.fromkeys(map(decoder.sequence, volume.reaching)))
        kept += map(decoder.sequence, volume.kept)
    room = max(0, MOST_COMPARED - len(seen))
    every = -(-len(kept) // room) if room else len(kept) + 1
    seen.update(dict.fromkeys(kept[::every] if room else ()))
    yield from list(seen)[:MOST_COMPARED]


def zip_longest_in_turn(several: list[list[Sequence]]) -> Iterator[list[Sequence]]:
    """One of each list, as long as any has more."""
    for number in range(max(map(len, several), default=0)):
        yield [one[number] for one in several if number < len(one)]


class _Differing:
    """Asks both sides."""

    def __init__(self, pair: Pair, halt: Halt, start: float, seconds: float | None) -> None:
        self._pair = pair
        self._halt = halt
        self._start = start
        self._seconds = seconds
        self._here: Both | None = None
        self._there: Both | None = None
        self._wavered: Counter[tuple[str, Manner, int, str]] = Counter()
        """How often what was seen in one way of an operation has wavered, since it last did not."""
        self.compared = 0

    def differing(self, sequences: list[Sequence]) -> list[Shown]:
        """What differs, made small and confirmed."""
        shown: list[Shown] = []
        with self._both(HERE) as here, self._both(ELSEWHERE) as there:
            self._here, self._there = here, there
            try:
                first = self._first(self._found(sequences))
                shown = self._shrunk(first)
            except Interrupted:
                pass
        return shown

    @contextmanager
    def _both(self, circumstances: Circumstances) -> Iterator[Both]:
        pair = self._pair
        deadline = None if self._seconds is None else self._start + self._seconds
        sides = [
            Side(
                setting,
                circumstances,
                renamed=names,
                deadline=deadline,
                halted=self._halt.hurried,
                apart=circumstances is ELSEWHERE,
            )
            for setting, names in ((pair.old, {}), (pair.new, pair.renamed))
        ]
        with Both(*sides) as both:
            yield both

    def _may(self, share: float) -> bool:
        if self._halt.asked:
            return False
        return self._seconds is None or time.monotonic() < self._start + share * self._seconds

    def _found(self, sequences: list[Sequence]) -> list[Sequence]:
        """Those that differ at all, the shortest first."""
        found: list[Sequence] = []
        for at in range(0, len(sequences), AT_ONCE):
            if not self._may(COMPARING):
                break
            part = sequences[at : at + AT_ONCE]
            found += [
                one for one, seen in zip(part, self._asked(part), strict=True) if differences(*seen, last=len(one) - 1)
            ]
            self.compared += len(part)
        return sorted(found, key=len)

    def _asked(self, sequences: Iterable[Sequence]) -> list[tuple[Seen, Seen]]:
        assert self._here is not None
        return self._here.ask(map(Question, sequences))

    def _first(self, differing: list[Sequence]) -> list[Shown]:
        """For each differing sequence, the call that differs first and what differs, each once.

        What it takes a copy to see is noted, and then it is looked for what does not.
        """
        found: dict[tuple[Sequence, bool], Shown] = {}
        wavering: set[Sequence] = set()
        for sequence in differing[:MOST_DIFFERING]:
            if not self._may(LOCATING):
                break
            prefixes = [Sequence(sequence.statements[:length]) for length in range(1, len(sequence) + 1)]
            known = next((key for one in prefixes if (key := (one, False)) in found), None)
            if known is not None:
                found[known] = replace(found[known], occurrences=found[known].occurrences + 1)
                continue
            noted = any((one, True) in found for one in prefixes)
            for prefix, seen in zip(prefixes, self._asked(prefixes), strict=True):
                every = differences(*seen, last=len(prefix) - 1)
                several = [one for one in every if not (one.is_copied and noted)]
                steady = self._steady(prefix, several) if prefix not in wavering else None
                if steady is None:
                    wavering.add(prefix)
                elif steady:
                    copied = steady[0].is_copied
                    found[prefix, copied] = self._traced(prefix, steady[0])
                    noted = noted or copied
                    if not copied:
                        break
        return list(found.values())

    def _steady(self, sequence: Sequence, seen: list[Difference]) -> list[Difference] | None:
        """Of the differences seen, those that are also there in other processes, at another time, each by itself.

        None if there were some, and none is left.
        """
        if not seen:
            return []
        assert self._there is not None
        for one in seen:
            look = (str(sequence.statements[-1].operation), one.manner, one.place, one.template)
            if self._wavered[look] >= WAVERING:
                continue
            self._wavered[look] += 1
            here = next((other for other in self._narrow(sequence, one) if _alike(one, other)), None)
            if here is None:
                continue
            there = self._narrow(sequence, one, self._there)
            if here in there:
                self._wavered[look] = -STEADY
                return [here]
            if here.manner is Manner.RAISES and any(
                _alike(here, other) and here.where == other.where for other in there
            ):
                # what is returned wavers; that it is does not
                return [replace(here, old=_short(here.old), new=_short(here.new))]
        return None

    def _narrow(self, sequence: Sequence, one: Difference, both: Both | None = None) -> list[Difference]:
        """What differs when only one thing is looked at."""
        asked = both or self._here
        assert asked is not None
        looked = (one.place, one.template)
        [seen] = asked.ask([Question(sequence, looked)])
        return differences(*seen, last=len(sequence) - 1)

    def _traced(self, sequence: Sequence, one: Difference) -> Shown:
        """A difference with the changed functions that it goes through."""
        assert self._here is not None
        [(old, new)] = self._here.ask([Question(sequence, (one.place, one.template), traced=True)])
        sources = [Sources(side.files) for side in self._here.sides]
        back = {new: old for old, new in self._pair.renamed.items()}
        if self._pair.renamed:
            # of two implementations everything is another
            return Shown(sequence, one, frozenset())
        names = changed(_met(old), sources[0], sources[1], self._pair.renamed)
        names |= changed(_met(new), sources[1], sources[0], back)
        return Shown(sequence, one, frozenset(names))

    def _shrunk(self, first: list[Shown]) -> list[Shown]:
        """The differences made small; of each symptom some, each of which stands for the rest."""
        symptoms: dict[tuple[object, ...], list[Shown]] = {}
        for one in first:
            symptoms.setdefault(one.symptom, []).append(one)
        waiting = [
            (turn, replace(one, occurrences=sum(other.occurrences for other in several) if turn == 0 else 0))
            for several in symptoms.values()
            for turn, one in enumerate(several[:EACH])
        ]
        waiting.sort(key=lambda pair: (pair[0], len(pair[1].sequence)))
        small: dict[tuple[Sequence, Difference], Shown] = {}
        for _, one in waiting[:MOST_SHRUNK]:
            try:
                done = self._smallest(one) if self._may(SHRINKING) else one
            except Interrupted:
                done = one
            if done is not None:
                key = (done.sequence, done.difference)
                before = small[key].occurrences if key in small else 0
                small[key] = replace(done, occurrences=before + done.occurrences)
        return list(small.values())

    def _smallest(self, shown: Shown) -> Shown | None:
        wanted = shown.difference
        last = shown.sequence.statements[-1].operation

        def same(candidate: Sequence) -> bool:
            if not self._may(SHRINKING) or candidate.statements[-1].operation != last:
                return False
            found = self._narrow(candidate, wanted)
            return any(_alike(one, wanted) and one.where == wanted.where for one in found)

        smallest = shrink(shown.sequence, same, tries=TRIES)
        [seen] = self._asked([smallest])
        steady = self._steady(smallest, differences(*seen, last=len(smallest) - 1))
        if not steady:
            # made smaller, it wavers
            return shown
        return replace(self._traced(smallest, steady[0]), occurrences=shown.occurrences)


def _alike(one: Difference, other: Difference) -> bool:
    """Whether two differences are seen in the same way."""
    return (one.manner, one.place, one.template) == (other.manner, other.place, other.template)


def _met(seen: Seen) -> list[Met]:
    return [(module, name, line) for module, name, line in seen.get("through", ())]


def _entry(group: list[Shown]) -> Entry:
    """Differences of one cause as they are shown."""
    first, *others = group
    also: dict[tuple[str, Manner], Example] = {}
    for one in others:
        key = (one.operation, one.manner)
        if key != (first.operation, first.manner):
            also.setdefault(key, _example(one))
    example = _example(first)
    return Entry(
        first.manner,
        first.operation,
        f"{in_words(first.sequence.statements[-1].operation)}: {_said(first)}",
        example.code,
        example.old,
        example.new,
        tuple(sorted(first.changed)),
        sum(one.occurrences for one in group),
        tuple(also.values())[:MOST_ALSO],
    )


def _example(one: Shown) -> Example:
    place, template = one.difference.place, one.difference.template
    last = len(one.sequence) - 1
    argument = one.sequence.statements[last].arguments[place] if place != RESULT else None
    subject = last + argument if isinstance(argument, int) else last
    look = template if template != "{0}" or place != RESULT else ""
    return Example(
        one.operation,
        one.manner,
        showing(one.sequence, subject, look, refused=one.difference.refused),
        one.difference.old,
        one.difference.new,
    )


def _said(one: Shown) -> str:
    difference = one.difference
    match one.manner:
        case Manner.RAISES | Manner.ENDS:
            return f"{_short(difference.old)} before, {_short(difference.new)} now"
        case Manner.RESULT:
            return "another result"
        case Manner.STATE:
            last = one.sequence.statements[-1].operation
            whose = "its receiver" if difference.place == 0 and last.kind in HAS_RECEIVER else "an argument"
            return f"leaves {whose} in another state"
        case Manner.TEXT:
            return "another text shows the same"
        case Manner.MESSAGE:
            return "another message"
        case Manner.WARNING:
            return "other warnings"


def _short(text: str) -> str:
    """That a call returns, or what it raises, and no more."""
    return RETURNS if text.startswith(RETURNS) else text.partition(":")[0]


def _api_changes(old: Records, new: Records, back: Mapping[str, str]) -> ApiChanges:
    """What only one side has."""
    mine = {key: record.parameters for key, record in old.by_key.items()}
    theirs = {(_relative(name, back), kind): record.parameters for (name, kind), record in new.by_key.items()}
    spelt = {
        key: (_spelt(mine[key]), _spelt(theirs[key]))
        for key in mine
        if key in theirs and key[1] not in NAMELESS and mine[key] != theirs[key]
    }
    return ApiChanges(
        added=tuple(_named(*key) for key in theirs if key not in mine),
        removed=tuple(_named(*key) for key in mine if key not in theirs),
        changed=tuple((_named(*key), was, now) for key, (was, now) in spelt.items() if was != now),
    )


def _relative(name: str, back: Mapping[str, str]) -> str:
    for new, old in back.items():
        if name == new or name.startswith(f"{new}."):
            return old + name[len(new) :]
    return name


def _named(name: str, kind: str) -> str:
    return f"{name} ({kind})"


def _spelt(parameters: tuple[KnownParameter, ...]) -> str:
    return f"({', '.join(one.name if one.required else f'{one.name}=...' for one in parameters)})"
