"""Structural fingerprints: two objects with the same concrete representation have the same number.

Reads only `__dict__`, slots and the contents of builtin containers; never runs code of the class.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from types import BuiltinFunctionType, FunctionType, MemberDescriptorType, MethodType, ModuleType
from typing import Any

from caddis.keep.classes import Classes
from caddis.keep.readers import MOST_ATTRIBUTES, Memo, Part, can_be_generated, generated, generated_of_slots
from caddis.model.addresses import shows_address
from caddis.model.definition import is_synthesised

MOST_NODES = 300
"""Objects with more parts than this are told apart by their first parts only."""

MOST_MEMBERS = 50
"""Sets with more members than this, not all of them atoms, are told apart by the types of these only."""
ATOMS = frozenset({int, str, bytes, bool, type(None), complex, float})
_ALWAYS_THEMSELVES = ATOMS - {float, complex}
"""Atoms that are all equal to themselves."""
MOST_OPAQUE = 64
"""States told apart of a class whose instances show nothing, such as an iterator's."""
_HEAP_TYPE = 1 << 9
_ADVANCED = ("__next__", "__anext__", "__await__")
"""What makes an object another without a trace of it to be seen."""
_address = object.__hash__
"""Tells objects apart like `id`, which every audit hook hears of."""


class Fingerprints:
    """Computes fingerprints, with one reader made for each class."""

    def __init__(self, classes: Classes, *, by_shape: bool = False) -> None:
        """With `by_shape`, objects are told apart by how their parts hang together, and not by the atoms in them."""
        self._classes = classes
        self._by_shape = by_shape
        self._inline = ATOMS if not by_shape else frozenset()
        """Atoms that readers deal with themselves, which is faster."""
        self._plain = _ALWAYS_THEMSELVES if not by_shape else frozenset()
        self._readers: dict[type, Part] = {}
        self._of_attributes: set[Part] = set()
        """Those that read attributes and nothing else."""
        self._around = {
            "atoms": ATOMS,
            "atom": self._atom,
            "address": _address,
            "most": MOST_NODES,
            "readers": self._readers,
            "first": self._first,
        }
        """What generated readers call by name."""
        self.looks = 0
        """How often something was looked at whose insides cannot be seen."""

    def of(self, value: object) -> int:
        """The fingerprint of a value."""
        cls = type(value)
        if cls in ATOMS:
            plain = cls in self._plain and value != -1
            return hash((cls, value)) if plain else self._atom(value)
        reader = self._readers.get(cls)
        return reader(value, {_address(value): 1}) if reader is not None else self._part(value, {})

    def _part(self, value: object, memo: Memo) -> int:
        cls = type(value)
        if cls in ATOMS:
            return self._atom(value)
        place, count = _address(value), len(memo)
        number = memo.setdefault(place, count + 1)
        if number <= count:
            return number
        if count > MOST_NODES:
            del memo[place]
            return hash(cls)
        reader = self._readers.get(cls)
        return self._first(value, memo) if reader is None else reader(value, memo)

    def _first(self, value: object, memo: Memo) -> int:
        """Read the first instance of a class, and have others read alike."""
        cls = type(value)
        tag: object = self._classes.representative(cls)
        if is_synthesised(cls):
            # what its methods do is a part of what it is
            tag = (tag, cls.__qualname__)
        reader = self._reader(cls, tag)
        if tag is cls:
            self._readers[cls] = self._generated(value, tag, reader)
        return reader(value, memo)

    def _generated(self, value: object, tag: object, general: Part) -> Part:
        """A reader of a class that has nothing but attributes, made for those that an instance has; else the same."""
        if general not in self._of_attributes or self._by_shape:
            return general
        attributes = object.__getattribute__(value, "__dict__")
        if not can_be_generated(attributes):
            return general
        return generated(sorted(attributes), tag=tag, general=general, **self._around)

    def _atom(self, value: object) -> int:
        cls = type(value)
        if self._by_shape:
            return hash(cls)
        if value == -1 or value != value:  # noqa: PLR0124 - hash(-1) == hash(-2), and that of a NaN is its address
            return hash((cls, repr(value)))
        return hash((cls, value))

    def _reader(self, cls: type, tag: object) -> Part:
        """The function that reads instances of a class, which `tag` stands for."""
        if issubclass(cls, FunctionType):
            return self._function
        if issubclass(cls, (type, BuiltinFunctionType, ModuleType, property)):
            return lambda value, _memo: hash((tag, _name(value)))
        if issubclass(cls, MethodType):
            return lambda value, memo: hash((_name(value.__func__), self._part(value.__self__, memo)))  # type: ignore[attr-defined]
        if any("run_until_complete" in base.__dict__ for base in cls.__mro__):
            # an event loop is around a value, not a part of it
            return lambda _value, _memo: hash(tag)
        content = self._content(cls, tag)
        slots = slots_of(cls)
        # classes written in C may keep their attributes to themselves
        has_dict = cls.__dictoffset__ != 0 and any("__dict__" in base.__dict__ for base in cls.__mro__)
        if not has_dict and not slots:
            return content or self._opaque(cls, tag)
        base = content or _inherited(cls)
        if has_dict and not slots and base is None:
            reader = self._attributes(tag)
            self._of_attributes.add(reader)
            return reader
        if not has_dict and base is None and len(slots) <= MOST_ATTRIBUTES and not self._by_shape:
            return generated_of_slots(slots, tag=tag, **self._around)
        inner = self._attributes(tag) if has_dict else None
        part, inline = self._part, self._inline

        def read(value: object, memo: Memo) -> int:
            items: list[object] = []
            for slot in slots:
                try:
                    items.append(slot.__get__(value, cls))  # type: ignore[attr-defined]
                except AttributeError:
                    items.append(None)
            held = 0 if base is None else base(value, memo)
            attributes = 0 if inner is None else inner(value, memo)
            return hash(
                (
                    tag,
                    held,
                    attributes,
                    *[(type(i), i) if type(i) in inline and i != -1 and i == i else part(i, memo) for i in items],  # noqa: PLR0124
                )
            )

        return read

    def _attributes(self, tag: object) -> Part:
        """The reader of what is in `__dict__`."""
        part, atom, get, inline = self._part, self._atom, object.__getattribute__, self._inline

        def read(value: object, memo: Memo) -> int:
            attributes = get(value, "__dict__")
            names = sorted(attributes, key=str)
            parts: list[object] = [tag, hash(tuple(names))]
            # to the same number as the readers that are generated
            for held in [attributes[name] for name in names]:
                if type(held) in inline:
                    misleading = held == -1 or held != held  # noqa: PLR0124 - a NaN
                    parts += (type(held), atom(held) if misleading else held)
                else:
                    parts += (None, part(held, memo))
            return hash(tuple(parts))

        return read

    def _function(self, value: object, memo: Memo) -> int:
        """The reader of functions: the name, and what a closure holds."""
        cells = getattr(value, "__closure__", None) or ()
        held: list[int] = []
        for cell in cells:
            try:
                held.append(self._part(cell.cell_contents, memo))
            except ValueError:
                continue  # a cell that is not filled yet
        return hash((_name(value), *held))

    def _opaque(self, cls: type, tag: object) -> Part:
        """The reader of an object whose insides cannot be seen: each look tells another state, up to a number."""
        if not any(hasattr(cls, name) for name in _ADVANCED) and not (
            cls.__flags__ & _HEAP_TYPE and getattr(cls, "__repr__", None) is object.__repr__
        ):
            return _by_repr(cls, tag)

        def read(_value: object, _memo: Memo) -> int:
            self.looks += 1
            return hash((tag, self.looks % MOST_OPAQUE))

        return read

    def _items(self, tag: object, iterate: Callable[[Any], Iterator[object]]) -> Part:
        """The reader of a container with an order."""
        part, inline = self._part, self._inline

        def read(value: object, memo: Memo) -> int:
            items = tuple(iterate(value))
            kinds = set(map(type, items))
            if inline.issuperset(kinds):
                return _atoms(tag, kinds, items)
            return hash((tag, *[part(item, memo) for item in items]))

        return read

    def _members(self, tag: object, iterate: Callable[[Any], Iterator[object]]) -> Part:
        """The reader of a set: in which order it gives its members may hang on where they lie."""
        part = self._part

        def read(value: object, memo: Memo) -> int:
            items = [*iterate(value)]
            if ATOMS.issuperset(map(type, items)):
                return hash((tag, *sorted([part(item, memo) for item in items])))
            if len(items) > MOST_MEMBERS:
                return hash((tag, *sorted([hash(type(item)) for item in items])))
            # each as if it were the first
            return hash((tag, *sorted([part(item, dict(memo)) for item in items])))

        return read

    def _content(self, cls: type, tag: object) -> Part | None:
        """The reader of what a builtin container holds."""
        part = self._part
        for base in (list, tuple, deque, *_VIEWS):
            if issubclass(cls, base):
                return self._items(tag, base.__iter__)
        for mapping in (OrderedDict, dict):
            if issubclass(cls, mapping):
                # iteration order is behaviour too: two dicts that are equal but ordered otherwise are two states
                pairs: Callable[[Any], Iterable[tuple[object, object]]] = mapping.items
                return lambda value, memo: hash((tag, *[(part(k, memo), part(v, memo)) for k, v in pairs(value)]))
        for group in (set, frozenset):
            if issubclass(cls, group):
                return self._members(tag, group.__iter__)
        for atom in (int, str, bytes, float, complex):
            if issubclass(cls, atom):
                show: Callable[[Any], str] = atom.__repr__
                return lambda value, _memo: hash((tag, show(value)))
        if issubclass(cls, bytearray):
            return lambda value, _memo: hash((tag, bytes(value)))  # type: ignore[call-overload]
        return None


_MINUS_ONE: dict[Any, object] = {-1: "minus one"}


def _atoms(tag: object, kinds: set[type], items: tuple[object, ...]) -> int:
    """The fingerprint of atoms of some types in order; equal ones of different types are different states."""
    if -1 in items:
        # hash(-1) == hash(-2)
        tag = (tag, "minus one")
        if -2 in items:
            items = tuple(map(_MINUS_ONE.get, items, items))
    if float in kinds:
        # hash() of a NaN differs per object since 3.10
        items = tuple("not a number" if item != item else item for item in items)  # noqa: PLR0124
    return hash((tag, *kinds, items) if len(kinds) < 2 else (tag, *map(type, items), items))


_VIEWS: tuple[Any, ...] = (type({}.keys()), type({}.values()), type({}.items()))


def slots_of(cls: type) -> list[object]:
    """The descriptors of the slots of a class and its bases."""
    found: list[object] = []
    for base in cls.__mro__:
        names = base.__dict__.get("__slots__", ())
        for name in (names,) if isinstance(names, str) else tuple(names):
            if name in ("__dict__", "__weakref__"):
                continue
            mangled = (
                f"_{base.__name__.lstrip('_')}{name}" if name.startswith("__") and not name.endswith("__") else name
            )
            descriptor = base.__dict__.get(mangled)
            if isinstance(descriptor, MemberDescriptorType):
                found.append(descriptor)
    return found


def _inherited(cls: type) -> Part | None:
    """The reader of the part of an instance that a C base holds, if there is one."""
    base = next((b for b in cls.__mro__ if "__module__" not in b.__dict__ or not (b.__flags__ & _HEAP_TYPE)), object)
    if base is object or issubclass(cls, BaseException):
        return None
    return _by_repr(base, base)


def _name(value: object) -> tuple[object, object]:
    """How a function, class or module is called: its address would differ from run to run."""
    if isinstance(value, ModuleType):
        # a lazy module may import something, or fail to, when asked for an attribute
        return (None, ModuleType.__getattribute__(value, "__dict__").get("__name__"))
    return (getattr(value, "__module__", None), getattr(value, "__qualname__", None))


def _by_repr(cls: type, tag: object) -> Part:
    show: Callable[[object], str] = getattr(cls, "__repr__")  # noqa: B009 - not the metaclass's

    def read(value: object, _memo: Memo) -> int:
        try:
            text = show(value)
        except Exception:  # noqa: BLE001 - code of the target may raise anything
            return hash(tag)
        return hash((tag, tag if shows_address(text) else text))

    return read
