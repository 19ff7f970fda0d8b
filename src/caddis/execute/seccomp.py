"""A seccomp filter: the kernel answers EPERM to the system calls a worker has no business making."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Mapping
from dataclasses import dataclass

SYSTEM_CALLS: dict[str, tuple[int | None, int | None]] = {
    # what Landlock does not judge: modes, owners, times and attributes of files
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54),
    "utime": (132, None), "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "removexattrat": (466, 466),
    "file_setattr": (469, 469), "ioctl": (16, 29), "open_by_handle_at": (304, 265), "fanotify_init": (300, 262),
    # mounts and namespaces
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431),
    "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442), "open_tree_attr": (467, 467),
    "unshare": (272, 97), "setns": (308, 268),
    # other processes: their memory, descriptors, limits and priority
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "process_madvise": (440, 440), "pidfd_getfd": (438, 438), "setrlimit": (160, 164), "prlimit64": (302, 261),
    "setpriority": (141, 140),
    # what other processes share through the kernel
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "semget": (64, 190), "semop": (65, 193),
    "semctl": (66, 191), "semtimedop": (220, 192), "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188),
    "msgctl": (71, 187), "mq_open": (240, 180), "mq_unlink": (241, 181),
    # ways around a filter, and doors to the kernel
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "bpf": (321, 280), "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    # signals
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "pidfd_send_signal": (424, 424),
    # the network
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201),
    # processes
    "execve": (59, 221), "execveat": (322, 281), "fork": (57, None), "vfork": (58, None), "clone": (56, 220),
    "clone3": (435, 435),
}  # fmt: skip
"""The number of each system call of interest on x86_64 and on aarch64."""

SIGNALS = ("kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal")
NETWORK = ("connect", "bind", "listen")
FORKS = ("fork", "vfork", "clone", "clone3")
PROCESSES = ("execve", "execveat", "fork", "vfork")

AF_UNIX, AF_INET, AF_INET6, AF_NETLINK = 1, 2, 10, 16
SOCK_STREAM, SOCK_SEQPACKET, SOCK_KIND = 1, 5, 0xF
CLONE_THREAD, CLONE_NAMESPACES = 0x10000, 0x7E020000
HARMLESS_CONTROLS = (
    0x5401, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x802C542A,
)  # fmt: skip
"""TCGETS, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, TCGETS2: they ask, or change one descriptor."""

SET_MODE_FILTER, ALL_THREADS = 1, 1
X32_BIT = 0x40000000
ALLOW, ERROR = 0x7FFF0000, 0x00050000
LOAD, AND, RETURN, IF_EQUAL, IF_AT_LEAST = 0x20, 0x54, 0x06, 0x15, 0x35
NUMBER_OFFSET, ARCHITECTURE_OFFSET, ARGUMENTS_OFFSET = 0, 4, 16
EVERY_BIT = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Architecture:
    """A machine as seccomp names it, the number of seccomp() on it, and its column in the table."""

    audit: int
    seccomp: int
    column: int


ARCHITECTURES = {"x86_64": Architecture(0xC000003E, 317, 0), "aarch64": Architecture(0xC00000B7, 277, 1)}


@dataclass(frozen=True, slots=True)
class Among:
    """A condition: this half of an argument, masked, is one of these values."""

    argument: int
    values: tuple[int, ...]
    mask: int = EVERY_BIT
    upper: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A system call is allowed when every condition holds, never when there are none; else it fails with `error`."""

    conditions: tuple[Among, ...] = ()
    error: int = errno.EPERM


NEVER = Rule()

# looked up once: the audit hook refuses looking up functions of C, not calling them
_syscall = ctypes.CDLL(None, use_errno=True).syscall


def rules(
    process: int, *, network: bool = False, subprocess: bool = False, signals: bool = False, forking: bool = False
) -> dict[str, Rule]:
    """What becomes of each system call of interest in the process with this id.

    `signals` leaves them to be judged elsewhere: Landlock knows our own children, a filter does not. `forking` lets
    the process divide, but not start programs.
    """
    found = dict.fromkeys(SYSTEM_CALLS, NEVER) | solitary(process)
    found |= {
        "ioctl": Rule((Among(1, HARMLESS_CONTROLS),)),
        # asking for limits passes no new ones
        "prlimit64": Rule((Among(2, (0,)), Among(2, (0,), upper=True))),
        "setpriority": Rule((Among(0, (0,)), Among(1, (0, process)))),
        # event loops need a pair of sockets; one for datagrams could be turned to any local service
        "socketpair": Rule((Among(0, (AF_UNIX,)), Among(1, (SOCK_STREAM, SOCK_SEQPACKET), SOCK_KIND))),
    }
    if network:
        # local services are no network: some of them, such as that of Docker, give away the whole machine
        found["socket"] = Rule((Among(0, (AF_INET, AF_INET6, AF_NETLINK)),))
    if subprocess or forking:
        found["clone"] = Rule((Among(0, (0,), CLONE_NAMESPACES),))
    free = (NETWORK if network else ()) + (PROCESSES if subprocess else ()) + (SIGNALS if signals else ())
    free += ("fork",) if forking else ()
    return {name: rule for name, rule in found.items() if name not in free}


def solitary(process: int) -> dict[str, Rule]:
    """Rules that let the process with this id neither divide nor send signals to any but itself."""
    ourselves = Rule((Among(0, (process,)),))
    return dict.fromkeys(FORKS + SIGNALS, NEVER) | {
        "kill": ourselves,
        "tgkill": ourselves,
        "rt_sigqueueinfo": ourselves,
        "rt_tgsigqueueinfo": ourselves,
        "clone": Rule((Among(0, (CLONE_THREAD,), CLONE_THREAD),)),
        # its flags lie in memory, where a filter cannot look; told that it does not exist, libc takes clone()
        "clone3": Rule(error=errno.ENOSYS),
    }


def program(judged: Mapping[str, Rule], machine: Architecture) -> bytes:
    """The rules as instructions for the kernel's filter machine."""
    code = [
        _instruction(LOAD, ARCHITECTURE_OFFSET),
        _instruction(IF_EQUAL, machine.audit, otherwise=2),
        _instruction(LOAD, NUMBER_OFFSET),
        # of another architecture, or x32 on x86_64: the numbers would mean other calls
        _instruction(IF_AT_LEAST, X32_BIT, otherwise=1),
        _instruction(RETURN, ERROR | errno.EPERM),
    ]
    for name, rule in judged.items():
        number = SYSTEM_CALLS[name][machine.column]
        if number is not None:
            answer = _answer(rule)
            code += [_instruction(IF_EQUAL, number, otherwise=len(answer)), *answer]
    return b"".join([*code, _instruction(RETURN, ALLOW)])


def install(judged: Mapping[str, Rule]) -> None:
    """Add the rules to those in force, for good, in every thread. Needs the promise of no new privileges."""
    machine = ARCHITECTURES.get(os.uname().machine)
    if machine is None or sys.maxsize < 1 << 32:
        raise OSError(errno.ENOSYS, f"no table of system calls for {os.uname().machine}")
    instructions = program(judged, machine)
    memory = ctypes.create_string_buffer(instructions, len(instructions))
    header = struct.pack("HP", len(instructions) // 8, ctypes.addressof(memory))
    result = _syscall(machine.seccomp, SET_MODE_FILTER, ALL_THREADS, header)
    if result:
        code = ctypes.get_errno() if result < 0 else errno.EBUSY
        raise OSError(code, os.strerror(code))


def _answer(rule: Rule) -> list[bytes]:
    """Instructions that end in the answer to one system call."""
    refuse = _instruction(RETURN, ERROR | rule.error)
    if not rule.conditions:
        return [refuse]
    code = []
    for condition in rule.conditions:
        code.append(_instruction(LOAD, ARGUMENTS_OFFSET + 8 * condition.argument + 4 * condition.upper))
        if condition.mask != EVERY_BIT:
            code.append(_instruction(AND, condition.mask))
        for left, value in zip(range(len(condition.values), 0, -1), condition.values, strict=True):
            code.append(_instruction(IF_EQUAL, value, then=left))
        code.append(refuse)
    return [*code, _instruction(RETURN, ALLOW)]


def _instruction(operation: int, operand: int, then: int = 0, otherwise: int = 0) -> bytes:
    """One instruction: `then` and `otherwise` are how many to skip after a comparison."""
    return struct.pack("=HBBI", operation, then, otherwise, operand)
