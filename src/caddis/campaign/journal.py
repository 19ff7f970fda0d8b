"""What a worker is about to run, in memory that outlives it: when it dies, the parent reads there what it was at.

The first words are the beat (odd while code of the target runs), the number of the running sequence, the number of its
batch plus one, the bytes of the definitions that follow the first page, and how many statement numbers follow them: for
each sequence how many it has, then they themselves.
"""

from __future__ import annotations

import fcntl
import json
import mmap
import os
import sys
import tempfile
from array import array
from itertools import chain

from caddis.model.codec import Decoder, Encoder, Json
from caddis.model.sequence import Sequence, Statement

SIZE = 8 << 20
CUT_OFF = 78
"""The exit status of a worker that can no longer tell anything."""
BEAT, RUNNING, BATCH, DEFINED, NUMBERS = range(5)
FUTURE_WRITES = 0x10
"""F_SEAL_FUTURE_WRITE, which the standard library does not name."""
_START = mmap.PAGESIZE


def shared_memory() -> int:
    """The descriptor of new memory for a journal."""
    if sys.platform == "linux":
        descriptor = os.memfd_create("caddis", os.MFD_ALLOW_SEALING | os.MFD_CLOEXEC)
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.truncate(descriptor, SIZE)
    return descriptor


class Journal:
    """Both ends of the shared memory."""

    def __init__(self, descriptor: int) -> None:
        self._bytes = memoryview(mmap.mmap(descriptor, SIZE))
        self.words = self._bytes[:_START].cast("Q")
        self._descriptor = descriptor

    def seal(self) -> None:
        """Have the memory written by those alone who have mapped it: a target finds open descriptors easily."""
        if sys.platform == "linux":
            fcntl.fcntl(self._descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | FUTURE_WRITES)

    def write(self, batch: int, definitions: Json, sequences: list[list[int]]) -> None:
        """Say what will be run; more than there is room for is not said."""
        self.words[BATCH] = 0
        defined = json.dumps(definitions).encode()
        numbers = array("I", chain.from_iterable((len(sequence), *sequence) for sequence in sequences)).tobytes()
        end = _START + len(defined) + len(numbers)
        if end > SIZE:
            return
        self._bytes[_START : _START + len(defined)] = defined
        self._bytes[_START + len(defined) : end] = numbers
        self.words[DEFINED], self.words[NUMBERS] = len(defined), len(numbers)
        self.words[RUNNING] = 0
        self.words[BATCH] = batch + 1

    def running(self, batch: int, decoder: Decoder) -> Sequence | None:
        """The sequence that a worker was at, provided it was in this batch; the decoder knows all before it."""
        if self.words[BATCH] != batch + 1:
            return None
        try:
            middle = _START + self.words[DEFINED]
            numbers = array("I", self._bytes[middle : middle + self.words[NUMBERS]].tobytes())
            position = 0
            for _ in range(self.words[RUNNING]):
                position += 1 + numbers[position]
            decoder.learn(json.loads(self._bytes[_START:middle].tobytes()))
            return decoder.sequence(numbers[position + 1 : position + 1 + numbers[position]])
        except (ValueError, IndexError, KeyError, TypeError):
            # the target has been writing into it
            return None


class Writing:
    """A worker's way to write its journal, with the encoder that its events use."""

    def __init__(self, journal: Journal, encoder: Encoder, pipe: int) -> None:
        self._journal = journal
        self._words = journal.words
        self._pipe = pipe
        self._ask = os.fstat
        self.encoder = encoder
        self.definitions: Json = encoder.drain()
        """What the parent has to be told with the next event."""

    def batch(self, number: int, sequences: list[tuple[Statement, ...]]) -> None:
        """A batch is about to be run."""
        numbers = [self.encoder.statements(statements) for statements in sequences]
        self._gather()
        self._journal.write(number, self.definitions, numbers)

    def running(self, number: int) -> None:
        """One of its sequences is about to be run; if the one before it has cut us off, that is the last."""
        try:
            self._ask(self._pipe)
        except OSError:
            os._exit(CUT_OFF)
        self._words[RUNNING] = number

    def drain(self) -> Json:
        """The definitions to send with an event."""
        self._gather()
        new, self.definitions = self.definitions, self.encoder.drain()
        return new

    def _gather(self) -> None:
        for kind, several in self.encoder.drain().items():
            self.definitions[kind].extend(several)
