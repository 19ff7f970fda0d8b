"""What workers tell of each operation of the target, gathered by the parent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from caddis.model.codec import Decoder, Json
from caddis.model.explanation import End, Fate, KnownParameter, Told
from caddis.model.operation import Kind, Operation
from caddis.model.sequence import Sequence

EXCLUDED = "excluded by your settings"
Key = tuple[str, str]
"""The name of an operation and its kind: reading and writing an attribute have one name."""


def key_of(operation: Operation) -> Key:
    """What tells an operation from others in a report."""
    return (str(operation), operation.kind.value)


@dataclass
class Record:
    """What is known of one operation, and what became of its calls."""

    group: str
    parameters: tuple[KnownParameter, ...] = ()
    fates: Counter[Fate] = field(default_factory=Counter)
    said: dict[Fate, Counter[str]] = field(default_factory=dict)
    """Samples of what was said when calls ended so."""
    example: tuple[Sequence, tuple[str, ...]] | None = None
    """The shortest sequence that worked, and the class name of each of its values."""
    lacking: frozenset[str] | None = None
    """The parameters that no worker had anything for when it last told; None when none did."""

    @property
    def calls(self) -> int:
        """How often it was called."""
        return self.fates.total()

    @property
    def successes(self) -> int:
        """How often it returned what could be used."""
        return self.fates[End.RETURNED, ""]

    @property
    def unmet(self) -> str | None:
        """What was said of an import that is not met, provided that no call ever succeeded."""
        if self.successes:
            return None
        missing = (End.RAISED, "ModuleNotFoundError")
        refused = (End.RAISED, "ImportError")
        fate = missing if missing in self.fates else refused if self.fates.keys() == {refused} else None
        return None if fate is None else next(iter(self.said.get(fate, ())), "")

    def say(self, fate: Fate, message: str) -> None:
        """Take in what was said on one occasion."""
        self.said.setdefault(fate, Counter())[message] += 1

    def exemplify(self, example: tuple[Sequence, tuple[str, ...]]) -> None:
        """Take in a sequence that worked."""
        if self.example is None or len(example[0]) < len(self.example[0]):
            self.example = example

    def lack(self, names: frozenset[str]) -> None:
        """Take in what a worker has nothing for by now: of what it has, it loses nothing."""
        self.lacking = names if self.lacking is None else self.lacking & names


@dataclass
class Records:
    """The records of the operations of a target, in its order."""

    by_key: dict[Key, Record] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    """What is not called at all, and why."""

    @property
    def unmet(self) -> dict[Key, str]:
        """Operations that cannot work here since what they import is missing, and what was said of it."""
        found = {key: text for key, record in self.by_key.items() if (text := record.unmet) is not None}
        makers = {key[0]: text for key, text in found.items() if key[1] == Kind.CONSTRUCTOR}
        # without its constructor nothing can be done with a class
        for key, record in self.by_key.items():
            if record.group in makers and not record.calls:
                found.setdefault(key, makers[record.group])
        return found

    @property
    def called(self) -> int:
        """How many operations were called."""
        unmet = self.unmet
        return sum(record.calls > 0 for key, record in self.by_key.items() if key not in unmet)

    @property
    def succeeded(self) -> int:
        """How many operations ever returned what could be used."""
        return sum(record.successes > 0 for record in self.by_key.values())

    def know(self, operations: Json, left_out: Iterable[tuple[str, str]], excluded: Iterable[str]) -> list[Key]:
        """Take in what a worker found in the target; returns the operations in its numbering."""
        self.left_out.update(left_out)
        self.left_out.update((name, EXCLUDED) for name in excluded)
        numbering: list[Key] = []
        for name, kind, group, parameters in operations:
            numbering.append((name, kind))
            record = self.by_key.setdefault((name, kind), Record(group))
            record.parameters = record.parameters or tuple(map(_parameter, parameters))
        return numbering

    def gather(self, news: Json, numbering: list[Key], decoder: Decoder) -> None:
        """Take in what became of the calls of a batch."""
        for number, end, what, times in news["counts"]:
            self.by_key[numbering[number]].fates[End(end), what] += times
        for number, end, what, message in news["samples"]:
            self.by_key[numbering[number]].say((End(end), what), message)
        for number, row, names in news["examples"]:
            self.by_key[numbering[number]].exemplify((decoder.sequence(row), tuple(names)))

    def lack(self, lacking: Json, numbering: list[Key]) -> None:
        """Take in what a worker has nothing for by now."""
        missing = {number: frozenset(names) for number, names in lacking}
        for number, key in enumerate(numbering):
            self.by_key[key].lack(missing.get(number, frozenset()))

    def ruin(self, operation: Operation, kind: str, message: str) -> None:
        """A worker died of a call."""
        record = self.by_key.get(key_of(operation))
        if record is not None:
            record.fates[End.RUINED, kind] += 1
            record.say((End.RUINED, kind), message)

    def join(self, other: Records) -> None:
        """Take in what another worker told."""
        self.left_out |= other.left_out
        for key, theirs in other.by_key.items():
            record = self.by_key.setdefault(key, Record(theirs.group, theirs.parameters))
            record.fates.update(theirs.fates)
            for fate, messages in theirs.said.items():
                record.said.setdefault(fate, Counter()).update(messages)
            if theirs.example is not None:
                record.exemplify(theirs.example)
            if theirs.lacking is not None:
                record.lack(theirs.lacking)


def _parameter(data: Json) -> KnownParameter:
    name, required, known, told = data
    return KnownParameter(name, required, known, tuple(Told(source, spelt) for source, spelt in told))
