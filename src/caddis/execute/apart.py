"""Work done in processes of its own, each forked from a twin of this one that never did any work itself."""

from __future__ import annotations

import json
import os
import select
import signal
import struct
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import Any

Json = Any
Work = Callable[[Json], Json]

OUT_OF_MEMORY = 77
"""The exit status that says so."""
_LENGTH = struct.Struct("=I")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended that gave no answer: it hung, or it died by a signal or with an exit status."""

    hung: bool = False
    signal: int | None = None
    status: int | None = None

    @property
    def kind(self) -> str:
        """The kind of finding this is."""
        if self.hung:
            return "hang"
        if self.status == OUT_OF_MEMORY:
            return "memory"
        return "exit" if self.signal is None else "crash"

    @property
    def reason(self) -> str:
        """How it ended, in words that follow its name."""
        if self.hung:
            return "did not end"
        if self.signal is not None:
            return f"was ended by {signal.Signals(self.signal).name}"
        return f"exited with status {self.status}"


class Apart:
    """Forks a twin, while this process is still as good as new, and has it fork a child for each request."""

    def __init__(
        self,
        *,
        permitted: Callable[[], AbstractContextManager[None]],
        settle: Callable[[], None] = lambda: None,
        close: Iterable[int] = (),
    ) -> None:
        """`permitted` lets us fork and kill, `settle` is called first in each child.

        `close` are descriptors that only this process may hold.
        """
        self._permitted = permitted
        self._settle = settle
        self._close = tuple(close)
        self._twin_reads, self._requests = os.pipe()
        self._answers, self._twin_writes = os.pipe()

    def begin(self, work: Work) -> None:
        """Fork the twin: what it is like now is what each child will be like."""
        with self._permitted():
            twin = os.fork()
        if twin == 0:
            for descriptor in (self._requests, self._answers, *self._close):
                with suppress(OSError):
                    os.close(descriptor)
            # its ticks would count the beats of another process
            signal.setitimer(signal.ITIMER_REAL, 0)
            try:
                _serve(self._twin_reads, self._twin_writes, work, self._permitted, self._settle)
            finally:
                os._exit(0)

    def ask(self, request: Json, seconds: float) -> Json | Ended:
        """The answer to a request, or how the process ended that should have given it."""
        try:
            _send(self._requests, {"seconds": seconds, "request": request})
            answer = _receive(self._answers)
        except (OSError, ValueError):
            # the target has closed our descriptors, or written into them
            answer = None
        if answer is None:
            return Ended(status=0)
        if "ended" in answer:
            return Ended(**answer["ended"])
        return answer["answer"]


def _serve(
    reads: int,
    writes: int,
    work: Work,
    permitted: Callable[[], AbstractContextManager[None]],
    settle: Callable[[], None],
) -> None:
    """Be the twin."""
    while (letter := _receive(reads)) is not None:
        result, told = os.pipe()
        with permitted():
            child = os.fork()
        if child == 0:
            for descriptor in (reads, writes, result):
                os.close(descriptor)
            try:
                settle()
                _send(told, {"answer": work(letter["request"])})
            except MemoryError:
                os._exit(OUT_OF_MEMORY)
            finally:
                os._exit(1)
        os.close(told)
        answer = _awaited(child, result, letter["seconds"], permitted)
        os.close(result)
        _send(writes, answer)


def _awaited(child: int, result: int, seconds: float, permitted: Callable[[], AbstractContextManager[None]]) -> Json:
    """What a child has to say, or how it ended."""
    hung = not select.select([result], [], [], seconds)[0]
    answer = None
    if not hung:
        with suppress(ValueError):
            answer = _receive(result)
    if hung or answer is not None:
        with permitted(), suppress(OSError):
            os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if answer is not None:
        return answer
    if hung:
        return {"ended": {"hung": True}}
    code = os.waitstatus_to_exitcode(status)
    return {"ended": {"signal": -code} if code < 0 else {"status": code}}


def _send(descriptor: int, message: Json) -> None:
    data = json.dumps(message).encode()
    left = memoryview(_LENGTH.pack(len(data)) + data)
    while left:
        left = left[os.write(descriptor, left) :]


def _receive(descriptor: int) -> Json | None:
    """The next message, None when there will be none."""
    head = _read(descriptor, _LENGTH.size)
    if head is None:
        return None
    body = _read(descriptor, _LENGTH.unpack(head)[0])
    return None if body is None else json.loads(body)


def _read(descriptor: int, size: int) -> bytes | None:
    parts = b""
    while len(parts) < size:
        part = os.read(descriptor, size - len(parts))
        if not part:
            return None
        parts += part
    return parts
