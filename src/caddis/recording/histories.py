"""Object histories: the calls an object took part in, and those of them that a test could make (section 2.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from caddis.model.usage import RESULT
from caddis.recording.sites import Sort
from caddis.recording.store import CallRow, FunctionRow, Recording


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


_CHANGING = words(
    """append extend insert remove pop clear sort reverse update add discard popitem setdefault difference_update
    intersection_update symmetric_difference_update __setitem__ __delitem__ __iadd__ __ior__ __iand__ __isub__ __ixor__
    appendleft extendleft popleft rotate"""
)
"""Methods of builtin classes that change their receiver; none changes what it is given."""
_NOT_CALLED = words(
    """__init__ __new__ __post_init__ __init_subclass__ __set_name__ __getattr__ __getattribute__ __setattr__ __del__
    __class_getitem__ __subclasshook__ __reduce__ __reduce_ex__ __getstate__ __setstate__ __getnewargs__"""
)
"""Special methods that nobody calls by name."""


@dataclass(slots=True)
class Moment:
    """A call in the history of one object, with those inside it that the object took part in, too."""

    call: CallRow
    positions: tuple[int, ...]
    inside: list[Moment] = field(default_factory=list)


@dataclass(slots=True)
class Step:
    """A call that a test could make, and what could be done instead of it."""

    call: CallRow
    positions: tuple[int, ...]
    instead: list[Step] = field(default_factory=list)
    complete: bool = True
    """Whether what could be done instead leaves the object as the call did."""


class Histories:
    """The histories of all objects of a recording."""

    def __init__(self, recording: Recording, non_mutators: Iterable[str] = ()) -> None:
        """`non_mutators` are named by the user: `module.Class.method`, or `module.Class.method:parameter`."""
        self._named = frozenset(non_mutators)
        self.objects = recording.objects
        self._compared: set[tuple[FunctionRow, int]] = set()
        self._changed: set[tuple[FunctionRow, int]] = set()
        self.of: dict[int, list[Moment]] = {}
        self._answering: set[FunctionRow] = set()
        self._makers: set[tuple[int, int]] = set()
        """Calls, and objects that were constructed inside them."""
        self._read(recording)

    def _read(self, recording: Recording) -> None:
        calls: dict[int, CallRow] = {}
        moments: dict[tuple[int, int], Moment] = {}
        for call in recording.calls():
            calls[call.id] = call
            for place in range(len(call.arguments)):
                if call.compared >> place & 1:
                    self._compared.add((call.function, place))
                if call.changed >> place & 1:
                    self._changed.add((call.function, place))
            if call.result is not None and not isinstance(recording.values[call.result], list):
                self._answering.add(call.function)
            for thing, positions in _taking_part(call, recording).items():
                moment = moments[call.id, thing] = Moment(call, positions)
                above = call.parent
                while above is not None and (above, thing) not in moments:
                    above = calls[above].parent if above in calls else None
                siblings = self.of.setdefault(thing, []) if above is None else moments[above, thing].inside
                siblings.append(moment)
            if call.born is not None:
                above = call.parent
                while above is not None:
                    self._makers.add((above, call.born))
                    above = calls[above].parent if above in calls else None

    def observers(self) -> list[str]:
        """Methods without arguments that were seen to change nothing, and to answer something that can be written."""
        return sorted(
            f"{function.module}.{function.path}"
            for function in self._answering
            if function.sort == Sort.METHOD
            and len(function.parameters) == 1
            and is_public(function)
            and not function.path.endswith("__")
            and self._leaves(function, 0)
        )

    def filtered(self, thing: int) -> list[Step]:
        """The history of an object without what a test need not do, or cannot."""
        return self._filtered(thing, self.of.get(thing, []))[0]

    def _filtered(self, thing: int, moments: list[Moment]) -> tuple[list[Step], bool]:
        """The steps among several moments, and whether they lead to where the object was left."""
        steps: list[Step] = []
        for moment in moments:
            call = moment.call
            if self._changes_nothing(moment) or (call.exception is not None and call.exception != "unfinished"):
                continue
            if call.function.sort == Sort.WRITE and not is_public(call.function):
                # no test can do this, and nobody knows what would come of the rest without it
                return steps, False
            inside, complete = self._filtered(thing, moment.inside)
            if self._is_step(moment, thing):
                steps.append(Step(call, moment.positions, inside, complete))
                continue
            steps += inside
            if not complete:
                return steps, False
        return steps, True

    def _is_step(self, moment: Moment, thing: int) -> bool:
        call = moment.call
        if call.born == thing:
            return _constructs(call)
        if call.exception is not None or not (_constructs(call) if call.born is not None else is_public(call.function)):
            return False
        if call.function.sort == Sort.GENERATOR:
            return False
        return moment.positions != (RESULT,) or (call.id, thing) in self._makers

    def _changes_nothing(self, moment: Moment) -> bool:
        """Whether a call leaves the object as it is (the first filter): then so do all calls inside."""
        call, function = moment.call, moment.call.function
        if call.born is not None and moment.positions == (0,) and function.path.endswith("__init__"):
            return False
        return all(self._leaves(function, place) for place in moment.positions)

    def _leaves(self, function: FunctionRow, place: int) -> bool:
        if place == RESULT:
            return False
        if function.sort == Sort.WRITE:
            return place != 0
        if function.sort == Sort.FOREIGN:
            return place != 0 or function.path.rpartition(".")[2] not in _CHANGING
        name = f"{function.module}.{function.path}"
        if self._named and {name, f"{name}:{function.parameters[place]}"} & self._named:
            return True
        key = (function, place)
        return key in self._compared and key not in self._changed


@cache
def is_public(function: FunctionRow) -> bool:
    """Whether a test may call a function, or write to an attribute."""
    if function.sort == Sort.FOREIGN and function.module == "builtins":
        return True
    return _is_public_path(function.path)


def _constructs(call: CallRow) -> bool:
    """Whether a test may make what a constructor makes."""
    return _is_public_path(call.cls.partition(":")[2] if call.cls else "")


def _is_public_path(path: str) -> bool:
    return (
        all(
            part and (not part.startswith(("_", "<")) or (part.startswith("__") and part.endswith("__")))
            for part in path.split(".")
        )
        and path.rpartition(".")[2] not in _NOT_CALLED
    )


def _taking_part(call: CallRow, recording: Recording) -> dict[int, tuple[int, ...]]:
    """The objects that take part in a call, each with where it stands."""
    found: dict[int, list[int]] = {}
    for place, value in enumerate(call.arguments):
        for thing in recording.inside(value):
            places = found.setdefault(thing, [])
            if place not in places:
                places.append(place)
    for thing in recording.inside(call.result) if call.result is not None else ():
        if thing not in found:
            found[thing] = [RESULT]
    return {thing: tuple(places) for thing, places in found.items()}


def shown(moments: Iterable[Moment | Step], depth: int = 0) -> Iterator[tuple[int, str, tuple[int, ...]]]:
    """Depth, name and positions of each call of a history, in order."""
    for moment in moments:
        yield depth, moment.call.function.path, moment.positions
        yield from shown(moment.inside if isinstance(moment, Moment) else moment.instead, depth + 1)
