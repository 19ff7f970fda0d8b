"""Which operations only ask: seen, over several objects in different states, not to change what they are asked of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from caddis.engine.trial import Trial
from caddis.generate.proposal import Proposal
from caddis.model.operation import Known, Operation

SHOWN = 3
"""States of a receiver that must stay as they are before an operation counts as one that only asks."""
ENOUGH = 8
"""States that are remembered: an operation that answers them all alike says nothing of them."""

MOST_DOUBTED = 10
"""How often it is looked at again whether an operation has changed what it seems to have changed."""


@dataclass(slots=True)
class _Record:
    states: set[int] = field(default_factory=set)
    answers: set[int | None] = field(default_factory=set)
    told: Known | None = None
    doubted: int = 0
    """How often it seemed to change something and did not."""


class Questions:
    """Watches calls without arguments."""

    def __init__(self, changes: Callable[[Proposal, int], bool]) -> None:
        """`changes` tells whether the call of a proposal changes a value when it is made again."""
        self._changes = changes
        self._records: dict[int, _Record] = {}
        """By the codes of operations."""

    def note(self, proposal: Proposal, trial: Trial, *, steady: bool = True) -> dict[Operation, Known]:
        """What a call newly shows of its operation, if anything.

        Where states are not `steady`, that one looks like another shows nothing.
        """
        call = proposal.calls[0]
        operation, back = call.operation, call.receiver
        if back is None or call.waits or operation.module == "builtins" or len(proposal.calls) > 1:
            # of several calls, contracts were asked in between, and may have left something in a cache
            return {}
        for argument in call.arguments[1:]:
            if argument is not None:
                return {}
        record = self._records.get(operation.code)
        if record is None:
            record = self._records[operation.code] = _Record()
        if record.told is Known.CHANGES:
            return {}
        receiver = len(proposal.prefix) + back
        before = proposal.prints[receiver]
        if trial.denied:
            known: Known | None = Known.CHANGES
        elif before is None or len(trial.prints) <= receiver or not steady:
            return {}
        elif trial.prints[receiver] != before:
            if record.doubted < MOST_DOUBTED and not self._changes(proposal, receiver):
                # it was in another state already when it was made this time
                record.doubted += 1
                return {}
            known = Known.CHANGES
        else:
            known = _judged(record, before, trial.prints[-1])
        if known is None or known is record.told:
            return {}
        record.told = known
        return {operation: known}


def _judged(record: _Record, state: int, answer: int | None) -> Known | None:
    """What a call shows that left its receiver as it was."""
    if len(record.states) < ENOUGH:
        record.states.add(state)
    if len(record.answers) < 2:
        record.answers.add(answer)
    if len(record.answers) > 1:
        return Known.ASKS if len(record.states) >= SHOWN else None
    return Known.CONSTANT if len(record.states) >= ENOUGH else None
