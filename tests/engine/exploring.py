"""What the tests of the engine share: exploring a subject in this very process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from caddis.config import Config
from caddis.discover import describe, discover, locate
from caddis.discover.code import lines_of
from caddis.discover.overriding import base_of
from caddis.engine.batch import Batch
from caddis.engine.cleaning import Never
from caddis.engine.enumerating import Enumerating, Surveying, graph_of
from caddis.engine.explorer import Explorer
from caddis.engine.finisher import Finisher
from caddis.engine.knowing import Knowing
from caddis.engine.laboratory import Laboratory
from caddis.engine.owning import owner_of
from caddis.engine.sight import Blind, Sight
from caddis.execute.clock import Beat
from caddis.model.api import Signature
from caddis.model.finding import Finding
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence
from caddis.model.verdict import Violation
from caddis.plugin import Plugins
from caddis.reduce.grouping import cause_of

TESTS = Path(__file__).parent.parent
HARMLESS = frozenset({"builtins", "collections", "datetime", "decimal", "fractions", "functools", "re", "uuid"})
"""Modules whose functions and methods cannot touch files or processes: no sandbox is around these explorations."""
OWNED = owner_of(frozenset({"subjects"}))


@dataclass(frozen=True)
class Explored:
    """What came of an exploration."""

    explorer: Explorer
    batches: tuple[Batch, ...]

    @property
    def counts(self) -> Counter[str]:
        """How many sequences came to what."""
        return sum((batch.counts for batch in self.batches), Counter())

    @property
    def kept(self) -> list[Sequence]:
        """The sequences that may be built upon."""
        return [sequence for batch in self.batches for sequence in batch.kept]

    @property
    def cases(self) -> list[Sequence]:
        """The sequences worth a test."""
        return [sequence for batch in self.batches for sequence in batch.cases]

    @property
    def violations(self) -> list[tuple[Sequence, Violation]]:
        """The sequences that break a contract."""
        return [found for batch in self.batches for found in batch.violations]

    @property
    def repeated(self) -> int:
        """How many further violations were only counted."""
        return sum(times for batch in self.batches for *_, times in batch.repeated.values())

    @property
    def dropped(self) -> list[str]:
        """The operations given up."""
        return [str(operation).removeprefix("subjects.") for batch in self.batches for operation in batch.dropped]

    @property
    def broken(self) -> set[str]:
        """The names of the contracts broken."""
        return {violation.contract for _, violation in self.violations}

    @property
    def called(self) -> set[str]:
        """The names of the operations called."""
        return names(self.explorer.ledger.called)

    @property
    def succeeded(self) -> set[str]:
        """The names of the operations that returned."""
        return names(self.explorer.ledger.succeeded)


def names(operations: Iterable[object]) -> set[str]:
    """The last names of operations."""
    return {str(operation).rpartition(".")[2] for operation in operations}


def explorer(
    subject: str,
    steps: int | None = 500,
    *,
    plugins: Plugins | None = None,
    beat: Beat | None = None,
    shares: dict[str, float] | None = None,
    sight: Sight | None = None,
    journal: Callable[[int, list[Any]], None] = lambda _batch, _sequences: None,
    **settings: Any,
) -> Explorer:
    """An explorer of a subject that has not begun."""
    config = replace(Config(steps=steps), **settings)
    api = discover([locate(f"subjects.{subject}", TESTS)])
    # the other subjects are neighbours in one package, and would help
    helpers = {operation: known for operation, known in api.helpers.items() if _is_harmless(operation)}
    plugins = plugins or Plugins()
    known = Knowing(api)
    api = replace(api, helpers=helpers)
    enumerates = config.strategy == "enumerate"
    laboratory = (partial(Surveying, graph_of(api, config, plugins)) if enumerates else Laboratory)(
        plugins=plugins, owned=OWNED, config=config, beat=beat or Beat(), denied=[], known=known
    )
    others: dict[str, Any] = {
        "describe": _described,
        "base_of": base_of,
        "lines_of": lines_of,
        "sight": sight or Blind(),
        "cleaning": Never(),
        "elsewhere": None,
        "plugins": plugins,
        "owned": OWNED,
        "config": config,
        "shares": shares,
        "journal": journal,
    }
    if isinstance(laboratory, Surveying):
        return Enumerating(api, laboratory=laboratory, **others)
    return Explorer(api, laboratory=laboratory, **others)


HARMLESS_CLASSES = frozenset({"io.StringIO", "io.BytesIO", "pathlib.PurePath", "pathlib.PurePosixPath", "pathlib.Path"})
"""Classes that may be made, but not worked with."""


def _is_harmless(operation: Operation) -> bool:
    """Whether an operation that is not a subject's may be called in this very process."""
    return operation.module in HARMLESS or str(operation) in HARMLESS_CLASSES


def _described(cls: type) -> dict[Operation, Signature]:
    """The operations of a class met at run time, those that may be called here."""
    return {
        operation: known
        for operation, known in describe(cls).items()
        if OWNED(operation.module) or _is_harmless(operation)
    }


def run(made: Explorer, steps: int = 500) -> Explored:
    """Let an explorer explore for a number of steps."""
    return Explored(made, tuple(made.batches(lambda done: done < steps)))


def explore(subject: str, steps: int = 500, **settings: Any) -> Explored:
    """Explore a subject for a number of steps."""
    return run(explorer(subject, steps, **settings), steps)


def findings(explored: Explored, plugins: Plugins | None = None, ignore: tuple[str, ...] = ()) -> list[Finding]:
    """The violations made small, one for each cause."""
    finisher = Finisher(plugins or Plugins(), OWNED, Never(), known=Knowing(explored.explorer.api), ignore=ignore)
    causes = {cause_of(*found): found for found in reversed(explored.violations)}
    made = [finisher.reduce(sequence, violation) for sequence, violation in causes.values()]
    return [finding for finding in made if finding is not None]


def code(sequence: Sequence) -> list[str]:
    """The last names of the operations of a sequence."""
    return [str(statement.operation).rpartition(".")[2] for statement in sequence]
