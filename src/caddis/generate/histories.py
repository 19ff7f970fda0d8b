"""Bounded exhaustive search: every sequence of calls up to a length, shortest first, each state gone on from once.

The parameter space knows what calls return, not what they do. Here the values of a sequence stay, and every operation
is called on them in every way, so what calls change is found; what leads to a state met before is not built upon.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

from caddis.generate.draft import Draft
from caddis.generate.graph import Graph, Preset, Slot, Way, is_open
from caddis.generate.matching import fits
from caddis.generate.proposal import Proposal
from caddis.generate.recipes import Recipe
from caddis.model.component import Shape
from caddis.model.operation import Kind, Operation
from caddis.model.sequence import Literal, Statement
from caddis.model.types import Instance, options_of

MOST_WAITING = 300_000
"""States that may wait to be gone on from: more would take up the memory of a worker."""
_Choice = int | Preset | None
"""The position of an earlier value, something given, or None where a parameter is left to its default."""


@dataclass(frozen=True, slots=True, repr=False)
class History:
    """A sequence to go on from, with the values that may be passed on."""

    statements: tuple[Statement, ...]
    shapes: tuple[Shape, ...]
    prints: tuple[int | None, ...]
    usable: tuple[int, ...]
    calls: int
    """Of the target's operations: what arguments are written with does not count."""


_BEGINNING = History((), (), (), (), 0)


class Histories:
    """Proposes what follows from each state known so far, those with the shortest history first."""

    def __init__(
        self,
        graph: Graph,
        operations: tuple[Operation, ...],
        length: int,
        random: Random,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        """Chance decides only in which order arguments are tried, and so which of several alike states is met first."""
        self._graph = graph
        self._random = random
        self._operations = list(operations)
        self._longest = length
        self._takes = [[*_slots(way)] for operation in operations for way in graph.calls(operation)]
        self._meet: dict[tuple[Shape, type], bool] = {}
        self._written: dict[Slot, list[Preset]] = {}
        self._shortest: dict[int, int] = {}
        """For each state the number of calls that led to it."""
        self._waiting: list[deque[History]] = [deque() for _ in range(max(1, length))]
        """What to go on from, by the number of calls done."""
        self._room = most_waiting
        self.complete = True
        """Whether every state was gone on from, or still waits: none was left out for want of room."""
        self._under_way: Iterator[Proposal] = iter(())
        if length:
            self._room -= 1
            self._waiting[0].append(_BEGINNING)

    @property
    def states(self) -> int:
        """How many states were met."""
        return len(self._shortest)

    @property
    def exhausted(self) -> bool:
        """Whether nothing is left to go on from, as far as is known by now."""
        return not any(self._waiting)

    def forget(self, operation: Operation) -> None:
        """Never call an operation again."""
        self._operations = [each for each in self._operations if each != operation]

    def propose(self) -> Proposal | None:
        """The next sequence, or None when nothing is left, or all hangs on what was proposed before."""
        while True:
            proposal = next(self._under_way, None)
            if proposal is not None:
                return proposal
            waiting = next((several for several in self._waiting if several), None)
            if waiting is None:
                return None
            self._room += 1
            self._under_way = self._following(waiting.popleft())

    def learn(
        self,
        statements: tuple[Statement, ...],
        shapes: tuple[Shape, ...],
        prints: tuple[int | None, ...],
        usable: tuple[int, ...],
        state: int,
    ) -> None:
        """Go on from a sequence that ran well, unless its state was met before by no more calls."""
        calls = sum(statement.operation in self._graph.operations for statement in statements)
        if not usable or calls >= self._longest or self._shortest.get(state, calls + 1) <= calls:
            return
        if not self._room:
            self.complete = False
            return
        self._room -= 1
        self._shortest[state] = calls
        self._waiting[calls].append(History(statements, shapes, prints, usable, calls))

    def _following(self, history: History) -> Iterator[Proposal]:
        for operation in self._operations:
            for way in self._graph.calls(operation):
                choices = [self._choices(slot, history) for slot in way.slots]
                for chosen in product(*choices):
                    if any(type(choice) is int for choice in chosen) or self._begins(operation, history):
                        yield _proposal(history, operation, chosen)

    def _choices(self, slot: Slot | None, history: History) -> list[_Choice]:
        if slot is None:
            return [None]
        passed: list[_Choice] = [position for position in history.usable if fits(slot.known, history.shapes[position])]
        given = self._given(slot)
        return [*([None] if slot.optional else []), *passed, *self._random.sample(given, len(given))]

    def _given(self, slot: Slot) -> list[Preset]:
        """What may be written where an argument is wanted: presets, and displays of at most one."""
        if slot not in self._written:
            displays = [way for way in self._graph.ways(slot.known) if way.operation.kind is Kind.DISPLAY]
            self._written[slot] = [
                *self._graph.presets(slot),
                *(
                    Recipe(way.operation, items)
                    for way in displays
                    if len(way.slots) <= (2 if way.operation.name == "{:" else 1)
                    for items in product(*map(self._graph.presets, _slots(way)))
                ),
            ]
        return self._written[slot]

    def _begins(self, operation: Operation, history: History) -> bool:
        """Whether to make something beside what there is: only if some operation may be given both.

        What never meets is as well explored apart.
        """
        if not history.usable:
            return True
        made = self._graph.operations[operation].returns
        options = options_of(made)
        classes = [option.cls for option in options if isinstance(option, Instance)]
        return any(self._may_meet(history.shapes[position], cls) for position in history.usable for cls in classes)

    def _may_meet(self, shape: Shape, cls: type) -> bool:
        known = self._meet.get((shape, cls))
        if known is None:
            known = self._meet[shape, cls] = any(
                one is not other and fits(one.known, shape) and fits(other.known, (cls,))
                for slots in self._takes
                for one in slots
                for other in slots
                if not is_open(one.known) and not is_open(other.known)
            )
        return known


def _slots(way: Way) -> list[Slot]:
    return [slot for slot in way.slots if slot is not None]


def _proposal(history: History, operation: Operation, chosen: tuple[_Choice, ...]) -> Proposal:
    draft = Draft(0)
    draft.statements, draft.shapes, draft.prints = history.statements, history.shapes, history.prints
    made: list[int | Literal | None] = [
        choice.make(draft) if isinstance(choice, Recipe) else choice for choice in chosen
    ]
    call = Statement(operation, draft.relative(made))
    return Proposal(draft.statements, (call,), draft.shapes, draft.prints)
