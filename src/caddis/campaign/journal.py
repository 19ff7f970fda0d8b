"""What a worker is about to run, in memory that outlives it: when it dies, the parent reads there what it was at.

The first words are the beat (odd while code of the target runs), the number of the running sequence, the number of its
batch plus one, the bytes of the definitions that follow the first page, and how many sequences follow them: the bytes
of each, then they themselves as spelt.
"""

from __future__ import annotations

import fcntl
import json
import mmap
import os
import sys
import tempfile
from array import array

from caddis.model.codec import Decoder, Encoder, Json, Parts
from caddis.model.sequence import Sequence

SIZE = 8 << 20
CUT_OFF = 78
"""The exit status of a worker that can no longer tell anything."""
BEAT, RUNNING, BATCH, DEFINED, COUNT = range(5)
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

    def write(self, batch: int, definitions: Json, rows: list[str]) -> None:
        """Say what will be run; more than there is room for is not said."""
        self.words[BATCH] = 0
        defined = json.dumps(definitions).encode()
        said = b"".join((defined, array("I", map(len, rows)).tobytes(), "".join(rows).encode()))
        if _START + len(said) > SIZE:
            return
        self._bytes[_START : _START + len(said)] = said
        self.words[DEFINED], self.words[COUNT] = len(defined), len(rows)
        self.words[RUNNING] = 0
        self.words[BATCH] = batch + 1

    def running(self, batch: int, decoder: Decoder) -> Sequence | None:
        """The sequence that a worker was at, provided it was in this batch; the decoder knows all before it."""
        if self.words[BATCH] != batch + 1:
            return None
        try:
            running, middle = self.words[RUNNING], _START + self.words[DEFINED]
            rows = middle + 4 * self.words[COUNT]
            lengths = array("I", self._bytes[middle:rows].tobytes())
            start = rows + sum(lengths[:running])
            decoder.learn(json.loads(self._bytes[_START:middle].tobytes()))
            return decoder.sequence(self._bytes[start : start + lengths[running]].tobytes().decode())
        except (ValueError, IndexError, KeyError, TypeError):
            # the target has been writing into it
            return None


class Writing:
    """A worker's way to write its journal, with the encoder that its events use."""

    def __init__(self, journal: Journal, encoder: Encoder, *pipes: int) -> None:
        self._journal = journal
        self._words = journal.words
        self._pipes = pipes
        self._ask = os.get_inheritable
        self.encoder = encoder
        self.definitions: Json = encoder.drain()
        """What the parent has to be told with the next event."""

    def batch(self, number: int, sequences: list[Parts]) -> None:
        """A batch is about to be run."""
        rows = list(map(self.encoder.parts, sequences))
        self._gather()
        self._journal.write(number, self.definitions, rows)

    def running(self, number: int) -> None:
        """One of its sequences is about to be run; if the one before it has cut us off, that is the last."""
        try:
            for pipe in self._pipes:
                self._ask(pipe)
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
