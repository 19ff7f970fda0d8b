"""Hears of every call while a program runs, and writes down those in which objects take part that are kept.

Whole objects are kept, never single calls: of the instances of a class the first ones, and then fewer and fewer. Every
call in which one that is kept takes part is recorded, so each history is complete.
"""

from __future__ import annotations

import os
import sys
import threading
import weakref
from collections.abc import Callable
from contextvars import ContextVar
from itertools import count
from types import FunctionType, WrapperDescriptorType
from typing import Any

from caddis.recording.journal import Journal
from caddis.recording.privacy import Privacy
from caddis.recording.sites import OMITTED, Site, Sort
from caddis.recording.state import state_of
from caddis.recording.values import DEFAULT, UNKNOWN, Recorded, Values, class_name

FIRST = 64
"""The instances of a class that are all kept, and the calls of a function; then half as many each time they double."""
COMPARED = 24
"""Calls of a function before and after which states are compared; then fewer and fewer."""
LONGEST_HISTORY = 5_000
"""Calls past which the history of an object is closed."""
SCANNED = 20
"""Items of a container that are looked at for objects that are kept."""
_CONTAINERS = frozenset({list, tuple, set, frozenset, dict})
_ATOMS = frozenset({type(None), bool, int, float, complex, str, bytes, type, FunctionType})
_OBJECT_INIT = object.__init__
_OBJECT_NEW = object.__new__
_DICT = type.__dict__["__dict__"].__get__
_MRO = type.__dict__["__mro__"].__get__


def is_kept(number: int) -> bool:
    """Whether the so-manieth of many is kept: all of the first, and ever fewer of those that follow."""
    return number <= FIRST or number % (1 << (number // FIRST).bit_length()) == 0


class Kept:
    """An object that is kept."""

    __slots__ = ("calls", "cls", "number", "reference")

    def __init__(self, number: int, cls: type, reference: Any) -> None:
        self.number = number
        self.cls = cls
        self.reference = reference
        """A weak reference; None where there can be none."""
        self.calls = 0


class Call:
    """A call under way."""

    __slots__ = (
        "arguments",
        "before",
        "begin",
        "born",
        "closed",
        "forced",
        "parent",
        "relevant",
        "site",
        "track",
        "written",
    )

    def __init__(self, site: Site, parent: Call | None, arguments: tuple[object, ...]) -> None:
        self.site = site
        self.parent = parent
        self.arguments = arguments
        self.begin: int | None = None
        self.relevant = False
        """Whether it is recorded in any case."""
        self.written: list[Recorded] | None = None
        self.before: list[tuple[int, Any]] | None = None
        self.born: Kept | None = None
        self.forced = False
        """Whether its beginning has been recorded, for the sake of what it called."""
        self.closed = False
        self.track = 0


class Recorder:
    """Hears of calls and writes, and keeps what is worth it."""

    def __init__(self, belongs: Callable[[str, str], bool], journal: Journal, redact: tuple[str, ...] = ()) -> None:
        """`belongs` tells which modules, by name and file, tell of themselves."""
        self._belongs = belongs
        self._journal = journal
        self._values = Values(Privacy(redact), self._identified)
        self._live: dict[int, Kept] = {}
        self._born: dict[type, int] = {}
        self._classes: dict[type, int] = {}
        self._sites: dict[Any, Site] = {}
        self._writes: dict[tuple[type, str], bool] = {}
        self._numbers = count(1)
        self._objects = count(1)
        self._numbered: list[Site] = []
        """The sites that are described in the journal."""
        self._tracks: dict[Any, int] = {}
        self._current: ContextVar[Call | None] = ContextVar("caddis", default=None)
        self._active = True
        self.observed = 0
        """Calls that were heard of."""
        self.failures = 0
        self._told = 0
        os.register_at_fork(after_in_child=self._forked)

    def hooks(self) -> dict[str, Any]:
        """What rewritten code calls."""
        return {
            "enter": self.enter,
            "leave": self.leave,
            "fail": self.fail,
            "once": self.once,
            "wrote": self.wrote,
            "seen": self.seen,
            "made_class": self.made_class,
            "omitted": OMITTED,
        }

    def stop(self) -> None:
        """Hear of nothing more, and write the rest."""
        self._active = False
        self._summarise()
        self._journal.close()

    def _forked(self) -> None:
        if not self._active:
            return
        self._journal.begin_anew()
        # what was described is in the journal of the process this one was forked from
        self._journal.add("forked", os.getpid(), os.getppid())
        for site in self._numbered:
            site.number = None
        self._numbered.clear()
        self._classes.clear()
        self._live.clear()
        self.observed = self._told = 0
        self._current.set(None)

    # -- what rewritten functions call ------------------------------------------------------------------------------

    def enter(self, site: Site, arguments: tuple[object, ...]) -> Call | None:
        """A function begins; None if nothing more of this call is wanted."""
        if not self._active:
            return None
        try:
            self.observed += 1
            live = self._live
            relevant = False
            for argument in arguments:
                if id(argument) in live or (type(argument) in _CONTAINERS and argument and self._holds(argument)):
                    relevant = True
                    break
            site.calls += 1
            if not relevant:
                calls = site.calls
                relevant = calls <= FIRST or calls % (1 << (calls // FIRST).bit_length()) == 0
                if not relevant and site.leaf:
                    return None
            current = self._current
            parent = current.get()
            if parent is not None and parent.closed:
                parent = None
            call = Call(site, parent, arguments)
            if site.born and site.name == "__init__":
                relevant = self._birth(call, arguments[0]) or relevant
            if relevant:
                call.relevant = True
                self._begin(call)
            current.set(call)
        except Exception:  # noqa: BLE001 - whatever it is, the program goes on
            self.failures += 1
            return None
        return call

    def leave(self, call: Call, result: object) -> None:
        """A function returns."""
        try:
            if self._current.get() is call:
                self._current.set(call.parent)
            if call.closed:
                return
            call.closed = True
            if call.site.born and call.site.name == "__new__":
                self._made(call, result)
            live = self._live
            if call.relevant or call.forced or id(result) in live:
                self._end(call, self._written_result(call, result), None)
        except Exception:  # noqa: BLE001 - as above
            self.failures += 1

    def fail(self, call: Call) -> None:
        """A function raises."""
        try:
            if self._current.get() is call:
                self._current.set(call.parent)
            if call.closed:
                return
            call.closed = True
            if call.born is not None:
                self._live.pop(id(call.arguments[0]), None)
            if call.relevant or call.forced:
                raised = sys.exc_info()[0]
                self._end(call, None, class_name(raised) if raised is not None else "?")
        except Exception:  # noqa: BLE001 - as above
            self.failures += 1

    def once(self, site: Site, arguments: tuple[object, ...]) -> Call | None:
        """A generator is asked for its first item: all that is recorded of it is that it was called."""
        before = self._current.get()
        call = self.enter(site, arguments)
        if call is not None:
            self._current.set(before)
            if call.relevant:
                call.closed = True
                try:
                    self._end(call, UNKNOWN, None)
                except Exception:  # noqa: BLE001 - as above
                    self.failures += 1
        return call

    def wrote(self, call: Call, owner: object, name: str, key: object, value: object) -> None:
        """Something was put into an attribute or an item of an object."""
        try:
            live = self._live
            kept = live.get(id(owner)) or live.get(id(value)) or live.get(id(key))
            if kept is None or not self._active or not self._is_plain(type(owner), name):
                return
            names = ("self", "key", "value") if key is not OMITTED or name.endswith("item__") else ("self", "value")
            arguments = (owner, key, value) if len(names) == 3 else (owner, value)
            site = self._foreign_site(type(owner), name, names, Sort.WRITE)
            self._leaf_call(site, call, arguments, None)
        except Exception:  # noqa: BLE001 - as above
            self.failures += 1

    def seen(self, call: Call, receiver: object, name: str, arguments: tuple[object, ...], result: object) -> None:
        """A method was called by a recorded package; those that tell of themselves are left to do so."""
        try:
            live = self._live
            if id(receiver) not in live:
                for argument in arguments:
                    if id(argument) in live:
                        break
                else:
                    return
            cls = type(receiver)
            if cls in _ATOMS or not self._active or not self._is_foreign(cls, name):
                return
            names = ("self", *(f"argument{number}" for number in range(len(arguments))))
            site = self._foreign_site(cls, name, names, Sort.FOREIGN)
            self._leaf_call(site, call, (receiver, *arguments), result)
        except Exception:  # noqa: BLE001 - as above
            self.failures += 1

    def made_class(self, cls: Any) -> Any:
        """A class was made: a constructor that was generated, and so not rewritten, is made to tell of itself."""
        try:
            if isinstance(cls, type):
                generated = _DICT(cls).get("__init__")
                if type(generated) is FunctionType and generated.__code__.co_filename.startswith("<"):
                    type.__setattr__(cls, "__init__", _telling(self, cls, generated))
        except Exception:  # noqa: BLE001 - as above
            self.failures += 1
        return cls

    # -- which objects are kept -------------------------------------------------------------------------------------

    def _holds(self, container: Any) -> bool:
        live = self._live
        if len(container) > SCANNED:
            return False
        if type(container) is dict:
            return any(id(key) in live or id(value) in live for key, value in container.items())
        return any(id(each) in live for each in container)

    def _birth(self, call: Call, thing: object) -> bool:
        """Whether a constructor that begins is that of an object that is kept from now on."""
        cls = type(thing)
        known = self._live.get(id(thing))
        above = call.parent
        while above is not None:
            if above.site.born and above.arguments and above.arguments[0] is thing:
                return known is not None
            above = above.parent
        if known is not None and known.reference is not None and known.cls is cls:
            return True
        self._live.pop(id(thing), None)
        call.born = self._keep(thing)
        return call.born is not None

    def _made(self, call: Call, thing: object) -> None:
        """`__new__` has returned an object, whose constructor it is where the class has no other."""
        cls = type(thing)
        if cls is type or not isinstance(call.arguments[0], type) or not issubclass(cls, call.arguments[0]):
            return
        if id(thing) not in self._live and _found(cls, "__init__") is _OBJECT_INIT:
            call.born = self._keep(thing)
            if call.born is not None and not call.relevant:
                call.relevant = True
                self._begin(call)

    def _keep(self, thing: object) -> Kept | None:
        cls = type(thing)
        number = self._born[cls] = self._born.get(cls, 0) + 1
        if not is_kept(number):
            return None
        place = id(thing)
        live = self._live

        def gone(_reference: object) -> None:
            live.pop(place, None)

        try:
            reference = weakref.ref(thing, gone)
        except TypeError:
            reference = None
        kept = live[place] = Kept(next(self._objects), cls, reference)
        self._journal.add("object", kept.number, self._class(cls))
        return kept

    def _identified(self, value: object) -> Recorded | None:
        kept = self._live.get(id(value))
        if kept is None or kept.cls is not type(value):
            return None
        return ["object", kept.number]

    # -- what is written down ---------------------------------------------------------------------------------------

    def _begin(self, call: Call) -> None:
        """Take down what a call was given."""
        call.begin = next(self._numbers)
        call.track = self._track(call)
        site = call.site
        written: list[Recorded] = []
        for name, argument in zip(site.names, call.arguments, strict=True):
            default = site.defaults.get(name, OMITTED)
            is_default = default is argument or (type(default) is type(argument) in _ATOMS and default == argument)
            written.append(DEFAULT if is_default else self._values.of(argument, name))
            kept = self._live.get(id(argument))
            if kept is not None:
                self._count(argument, kept)
        call.written = written
        if not site.born and (site.compared < COMPARED or is_kept(site.compared)):
            before = [
                (place, state_of(argument))
                for place, argument in enumerate(call.arguments)
                if type(argument) not in _ATOMS and not isinstance(argument, type)
            ]
            if before:
                site.compared += 1
                call.before = before

    def _count(self, thing: object, kept: Kept) -> None:
        kept.calls += 1
        if kept.calls == LONGEST_HISTORY:
            self._journal.add("closed", kept.number)
        if kept.calls >= LONGEST_HISTORY:
            self._live.pop(id(thing), None)

    def _end(self, call: Call, result: Recorded, raised: str | None) -> None:
        if call.begin is None:
            self._begin(call)
        self._force(call.parent)
        compared = changed = 0
        for place, state in call.before or ():
            compared |= 1 << place
            if state_of(call.arguments[place]) != state:
                changed |= 1 << place
        born = 0 if call.born is None else call.born.number
        cls = self._class(call.born.cls) if call.born is not None else None
        self._journal.add(
            "call",
            call.begin,
            0 if call.parent is None else call.parent.begin,
            self._number(call.site),
            call.track,
            call.written,
            result,
            raised,
            compared,
            changed,
            born,
            cls,
        )
        if call.parent is None:
            self._journal.flush()
        call.arguments = call.arguments[:1]
        call.before = None

    def _force(self, call: Call | None) -> None:
        """See that the calls around one are on record, even if they never end."""
        chain = []
        while call is not None and not call.forced:
            chain.append(call)
            call = call.parent
        for each in reversed(chain):
            if each.begin is None:
                self._begin(each)
            each.forced = True
            self._journal.add(
                "begin",
                each.begin,
                0 if each.parent is None else each.parent.begin,
                self._number(each.site),
                each.track,
                each.written,
                0 if each.born is None else each.born.number,
                self._class(each.born.cls) if each.born is not None else None,
            )

    def _leaf_call(self, site: Site, parent: Call, arguments: tuple[object, ...], result: object) -> None:
        """Record a call in which no other is made."""
        self.observed += 1
        call = Call(site, None if parent.closed else parent, arguments)
        call.relevant = True
        site.compared = COMPARED  # what changes, and what does not, is known of these
        call.begin = next(self._numbers)
        call.track = self._track(call)
        attribute = site.name if site.sort is Sort.WRITE else ""
        owner = self._identified(arguments[0]) or ["other", class_name(type(arguments[0]))]
        rest = zip(site.names[1:], arguments[1:], strict=True)
        call.written = [
            owner,
            *(self._values.of(argument, attribute if name == "value" else name) for name, argument in rest),
        ]
        for argument in arguments:
            kept = self._live.get(id(argument))
            if kept is not None:
                self._count(argument, kept)
        self._end(call, None if site.sort is Sort.WRITE else self._values.of(result), None)

    def _written_result(self, call: Call, result: object) -> Recorded:
        return None if call.site.born else self._values.of(result)

    def _number(self, site: Site) -> int:
        if site.number is None:
            self._numbered.append(site)
            site.number = len(self._numbered)
            self._journal.add("function", site.number, site.module, site.path, site.sort, site.names)
        return site.number

    def _class(self, cls: type) -> int:
        number = self._classes.get(cls)
        if number is None:
            number = self._classes[cls] = len(self._classes) + 1
            bases = [class_name(base) for base in _MRO(cls)[1:-1]]
            self._journal.add("class", number, class_name(cls), bases)
        return number

    def _track(self, call: Call) -> int:
        """Which thread, or which task of an event loop, a call is made in."""
        loops = sys.modules.get("asyncio.events")
        looping = loops is not None and loops._get_running_loop() is not None
        if call.parent is not None and not looping:
            return call.parent.track
        task = sys.modules["asyncio"].current_task() if looping else None
        key = (threading.get_ident(), None if task is None else id(task))
        number = self._tracks.get(key)
        if number is None:
            number = self._tracks[key] = len(self._tracks) + 1
            self._journal.add("track", number, threading.current_thread().name, task is not None)
        return number

    def _summarise(self) -> None:
        self._journal.add("observed", self.observed - self._told, self.failures)
        self._told = self.observed

    # -- what is outside the recorded packages ----------------------------------------------------------------------

    def _foreign_site(self, cls: type, name: str, names: tuple[str, ...], sort: Sort) -> Site:
        key = (cls, name, len(names), sort)
        site = self._sites.get(key)
        if site is None:
            module, _, path = class_name(cls).partition(":")
            site = self._sites[key] = Site(module, f"{path}.{name}", sort, names)
        return site

    def _is_plain(self, cls: type, name: str) -> bool:
        """Whether a write is one that nobody but us can tell of: no setter of the class has done so."""
        key = (cls, name)
        known = self._writes.get(key)
        if known is None:
            if name in ("__setitem__", "__delitem__"):
                known = type(_found(cls, name)) is WrapperDescriptorType
            else:
                bare = name.removeprefix("del ")
                stored = _found(cls, bare)
                plain = (
                    stored is None
                    or not hasattr(type(stored), "__set__")
                    or type(stored).__name__ == "member_descriptor"
                )
                known = plain and type(_found(cls, "__setattr__")) is WrapperDescriptorType
            self._writes[key] = known
        return known

    def _is_foreign(self, cls: type, name: str) -> bool:
        """Whether a method is not one of a recorded package's."""
        stored = _found(cls, name)
        if type(stored) in (staticmethod, classmethod):
            return False
        if type(stored) is FunctionType:
            return not self._belongs(stored.__module__ or "", stored.__code__.co_filename)
        return stored is not None


def _found(cls: type, name: str) -> Any:
    """What a class or one of its bases stores under a name; nothing of theirs is run."""
    for base in _MRO(cls):
        found = _DICT(base).get(name)
        if found is not None:
            return found
    return None


def _telling(recorder: Recorder, cls: type, generated: FunctionType) -> Any:
    """A generated constructor that tells of itself."""
    from functools import wraps

    code = generated.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    module, _, path = class_name(cls).partition(":")
    defaults = dict(
        zip(names[code.co_argcount - len(generated.__defaults__ or ()) :], generated.__defaults__ or (), strict=False)
    )
    defaults |= generated.__kwdefaults__ or {}
    site = Site(module, f"{path}.__init__", Sort.METHOD, names, defaults)

    @wraps(generated)
    def telling(*positional: Any, **named: Any) -> None:
        given = dict(zip(names, positional, strict=False)) | named
        arguments = tuple(given.get(name, defaults.get(name, OMITTED)) for name in names)
        call = recorder.enter(site, arguments) if len(positional) > 0 else None
        try:
            generated(*positional, **named)
        except:
            if call is not None:
                recorder.fail(call)
            raise
        if call is not None:
            recorder.leave(call, None)

    return telling
