"""What is written down of calls: each is described with the function, the classes and the thread that it speaks of."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from itertools import count
from typing import Any

from caddis.recording.journal import Journal
from caddis.recording.keeping import Kept
from caddis.recording.sites import Site
from caddis.recording.values import Recorded, class_name

_MRO = type.__dict__["__mro__"].__get__


class Call:
    """A call under way.

    Most calls are heard of and never written down, so making one must be cheap: what few calls have is first theirs
    when they do.
    """

    taken = False
    """Whether what it was given has been taken down."""
    relevant = False
    """Whether it is recorded in any case."""
    written: Sequence[Recorded] = ()
    before: Sequence[tuple[int, Any]] = ()
    """The states of arguments before it."""
    born: Kept | None = None
    """The object that it makes, if that is kept."""
    forced = False
    """Whether its beginning has been recorded, for the sake of what it called."""
    closed = False
    track = 0

    def __init__(self, begin: int, site: Site, parent: Call | None, arguments: tuple[object, ...]) -> None:
        self.site = site
        self.parent = parent
        self.arguments = arguments
        self.begin = begin
        """Its number: calls are numbered as they begin."""


class Book:
    """Writes calls into a journal, and before each what it speaks of."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._sites: list[Site] = []
        self._classes: dict[type, int] = {}
        self._tracks: dict[tuple[int, int | None], int] = {}
        self._threads = count(1)
        self._local = threading.local()
        self.lines = 0
        """Calls that were written down."""

    def begin_anew(self) -> None:
        """Leave what was described to the process that this one was forked from."""
        self._journal.begin_anew()
        for site in self._sites:
            site.number = 0
        self._sites.clear()
        self._classes.clear()
        self._tracks.clear()

    def close(self, observed: int, failures: int) -> None:
        """Write the rest."""
        if self.lines:
            self._journal.add("observed", observed, failures)
        self._journal.close()

    def keep(self, kept: Kept) -> None:
        """An object is kept."""
        self._journal.add("object", kept.number, self._class(kept.cls))

    def end_of(self, kept: Kept) -> None:
        """The history of an object is closed."""
        self._journal.add("closed", kept.number)

    def begun(self, call: Call) -> None:
        """A call has begun in which others are made; those around it are written down first."""
        chain = []
        above: Call | None = call
        while above is not None and not above.forced:
            chain.append(above)
            above = above.parent
        for each in reversed(chain):
            each.forced = True
            self._journal.add("begin", *self._head(each), *self._made(each))

    def ended(self, call: Call, result: Recorded, raised: str | None, compared: int, changed: int) -> None:
        """A call is over."""
        self.lines += 1
        self._journal.add("call", *self._head(call), result, raised, compared, changed, *self._made(call))
        if call.parent is None:
            self._journal.flush()

    def _head(self, call: Call) -> tuple[Recorded, ...]:
        parent = 0 if call.parent is None else call.parent.begin
        return (call.begin, parent, self._site(call.site), call.track, call.written)

    def _made(self, call: Call) -> tuple[int, int]:
        return (0, 0) if call.born is None else (call.born.number, self._class(call.born.cls))

    def _site(self, site: Site) -> int:
        if not site.number:
            self._sites.append(site)
            site.number = len(self._sites)
            self._journal.add("function", site.number, site.module, site.path, site.sort, site.names)
        return site.number

    def _class(self, cls: type) -> int:
        number = self._classes.get(cls)
        if number is None:
            number = self._classes[cls] = len(self._classes) + 1
            self._journal.add("class", number, class_name(cls), [class_name(base) for base in _MRO(cls)[1:-1]])
        return number

    def track(self, call: Call) -> int:
        """Which thread, or which task of an event loop, a call is made in."""
        loops = sys.modules.get("asyncio.events")
        looping = loops is not None and loops._get_running_loop() is not None
        if call.parent is not None and not looping:
            return call.parent.track
        task = sys.modules["asyncio"].current_task() if looping else None
        # not get_ident: a thread that has ended leaves its number to another
        thread = getattr(self._local, "number", None)
        if thread is None:
            thread = self._local.number = next(self._threads)
        key = (thread, None if task is None else id(task))
        number = self._tracks.get(key)
        if number is None:
            number = self._tracks[key] = len(self._tracks) + 1
            self._journal.add("track", number, threading.current_thread().name, task is not None)
        return number
