"""What a worker is at can be read after its death."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from caddis.campaign.journal import RUNNING, SIZE, Journal, Writing, shared_memory
from caddis.model.codec import Decoder, Encoder
from caddis.model.operation import Kind, Operation, Parameter
from caddis.model.sequence import Literal, Sequence, Statement

PIPE = 1
"""Any descriptor that is open."""
MAKE = Operation(Kind.FUNCTION, "shop", "", "make", (Parameter("count"),))


def calls(*counts: int) -> tuple[Statement, ...]:
    """Statements that differ in their argument."""
    return tuple(Statement(MAKE, (Literal(count),)) for count in counts)


@pytest.fixture
def journal() -> Iterator[Journal]:
    """Shared memory of its own."""
    descriptor = shared_memory()
    yield Journal(descriptor)
    os.close(descriptor)


def test_the_running_sequence_is_the_one_whose_number_stands_there(journal: Journal) -> None:
    """Each by the number that was written before it was run."""
    writing = Writing(journal, Encoder(), PIPE)
    batch = [calls(1, 2, 3), calls(4), calls(2, 4)]
    writing.batch(7, [(statements[:1], statements[1:]) for statements in batch])
    for number, statements in enumerate(batch):
        writing.running(number)

        assert journal.running(7, Decoder()) == Sequence(statements)


def test_a_decoder_needs_only_what_was_not_told_before(journal: Journal) -> None:
    """Definitions that went out with an event are not in the journal again."""
    writing, decoder = Writing(journal, Encoder(), PIPE), Decoder()
    writing.batch(0, [(calls(1), calls(2))])
    decoder.learn(writing.drain())
    writing.batch(1, [((), calls(2, 3))])

    assert journal.running(1, decoder) == Sequence(calls(2, 3))


def test_what_begins_many_sequences_is_numbered_once(journal: Journal) -> None:
    """And reads the same."""
    encoder = Encoder()
    writing, beginning = Writing(journal, encoder, PIPE), calls(1, 2)
    encoder.recurring(beginning)
    writing.batch(0, [(beginning, calls(3)), (beginning, calls(4))])
    writing.running(1)

    assert journal.running(0, Decoder()) == Sequence(calls(1, 2, 4))


def test_between_batches_nothing_runs(journal: Journal) -> None:
    """A journal of another batch says nothing about this one."""
    writing = Writing(journal, Encoder(), PIPE)
    writing.batch(3, [((), calls(1))])

    assert journal.running(4, Decoder()) is None


def test_a_batch_too_large_for_the_journal_is_not_in_it(journal: Journal) -> None:
    """Better nothing than something else."""
    writing = Writing(journal, Encoder(), PIPE)
    writing.batch(0, [((), calls(1))])
    writing.batch(0, [((), (Statement(MAKE, (Literal("x" * (SIZE + 1)),)),))])

    assert journal.running(0, Decoder()) is None


def test_what_a_target_scribbled_there_does_no_harm(journal: Journal) -> None:
    """The memory is the target's too."""
    writing = Writing(journal, Encoder(), PIPE)
    writing.batch(0, [((), calls(1))])
    journal.words[RUNNING] = 1 << 40

    assert journal.running(0, Decoder()) is None


def test_a_sealed_journal_is_written_through_the_mapping_alone(journal: Journal) -> None:
    """Whoever writes to every descriptor does not reach it."""
    journal.seal()
    journal.words[RUNNING] = 7
    [descriptor] = [fd for fd in map(int, os.listdir("/proc/self/fd")) if _leads_to_memory(fd)][:1]

    with pytest.raises(PermissionError):
        os.write(descriptor, b"scribble")
    assert journal.words[RUNNING] == 7


def _leads_to_memory(descriptor: int) -> bool:
    try:
        return "memfd:caddis" in os.readlink(f"/proc/self/fd/{descriptor}")
    except OSError:
        return False
