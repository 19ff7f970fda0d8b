"""The parent's end of a worker process: starts it, reads its events, ends it when it hangs."""

from __future__ import annotations

import ctypes
import json
import os
import secrets
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Protocol, Self

from caddis.campaign.journal import BEAT, RUNNING, Journal, shared_memory
from caddis.execute import keeper
from caddis.execute.apart import OUT_OF_MEMORY, signal_name
from caddis.model.codec import Json

GRACE = 1.0
"""Seconds beyond what a call may take before a worker that no tick can interrupt is ended."""
KEEPING = 3.0
"""Seconds a keeper has to end everything a worker started."""
NUMBERS_APART = 100
"""How far apart processes with different hash seeds are numbered."""
POLL = 0.1
STANDING_STILL = 20.0
"""Seconds without a beat after which something of the target's must be holding up our own code."""
OUT_OF_TIME = "out of time"
"""The reason of a worker that was ended because the deadline passed, not for anything it did."""
OUTPUT_KEPT = 16_000
"""Bytes of what the target printed that are kept."""


class Defect(Exception):
    """An error of Caddis itself inside a worker, with its traceback."""


@dataclass(frozen=True, slots=True)
class Death:
    """How a worker ended before its job was done."""

    kind: str
    """The kind of finding it would be: "hang", "crash", "exit", "memory"."""
    reason: str
    """In words that follow "a worker"."""
    running: int
    """What it was at, by the number it wrote into shared memory."""
    last_words: str = ""
    """The end of what it printed."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """The interpreter that a worker runs under, and what it needs on its path to find us."""

    python: str = sys.executable
    paths: tuple[str, ...] = ()


class Process(Protocol):
    """A process, as far as its parent has to do with it."""

    @property
    def pid(self) -> int: ...
    @property
    def stdout(self) -> IO[bytes] | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...


class Worker:
    """A worker process at a job; use it in a `with`, which leaves neither process nor directory behind."""

    def __init__(
        self,
        job: Json,
        *,
        hash_seed: int,
        call_limit: float,
        start_limit: float,
        fixed_addresses: bool = True,
        time_zone: str | None = None,
        runtime: Runtime | None = None,
    ) -> None:
        self._job = job
        self._runtime = runtime or Runtime()
        self._fixed_addresses = fixed_addresses
        self._time_zone = time_zone
        self._hash_seed = hash_seed
        self._call_limit = call_limit
        self._start_limit = start_limit
        self._output = bytearray()
        self._token = secrets.token_hex(8)
        self._is_started = False
        self.death: Death | None = None

    def start(self) -> Self:
        """Start the process, which makes ready for the kind of its job, and waits to be told more of it."""
        self._is_started = True
        self._workspace = tempfile.mkdtemp(prefix="caddis-")
        self._memory = shared_memory()
        self.journal = Journal(self._memory)
        job_out, self._letters = os.pipe()
        self._events, event_in = os.pipe()
        self._process = self._started((job_out, event_in, self._memory))
        os.close(job_out)
        os.close(event_in)
        return self

    def given(self, job: Json, call_limit: float) -> Self:
        """The same with another job, of a kind that needs the same, in which a call may take so long."""
        self._job, self._call_limit = job, call_limit
        return self

    def __enter__(self) -> Self:
        if not self._is_started:
            self.start()
        self.send({**self._job, "token": self._token})
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.kill()
        os.close(self._letters)
        os.close(self._events)
        if self._process.stdout is not None:
            self._process.stdout.close()
        os.close(self._memory)
        with suppress(OSError):
            keeper.remove(self._workspace)

    def _started(self, descriptors: tuple[int, int, int]) -> Process:
        """Start the process, which is given these descriptors."""
        with _fixed_addresses() if self._fixed_addresses else nullcontext():
            return subprocess.Popen(
                [self._runtime.python, "-P", "-m", "caddis.campaign.worker", *self._told(descriptors)],
                pass_fds=descriptors,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=self._workspace,
                env=self._environment(),
                start_new_session=True,
            )

    @property
    def output(self) -> str:
        """The end of what the target printed."""
        return self._output.decode(errors="replace")

    def send(self, letter: Json) -> None:
        """Write to the worker, which must be reading; one that is gone shows as dead soon enough."""
        left = memoryview(json.dumps(letter).encode() + b"\n")
        with suppress(BrokenPipeError):
            while left:
                left = left[os.write(self._letters, left) :]

    def kill(self) -> None:
        """End the worker and everything it started."""
        # told so, its keeper ends when nothing is left of it
        self._process.terminate()
        try:
            self._process.wait(KEEPING)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.wait()

    def events(self, deadline: float | None = None, halted: Callable[[], bool] = lambda: False) -> Iterator[Json]:
        """The events of the worker until it is done, dies, hangs, or the deadline passes."""
        buffered = b""
        watch = _Watch(self.journal.words, self._call_limit + GRACE, self._start_limit)
        stdout = self._process.stdout
        with selectors.DefaultSelector() as selector:
            selector.register(self._events, selectors.EVENT_READ)
            if stdout is not None:
                os.set_blocking(stdout.fileno(), False)
                selector.register(stdout, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select(timeout=POLL):
                    if key.fileobj is stdout and stdout is not None:
                        self._drain(stdout.fileno(), selector)
                        continue
                    data = os.read(self._events, 1 << 20)
                    if not data:
                        self._ended(halted)
                        return
                    *lines, buffered = (buffered + data).split(b"\n")
                    for line in lines:
                        event = _event(line, self._token)
                        if event["event"] == "ready":
                            watch.started()
                        if event["event"] == "defect":
                            raise Defect(event["text"])
                        yield event
                        # whoever takes the events may have been waiting for others
                        watch.excuse()
                        if event["event"] == "done":
                            return
                reason = watch.overdue()
                if reason is None and (halted() or (deadline is not None and time.monotonic() > deadline)):
                    reason = OUT_OF_TIME
                if reason is not None:
                    self.death = Death("hang", reason, self.journal.words[RUNNING], self.output)
                    return

    def _drain(self, descriptor: int, selector: selectors.BaseSelector) -> None:
        try:
            data = os.read(descriptor, 1 << 20)
        except BlockingIOError:
            return
        if not data:
            selector.unregister(self._process.stdout)  # type: ignore[arg-type]
        self._output += data
        del self._output[:-OUTPUT_KEPT]

    def _ended(self, halted: Callable[[], bool]) -> None:
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            # it has closed its end of the pipe, by accident or on purpose, and lives on
            self.kill()
            code = 0
        if self._process.stdout is not None:
            with suppress(BlockingIOError):
                self._output += self._process.stdout.read() or b""
        del self._output[:-OUTPUT_KEPT]
        if code == -signal.SIGINT and halted():
            # it was not yet in a session of its own when the user wanted an end
            return
        if code < 0:
            kind, reason = "crash", f"was ended by {signal_name(-code)}"
        elif code == OUT_OF_MEMORY:
            kind, reason = "memory", "ran out of memory"
        else:
            kind, reason = "exit", f"exited with status {code}"
        self.death = Death(kind, reason, self.journal.words[RUNNING], self.output)

    def _told(self, descriptors: tuple[int, int, int]) -> list[str]:
        """What the process has to know to start."""
        return [*map(str, descriptors), self._keeping(), self._job["job"]]

    def _keeping(self) -> str:
        """What the keeper is told."""
        policy = self._job["policy"]
        return json.dumps(
            {
                "parent": os.getpid(),
                "network": policy["network"],
                "namespaces": policy["enabled"],
                # the same for the same seed, and in replays never the same
                "number": self._hash_seed * NUMBERS_APART,
            }
        )

    def _environment(self) -> dict[str, str]:
        given = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
        paths = [os.path.abspath(path) for path in (*self._runtime.paths, *given)]
        return {
            **{name: value for name, value in os.environ.items() if not name.startswith(("COV_", "COVERAGE_"))},
            "PYTHONPATH": os.pathsep.join(paths),
            "PYTHONHASHSEED": str(self._hash_seed),
            "HOME": self._workspace,
            "TMPDIR": self._workspace,
            **({"TZ": self._time_zone} if self._time_zone is not None else {}),
        }


def _event(line: bytes, token: str) -> Json:
    """An event; what bears no token was written by the target, and says nothing."""
    try:
        event = json.loads(line)
    except ValueError:
        event = None
    return event if isinstance(event, dict) and event.get("token") == token else {"event": "noise"}


@contextmanager
def _fixed_addresses() -> Iterator[None]:
    """Have the kernel lay out the memory of processes started in here always alike.

    Addresses show in reprs and decide the order of sets; the seed is to decide everything. The setting belongs to this
    thread and is handed down to the processes it starts.
    """
    if sys.platform != "linux":
        yield
        return
    personality = ctypes.CDLL(None).personality
    before = personality(_ASK_PERSONALITY)
    if before != -1:
        personality(before | _NO_RANDOM_ADDRESSES)
    try:
        yield
    finally:
        if before != -1:
            personality(before)


_ASK_PERSONALITY = ctypes.c_ulong(0xFFFFFFFF)
_NO_RANDOM_ADDRESSES = 0x0040000


class _Watch:
    """Tells a worker that stands still from one that works."""

    def __init__(self, words: memoryview, call_limit: float, start_limit: float) -> None:
        self._words = words
        self._limit = start_limit
        self._call_limit = call_limit
        self._ready = False
        self._seen = -1
        self._since = self._still_since = time.monotonic()
        self._still = -1

    def started(self) -> None:
        """The target is imported: from now on the beat must go on."""
        self._ready = True
        self._limit = self._call_limit
        self.excuse()

    def excuse(self) -> None:
        """Some time was not the worker's own."""
        self._since = self._still_since = time.monotonic()

    def overdue(self) -> str | None:
        """Why the worker should be ended, if it should."""
        now = time.monotonic()
        beat = self._words[BEAT]
        if beat != self._seen or (self._ready and beat % 2 == 0):
            self._seen = beat
            self._since = now
        if beat != self._still:
            self._still, self._still_since = beat, now
        if now - self._still_since > STANDING_STILL and self._ready:
            return "stood still"
        if now - self._since <= self._limit:
            return None
        return "hung" if self._ready else f"did not end within {self._limit:.0f} s"
