"""Hears of every call while a program runs, and has those written down in which objects take part that are kept.

Nothing here runs code of the program's: no `==`, no `hash`, no `repr`, no attribute is asked of its objects, not even
their `__class__`. Whatever goes wrong all the same is counted, and the program goes on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from itertools import count
from threading import get_ident
from types import FunctionType, WrapperDescriptorType
from typing import Any

from caddis.recording.book import Book, Call
from caddis.recording.journal import Journal
from caddis.recording.keeping import FIRST, Keeping, is_kept, stored
from caddis.recording.privacy import Privacy
from caddis.recording.sites import OMITTED, Site, Sort
from caddis.recording.state import state_of
from caddis.recording.values import DEFAULT, UNKNOWN, Recorded, Values, class_name

COMPARED = 4
"""Calls of a function before and after which states are compared; then those whose number is a power of two."""
SCANNED = 10
"""Items of a container that are looked at for objects that are kept."""
_CONTAINERS = frozenset({list, tuple, set, frozenset, dict})
_ATOMS = frozenset({type(None), bool, int, float, complex, str, bytes, type, FunctionType})
_DICT = type.__dict__["__dict__"].__get__
_OBJECT_INIT = object.__init__


class Recorder:
    """What rewritten code calls."""

    def __init__(self, belongs: Callable[[str, str], bool], journal: Journal, redact: tuple[str, ...] = ()) -> None:
        """`belongs` tells which modules, by name and file, tell of themselves."""
        self._belongs = belongs
        self._book = Book(journal)
        self._keeping = Keeping(self._is_ours)
        self._live = self._keeping.live
        self._values = Values(Privacy(redact), self._keeping.identified)
        self._sites: dict[Any, Site] = {}
        self._unheard: dict[type, bool] = {}
        self._plain: dict[tuple[type, str], bool] = {}
        self._numbers = count(1)
        self._current: ContextVar[Call | None] = ContextVar("caddis", default=None)
        """The call under way, in other threads than one."""
        self._here: Call | None = None
        """The call under way in that one, which is asked for much more quickly."""
        self._thread = get_ident()
        """The number of that thread; 0 if calls may be suspended, so that no thread has only one under way."""
        self._active = True
        self.observed = 0
        """Calls that were heard of."""
        self.failures = 0
        os.register_at_fork(after_in_child=self._forked)

    def hooks(self) -> dict[str, Any]:
        """What rewritten code calls, by name."""
        names = ("enter", "leave", "fail", "once", "wrote", "seen", "made_class", "suspend")
        return {"omitted": OMITTED, **{name: getattr(self, name) for name in names}}

    def stop(self) -> None:
        """Hear of nothing more, and write the rest."""
        if self._active:
            self._active = False
            self._book.close(self.observed, self.failures)

    def _forked(self) -> None:
        if self._active:
            self._book.begin_anew()
            self._keeping.forget()
            self._current.set(None)
            self._here = None
            self._thread = self._thread and get_ident()
            self.observed = 0

    def suspend(self) -> None:
        """From now on calls may be suspended while others begin and end in their thread."""
        if self._thread == get_ident():
            self._current.set(self._here)
        self._thread = 0
        self._here = None

    # -- functions that tell of themselves --------------------------------------------------------------------------

    def enter(self, site: Site, arguments: tuple[object, ...]) -> Call | None:
        """A function begins; None if nothing more of this call is wanted."""
        if not self._active:
            return None
        try:
            self.observed += 1
            calls = site.calls = site.calls + 1
            live = self._live
            relevant = False
            for argument in arguments:
                if id(argument) in live or (type(argument) in _CONTAINERS and argument and self._holds(argument)):
                    relevant = True
                    break
            else:
                relevant = calls <= FIRST and is_kept(calls, self._book.lines)
                if not relevant:
                    relevant = calls & (calls - 1) == 0
                    if not relevant and site.leaf:
                        return None
            here = get_ident() == self._thread
            parent = self._here if here else self._current.get()
            if parent is not None and parent.closed:
                parent = None
            call = Call(next(self._numbers), site, parent, arguments)
            # asked of most calls: only classes whose constructors are not heard of have objects to be met
            if site.born or (site.receives and self._unheard.get(type(arguments[0]), True)):
                relevant = self._met(call, arguments[0]) or relevant
            if relevant:
                call.relevant = True
                self._begin(call)
            if here:
                self._here = call
            else:
                self._current.set(call)
        except Exception:  # noqa: BLE001 - whatever it is, the program goes on
            self.failures += 1
            return None
        return call

    def leave(self, call: Call, result: object) -> None:
        """A function returns."""
        try:
            # what `_back` does, for which so many calls have no time
            if self._here is call:
                self._here = call.parent
            elif self._current.get() is call:
                self._current.set(call.parent)
            if call.closed:
                return
            call.closed = True
            if call.site.creates:
                self._made(call, result)
            if call.relevant or call.forced or id(result) in self._live:
                self._end(call, None if call.site.born else self._values.of(result), None)
        except Exception:  # noqa: BLE001 - as above
            self.failures += 1

    def fail(self, call: Call) -> None:
        """A function raises."""
        try:
            self._back(call)
            if call.closed:
                return
            call.closed = True
            if call.born is not None:
                self._live.pop(id(call.arguments[0]), None)
            if call.relevant or call.forced:
                raised = sys.exc_info()[0]
                self._end(call, None, "?" if raised is None else class_name(raised))
        except Exception:  # noqa: BLE001 - as above
            self.failures += 1

    def once(self, site: Site, arguments: tuple[object, ...]) -> Call | None:
        """A generator is asked for its first item: all that is recorded of it is that it was called."""
        call = self.enter(site, arguments)
        if call is not None:
            try:
                self._back(call)
                if call.relevant:
                    self._end(call, UNKNOWN, None)
            except Exception:  # noqa: BLE001 - as above
                self.failures += 1
            call.closed = True
        return call

    def _back(self, call: Call) -> None:
        """The call around another goes on."""
        if self._here is call:
            self._here = call.parent
        elif self._current.get() is call:
            self._current.set(call.parent)

    def made_class(self, cls: Any) -> Any:
        """A class was made: a constructor that was generated, and so not rewritten, is made to tell of itself."""
        try:
            if issubclass(type(cls), type):
                generated = _DICT(cls).get("__init__")
                if type(generated) is FunctionType and generated.__code__.co_filename.startswith("<"):
                    type.__setattr__(cls, "__init__", _telling(self, cls, generated))
        except Exception:  # noqa: BLE001 - as above
            self.failures += 1
        return cls

    # -- what they do to others -------------------------------------------------------------------------------------

    def wrote(self, call: Call, owner: object, name: str, key: object, value: object) -> None:
        """Something was put into an attribute or an item of an object."""
        try:
            live = self._live
            if id(owner) not in live and id(value) not in live and id(key) not in live:
                return
            cls = type(owner)
            if not self._active or not self._is_plain(cls, name):
                return
            items = name.endswith("item__")
            site = self._site(cls, name, ("self", "key", "value") if items else ("self", "value"), Sort.WRITE)
            self._leaf(site, call, (owner, key, value) if items else (owner, value), OMITTED)
        except Exception:  # noqa: BLE001 - as above
            self.failures += 1

    def seen(self, call: Call, receiver: object, name: str, arguments: tuple[object, ...], result: object) -> None:
        """A method was called by a recorded package; those that tell of themselves are left to do so."""
        try:
            live = self._live
            if id(receiver) not in live and not any(id(argument) in live for argument in arguments):
                return
            cls = type(receiver)
            if cls in _ATOMS or not self._active or not self._is_foreign(cls, name):
                return
            names = ("self", *(f"argument{number}" for number in range(len(arguments))))
            self._leaf(self._site(cls, name, names, Sort.FOREIGN), call, (receiver, *arguments), result)
        except Exception:  # noqa: BLE001 - as above
            self.failures += 1

    def _leaf(self, site: Site, around: Call, arguments: tuple[object, ...], result: object) -> None:
        """Record a call in which no other is made."""
        self.observed += 1
        call = Call(next(self._numbers), site, None if around.closed else around, arguments)
        call.taken = True
        call.track = self._book.track(call)
        # not what is in it: how a container came to hold that is in the calls
        owner = self._keeping.identified(arguments[0]) or ["other", class_name(type(arguments[0]))]
        attribute = site.name if site.sort is Sort.WRITE else ""
        call.written = [owner, *(self._values.of(each, attribute) for each in arguments[1:])]
        self._count(arguments)
        self._end(call, None if result is OMITTED else self._values.of(result), None)

    # -- how objects come to be -------------------------------------------------------------------------------------

    def _met(self, call: Call, thing: object) -> bool:
        """A method begins; whether its receiver is kept."""
        if call.site.name == "__new__":
            return False
        if not call.site.born:
            if id(thing) in self._live:
                return True
            cls = type(thing)
            if cls not in self._unheard:
                self._unheard[cls] = self._keeping.unheard(cls) is not None
            kept = self._keeping.meet(thing, self._book.lines)
            if kept is not None:
                self._book.keep(kept)
                self._assume(call, thing)
            return kept is not None
        known = self._live.get(id(thing))
        above = call.parent
        while above is not None:
            if above.site.born and above.arguments and above.arguments[0] is thing:
                return known is not None  # the constructor of a base
            above = above.parent
        if known is not None and known.reference is not None and known.cls is type(thing):
            return True  # called once more
        self._bear(call, thing)
        return call.born is not None

    def _made(self, call: Call, thing: object) -> None:
        """`__new__` has returned an object, whose constructor it is where the class has no other."""
        cls = type(thing)
        asked: Any = call.arguments[0]
        if issubclass(type(asked), type) and issubclass(cls, asked) and stored(cls, "__init__") is _OBJECT_INIT:
            if id(thing) not in self._live:
                self._bear(call, thing)
            if call.born is not None and not call.taken:
                self._begin(call)
                call.relevant = True

    def _bear(self, call: Call, thing: object) -> None:
        call.born = self._keeping.keep(thing, self._book.lines)
        if call.born is not None:
            self._book.keep(call.born)

    def _assume(self, call: Call, thing: Any) -> None:
        """Write down the constructor of an object that Python itself must have made, as it must have been called."""
        cls = type(thing)
        names = ("self", *(self._keeping.unheard(cls) or ()))
        made = Call(call.begin, self._site(cls, "__init__", names, Sort.METHOD), call.parent, (thing,))
        # it was made before
        call.begin = next(self._numbers)
        made.taken = True
        made.track = self._book.track(made)
        made.born = self._keeping.of(thing)
        content: Any = None
        for kind in (dict, list, set):
            if issubclass(cls, kind):
                # by the builtin's own methods: the class may have others
                content = dict(dict.items(thing)) if kind is dict else kind(kind.__iter__(thing))
        held = DEFAULT if not content else self._values.of(content)
        made.written = [self._values.of(thing), held][: len(names)]
        self._end(made, None, None)

    # -- what is written down ---------------------------------------------------------------------------------------

    def _begin(self, call: Call) -> None:
        """Take down what a call was given."""
        call.taken = True
        call.track = self._book.track(call)
        site, arguments = call.site, call.arguments
        written = call.written = []
        for name, argument in zip(site.names, arguments, strict=True):
            value = self._values.of(argument, name)
            default = site.defaults.get(name, OMITTED)
            is_default = default is argument or (type(default) is type(argument) in _ATOMS and default == argument)
            written.append(DEFAULT if is_default else value)
        self._count(arguments)
        if site.compared < COMPARED or site.calls & (site.calls - 1) == 0:
            call.before = [
                (place, state_of(argument))
                for place, argument in enumerate(arguments)
                # what a constructor makes is changed by it
                if (place or not site.born) and type(argument) not in _ATOMS and not issubclass(type(argument), type)
            ]
            site.compared += 1

    def _end(self, call: Call, result: Recorded, raised: str | None) -> None:
        if not call.taken:
            self._begin(call)
        above = call.parent
        if above is not None and not above.forced:
            self._force(above)
        compared = changed = 0
        for place, state in call.before:
            compared |= 1 << place
            if state_of(call.arguments[place]) != state:
                changed |= 1 << place
        self._book.ended(call, result, raised, compared, changed)
        # the object that is made is looked for by the constructors of its bases; nothing else must live longer for us
        call.arguments = call.arguments[:1]
        call.before = ()

    def _force(self, call: Call) -> None:
        """See that the calls around one are on record, even if they never end."""
        above: Call | None = call
        chain = []
        while above is not None and not above.forced:
            chain.append(above)
            above = above.parent
        for each in reversed(chain):
            if not each.taken:
                self._begin(each)
        self._book.begun(call)

    def _count(self, arguments: tuple[object, ...]) -> None:
        for argument in arguments:
            kept = self._live.get(id(argument))
            if kept is not None and self._keeping.is_over(argument, kept):
                self._book.end_of(kept)

    def _holds(self, container: Any) -> bool:
        live = self._live
        if len(container) > SCANNED:
            return False
        for each in container:
            if id(each) in live:
                return True
        if type(container) is dict:
            for each in container.values():
                if id(each) in live:
                    return True
        return False

    # -- what is outside the recorded packages ----------------------------------------------------------------------

    def _site(self, cls: type, name: str, names: tuple[str, ...], sort: Sort) -> Site:
        key = (cls, name, len(names), sort)
        site = self._sites.get(key)
        if site is None:
            module, _, path = class_name(cls).partition(":")
            site = self._sites[key] = Site(module, f"{path}.{name}", sort, names)
        return site

    def _is_ours(self, cls: type) -> bool:
        module = class_name(cls).partition(":")[0]
        file = getattr(sys.modules.get(module), "__file__", None)
        return self._belongs(module, file if type(file) is str else "")

    def _is_plain(self, cls: type, name: str) -> bool:
        """Whether a write is one that nobody but us can tell of: no setter of the class has done so."""
        key = (cls, name)
        known = self._plain.get(key)
        if known is None:
            if name.endswith("item__"):
                known = type(stored(cls, name)) is WrapperDescriptorType
            else:
                held = stored(cls, name.removeprefix("del "))
                slot = type(held).__name__ == "member_descriptor"
                plain = slot or stored(type(held), "__set__") is None
                known = plain and type(stored(cls, "__setattr__")) is WrapperDescriptorType
            self._plain[key] = known
        return known

    def _is_foreign(self, cls: type, name: str) -> bool:
        """Whether a method is not one of a recorded package's."""
        held = stored(cls, name)
        if type(held) is FunctionType:
            return not self._belongs(held.__module__ or "", held.__code__.co_filename)
        return held is not None and type(held) not in (staticmethod, classmethod)


def _telling(recorder: Recorder, cls: type, generated: FunctionType) -> Any:
    """A generated constructor that tells of itself."""
    code, given_by_default = generated.__code__, generated.__defaults__ or ()
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    optional = names[code.co_argcount - len(given_by_default) : code.co_argcount]
    defaults = dict(zip(optional, given_by_default, strict=True)) | (generated.__kwdefaults__ or {})
    module, _, path = class_name(cls).partition(":")
    site = Site(module, f"{path}.__init__", Sort.METHOD, names, defaults)

    @wraps(generated)
    def telling(*positional: Any, **named: Any) -> None:
        given = dict(zip(names, positional, strict=False)) | named
        call = recorder.enter(site, tuple(given.get(name, defaults.get(name, OMITTED)) for name in names))
        try:
            generated(*positional, **named)
        except:
            if call is not None:
                recorder.fail(call)
            raise
        if call is not None:
            recorder.leave(call, None)

    return telling
