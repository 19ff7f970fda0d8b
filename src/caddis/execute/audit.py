"""The audit hook: what Python code attempts against the rules is refused in words, and reported."""

from __future__ import annotations

import _posixsubprocess

# loading these raises events the hook refuses: a target may import them only because they are loaded already
import ctypes
import ctypes.util  # noqa: F401
import errno
import os
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import get_ident
from typing import Any, TypeAlias

Judge: TypeAlias = Callable[[tuple[Any, ...]], str | None]
"""Looks at the arguments of an event; what is refused, or None."""
Place: TypeAlias = Callable[[str], str | None]
"""Looks at a location; what is refused there, or None."""
Ours: TypeAlias = Callable[[], AbstractContextManager[None]]
"""Makes a context in which the hook takes what this thread does for our own."""

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
O_PATH: int = getattr(os, "O_PATH", 0)
"""Opens a file only to name it, which is not reading."""
GET_PATH_ON_MACOS = 50

CHANGED_FILES: dict[str, tuple[int, int | None]] = {
    "os.chflags": (0, None),
    "os.chmod": (0, 2),
    "os.chown": (0, 3),
    "os.removexattr": (0, None),
    "os.setxattr": (0, None),
    "os.truncate": (0, None),
    "os.utime": (0, 3),
}
"""Events about the file a path leads to: the positions of the path and of the directory it is relative to."""

CHANGED_NAMES: dict[str, tuple[tuple[int, int | None], ...]] = {
    "os.link": ((0, 2), (1, 3)),
    "os.mkdir": ((0, 2),),
    "os.remove": ((0, 1),),
    "os.rename": ((0, 2), (1, 3)),
    "os.rmdir": ((0, 1),),
    "os.symlink": ((1, 2),),
    "shutil.rmtree": ((0, 1),),
}
"""Events about the names themselves, symbolic links not followed: the same, for each name."""

LISTED = ("os.listdir", "os.scandir")
"""Events about a directory whose entries are read."""

OURS = frozenset({"os.fork", "os.kill"})
"""Events that our own code may raise where the target's may not."""

NETWORK = (
    "socket.bind",
    "socket.connect",
    "socket.getaddrinfo",
    "socket.gethostbyaddr",
    "socket.gethostbyname",
    "socket.getnameinfo",
    "socket.sendmsg",
    "socket.sendto",
)
SUBPROCESS = (
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "pty.spawn",
    "subprocess.Popen",
)
NEVER = {
    "ctypes.PyObj_FromPtr": "ctypes",
    "ctypes.call_function": "ctypes",
    "ctypes.cdata": "ctypes",
    "ctypes.dlopen": "ctypes",
    "ctypes.dlsym": "ctypes",
    "ctypes.dlsym/handle": "ctypes",
    "ctypes.memoryview_at": "ctypes",
    "ctypes.string_at": "ctypes",
    "ctypes.wstring_at": "ctypes",
    "resource.prlimit": "limits",
    "resource.setrlimit": "limits",
    "signal.pthread_kill": "signal",
    "socket.sethostname": "hostname",
    "sys.addaudithook": "audit hook",
    "webbrowser.open": "browser",
}
IMPORT = "import: "
"""How watching tells of a module that somebody tries to import."""


def install(
    writable: Iterable[str],
    denied: Callable[[str], None],
    *,
    network: bool = False,
    subprocess: bool = False,
    signals: bool = False,
    alone: bool = False,
    readable: Iterable[str] | None = None,
) -> Ours:
    """Refuse, from now on, what is not allowed; `denied` hears of each refusal.

    `signals` leaves those to other processes to the kernel. `alone` says that nothing else guards files. With
    `readable` files are read, and directories listed, beneath it and `writable` alone.

    In the context that the result makes, the hook lets this thread fork and send signals. What the kernel refuses stays
    refused. Code of the target is let through in there as well, so none of it should run.
    """
    places, files = tuple(writable), None if readable is None else tuple(readable)
    judges = _judges(places, files, network=network, subprocess=subprocess, signals=signals, alone=alone)
    # at shutdown the hook outlives the names of its module
    find, not_permitted, our_events, this_thread = judges.get, errno.EPERM, OURS, get_ident
    our_thread: int | None = None

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        judge = find(event)
        if judge is None or (event in our_events and our_thread == this_thread()):
            return
        try:
            refused = judge(arguments)
        except Exception:  # noqa: BLE001 - what cannot be judged is refused
            refused = event
        if refused is None:
            return
        error = PermissionError(f"caddis sandbox: {refused}")
        error.errno = not_permitted
        try:
            denied(refused)
        except Exception:  # noqa: BLE001 - the refusal stands though telling of it fails
            raise error from None
        raise error

    @contextmanager
    def ours() -> Iterator[None]:
        nonlocal our_thread
        before, our_thread = our_thread, this_thread()
        try:
            yield
        finally:
            our_thread = before

    def refuse(what: str) -> None:
        denied(what)
        raise PermissionError(not_permitted, f"caddis sandbox: {what}")

    _tell_of_the_silent(refuse, network=network, subprocess=subprocess)
    sys.addaudithook(hook)
    return ours


def _tell_of_the_silent(tell: Callable[[str], None], *, network: bool, subprocess: bool) -> None:
    """Be told of what raises no event, and what only the kernel would refuse: starting programs, local sockets."""
    if not subprocess:
        starting = _posixsubprocess.fork_exec

        def fork_exec(*arguments: Any) -> Any:
            tell("subprocess")
            return starting(*arguments)

        _posixsubprocess.fork_exec = fork_exec
    if not network:
        making = socket.socket.__init__

        def make(self: socket.socket, family: int = -1, type: int = -1, proto: int = -1, fileno: Any = None) -> None:
            # pairs of them, which lead nowhere, come with descriptors
            if family == socket.AF_UNIX and fileno is None:
                tell("network")
            making(self, family, type, proto, fileno)

        socket.socket.__init__ = make  # type: ignore[method-assign]


def watch(touched: Callable[[str], None]) -> None:
    """Tell, from now on, of every import, and every attempt to change a file, reach another process or the network.

    Goes before `install`, which lets nobody watch.
    """
    _tell_of_the_silent(touched, network=False, subprocess=False)
    judges = _judges((), None, network=False, subprocess=False, signals=False, alone=True)
    judges["import"] = lambda arguments: f"{IMPORT}{arguments[0]}"
    find = judges.get

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        judge = find(event)
        if judge is not None:
            try:
                what = judge(arguments)
            except Exception:  # noqa: BLE001 - what cannot be judged counts
                what = event
            if what is not None:
                touched(what)

    sys.addaudithook(hook)


def _judges(
    writable: tuple[str, ...],
    readable: tuple[str, ...] | None,
    *,
    network: bool,
    subprocess: bool,
    signals: bool,
    alone: bool,
) -> dict[str, Judge]:
    """A judge for each event that is not always allowed."""
    outside = _outside((*writable, os.devnull), "write")
    unread = None if readable is None else _outside((*writable, *readable, os.devnull), "read")

    def opening(arguments: tuple[Any, ...]) -> str | None:
        path, mode, flags = arguments
        if flags & WRITING or (mode is not None and set("wax+").intersection(mode)):
            return outside(_followed(path))
        if unread is None or isinstance(path, int) or flags & O_PATH:
            return None
        # os.open() may take it for relative to a directory that its event does not name: the kernel knows
        if mode is None and not alone and not os.path.isabs(path):
            return None
        return unread(_followed(path))

    def changing(path: int, directory: int | None) -> Judge:
        return lambda arguments: outside(_followed(arguments[path], _at(arguments, directory)))

    def renaming(names: tuple[tuple[int, int | None], ...]) -> Judge:
        def judge(arguments: tuple[Any, ...]) -> str | None:
            refusals = (outside(_named(arguments[path], _at(arguments, directory))) for path, directory in names)
            return next(filter(None, refusals), None)

        return judge

    judges: dict[str, Judge] = {"open": opening}
    if unread is not None:
        judges |= dict.fromkeys(LISTED, _listing(unread))
    judges |= {event: changing(*positions) for event, positions in CHANGED_FILES.items()}
    judges |= {event: renaming(names) for event, names in CHANGED_NAMES.items()}
    judges |= {event: _refusing(what) for event, what in NEVER.items()}
    if not network:
        judges |= dict.fromkeys(NETWORK, _refusing("network")) | {"socket.__new__": _internet_socket}
    if not subprocess:
        judges |= dict.fromkeys(SUBPROCESS, _refusing("subprocess"))
    if not signals:
        judges |= {"os.kill": _signal_to_others, "os.killpg": _refusing("signal")}
    if alone:
        judges["sqlite3.connect"] = lambda arguments: outside(_database(arguments[0]))
    return judges


def _refusing(what: str) -> Judge:
    """A judge that always refuses."""
    return lambda arguments: what


def _listing(unread: Place) -> Judge:
    """A judge of reading the entries of a directory; one that is open already was judged before."""

    def judge(arguments: tuple[Any, ...]) -> str | None:
        path = os.curdir if arguments[0] is None else arguments[0]
        return None if isinstance(path, int) else unread(_followed(path))

    return judge


def _internet_socket(arguments: tuple[Any, ...]) -> str | None:
    """Pairs of local sockets are what event loops are made of; the others lead out."""
    return "network" if arguments[1] in (socket.AF_INET, socket.AF_INET6) else None


def _signal_to_others(arguments: tuple[Any, ...]) -> str | None:
    return None if arguments[0] == os.getpid() else "signal"


def _outside(places: Iterable[str], what: str) -> Place:
    """A function that refuses to do this at any location outside these places."""
    beginnings = tuple(os.path.join(os.path.realpath(path), "") for path in places)

    def outside(location: str) -> str | None:
        if not location or (location + os.sep).startswith(beginnings):
            return None
        # a report goes through pipes and files, which do not take names that are no text
        return f"{what}: " + location.encode("utf-8", "backslashreplace").decode()

    return outside


def _at(arguments: tuple[Any, ...], position: int | None) -> int | None:
    """The descriptor of the directory that a path is relative to, None for the working directory."""
    descriptor = arguments[position] if position is not None and position < len(arguments) else None
    return descriptor if isinstance(descriptor, int) and descriptor >= 0 else None


def _followed(path: Any, directory: int | None = None) -> str:
    """The absolute path of the file that a path or descriptor leads to."""
    return _opened(path) if isinstance(path, int) else os.path.realpath(_joined(path, directory))


def _named(path: Any, directory: int | None) -> str:
    """The absolute path of a name, itself perhaps a symbolic link."""
    text = _joined(path, directory)
    parent, name = os.path.split(text.rstrip(os.sep))
    if name in ("", os.curdir, os.pardir):
        return os.path.realpath(text)
    return os.path.join(os.path.realpath(parent), name)


def _joined(path: Any, directory: int | None) -> str:
    text = os.fsdecode(path)
    return text if directory is None else os.path.join(_opened(directory), text)


def _opened(descriptor: int) -> str:
    """The path of an open file; empty for what has none, such as a pipe or memory."""
    try:
        if sys.platform == "darwin":
            import fcntl

            return os.fsdecode(fcntl.fcntl(descriptor, GET_PATH_ON_MACOS, bytes(1024)).rstrip(b"\0"))
        path = os.readlink(f"/proc/self/fd/{descriptor}")
    except OSError:
        return ""
    return path if path.startswith("/") and not path.startswith("/memfd:") else ""


def _database(name: Any) -> str:
    """Where SQLite keeps a database; empty for one in memory."""
    text = os.fsdecode(name)
    if text in ("", ":memory:") or text.startswith("file::memory:"):
        return ""
    return os.path.realpath(text.removeprefix("file:").partition("?")[0])
