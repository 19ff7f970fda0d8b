"""What the tests of recordings share: recording what is done in this very process."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caddis.model.usage import Model, Usage
from caddis.recording.histories import Histories, Moment, Step
from caddis.recording.models import usage_of
from caddis.recording.session import record
from caddis.recording.store import CallRow, Recording, reading


@dataclass(frozen=True)
class Recorded:
    """What was recorded, read back from its file."""

    file: Path
    calls: list[CallRow]
    values: dict[int, Any]
    objects: dict[int, str]
    usage: Usage
    raw: dict[int, list[str]]
    """The history of each object, a line a call."""
    filtered: dict[int, list[str]]

    def paths(self) -> list[str]:
        """What was called, in the order in which it began."""
        return [call.function.path for call in self.calls]

    def call(self, path: str) -> CallRow:
        """The only call of something."""
        [found] = [call for call in self.calls if call.function.path == path]
        return found

    def given(self, path: str) -> dict[str, Any]:
        """What the only call of something was given."""
        call = self.call(path)
        return {name: self.values[value] for name, value in zip(call.function.parameters, call.arguments, strict=True)}

    def of(self, cls: str) -> list[int]:
        """The objects of a class."""
        return [number for number, name in self.objects.items() if name.endswith(f":{cls}")]


def recorded(tmp_path: Path, run: Callable[[], object], *packages: str, redact: tuple[str, ...] = ()) -> Recorded:
    """Record what a function does with packages; whatever it raises is let go."""
    file = tmp_path / "run.trace"
    # some runs fail on purpose
    with record(*packages, file=file, redact=redact), suppress(Exception):
        run()
    return read(file)


def read(file: Path, non_mutators: tuple[str, ...] = ()) -> Recorded:
    """Read a recording."""
    with reading(file) as recording:
        histories = Histories(recording, non_mutators)
        return Recorded(
            file,
            list(recording.calls()),
            recording.values,
            recording.objects,
            usage_of(recording, non_mutators),
            {thing: _lines(histories.of.get(thing, []), recording) for thing in recording.objects},
            {thing: _lines(histories.filtered(thing), recording) for thing in recording.objects},
        )


def _lines(moments: list[Moment] | list[Step], recording: Recording, depth: int = 0) -> list[str]:
    found: list[str] = []
    for moment in moments:
        places = ",".join("result" if place < 0 else str(place) for place in moment.positions)
        found.append(f"{'  ' * depth}{moment.call.function.path} @ {places}")
        inside = moment.inside if isinstance(moment, Moment) else moment.instead
        found += _lines(inside, recording, depth + 1)
    return found


def graph(model: Model) -> dict[str, set[str]]:
    """A model as a graph: for each call, with where the object stands in it, those that may follow."""
    names = [f"{node.callee.path} @ {','.join(map(str, node.positions))}" for node in model.nodes]
    assert len(set(names)) == len(names), "calls that are told apart only by what came before"
    return {name: {names[after] for after in model.edges[number]} for number, name in enumerate(names)}


def sources(model: Model) -> set[str]:
    """The calls by which objects come to be."""
    return {model.nodes[number].callee.path for number in model.sources}
