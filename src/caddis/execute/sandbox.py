"""The sandbox: a worker confines itself for good before it imports code that nobody vouches for.

Four layers, each where the kernel has it: a network namespace without a network and no privileges; Landlock for files,
TCP and signals; a seccomp filter for what Landlock does not know; and an audit hook, which says in words what was
refused. All but the hook hold for native code and child processes too.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from glob import glob
from typing import NoReturn

from caddis.execute import audit

PR_SET_NO_NEW_PRIVS = 38
CAPABILITIES_VERSION = 0x20080522
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000

SYSTEM_FILES = (
    # shared libraries, and where they are found
    "/lib*", "/usr/lib*", "/usr/local/lib*", "/nix/store", "/etc/ld.so.cache", "/etc/ld.so.preload",
    # time zones, languages, terminals, kinds of files
    "/etc/localtime", "/etc/zoneinfo", "/usr/share/zoneinfo", "/usr/share/locale", "/usr/share/terminfo",
    "/etc/terminfo", "/etc/mime.types", "/etc/os-release",
    # OpenSSL, which hashlib and ssl start
    "/etc/ssl/openssl.cnf", "/etc/ssl/certs", "/etc/pki/tls/openssl.cnf", "/etc/pki/tls/certs", "/etc/crypto-policies",
    "/usr/share/ca-certificates",
    # the machine
    "/dev/full", "/dev/null", "/dev/random", "/dev/urandom", "/dev/zero", "/sys/devices/system/cpu",
    "/proc/cpuinfo", "/proc/meminfo", "/proc/stat",
)  # fmt: skip
"""What Python and its standard library read on any system, beside their own files; nothing in it is a user's."""
NETWORK_FILES = (
    "/etc/gai.conf", "/etc/host.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/protocols", "/etc/resolv.conf",
    "/etc/services",
)  # fmt: skip
PROGRAMS = ("/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin")


@dataclass(frozen=True, slots=True)
class Policy:
    """What a worker may do."""

    workspace: str
    """The only directory that may be written; `TMPDIR` should name it."""
    writable: tuple[str, ...] = ()
    """Further files and directories that the user allowed; they must exist."""
    readable: tuple[str, ...] | None = None
    """The files and directories that may be read beside the writable ones and what Python needs; None for all."""
    network: bool = False
    subprocess: bool = False
    forking: bool = False
    """Whether our own code forks, inside `Walls.ours`; the code under test still may not."""
    apart: bool = False
    """Whether `keeper.enter` was called, which sees to the namespaces."""
    memory_mb: int | None = 2048
    file_mb: int | None = 1024
    """How large any one file may become."""
    processes: int | None = 256
    """How many processes and threads there may be, where the kernel can count those in here by themselves."""
    enabled: bool = True
    """If not, only the resource limits hold."""


@dataclass(frozen=True, slots=True)
class Walls:
    """What was put up around a process."""

    missing: tuple[str, ...]
    """One line for each protection this kernel does not give."""
    ours: audit.Ours
    """`with ours():` lets our own code fork, and signal what it forked, past the hook; see `audit.install`.

    The kernel still keeps signals inside, and refuses programs and namespaces.
    """


def confine(policy: Policy, denied: Callable[[str], None]) -> tuple[str, ...]:
    """Confine this process for good; return one line for each protection this kernel does not give. See `wall_in`."""
    return wall_in(policy, denied).missing


def wall_in(policy: Policy, denied: Callable[[str], None]) -> Walls:
    """Confine this process for good.

    `denied` hears of each refused attempt: "write: PATH", "read: PATH", "network", "subprocess", "signal", "ctypes",
    "limits", "hostname", "browser". Call it while there is one thread: Landlock binds the calling thread and its
    descendants.
    """
    missing: list[str] = []
    if policy.enabled and sys.platform == "linux" and not policy.network and not policy.apart:
        with noting(missing, "network namespace"):
            separate(CLONE_NEWNET)
    with noting(missing, "resource limits"):
        _limit(policy)
    if not policy.enabled:
        return Walls(tuple(missing), nullcontext)
    # importing a target would try to write beside its source, and be reported for it
    sys.dont_write_bytecode = True
    writable = _existing((policy.workspace, *policy.writable), "writable", missing)
    readable = None
    if policy.readable is not None:
        readable = (*_existing(policy.readable, "readable", missing), *_needed(policy))
    kernel = _enclose(policy, writable, readable, missing)
    ours = audit.install(
        writable,
        denied,
        network=policy.network,
        subprocess=policy.subprocess,
        signals=kernel.signals and policy.subprocess,
        alone=not kernel.files,
        readable=readable,
    )
    return Walls(tuple(missing), ours)


def forbid_forks() -> None:
    """Let this process, for good, start no other and send signals to none but itself.

    For what our own code forked, before it runs the code under test. Where the kernel has no filters, the hook is all
    there is, as `confine` has said.
    """
    if sys.platform == "linux":
        from caddis.execute import seccomp

        with suppress(OSError):
            seccomp.install(seccomp.solitary(os.getpid()))


def separate(namespaces: int) -> None:
    """Move to a user namespace of our own, and to others of these kinds, staying who we are.

    OSError where the kernel refuses; the process then is where it was.
    """
    if len(os.listdir("/proc/self/task")) > 1:
        raise OSError(errno.EINVAL, "other threads are running already")
    # some systems let a process into a namespace and refuse it its name there, and there is no way back
    rehearsal = os.fork()
    if rehearsal == 0:
        _rehearse()
    code = os.waitstatus_to_exitcode(os.waitpid(rehearsal, 0)[1])
    if code:
        raise OSError(code, os.strerror(code))
    _move(namespaces)


@contextmanager
def noting(missing: list[str], what: str) -> Iterator[None]:
    """Go on without a protection that cannot be had, and note it."""
    try:
        yield
    except (OSError, ValueError, ImportError) as error:
        missing.append(f"{what}: {getattr(error, 'strerror', None) or error}")


def call(function: str, *arguments: int | bytes) -> None:
    """Call a function of the C library; OSError when it fails."""
    import ctypes

    # prctl() reads whole words
    words = (ctypes.c_size_t(value) if isinstance(value, int) else value for value in arguments)
    if getattr(ctypes.CDLL(None, use_errno=True), function)(*words):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


@dataclass(frozen=True, slots=True)
class _Kernel:
    """What the kernel has taken charge of."""

    files: bool = False
    signals: bool = False


def _enclose(
    policy: Policy, writable: tuple[str, ...], readable: tuple[str, ...] | None, missing: list[str]
) -> _Kernel:
    """Put up the layers that the kernel keeps, noting those it does not have."""
    if sys.platform != "linux":
        missing.append(f"kernel sandbox: none on {sys.platform}, only Python code is watched")
        return _Kernel()
    from caddis.execute import landlock, seccomp

    with noting(missing, "counting threads"):
        if len(os.listdir("/proc/self/task")) > 1:
            missing.append("Landlock: other threads are running already, and stay as free as they were")
    with noting(missing, "dropping privileges"):
        _drop_privileges()
    kernel = _Kernel(signals=_has_own_processes(policy))
    with noting(missing, "Landlock"):
        version = landlock.version()
        landlock.restrict((*writable, os.devnull), network=policy.network, readable=readable)
        kernel = _Kernel(files=True, signals=kernel.signals or version >= landlock.STOPS_SIGNALS)
        if version < landlock.STOPS_TRUNCATION:
            missing.append("Landlock: this version does not stop truncating files")
    if policy.forking and not kernel.signals:
        missing.append("signals: this kernel does not keep them inside, only Python code is refused sending them")
    with noting(missing, "seccomp filter"):
        rules = seccomp.rules(
            os.getpid(),
            network=policy.network,
            subprocess=policy.subprocess,
            signals=policy.forking or (kernel.signals and policy.subprocess),
            forking=policy.forking,
        )
        seccomp.install(rules)
    return kernel


def _existing(paths: Iterable[str], what: str, missing: list[str]) -> tuple[str, ...]:
    """Those of the paths that lead somewhere, and where to; the others are noted."""
    real = [os.path.realpath(path) for path in paths]
    missing += [f"{what} path {path}: does not exist" for path in real if not os.path.exists(path)]
    return tuple(path for path in real if os.path.exists(path))


def _needed(policy: Policy) -> tuple[str, ...]:
    """The files and directories without which Python, or what the policy allows, does not work."""
    package = os.path.dirname(os.path.dirname(__file__))
    python = (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix, package)
    patterns = SYSTEM_FILES + (NETWORK_FILES if policy.network else ())
    system = [path for pattern in patterns for path in glob(pattern)]
    programs = (*PROGRAMS, *os.get_exec_path()) if policy.subprocess else ()
    processes = "/proc" if _has_own_processes(policy) and _sees_itself() else "/proc/self"
    libraries = os.environ.get("LD_LIBRARY_PATH", "").split(":")
    paths = (*python, *sys.path, *system, *programs, processes, *filter(None, libraries))
    home = os.path.join(_home(), "")
    real = {os.path.realpath(path) for path in paths}
    # a home directory does not become readable for being, say, where Python was started
    return tuple(path for path in sorted(real) if os.path.exists(path) and not home.startswith(os.path.join(path, "")))


def _home() -> str:
    """The user's home directory, whatever HOME says: in a worker it names the workspace."""
    import pwd

    try:
        return os.path.realpath(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:
        return os.path.realpath(os.path.expanduser("~"))


def _has_own_processes(policy: Policy) -> bool:
    """Whether this process lives in a process namespace, where it can see and signal no others."""
    return sys.platform == "linux" and policy.apart and os.getppid() == 1


def _sees_itself() -> bool:
    """Whether /proc is that of our own process namespace."""
    return os.readlink("/proc/self") == str(os.getpid())


def _limit(policy: Policy) -> None:
    """Bound files, processes and memory, and leave no core file behind."""
    import resource

    wanted = {resource.RLIMIT_CORE: 0}
    if policy.file_mb is not None:
        wanted[resource.RLIMIT_FSIZE] = policy.file_mb << 20
    if policy.processes is not None and _counted_apart():
        wanted[resource.RLIMIT_NPROC] = policy.processes
    if policy.memory_mb is not None:
        wanted[resource.RLIMIT_AS] = policy.memory_mb << 20
    for kind, most in wanted.items():
        hard = resource.getrlimit(kind)[1]
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (limit, limit))


def _counted_apart() -> bool:
    """Whether the kernel counts the processes in here by themselves, and stops at a limit.

    Since 5.14 it does in a user namespace. Elsewhere everything else that the user runs is counted too, and any limit
    may have been reached already. It never stops root.
    """
    kernel = re.match(r"(\d+)\.(\d+)", os.uname().release)
    if os.geteuid() == 0 or sys.platform != "linux" or not kernel or tuple(map(int, kernel.groups())) < (5, 14):
        return False
    with open("/proc/self/uid_map", encoding="ascii") as file:
        users = [line.split()[2] for line in file]
    return users == ["1"]


def _rehearse() -> NoReturn:
    """See in a process of its own whether it can stay who it is in a user namespace, and end with the error."""
    code = errno.EPERM
    try:
        _move(0)
        code = 0
    except OSError as error:
        code = error.errno or code
    finally:
        os._exit(code)


def _move(namespaces: int) -> None:
    user, group = os.geteuid(), os.getegid()
    call("unshare", CLONE_NEWUSER | namespaces)
    # a mapping of groups is refused as long as the process could shed groups
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)


def _drop_privileges() -> None:
    """Give up the capabilities of root, or of a namespace's first process, and the means to gain any."""
    import struct

    call("capset", struct.pack("=Ii", CAPABILITIES_VERSION, 0), bytes(24))
    call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
