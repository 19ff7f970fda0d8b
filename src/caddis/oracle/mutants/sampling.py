"""Which mutants are worth a try, and in which order: all functions get their turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from random import Random
from types import ModuleType

from caddis.oracle.mutants.faults import Fault
from caddis.oracle.mutants.units import Change, Unit, changed, units


class Mutant:
    """The target with one fault."""

    def __init__(
        self, unit: Unit, number: int, kind: str, lines: frozenset[int], changes: Callable[[], list[Change]]
    ) -> None:
        self.name = f"{unit.name}:{unit.lines.start}:{number}"
        """Tells it from all others of its file, in every process."""
        self.file = unit.file
        self.function = unit.name
        self.kind = kind
        self.lines = lines
        """Whatever runs the fault runs one of these."""
        self._changes = changes

    def __repr__(self) -> str:
        return f"{self.name}: {self.kind}"

    @contextmanager
    def alive(self) -> Iterator[bool]:
        """The target has the fault in here; false if it cannot be given it, or it makes no difference."""
        changes = self._changes()
        with changed(changes):
            yield bool(changes)


def mutants(modules: Iterable[tuple[ModuleType, str]], *, seed: int) -> Iterator[Mutant]:
    """Mutants of modules, given with their source: function by function in turn, those of each in a random order."""
    columns = []
    for unit in units(modules):
        several = list(_of(unit))
        Random(f"{seed}/{unit.name}/{unit.lines.start}").shuffle(several)
        columns.append(several)
    return (mutant for row in zip_longest(*columns) for mutant in row if mutant is not None)


def _of(unit: Unit) -> Iterator[Mutant]:
    for number, fault in enumerate(unit.faults):
        lines = frozenset({fault.line, fault.statement.lineno})
        yield Mutant(unit, number, fault.kind, lines, _injecting(unit, fault))
    body = frozenset(unit.lines)
    for number, changes in enumerate(unit.defaults(), len(unit.faults)):
        yield Mutant(unit, number, "default", body, _given(changes))


def _injecting(unit: Unit, fault: Fault) -> Callable[[], list[Change]]:
    return lambda: unit.injected(fault)


def _given(changes: list[Change]) -> Callable[[], list[Change]]:
    return lambda: changes
