"""A short run that writes no tests, and tells what became of each operation."""

from __future__ import annotations

import difflib
import platform
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from caddis.campaign.crew import Crew, concluded
from caddis.campaign.explored import Explored
from caddis.campaign.halt import Halt
from caddis.campaign.reasons import explained
from caddis.campaign.setting import setting_of
from caddis.config import Config
from caddis.discover.target import Target
from caddis.errors import UnknownOperation
from caddis.model.events import Event, Started
from caddis.model.explanation import Explained, Explanation

STOPPING = 3.0
"""Seconds of the budget, at most a fifth of it, for workers to come to an end, which takes some of them long."""
MOST_NEAR = 3


def explain(
    targets: tuple[Target, ...], config: Config, base: Path, halt: Halt, operation: str = ""
) -> Iterator[Event | Explanation]:
    """Explore targets; the last event is the Explanation, of one operation if one is named."""
    start = time.monotonic()
    explored = Explored()
    seconds = None if config.steps is not None else config.time - min(STOPPING, 0.2 * config.time)
    setting = setting_of(targets, config, base)
    for event in Crew(setting, halt, seconds).explore(explored):
        if isinstance(event, Started) and operation:
            # before the time is spent, not after
            named([*event.operations, *event.excluded, *(name for name, _ in event.left_out)], operation)
        yield event
    yield from concluded(explored, setting, halt)
    yield Explanation(
        tuple(target.text for target in targets),
        config.seed,
        time.monotonic() - start,
        platform.python_version(),
        chosen(tuple(explained(explored.records)), operation),
    )


def chosen(operations: tuple[Explained, ...], wanted: str) -> tuple[Explained, ...]:
    """The operations a user means by a name; all of them by none."""
    if not wanted:
        return operations
    names = named([one.operation for one in operations], wanted)
    return tuple(one for one in operations if one.operation in names)


def named(names: Iterable[str], wanted: str) -> set[str]:
    """The operations a user means by `method`, `Class.method` or more of the dotted name; of a class, all."""
    dotted = wanted.replace(":", ".")
    every = set(names)
    exact = {name for name in every if name == dotted or name.endswith(f".{dotted}")}
    inside = {name for name in every if f".{dotted}." in f".{name}"}
    if not exact | inside:
        raise UnknownOperation(wanted, _near(every, dotted))
    return exact | inside


def _near(names: set[str], wanted: str) -> str:
    """What the user may have meant: as many parts of each name are compared as were given."""
    depth = wanted.count(".") + 1
    ends = {".".join(name.split(".")[-depth:]): name for name in sorted(names)}
    close = [ends[end] for end in difflib.get_close_matches(wanted, ends, n=MOST_NEAR)]
    return f"did you mean {' or '.join(close)}?" if close else "`caddis explain --all` shows those there are"
