"""An arena for one hostile subject: what it might harm is set up around it, Caddis is run on it, and damage is noted.

The subjects are never imported here: what they do, they do inside the sandbox or not at all.
"""

from __future__ import annotations

import fcntl
import json
import os
import pickle
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from cli.running import AUTOLOAD, Project, Run

SUBJECTS = Path(__file__).parent / "subjects"
SECRET = "machine example.org login caddis password hush-hush"
LONG_AGO = 1_000_000_000_123_456_789
"""When everything in the arena was changed last, in ns: whatever is changed once more is younger."""

WRITTEN_BY_CADDIS = ("project/tests", "project/caddis-findings", "project/summary.json")
BUSY = ("project", "tmp")
"""Directories that Caddis itself puts things into."""


class Entry(NamedTuple):
    """Everything about a file or directory that a subject could change."""

    mode: int
    owner: tuple[int, int]
    links: int
    time: int
    attributes: tuple[tuple[str, bytes], ...]
    contents: bytes


def state(place: Path) -> dict[str, Entry]:
    """Everything beneath a place, by its path from there, without what Caddis is meant to write."""
    paths = {str(path.relative_to(place)): path for path in sorted(place.rglob("*"))}
    return {name: _entry(name, path) for name, path in paths.items() if not name.startswith(WRITTEN_BY_CADDIS)}


def _entry(name: str, path: Path) -> Entry:
    status = path.lstat()
    busy = name in BUSY
    return Entry(
        mode=status.st_mode,
        owner=(status.st_uid, status.st_gid),
        links=0 if busy else status.st_nlink,
        time=0 if busy else status.st_mtime_ns,
        attributes=_attributes(path),
        contents=_contents(path, status.st_mode),
    )


def _attributes(path: Path) -> tuple[tuple[str, bytes], ...]:
    names = os.listxattr(path, follow_symlinks=False)
    return tuple((name, os.getxattr(path, name, follow_symlinks=False)) for name in sorted(names))


def _contents(path: Path, mode: int) -> bytes:
    if stat.S_ISLNK(mode):
        return os.fsencode(os.readlink(path))
    return path.read_bytes() if stat.S_ISREG(mode) else b""


def changes(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> list[str]:
    """What is no longer as it was, a line each."""
    gone = [f"{name}: gone" for name in before if name not in after]
    added = [f"{name}: added" for name in after if name not in before]
    return gone + added + [
        f"{name}: {field} was {old!r} and is {new!r}"
        for name in before
        if name in after
        for field, old, new in zip(Entry._fields, before[name], after[name], strict=True)
        if old != new
    ]  # fmt: skip


class Services:
    """Every kind of service a subject may reach for, and a process that hears signals meant for everybody."""

    def __init__(self) -> None:
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        # the name of a socket must be short
        directory = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="caddis-services-"))
        abstract = f"{directory}/abstract"
        self._sockets = {
            "tcp": self._socket(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            "udp": self._socket(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            "unix": self._socket(socket.AF_UNIX, socket.SOCK_STREAM, f"{directory}/stream"),
            "datagrams": self._socket(socket.AF_UNIX, socket.SOCK_DGRAM, f"{directory}/datagrams"),
            "abstract": self._socket(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{abstract}"),
        }
        self.addresses = {
            "tcp": self._sockets["tcp"].getsockname()[1],
            "udp": self._sockets["udp"].getsockname()[1],
            "unix": f"{directory}/stream",
            "datagrams": f"{directory}/datagrams",
            "abstract": abstract,
        }
        script = 'trap "echo a signal" URG; echo ready; while read -r line; do :; done'
        self.witness = subprocess.Popen(["sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.witness.stdout is not None
        assert self.witness.stdout.readline() == "ready\n"
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.witness.communicate()
        self._stack.close()

    def arrived(self) -> list[str]:
        """The services that heard of the subject, asked once."""
        heard, _ = self.witness.communicate()
        return [name for name, service in self._sockets.items() if _arrived(service)] + heard.splitlines()

    def _socket(self, family: int, kind: int, address: tuple[str, int] | str) -> socket.socket:
        service = self._stack.enter_context(socket.socket(family, kind))
        service.bind(address)
        if kind == socket.SOCK_STREAM:
            service.listen()
        service.setblocking(False)
        return service


def _arrived(service: socket.socket) -> bool:
    try:
        if service.type == socket.SOCK_STREAM:
            service.accept()[0].close()
        else:
            service.recv(1)
    except BlockingIOError:
        return False
    return True


@dataclass(frozen=True)
class Aftermath:
    """What is left when Caddis has run on a subject, alone or with others."""

    subject: str
    place: Path
    run: Run
    seconds: float
    changes: list[str]
    arrived: list[str]
    processes: list[str]
    """The command lines of processes that lived on; they live no longer."""

    @property
    def suite(self) -> str:
        """The regression tests."""
        return self.run.files.get(f"tests/caddis/test_{self.subject}.py", "")

    @property
    def everything_written(self) -> str:
        """All that a person may see of the run."""
        return "".join([self.run.stdout, self.run.stderr, json.dumps(self.run.summary), *self.run.files.values()])


class Arena(Project):
    """A project with subjects in it, a canary tree beside them, and a home with secrets."""

    def __init__(self, place: Path, *subjects: str) -> None:
        place.mkdir(parents=True)
        super().__init__(place)
        self.place = place
        for subject in subjects:
            shutil.copy(SUBJECTS / f"{subject}.py", self.directory)
        canary = self.directory / "canary"
        (canary / "nest" / "empty").mkdir(parents=True)
        for name in ("song.txt", "sealed.txt", "nest/egg.bin"):
            (canary / name).write_bytes(b"tweet\n" * 100)
        (canary / "sealed.txt").chmod(0o400)
        (canary / "alias.txt").symlink_to("song.txt")
        (self.home / ".netrc").write_text(SECRET, encoding="utf-8")
        (self.home / ".netrc").chmod(0o600)

    def age(self) -> None:
        """Make everything old, so that a change shows even if it happens at once."""
        for path in self.place.rglob("*"):
            os.utime(path, ns=(LONG_AGO, LONG_AGO), follow_symlinks=False)

    def survivors(self) -> dict[int, str]:
        """The command lines of the processes whose environment or command line names the arena."""
        mark = os.fsencode(self.place) + b"/"
        found = {}
        for process in Path("/proc").glob("[0-9]*"):
            # it may end at any time
            with suppress(OSError):
                command = (process / "cmdline").read_bytes()
                if mark in command or mark in (process / "environ").read_bytes():
                    found[int(process.name)] = command.replace(b"\0", b" ").decode(errors="replace")
        return found

    def _run(
        self, command: list[str], cwd: Path, timeout: float, environment: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """Run in a session of its own, since a subject may kill the group of its parent: that must not be ours."""
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYTEST", "COV", "CADDIS"))}
        with subprocess.Popen(
            command,
            cwd=cwd,
            # no cache of ours: whatever is written into the home of the user is damage here
            env={
                **inherited,
                "HOME": str(self.home),
                "TMPDIR": str(self.temporary),
                "XDG_CACHE_HOME": os.devnull,
                AUTOLOAD: "1",
                **environment,
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as process:
            try:
                stdout, stderr = process.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                stdout, stderr = process.communicate()
        return subprocess.CompletedProcess(command, process.returncode, stdout, stderr)


def let_loose(subjects: tuple[str, ...], place: Path, *arguments: str) -> Aftermath:
    """Run Caddis on subjects in an arena of their own."""
    arena = Arena(place, *subjects)
    with Services() as services:
        arena.write("addresses.json", json.dumps(services.addresses))
        arena.age()
        before = state(place)
        start = time.monotonic()
        run = arena.generate(*subjects, *arguments, timeout=30)
        seconds = time.monotonic() - start
        survivors = _rid(arena)
        damage = changes(before, state(place))
        return Aftermath(subjects[0], place, run, seconds, damage, services.arrived(), survivors)


def _rid(arena: Arena) -> list[str]:
    """Have what lives on end, a moment after the run; what did."""
    patience = time.monotonic() + 1.0
    while (survivors := arena.survivors()) and time.monotonic() < patience:
        time.sleep(0.05)
    for process in survivors:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    return list(survivors.values())


class Aftermaths:
    """Lets each subject loose once, and remembers what came of it, for all processes that share the directory."""

    def __init__(
        self, directory: Path, arguments: Mapping[str, tuple[str, ...]], together: Mapping[str, tuple[str, ...]]
    ) -> None:
        """`together` has for a subject all of those that are let loose in one run with it."""
        directory.mkdir(exist_ok=True)
        self._directory = directory
        self._arguments = arguments
        self._together = together

    def of(self, subject: str) -> Aftermath:
        """What came of a subject."""
        subjects = self._together.get(subject, (subject,))
        with self._locked(subjects[0]):
            remembered = self._made(subjects)
            known: Aftermath = pickle.loads(remembered.read_bytes())
        return replace(known, subject=subject)

    def prepare(self, subject: str) -> None:
        """Let a subject loose, unless somebody is at it."""
        subjects = self._together.get(subject, (subject,))
        with suppress(BlockingIOError), self._locked(subjects[0], fcntl.LOCK_NB):
            self._made(subjects)

    def _made(self, subjects: tuple[str, ...]) -> Path:
        first = subjects[0]
        remembered = self._directory / f"{first}.pickle"
        if not remembered.exists():
            aftermath = let_loose(subjects, self._directory / first, *self._arguments[first])
            remembered.write_bytes(pickle.dumps(aftermath))
        return remembered

    @contextmanager
    def _locked(self, subject: str, patience: int = 0) -> Iterator[None]:
        with open(self._directory / f"{subject}.lock", "wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | patience)
            yield
