"""The keeper: a process outside the walls, which sees that nothing of a worker outlives it or the parent.

    parent ── keeper ──┊── first process ── worker ── whatever it starts
                       ┊ the process namespace

The parent knows the keeper only, which ends as the worker did. When the first process of the namespace ends, the kernel
ends all the others in there. Where there are no process namespaces the worker is a child of the keeper, to which the
kernel hands the worker's orphans.
"""

from __future__ import annotations

import os
import select
import signal
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from secrets import token_hex
from typing import NoReturn

from caddis.execute.sandbox import CLONE_NEWNET, call, noting, separate

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36
CLONE_NEWNS, CLONE_NEWPID = 0x00020000, 0x20000000
NO_SETUID_DEVICES_OR_PROGRAMS = 0b1110

PARENT_ENDED = signal.SIGUSR1
WATCHED = {signal.SIGCHLD, PARENT_ENDED, signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
"""The signals a keeper acts on; all but the first two tell it to end everything in an orderly way."""
FAILED = 70


def enter(
    *, workspace: str, parent: int, network: bool = False, namespaces: bool = True, number: int = 0
) -> tuple[str, ...]:
    """Divide into a keeper, which never returns from here, and a worker, which does; on Linux, elsewhere do nothing.

    The worker is in namespaces of its own, without a network unless `network` is allowed; the result has one line for
    each kind that could not be had. Without `namespaces` it stays where it is. Processes in there are numbered from
    after `number`, as far as the kernel lets us say so.

    The keeper ends with the exit status or by the signal that the worker ended with, once nothing that the worker
    started is left. Told to end by SIGTERM, or when `parent` (the process that started this one) is gone, it ends the
    worker; in the latter case it removes the workspace too. A worker whose keeper is killed is killed.

    Call it first of all, while there is one thread; all descriptors stay open in the worker alone. What is registered
    with `os.register_at_fork` runs, which among others seeds `random` anew.
    """
    if sys.platform != "linux":
        return ()
    missing: list[str] = []
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    apart = namespaces and _part(network, missing)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, WATCHED)
    heard, told = os.pipe()
    inside = os.fork()
    if inside:
        _keep(inside, heard, workspace, parent)
    os.close(heard)
    _end_with_keeper(told)
    if apart:
        _show_own_processes(number)
        worker = os.fork()
        if worker:
            _reap(worker, told)
        # a signal to its group must not reach beyond the namespace
        os.setsid()
    os.close(told)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    return tuple(missing)


def remove(tree: str) -> None:
    """Remove a directory with all that is in it, however deep and whatever the modes of its directories."""
    os.chmod(tree, 0o700)
    waiting = [tree]
    while waiting:
        directory = waiting.pop()
        with os.scandir(directory) as entries:
            for entry in list(entries):
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)
                    continue
                os.chmod(entry.path, 0o700)
                # moved to the top: paths stay short
                waiting.append(os.path.join(tree, token_hex(16)))
                os.rename(entry.path, waiting[-1])
        if directory != tree:
            os.rmdir(directory)
    os.rmdir(tree)


def _part(network: bool, missing: list[str]) -> bool:
    """Move to namespaces, one for the children's processes among them if possible; whether it was."""
    others = 0 if network else CLONE_NEWNET
    with noting(missing, "process namespace"):
        separate(CLONE_NEWPID | others)
        return True
    if others:
        with noting(missing, "network namespace"):
            separate(others)
    return False


def _end_with_keeper(told: int) -> None:
    """Have the kernel end this process when the keeper is gone."""
    call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    # it may be gone already: then nobody is at the other end of the pipe
    poll = select.poll()
    poll.register(told, 0)
    if poll.poll(0):
        os._exit(FAILED)


def _show_own_processes(number: int) -> None:
    """Have /proc show the processes of this namespace alone, and number others from there, where the system lets us."""
    with suppress(OSError):
        call("unshare", CLONE_NEWNS)
        call("mount", b"proc", b"/proc", b"proc", NO_SETUID_DEVICES_OR_PROGRAMS, 0)
        if number:
            with open("/proc/sys/kernel/ns_last_pid", "w", encoding="ascii") as file:
                file.write(str(number))


def _reap(worker: int, told: int) -> NoReturn:
    """Be the first process of a namespace: reap orphans, and end with the worker."""
    try:
        _let_go(told)
        ended, status = os.wait()
        while ended != worker:
            ended, status = os.wait()
        os.write(told, struct.pack("i", status))
    finally:
        os._exit(0)


def _keep(inside: int, heard: int, workspace: str, parent: int) -> NoReturn:
    """Be the keeper of the process inside, and end as the worker did."""
    try:
        call("prctl", PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        call("prctl", PR_SET_PDEATHSIG, PARENT_ENDED, 0, 0, 0)
        _let_go(heard)
        status = _status(inside, parent)
        _end_orphans()
        # the first process of a namespace tells what became of the worker, if it lived long enough
        words = os.read(heard, struct.calcsize("i"))
        if words:
            (status,) = struct.unpack("i", words)
        if os.getppid() != parent:
            with suppress(OSError):
                remove(workspace)
        _end_like(status)
    finally:
        os._exit(FAILED)


def _status(inside: int, parent: int) -> int:
    """The wait status of a child, which is killed when the parent is gone or when we are told to."""
    if os.getppid() != parent:
        os.kill(inside, signal.SIGKILL)
    while True:
        number = signal.sigwait(WATCHED)
        if number == signal.SIGCHLD:
            for ended, status in _reaped():
                if ended == inside:
                    return status
        # a thread of the parent that ends raises the signal of its death too
        elif number != PARENT_ENDED or os.getppid() != parent:
            os.kill(inside, signal.SIGKILL)


def _reaped() -> Iterator[tuple[int, int]]:
    """The children that have ended by now, each with its wait status."""
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            yield ended


def _end_orphans() -> None:
    """Kill the children that are left, and those they leave to us, until there are none."""
    with suppress(ChildProcessError):
        while True:
            if os.waitpid(-1, os.WNOHANG)[0]:
                continue
            for child in _children():
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)


def _children() -> Iterator[int]:
    """The children of this process that the system lists."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError), open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
            # the name of the program, in parentheses, may contain anything
            _state, parent, *_ = file.read().rpartition(")")[2].split()
            if int(parent) == os.getpid():
                yield int(name)


def _let_go(kept: int) -> None:
    """Close every descriptor but one, and leave the directory: others wait for the end of a pipe."""
    os.chdir(os.sep)
    for name in os.listdir("/proc/self/fd"):
        if int(name) != kept:
            with suppress(OSError):
                os.close(int(name))
    null = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        if standard not in (null, kept):
            os.dup2(null, standard)


def _end_like(status: int) -> NoReturn:
    """End with the exit status or by the signal that another process ended with."""
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        os._exit(code)
    # one core file would be one too many
    call("prctl", PR_SET_DUMPABLE, 0, 0, 0, 0)
    if -code != signal.SIGKILL:
        signal.signal(-code, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {-code})
    os.kill(os.getpid(), -code)
    os._exit(FAILED)
