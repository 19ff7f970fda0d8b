"""The contracts every value must satisfy, each with its predicate and the code that states it (Figure 4)."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from types import FunctionType, MemberDescriptorType, ModuleType
from typing import Any, Protocol

from caddis.model.classes import is_of_object


class Contract(Protocol):
    """Something every value of the classes it concerns must satisfy; a predicate that raises is broken too."""

    @property
    def name(self) -> str:
        """How findings and configuration name it."""

    def concerns(self, cls: type) -> bool:
        """Whether instances of `cls` must satisfy it."""

    def holds(self, value: object) -> bool:
        """Whether a value satisfies it."""

    def claim(self) -> tuple[str, ...]:
        """The lines of a test that state it of `{0}`."""


@dataclass(frozen=True)
class SimpleContract:
    """A contract made of two functions and the line that states it."""

    name: str
    applies: Callable[[type], bool]
    predicate: Callable[[object], bool]
    line: str
    method: str
    """The special method at fault when the contract is broken."""

    def concerns(self, cls: type) -> bool:
        """Whether instances of `cls` must satisfy it."""
        return self.applies(cls)

    def holds(self, value: object) -> bool:
        """Whether a value satisfies it."""
        return self.predicate(value)

    def claim(self) -> tuple[str, ...]:
        """The lines of a test that state it of `{0}`."""
        return (self.line,)


def _has(cls: type, name: str) -> bool:
    """Whether instances have a special method; `hasattr` would also find those of the metaclass."""
    return any(name in vars(base) for base in cls.__mro__)


def defines(cls: type, name: str) -> bool:
    """Whether a class has a special method of its own, not the one of `object`, be it in a wrapper."""
    found = getattr(cls, name, None)
    return found is not getattr(object, name, None) and not is_of_object(name, found)


def _defines(name: str) -> Callable[[type], bool]:
    return lambda cls: defines(cls, name)


def _equals_itself(value: object) -> bool:
    try:
        same = value == value  # noqa: PLR0124 - this is the question
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return True  # a contract of its own says that `==` never raises
    # only a plain False counts: array-likes answer with arrays
    return same is not False or holds_nan(value)


def _equality_returns(value: object) -> bool:
    value == value  # noqa: B015, PLR0124 - only raising breaks the contract
    return True


def _returns(function: Callable[[object], object]) -> Callable[[object], bool]:
    def holds(value: object) -> bool:
        function(value)
        return True

    return holds


def _has_length(value: object) -> bool:
    return len(value) >= 0  # type: ignore[arg-type]


def holds_nan(value: object, depth: int = 3) -> bool:
    """Whether a value is, or holds in its attributes or elements, something that by design does not equal itself."""
    match value:
        case float() | complex() | Decimal():
            return value != value  # noqa: PLR0124 - how NaN is told
        case str() | bytes() | int():
            return False
    if depth == 0:
        return False
    parts: list[object] = []
    for base in (list, tuple, set, frozenset):
        if isinstance(value, base):
            items: Callable[[Any], Iterable[object]] = base.__iter__
            parts.extend(items(value))
    if isinstance(value, dict):
        parts.extend(dict.values(value))
    parts.extend(getattr(value, "__dict__", {}).values())
    slots = [member for base in type(value).__mro__ for member in vars(base).values()]
    parts.extend(m.__get__(value) for m in slots if isinstance(m, MemberDescriptorType) and hasattr(value, m.__name__))
    return any(holds_nan(part, depth - 1) for part in parts[:100])


def holds_cycle(value: object) -> bool:
    """Whether something a value holds, or the value itself, can be reached from itself."""
    open_parts: set[int] = set()
    done: set[int] = set()
    stack: list[tuple[object, bool]] = [(value, False)]
    while stack and len(done) < MOST_PARTS:
        part, left = stack.pop()
        if left:
            open_parts.discard(id(part))
            done.add(id(part))
        elif id(part) in open_parts:
            return True
        elif id(part) not in done:
            open_parts.add(id(part))
            stack.append((part, True))
            held = (h for h in gc.get_referents(part) if not isinstance(h, _LEADS_ANYWHERE))
            stack.extend((h, False) for h in held if gc.is_tracked(h))
    return False


_LEADS_ANYWHERE = (type, ModuleType, FunctionType)
MOST_PARTS = 2_000

EQUALS_ITSELF = "equals_itself"
HASH_NEVER_RAISES = "hash_never_raises"

DEFAULT_CONTRACTS: tuple[SimpleContract, ...] = (
    SimpleContract(EQUALS_ITSELF, _defines("__eq__"), _equals_itself, "assert {0} == {0}", "__eq__"),
    SimpleContract("equality_never_raises", _defines("__eq__"), _equality_returns, "assert {0} == {0}", "__eq__"),
    SimpleContract(
        HASH_NEVER_RAISES,
        lambda cls: defines(cls, "__hash__") and getattr(cls, "__hash__", None) is not None,
        _returns(hash),
        "hash({0})",
        "__hash__",
    ),
    SimpleContract("repr_never_raises", _defines("__repr__"), _returns(repr), "repr({0})", "__repr__"),
    SimpleContract("str_never_raises", _defines("__str__"), _returns(str), "str({0})", "__str__"),
    SimpleContract("bool_never_raises", lambda cls: _has(cls, "__bool__"), _returns(bool), "bool({0})", "__bool__"),
    SimpleContract(
        "len_is_not_negative", lambda cls: _has(cls, "__len__"), _has_length, "assert len({0}) >= 0", "__len__"
    ),
)

EQUAL_OBJECTS_HASH_EQUAL = "equal_objects_hash_equal"
EQUAL_HASHES = ("assert {0} == {1}", "assert hash({0}) == hash({1})")


def hashes_agree(one: object, other: object) -> bool:
    """Whether two objects that are equal hash equal."""
    try:
        return (one == other) is not True or hash(one) == hash(other)
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return True  # the contracts on single values speak of this
