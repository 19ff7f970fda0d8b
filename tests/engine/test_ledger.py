"""What became of the calls of each operation is counted, and told once."""

from __future__ import annotations

import pytest

from caddis.engine.ledger import SUCCESS, Ledger, fate_of
from caddis.engine.trial import Trial
from caddis.generate.proposal import Proposal
from caddis.model.explanation import End, Fate
from caddis.model.sequence import Sequence
from caddis.model.verdict import Verdict, Violation
from emit.making import Ref, constructor, method, sequence

STACK = constructor("Stack")
PUSH = method("Stack.push", "x")
SHORT = sequence((STACK,), (PUSH, Ref(0), 1))
LONG = sequence((STACK,), (PUSH, Ref(0), 1), (PUSH, Ref(0), 2))


def proposal(made: Sequence) -> Proposal:
    """The proposal of a sequence whose last call is new, on values of which the class is known."""
    before = len(made) - 1
    return Proposal(made.statements[:-1], made.statements[-1:], ((list,),) * before, (None,) * before)


def note(ledger: Ledger, made: Sequence, verdict: Verdict = Verdict.REDUNDANT, **more: object) -> None:
    """Note a trial."""
    trial = Trial(verdict, made, ((type(None),),), **more)  # type: ignore[arg-type]
    ledger.note(proposal(made), trial)


@pytest.mark.parametrize(
    ("trial", "fate"),
    [
        (Trial(Verdict.USEFUL, SHORT), SUCCESS),
        (Trial(Verdict.REDUNDANT, SHORT), SUCCESS),
        (Trial(Verdict.ILLEGAL, SHORT, raised="ValueError"), (End.RAISED, "ValueError")),
        (
            Trial(Verdict.VIOLATION, SHORT, raised="IndexError", violation=Violation("no_index_error", "")),
            (End.RAISED, "IndexError"),
        ),
        (Trial(Verdict.VIOLATION, SHORT, violation=Violation("reflexive", "")), (End.BROKE, "reflexive")),
        (Trial(Verdict.VIOLATION, SHORT, violation=Violation("hang", "")), (End.RUINED, "hang")),
        (Trial(Verdict.ILLEGAL, SHORT, denied=("write: /etc/passwd", "network")), (End.DENIED, "write")),
        (Trial(Verdict.ILLEGAL, SHORT, failure="no"), (End.UNSEEN, "")),
        (Trial(Verdict.ILLEGAL, SHORT), (End.UNREPEATABLE, "")),
    ],
)
def test_a_trial_ends_in_one_way(trial: Trial, fate: Fate) -> None:
    """That which explains the others."""
    assert fate_of(trial) == fate


def test_counts_are_told_once() -> None:
    """The next news are of what came after."""
    ledger = Ledger()
    note(ledger, SHORT)
    note(ledger, SHORT, Verdict.ILLEGAL, raised="ValueError")

    assert ledger.drain().counts == {(PUSH, SUCCESS): 1, (PUSH, (End.RAISED, "ValueError")): 1}
    assert ledger.drain().counts == {}
    assert (ledger.called, ledger.succeeded) == ({PUSH}, {PUSH})


def test_only_some_of_what_is_said_is_told() -> None:
    """The first, the second, the fourth: what is said ten thousand times costs fourteen messages."""
    ledger = Ledger()
    for number in range(1, 10):
        note(ledger, SHORT, Verdict.ILLEGAL, raised="ValueError", said=str(number))

    assert [message for _, _, message in ledger.drain().samples] == ["1", "2", "4", "8"]


def test_the_example_is_the_shortest_that_worked() -> None:
    """With the class of each value, to name variables by."""
    ledger = Ledger()
    note(ledger, SHORT, Verdict.ILLEGAL, raised="ValueError")
    note(ledger, LONG)
    assert ledger.drain().examples == {PUSH: (LONG, ("list", "list", "NoneType"))}
    note(ledger, SHORT)
    note(ledger, LONG)
    assert ledger.drain().examples == {PUSH: (SHORT, ("list", "NoneType"))}
