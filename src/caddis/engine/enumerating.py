"""The loop for enumerating: the same as for exploring, but what is proposed is counted out and not drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from caddis.config import ATOM_TYPES, Config
from caddis.engine.batch import Batch, Tried
from caddis.engine.explorer import Explorer
from caddis.engine.laboratory import Laboratory
from caddis.engine.trial import Trial
from caddis.generate.enumerator import Enumerator
from caddis.generate.graph import Graph
from caddis.generate.histories import Histories
from caddis.generate.proposal import Proposal
from caddis.generate.space import Space
from caddis.keep.fingerprint import Fingerprints
from caddis.model.api import Api
from caddis.model.operation import Operation
from caddis.model.planning import Part, Plan, PlannedOperation, parts_of, shared
from caddis.model.sequence import Atom
from caddis.model.verdict import RETURNED
from caddis.plugin import Plugins

A_SECOND = 1_500
"""Sequences that are tried in a second of `--time`, as a rule of thumb: what is planned need not be exact.

If it takes longer, what was tried by then is a fair sample; if it takes less, the sample grows.
"""


class Surveying(Laboratory):
    """A laboratory that also tells the state of all values together, as the state of a sequence."""

    def __init__(self, graph: Graph, *, config: Config, **others: Any) -> None:
        """What no operation in the graph asks for is no part of the state."""
        super().__init__(config=config, **others)
        self.graph = graph
        by_shape = config.generate.abstraction == "shape"
        self._together = Fingerprints(self.classes, by_shape=by_shape).of

    def _returned(
        self, proposal: Proposal, before: tuple[int | None, ...], together: list[int], values: list[object]
    ) -> Trial:
        trial = super()._returned(proposal, before, together, values)
        if trial.verdict not in RETURNED:
            return trial
        shapes = tuple(map(self._shape_of, values))
        met: dict[int, int] = {}
        for position, value in enumerate(values):
            if self.graph.asks_for(shapes[position]) and self._accepted(value):
                # one object under two names is one
                met.setdefault(object.__hash__(value), position)
        usable = tuple(met.values())
        state = self._together([values[position] for position in usable])
        return replace(trial, shapes=shapes, usable=usable, state=state)


class Enumerating(Explorer):
    """Tries what an enumerator proposes."""

    def __init__(self, api: Api, *, laboratory: Surveying, config: Config, of: int = 1, **others: Any) -> None:
        """`of` is the number of those that share the parameter space; sequences are the first one's."""
        super().__init__(api, laboratory=laboratory, config=config, **others)
        stream: int = others.get("stream", 0)
        shares: Mapping[str, float] = others.get("shares") or {}
        graph = laboratory.graph
        space = Space(graph)
        length = config.length if stream == 0 else 0
        histories = Histories(graph, tuple(api.operations), length, Random(f"{config.seed}/histories"))
        parts = {operation: parts for operation, (_, parts) in _parts(space, api, config, of).items()}
        self.enumerator = Enumerator(space, parts, histories, key=str(config.seed), turn=stream, of=of)
        self.enumerator.forget([each for each in api.operations if shares.get(str(each), 1.0) < 1.0])
        self._idle = 0
        self._proposed: list[Proposal] = []

    @property
    def exhausted(self) -> bool:
        """Whether there is nothing left to try."""
        return self.enumerator.exhausted and not self._first

    def batches(self, more: Callable[[int], bool], *, number: int = 0, steps: int = 0) -> Iterator[Batch]:
        """Explore in batches while there is something left and `more` says so."""
        # every second one was a member, and so were others
        self.enumerator.begin_at(steps // 2)
        for batch in super().batches(more, number=number, steps=steps):
            yield batch
            if self.exhausted:
                return

    def _explore(self, batch: Batch, number: int, size: int, more: Callable[[int], bool]) -> int:
        self._idle = 0
        self._proposed = self._first[:size]
        # what there is to try may wait for what is being tried, and that is no step
        done = super()._explore(batch, number, size, more) - self._idle
        left = [one for one in self._proposed if one.code not in self._seen]
        # nobody will propose again what there was no time for
        self._seen.update(one.code for one in left)
        self._first += left
        return done

    def _proposal(self, batch: Batch) -> Proposal | None:
        proposal = super()._proposal(batch)
        if proposal is None:
            self._idle += 1
        else:
            self._proposed.append(proposal)
        return proposal

    def _propose(self) -> Proposal | None:
        return self.enumerator.propose()

    def _examined(self, tried: list[Tried], batch: Batch) -> list[Tried]:
        for one in tried:
            trial = one.trial
            if trial.state is not None:
                statements = trial.sequence.statements
                self.enumerator.histories.learn(statements, trial.shapes, trial.prints, trial.usable, trial.state)
        return super()._examined(tried, batch)

    def _note(self, tried: Tried, batch: Batch) -> None:
        super()._note(tried, batch)
        self.enumerator.forget(batch.dropped)


def budget(config: Config, workers: int) -> int:
    """How many sequences a run can try."""
    return config.steps if config.steps is not None else int(config.time * A_SECOND * workers)


def _for_members(config: Config, workers: int) -> int:
    """How many of all that is tried are members of the parameter space: every second, if sequences are tried, too."""
    whole = budget(config, workers)
    return (whole + 1) // 2 if config.length else whole


def graph_of(api: Api, config: Config, plugins: Plugins) -> Graph:
    """The parameter graph of an API, with the atoms that the user has added."""
    added: dict[type, tuple[Atom, ...]] = {ATOM_TYPES[name]: values for name, values in config.literals.items()}
    for entry in plugins.literals:
        added[entry.cls] = (*added.get(entry.cls, ()), *entry.values)
    return Graph(api.operations, api.helpers, added)


def planned(api: Api, config: Config, plugins: Plugins, targets: tuple[str, ...], workers: int) -> Plan:
    """How much there is to enumerate, and what of it fits."""
    space = Space(graph_of(api, config, plugins))
    return Plan(
        targets,
        tuple(
            PlannedOperation(str(operation), operation.kind.value, sizes, parts)
            for operation, (sizes, parts) in _parts(space, api, config, workers).items()
        ),
        budget(config, workers),
        config.length,
    )


def _parts(
    space: Space, api: Api, config: Config, workers: int
) -> dict[Operation, tuple[tuple[int, ...], tuple[Part, ...]]]:
    """For each operation the number of its calls to each depth, and what is tried of them."""
    depths = range(1, config.depth + 1)
    sizes = [tuple(space.size(operation, depth) for depth in depths) for operation in api.operations]
    shares = shared([each[-1] for each in sizes], _for_members(config, workers))
    return {
        operation: (each, parts_of(each, share))
        for operation, each, share in zip(api.operations, sizes, shares, strict=True)
    }
