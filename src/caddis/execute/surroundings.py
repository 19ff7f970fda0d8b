"""What a process shares between all that runs in it: the environment, settings, signals, threads, files."""

from __future__ import annotations

import gc
import os
import random
import signal
import sys
import threading
import warnings
from _locale import LC_ALL, setlocale

# its Python half makes enumerations of all that it returns, for tens of microseconds
from _signal import SIG_BLOCK, SIG_SETMASK, getsignal, pthread_sigmask  # type: ignore[import-not-found]
from _thread import _count as count_threads
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from os import chdir, close, fstat, getcwd, listdir, makedirs, stat, umask, unlink
from os.path import isdir, islink, join
from shutil import rmtree
from sys import get_asyncgen_hooks, getprofile, gettrace, set_asyncgen_hooks, setprofile, settrace
from time import monotonic, process_time, sleep, tzset
from typing import Any

from caddis.execute.containers import ListKept
from caddis.execute.late import LATE, Late
from caddis.execute.logs import logs
from caddis.execute.objects import InstanceKept, Layout, RandomKept
from caddis.execute.places import AROUND, Kept, Names, Trail

PATIENCE = 0.05
"""Seconds given to threads that are about to end."""
BLINK = 0.0002
IDLING = 0.02
"""Seconds in which it shows whether other threads rest."""
YOUNG = 1
"""The generation of garbage collection that has what a sequence just made."""
DESCRIPTORS = next((path for path in ("/proc/self/fd", "/dev/fd") if os.path.isdir(path)), None)

LISTS = ("argv", "meta_path", "path", "path_hooks")
THREADING = ("excepthook", "_trace_hook", "_profile_hook")


def surroundings() -> list[Kept]:
    """All of it that can be put back, or at least be told of."""
    generator = random._inst
    places: list[Kept] = [
        Settings(),
        Hooks(),
        Names(Trail("threading"), vars(threading), THREADING),
    ]
    places += [ListKept(Trail("sys").attribute(name), vars(sys)[name]) for name in LISTS]
    places.append(RandomKept(Trail("random"), generator))
    places.append(InstanceKept(Trail("random"), generator, Layout(type(generator))))
    places += [Filters(), Environment(), Directory(), Signals(), *(Late(*late) for late in LATE), *logs()]
    # last: what all the others held could have kept them alive, or open
    places.append(Threads())
    if DESCRIPTORS is not None:
        places.append(Files(DESCRIPTORS))
    return places


class Around(Kept):
    """A place that is not an object."""

    rank = AROUND
    asked = True

    def __init__(self, name: str) -> None:
        super().__init__(Trail(name))


def _mask() -> int:
    """The mask of new files, which can only be had by setting another."""
    now = umask(0o077)
    umask(now)
    return now


def _collect(enabled: bool) -> None:
    (gc.enable if enabled else gc.disable)()


@dataclass(frozen=True, slots=True)
class Setting:
    """A number, a text, or a row of them, that one function tells and another sets."""

    name: str
    tell: Callable[[], Any]
    put: Callable[[Any], object]


SETTINGS = (
    Setting("recursion limit", sys.getrecursionlimit, sys.setrecursionlimit),
    Setting("switch interval", sys.getswitchinterval, sys.setswitchinterval),
    Setting("limit of digits", sys.get_int_max_str_digits, sys.set_int_max_str_digits),
    Setting("garbage collection", gc.isenabled, _collect),
    Setting("thresholds of garbage collection", gc.get_threshold, lambda numbers: gc.set_threshold(*numbers)),
    Setting("debugging of garbage collection", gc.get_debug, gc.set_debug),
    Setting("stack size of threads", threading.stack_size, threading.stack_size),
    Setting("umask", _mask, umask),
    Setting("locale", partial(setlocale, LC_ALL), partial(setlocale, LC_ALL)),
    Setting("blocked signals", partial(pthread_sigmask, SIG_BLOCK, ()), partial(pthread_sigmask, SIG_SETMASK)),
)


class Settings(Around):
    """What the interpreter and the system are told by calling them."""

    TELL = tuple(setting.tell for setting in SETTINGS)

    def __init__(self) -> None:
        self._others: list[Setting] = []
        super().__init__("settings")

    @property
    def name(self) -> str:
        """Those that differed when last asked."""
        return ", ".join(setting.name for setting in self._others) or "settings"

    def read(self) -> list[Any]:
        """All values, none of which the target can have made itself."""
        return [tell() for tell in self.TELL]

    def differs(self) -> bool:
        """Whether one of them was set."""
        now = self.read()
        if now == self.saved:
            return False
        self._others = [setting for setting, a, b in zip(SETTINGS, now, self.saved, strict=True) if a != b]
        return True

    def restore(self) -> None:
        """Set those that differ."""
        for setting, now, then in zip(SETTINGS, self.read(), self.saved, strict=True):
            if now != then:
                setting.put(then)


class Hooks(Around):
    """What the interpreter calls while it runs code."""

    def __init__(self) -> None:
        super().__init__("trace and profile functions, hooks of asynchronous generators")

    def read(self) -> list[Any]:
        """All of them."""
        return [gettrace(), getprofile(), *get_asyncgen_hooks()]

    def restore(self) -> None:
        """Have others called no more."""
        trace, profile, *hooks = self.saved
        if gettrace() is not trace:
            settrace(trace)
        if getprofile() is not profile:
            setprofile(profile)
        set_asyncgen_hooks(*hooks)


class Filters(Around):
    """The filters of warnings."""

    def __init__(self) -> None:
        super().__init__("warnings.filters")

    def read(self) -> list[Any]:
        """The list, and what is in it."""
        filters = vars(warnings)["filters"]
        return [filters, *(list.__iter__(filters) if type(filters) is list else ())]

    def restore(self) -> None:
        """Put the list and its items back, and say so: which filter a warning met is cached."""
        filters, *items = self.saved
        filters[:] = items
        warnings.filters = filters
        vars(warnings)["_filters_mutated"]()


class Environment(Around):
    """The variables that this process and its children see."""

    def __init__(self) -> None:
        self._environment = os.environb
        self._data: dict[bytes, bytes] = vars(os.environb)["_data"]
        super().__init__("os.environ")

    def differs(self) -> bool:
        """Whether a variable was set or unset."""
        return self._data != self._copy

    def restore(self) -> None:
        """Set and unset variables, so that C sees it, too."""
        zone = self._data.get(b"TZ")
        for name in self._data.keys() - self._copy.keys():
            del self._environment[name]
        for name, value in self._copy.items():
            if self._data.get(name) != value:
                self._environment[name] = value
        self._data.clear()
        self._data.update(self._copy)
        if zone != self._copy.get(b"TZ"):
            tzset()

    def accept(self) -> None:
        """Save the variables."""
        self._copy = dict(self._data)


class Litter(Around):
    """What lies in a directory that is ours alone, and was empty."""

    def __init__(self, directory: str) -> None:
        self._directory = directory
        super().__init__("files written")

    def read(self) -> list[Any]:
        """The names of what lies there."""
        try:
            return sorted(listdir(self._directory))
        except OSError:
            return []

    def restore(self) -> None:
        """Remove it."""
        makedirs(self._directory, exist_ok=True)
        for name in set(self.read()) - set(self.saved):
            path = join(self._directory, name)
            if isdir(path) and not islink(path):
                rmtree(path, ignore_errors=True)
            else:
                unlink(path)


class Directory(Around):
    """The working directory."""

    def __init__(self) -> None:
        super().__init__("working directory")

    def read(self) -> list[Any]:
        """Its path, unless it is gone."""
        try:
            return [getcwd()]
        except OSError:
            return []

    def restore(self) -> None:
        """Go back, though it may have been removed meanwhile."""
        try:
            chdir(self.saved[0])
        except FileNotFoundError:
            makedirs(self.saved[0])
            chdir(self.saved[0])


class Signals(Around):
    """The handlers of signals, but for that of the clock."""

    NUMBERS = tuple(sorted(map(int, signal.valid_signals() - {signal.SIGALRM})))

    def __init__(self) -> None:
        super().__init__("signal handlers")

    def read(self) -> list[Any]:
        """The handler of each signal."""
        return list(map(getsignal, self.NUMBERS))

    def restore(self) -> None:
        """Install those that are others; one that was installed from C cannot be."""
        for number, now, then in zip(self.NUMBERS, self.read(), self.saved, strict=True):
            if now is not then and then is not None:
                signal.signal(number, then)


class Threads(Around):
    """The threads that run. One that does not end by itself cannot be ended."""

    def __init__(self) -> None:
        self._active: dict[int, threading.Thread] = vars(threading)["_active"]
        self._still = ""
        super().__init__("threads")

    @property
    def name(self) -> str:
        """It says so when some could not be waited for."""
        return f"threads{self._still}"

    def differs(self) -> bool:
        """Whether there are more threads than there were; fewer are as well."""
        if self.read() == self.saved:
            return False
        # a thread that has ended is counted a moment longer
        if not self._strangers() and count_threads() > self.saved[-1]:
            sleep(BLINK)
        if self._strangers() or count_threads() > self.saved[-1]:
            return True
        self.accept()
        return False

    def read(self) -> list[Any]:
        """The addresses of the threads that are known, and the number of all."""
        return [*map(id, self._active.values()), count_threads()]

    def restore(self) -> None:
        """Give them a moment to end."""
        end = monotonic() + PATIENCE
        while self.differs() and monotonic() < end:
            sleep(BLINK)
        names = ", ".join(str(vars(thread).get("_name")) for thread in self._strangers())
        self._still = f", still running: {names or 'one without a name'}" if self.differs() else ""

    def _strangers(self) -> list[threading.Thread]:
        return [thread for thread in list(self._active.values()) if id(thread) not in self.saved]

    def accept(self) -> None:
        """Save which threads run."""
        self._known = list(self._active.values())
        super().accept()


def threads_left(before: int) -> bool:
    """Whether more threads run than before, once those that are about to end have had their moment."""
    end = monotonic() + PATIENCE
    while count_threads() > before and monotonic() < end:
        sleep(BLINK)
    return count_threads() > before


def threads_are_busy() -> bool:
    """Whether other threads take time of the processor from this one, rather than wait for something."""
    start, used = monotonic(), process_time()
    sleep(IDLING)
    return process_time() - used > (monotonic() - start) / 2


class Files(Around):
    """The descriptors of open files. One that was closed cannot be opened again."""

    def __init__(self, listing: str) -> None:
        self._listing = listing
        self._lost = ""
        self._pause = 0
        self._fruitless = 0
        super().__init__("open files")

    @property
    def name(self) -> str:
        """It says so when some were closed."""
        return f"open files{self._lost}"

    def differs(self) -> bool:
        """Whether there are others than there were."""
        if not self._is_counted:
            return self.read() != self.saved
        # a file that is opened takes the lowest number that is free
        return _is_open(self._free) or stat(self._listing).st_size != len(self.saved)

    def read(self) -> list[Any]:
        """Their numbers."""
        return [number for number in map(int, listdir(self._listing)) if _is_open(number)]

    def restore(self) -> None:
        """Close those that were opened."""
        self._let_go()
        now = self.read()
        for number in set(now).difference(self.saved):
            close(number)
        lost = sorted(set(self.saved).difference(now))
        self._lost = f", closed for good: {', '.join(map(str, lost))}" if lost else ""

    def _let_go(self) -> None:
        """Have what is garbage close its own files: later it would close the numbers when others have them."""
        gc.collect(YOUNG)
        if not self.differs():
            return
        if self._pause:
            self._pause -= 1
            return
        # to look at everything is dear: it is done less and less often while it does not help
        gc.collect()
        self._fruitless = self._fruitless + 1 if self.differs() else 0
        self._pause = 2**self._fruitless - 1

    def accept(self) -> None:
        """Save which are open."""
        super().accept()
        # since Linux 6.2
        self._is_counted = stat(self._listing).st_size == len(self.saved)
        self._free = next(number for number in count() if number not in self.saved)


def _is_open(number: int) -> bool:
    try:
        fstat(number)
    except OSError:
        return False
    return True
