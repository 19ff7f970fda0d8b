"""The sandbox: a worker confines itself for good before it imports code that nobody vouches for.

Four layers, each where the kernel has it: a network namespace without a network and no privileges; Landlock for files,
TCP and signals; a seccomp filter for what Landlock does not know; and an audit hook, which says in words what was
refused. All but the hook hold for native code and child processes too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from caddis.execute import audit

PR_SET_NO_NEW_PRIVS = 38
CAPABILITIES_VERSION = 0x20080522
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000


@dataclass(frozen=True, slots=True)
class Policy:
    """What a worker may do."""

    workspace: str
    """The only directory that may be written; `TMPDIR` should name it."""
    writable: tuple[str, ...] = ()
    """Further files and directories that the user allowed; they must exist."""
    network: bool = False
    subprocess: bool = False
    memory_mb: int | None = 2048
    enabled: bool = True
    """If not, only the resource limits hold."""


def confine(policy: Policy, denied: Callable[[str], None]) -> tuple[str, ...]:
    """Confine this process for good; return one line for each protection this kernel does not give.

    `denied` hears of each refused attempt: "write: PATH", "network", "subprocess", "signal", "ctypes", "limits",
    "hostname", "browser". Call it while there is one thread: Landlock binds the calling thread and its descendants.
    """
    missing: list[str] = []
    with _noting(missing, "resource limits"):
        _limit(policy.memory_mb)
    if not policy.enabled:
        return tuple(missing)
    # importing a target would try to write beside its source, and be reported for it
    sys.dont_write_bytecode = True
    writable = tuple(os.path.realpath(path) for path in (policy.workspace, *policy.writable))
    missing += [f"writable path {path}: does not exist" for path in writable if not os.path.exists(path)]
    landlock = _enclose(policy, writable, missing)
    audit.install(
        writable,
        denied,
        network=policy.network,
        subprocess=policy.subprocess,
        signals=landlock.signals and policy.subprocess,
        alone=not landlock.files,
    )
    return tuple(missing)


@dataclass(frozen=True, slots=True)
class _Landlock:
    """What Landlock has taken charge of."""

    files: bool = False
    signals: bool = False


def _enclose(policy: Policy, writable: tuple[str, ...], missing: list[str]) -> _Landlock:
    """Put up the layers that the kernel keeps, noting those it does not have."""
    if sys.platform != "linux":
        missing.append(f"kernel sandbox: none on {sys.platform}, only Python code is watched")
        return _Landlock()
    from caddis.execute import landlock, seccomp

    with _noting(missing, "counting threads"):
        if len(os.listdir("/proc/self/task")) > 1:
            missing.append("Landlock: other threads are running already, and stay as free as they were")
    if not policy.network:
        with _noting(missing, "network namespace"):
            _leave_network()
    with _noting(missing, "dropping privileges"):
        _drop_privileges()
    charge = _Landlock()
    with _noting(missing, "Landlock"):
        version = landlock.version()
        paths = [path for path in (*writable, os.devnull) if os.path.exists(path)]
        landlock.restrict(paths, network=policy.network)
        charge = _Landlock(files=True, signals=version >= landlock.STOPS_SIGNALS)
        if version < landlock.STOPS_TRUNCATION:
            missing.append("Landlock: this version does not stop truncating files")
    with _noting(missing, "seccomp filter"):
        signals = charge.signals and policy.subprocess
        rules = seccomp.rules(os.getpid(), network=policy.network, subprocess=policy.subprocess, signals=signals)
        seccomp.install(rules)
    return charge


@contextmanager
def _noting(missing: list[str], what: str) -> Iterator[None]:
    """Go on without a protection that cannot be had, and note it."""
    try:
        yield
    except (OSError, ValueError, ImportError) as error:
        missing.append(f"{what}: {getattr(error, 'strerror', None) or error}")


def _limit(memory_mb: int | None) -> None:
    """Bound the address space, and leave no core file behind."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory_mb is not None:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        wanted = memory_mb << 20
        limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _leave_network() -> None:
    """Move to a user and network namespace of our own, staying who we are."""
    user, group = os.geteuid(), os.getegid()
    _libc("unshare", CLONE_NEWUSER | CLONE_NEWNET)
    # a mapping of groups is refused as long as the process could shed groups
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)


def _drop_privileges() -> None:
    """Give up the capabilities of root, or of a namespace's first process, and the means to gain any."""
    import struct

    _libc("capset", struct.pack("=Ii", CAPABILITIES_VERSION, 0), bytes(24))
    _libc("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def _libc(function: str, *arguments: int | bytes) -> None:
    """Call a function of the C library; OSError when it fails."""
    import ctypes

    # prctl() reads whole words
    words = (ctypes.c_size_t(value) if isinstance(value, int) else value for value in arguments)
    if getattr(ctypes.CDLL(None, use_errno=True), function)(*words):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
