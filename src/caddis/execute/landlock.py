"""Landlock: the kernel lets this process write, and perhaps read, only beneath the paths it names, for good."""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Iterable

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION_FLAG = 1
PATH_BENEATH = 1
LOG_NOTHING = 1

WRITE_FILE = 1 << 1
READ_FILE, READ_DIRECTORY = 1 << 2, 1 << 3
CHANGE_DIRECTORY = 0b1_1111_1111 << 4
"""Removing files and directories, and making every kind of them: bits 4 to 12."""
MOVE_BETWEEN = 1 << 13
TRUNCATE = 1 << 14
DEVICE_CONTROL = 1 << 15
ON_A_FILE = WRITE_FILE | READ_FILE | TRUNCATE | DEVICE_CONTROL

BIND_AND_CONNECT_TCP = 0b11
ABSTRACT_SOCKETS_AND_SIGNALS = 0b11

STOPS_TRUNCATION, STOPS_TCP, STOPS_SIGNALS, STOPS_LOGGING = 3, 4, 6, 7
"""The versions of Landlock since which it does so."""

_libc = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """The version of Landlock this kernel speaks; OSError where it speaks none."""
    return _call(CREATE_RULESET, None, 0, VERSION_FLAG)


def restrict(writable: Iterable[str], *, network: bool, readable: Iterable[str] | None = None) -> None:
    """Allow writing beneath `writable` alone; signals stay within, and so does TCP unless `network` is allowed.

    With `readable`, reading files, listing directories and running programs is allowed beneath the two alone. Parts the
    kernel is too old for are left out. Needs the promise of no new privileges.
    """
    known = version()
    # a program that may not be read cannot be run either, so there is no need to judge that too
    reading = 0 if readable is None else READ_FILE | READ_DIRECTORY
    files = WRITE_FILE | CHANGE_DIRECTORY | reading
    for since, right in ((2, MOVE_BETWEEN), (STOPS_TRUNCATION, TRUNCATE), (5, DEVICE_CONTROL)):
        files |= right if known >= since else 0
    ports = 0 if network or known < STOPS_TCP else BIND_AND_CONNECT_TCP
    scope = 0 if known < STOPS_SIGNALS else ABSTRACT_SOCKETS_AND_SIGNALS
    # an older kernel refuses a structure with fields it has never heard of, unless they are zero
    attributes = struct.pack("=QQQ", files, ports, scope)
    ruleset = _call(CREATE_RULESET, attributes, len(attributes), 0)
    try:
        for path in writable:
            _allow(ruleset, path, files)
        for path in readable or ():
            _allow(ruleset, path, reading)
        _call(RESTRICT_SELF, ruleset, LOG_NOTHING if known >= STOPS_LOGGING else 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    """Grant the rights beneath a directory, or on one file those that make sense there."""
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= ON_A_FILE
        _call(ADD_RULE, ruleset, PATH_BENEATH, struct.pack("=Qi", rights, place), 0)
    finally:
        os.close(place)


def _call(number: int, *arguments: int | bytes | None) -> int:
    """Make a system call; OSError when the kernel says no."""
    words = (ctypes.c_size_t(value) if isinstance(value, int) else value for value in arguments)
    result: int = _libc.syscall(number, *words)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
