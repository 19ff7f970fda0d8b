"""Work done in processes of its own, each forked from a twin of this one that never did any work itself."""

from __future__ import annotations

import json
import os
import secrets
import select
import signal
import socket
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

Json = Any
Work = Callable[[Json], Json]

OUT_OF_MEMORY = 77
"""The exit status that says so."""
GRACE = 2.0
"""Seconds beyond those of a request that an answer may take to arrive."""
PART = 1 << 16
"""Bytes of a message that are sent at a time."""
MORE, LAST = b"+", b"."
LATE = "late"
# the target may replace them
_dumps, _loads, _select = json.dumps, json.loads, select.select


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended that gave no answer: it hung, or it died by a signal or with an exit status."""

    hung: bool = False
    lost: bool = False
    """Nobody knows: the way to it was cut."""
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
        if self.lost:
            return "was lost"
        if self.signal is not None:
            return f"was ended by {signal_name(self.signal)}"
        if self.status == OUT_OF_MEMORY:
            return "ran out of memory"
        return f"exited with status {self.status}"


def signal_name(number: int) -> str:
    """What a signal is called; some have no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


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
        self._here, self._there = channel()
        self._number = 0

    def begin(self, work: Work) -> None:
        """Fork the twin: what it is like now is what each child will be like."""
        with self._permitted():
            twin = os.fork()
        if twin == 0:
            self._here.close()
            for descriptor in self._close:
                with suppress(OSError):
                    os.close(descriptor)
            # its ticks would count the beats of another process
            signal.setitimer(signal.ITIMER_REAL, 0)
            try:
                _serve(self._there, work, self._permitted, self._settle)
            finally:
                os._exit(0)
        self._there.disconnect()

    def ask(self, request: Json, seconds: float) -> Json | Ended:
        """The answer to a request, or how the process ended that should have given it."""
        self._number += 1
        if not self._here.send({"number": self._number, "seconds": seconds, "request": request}):
            return Ended(lost=True)
        while True:
            answer = self._here.receive(seconds + GRACE)
            if not isinstance(answer, dict):
                return Ended(lost=True)
            # there may be one to a request that was given up
            if answer.get("number") == self._number:
                return Ended(**answer["ended"]) if "ended" in answer else answer["answer"]


class Channel:
    """One end of a pair that carries messages whole.

    Whatever else is written into it, by a target that writes to every descriptor, is passed over.
    """

    def __init__(self, end: socket.socket, token: bytes) -> None:
        self._descriptor = end.detach()
        self._token = token

    def send(self, message: Json) -> bool:
        """Send a message; whether that was possible."""
        try:
            data = _dumps(message).encode()
            for start in range(0, len(data), PART):
                mark = LAST if start + PART >= len(data) else MORE
                os.write(self._descriptor, self._token + mark + data[start : start + PART])
        except (OSError, ValueError, TypeError):
            # closed by the target, or made of what is no longer what it was
            return False
        return True

    def receive(self, seconds: float | None = None) -> Json | None:
        """The next message, None when there is none in time, or will never be."""
        end = None if seconds is None else monotonic() + seconds
        whole = b""
        while True:
            left = None if end is None else max(0.0, end - monotonic())
            try:
                if not _select([self._descriptor], [], [], left)[0]:
                    return LATE
                data = os.read(self._descriptor, 2 * PART)
            except (OSError, ValueError):
                return None
            if not data:
                return None
            if not data.startswith(self._token):
                continue
            start = len(self._token)
            whole += data[start + 1 :]
            if data[start : start + 1] == LAST:
                return _loads(whole)

    def disconnect(self) -> None:
        """Leave this end to others, without a change in which descriptors are open."""
        null = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
        os.dup2(null, self._descriptor, inheritable=False)
        os.close(null)

    def close(self) -> None:
        """Be done."""
        with suppress(OSError):
            os.close(self._descriptor)


def channel() -> tuple[Channel, Channel]:
    """Two ends."""
    token = secrets.token_bytes(8)
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    return Channel(here, token), Channel(there, token)


def _serve(
    requests: Channel,
    work: Work,
    permitted: Callable[[], AbstractContextManager[None]],
    settle: Callable[[], None],
) -> None:
    """Be the twin."""
    while (letter := requests.receive()) is not None:
        here, there = channel()
        with permitted():
            child = os.fork()
        if child == 0:
            requests.close()
            here.close()
            try:
                settle()
                there.send({"answer": work(letter["request"])})
            except MemoryError:
                os._exit(OUT_OF_MEMORY)
            finally:
                os._exit(1)
        there.close()
        requests.send({**_awaited(child, here, letter["seconds"], permitted), "number": letter["number"]})
        here.close()


def _awaited(
    child: int, result: Channel, seconds: float, permitted: Callable[[], AbstractContextManager[None]]
) -> Json:
    """What a child has to say, or how it ended."""
    answer = result.receive(seconds)
    if answer is not None:
        with permitted(), suppress(OSError):
            os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if answer == LATE:
        return {"ended": {"hung": True}}
    if answer is not None:
        return answer
    code = os.waitstatus_to_exitcode(status)
    return {"ended": {"signal": -code} if code < 0 else {"status": code}}
