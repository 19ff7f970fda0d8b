"""Values described so that two processes, of two versions, can compare them: no addresses, no hashes, nothing private.

A description is JSON: a text for what Python writes in one way only, a table for the rest. What is asked of an object
is what anybody may ask: public fields and properties, its items, its text, copies of it.
"""

from __future__ import annotations

import copy
import enum
import hashlib
import inspect
import pickle
import re
from collections.abc import Callable, Iterator
from itertools import islice
from operator import attrgetter
from types import BuiltinFunctionType, FunctionType, GenericAlias, MethodType, ModuleType
from typing import Any

from caddis.model.difference import Weight

Description = Any
View = tuple[str, Callable[[Any], object]]
"""Python source with `{0}` for the value, and what it does."""

DEEPEST = 2
LONGEST, LONGEST_SHOWN = 2_000, 160
MOST_ITEMS = 40
MOST_FIELDS = 30
ATOMS = frozenset({type(None), bool, int, float, complex, str, bytes, type(...), type(NotImplemented)})
_LARGE = 10**300
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{5,}")
_OBSERVER_NAME = re.compile(r"(size|count|length)$|(get|is|has)_\w+$|(is|get|has)[A-Z]\w*$")
_TEXTS = ("repr({0})", "str({0})")
COPIES: tuple[View, ...] = (
    ("copy.copy({0})", copy.copy),
    ("copy.deepcopy({0})", copy.deepcopy),
    ("pickle.loads(pickle.dumps({0}))", lambda value: pickle.loads(pickle.dumps(value))),
)


def views(value: object, owned: Callable[[str], bool]) -> list[View]:
    """The ways to look at a value, the plainest first."""
    cls = type(value)
    if cls in ATOMS or _is_plain_container(cls) or isinstance(value, type):
        return [("{0}", _itself)]
    found: list[View] = [("type({0}).__name__", lambda one: type(one).__name__)]
    if isinstance(value, enum.Enum):
        return [("{0}", _itself)]
    if isinstance(value, BaseException):
        return [*found, ("{0}.args", lambda one: one.args)]
    found += [(f"{{0}}.{name}", _reader(name)) for name in fields(value)]
    if _has(cls, "__len__"):
        found.append(("len({0})", len))
    if _is_mapping(cls):
        found.append(("list({0}.items())", lambda one: _items(one.items())))
    elif _is_collection(cls):
        found.append(("list({0})", _items))
    found += [(f"{{0}}.{name}()", _caller(name)) for name in _observers(cls)]
    if owned(cls.__module__) and not _has(cls, "__next__"):
        found += COPIES
    own: list[tuple[str, Callable[[Any], object], str]] = [(_TEXTS[0], repr, "__repr__"), (_TEXTS[1], str, "__str__")]
    found += [(template, ask) for template, ask, name in own if _has_own(cls, name)]
    return found if len(found) > 1 or owned(cls.__module__) else [("{0}", _itself)]


def view(value: object, template: str, owned: Callable[[str], bool]) -> View:
    """One way to look at a value; a path of fields, of which `views` gives only the first, is one, too."""
    if re.fullmatch(r"\{0\}(\.\w+)+", template):
        return template, attrgetter(template.removeprefix("{0}."))
    return next((one for one in views(value, owned) if one[0] == template), ("", _itself))


def further(template: str, old: Description, new: Description) -> list[tuple[str, Description, Description]]:
    """The fields in which two objects differ that a field holds, where nothing else tells them apart."""
    if not re.fullmatch(r"\{0\}\.\w+", template) or not (isinstance(old, dict) and isinstance(new, dict)):
        return []
    if "fields" not in old or "fields" not in new or any(old.get(key) != new.get(key) for key in ("type", "items")):
        return []
    return [
        (f"{template}.{name}", old["fields"][name], new["fields"][name])
        for name in sorted(old["fields"].keys() & new["fields"].keys())
        if compared(old["fields"][name], new["fields"][name]) is not None
    ]


def is_text(template: str) -> bool:
    """Whether a way to look at a value only shows what it says of itself."""
    return template in _TEXTS


def looked_at(
    value: object, ask: Callable[[Any], object], hide: Callable[[str], str], depth: int = DEEPEST
) -> Description:
    """What is seen of a value in one way; `hide` takes out of texts what is another in each process."""
    try:
        return described(ask(value), hide, depth)
    except Exception as error:  # noqa: BLE001 - code of the target may raise anything
        return {"raises": type(error).__name__}


def described(value: object, hide: Callable[[str], str], depth: int = DEEPEST) -> Description:
    """A value, as deep as it is worth."""
    cls = type(value)
    if cls in ATOMS:
        return _atom(value, hide)
    if isinstance(value, type):
        return f"<class {value.__name__}>"
    if isinstance(value, (FunctionType, BuiltinFunctionType, MethodType)):
        return f"<function {value.__name__}>"
    if isinstance(value, ModuleType):
        return f"<module {value.__name__}>"
    if isinstance(value, (GenericAlias, enum.Enum)):
        return _cut(hide(repr(value)))
    if cls in (set, frozenset):
        # their order says nothing
        items = [described(item, hide, depth - 1) for item in value] if depth else []  # type: ignore[attr-defined]
        return {"type": cls.__name__, "items": sorted(items, key=str)[:MOST_ITEMS]}
    table: dict[str, Description] = {"type": cls.__name__}
    if isinstance(value, BaseException):
        return {**table, "items": [described(one, hide, depth - 1) for one in value.args] if depth else []}
    if depth:
        if _is_mapping(cls):
            table["items"] = _try(lambda: described_items(value.items(), hide, depth - 1))  # type: ignore[attr-defined]
        elif _is_collection(cls):
            table["items"] = _try(lambda: described_items(value, hide, depth - 1))
        if not _is_plain_container(cls):
            read = fields(value) if depth > 1 else ()
            named = {name: looked_at(value, _reader(name), hide, depth - 1) for name in read}
            table |= {"fields": named} if named else {}
    if _has_own(cls, "__repr__") and not (depth and _is_plain_container(cls)):
        table["text"] = _try(lambda: _cut(hide(repr(value))))
    return table


def described_items(items: Any, hide: Callable[[str], str], depth: int) -> list[Description]:
    """The first items of a collection."""
    return [described(item, hide, depth) for item in islice(items, MOST_ITEMS)]


def compared(old: Description, new: Description) -> Weight | None:
    """How much two descriptions differ; None if they do not. What only one of two objects has is no difference."""
    if old == new:
        return None
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return Weight.BEHAVIOUR
    if old.get("type") != new.get("type") or old.get("raises") != new.get("raises"):
        return Weight.BEHAVIOUR
    known = False
    worst: Weight | None = None
    for key in ("items", "fields"):
        one, other = old.get(key), new.get(key)
        if isinstance(one, list) and isinstance(other, list) and len(one) != len(other):
            return Weight.BEHAVIOUR
        known = known or type(one) is type(other) is not type(None)
        for first, second in _pairs(one, other):
            weight = compared(first, second)
            if weight is Weight.BEHAVIOUR:
                return weight
            worst = worst or weight
    if old.get("text") == new.get("text"):
        return worst
    return Weight.WORDS if known else Weight.BEHAVIOUR


def shown(description: Description, longest: int = LONGEST_SHOWN) -> str:
    """A description in one line, for people."""
    line = _shown(description)
    return line if len(line) <= longest else f"{line[: longest - 3]}..."


def shown_apart(old: Description, new: Description) -> tuple[str, str]:
    """Two descriptions in a line each, so that it can be seen what differs."""
    whole = shown(old), shown(new)
    return whole if whole[0] != whole[1] else (_cut(_shown(old, texts=False)), _cut(_shown(new, texts=False)))


def _shown(description: Description, *, texts: bool = True) -> str:
    """A description in one line; an object by its own text, or by what can be read of it."""
    if not isinstance(description, dict):
        return str(description)
    if "raises" in description:
        return f"raises {description['raises']}"
    known = {"items", "fields"} & description.keys()
    if isinstance(description.get("text"), str) and (texts or not known):
        return str(description["text"])
    items = description.get("items")
    inside = [_shown(item, texts=texts) for item in items] if isinstance(items, list) else []
    if description["type"] in _DISPLAYS:
        return _displayed(description["type"], inside)
    inside += [f"{name}={_shown(value, texts=texts)}" for name, value in description.get("fields", {}).items()]
    return f"{description['type']}({', '.join(inside)})"


_DISPLAYS = {"list": ("[", "]"), "tuple": ("(", ")"), "set": ("{", "}"), "dict": ("{", "}")}


def _displayed(kind: str, inside: list[str]) -> str:
    """A container as Python writes it."""
    first, last = _DISPLAYS[kind]
    if kind == "dict":
        # its items are described as pairs
        inside = [": ".join(item[1:-1].split(", ", 1)) for item in inside]
    if kind == "set" and not inside:
        return "set()"
    return first + ", ".join(inside) + ("," if kind == "tuple" and len(inside) == 1 else "") + last


def _pairs(one: Description, other: Description) -> Iterator[tuple[Description, Description]]:
    if isinstance(one, list) and isinstance(other, list):
        yield from zip(one, other, strict=False)
    elif isinstance(one, dict) and isinstance(other, dict):
        yield from ((one[name], other[name]) for name in one if name in other)


def _atom(value: object, hide: Callable[[str], str]) -> str:
    if isinstance(value, int) and not -_LARGE < value < _LARGE:
        return f"<{value.bit_length()} bits: {hashlib.sha256(hex(value).encode()).hexdigest()[:16]}>"
    return _cut(hide(repr(value)))


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]}... {hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def without_addresses(text: str) -> str:
    """A text in which addresses are all the same."""
    return _ADDRESS.sub("0x...", text)


def fields(value: object) -> list[str]:
    """The public fields and properties of an object."""
    cls = type(value)
    if cls.__module__ == "builtins":
        return []
    own = getattr(value, "__dict__", None)
    names = {name for name in own if isinstance(name, str)} if type(own) is dict else set()
    for base in cls.__mro__[:-1]:
        if base.__module__ == "builtins":
            continue
        names |= {name for name, member in vars(base).items() if inspect.isdatadescriptor(member)}
    return sorted(name for name in names if not name.startswith("_"))[:MOST_FIELDS]


def _observers(cls: type) -> list[str]:
    """Methods without parameters whose names say that they only tell something."""
    found: dict[str, object] = {}
    for base in cls.__mro__:
        for name, member in vars(base).items():
            if _OBSERVER_NAME.match(name):
                found.setdefault(name, member)
    return sorted(
        name for name, member in found.items() if isinstance(member, FunctionType) and _takes_nothing(member)
    )[:MOST_FIELDS]


def _takes_nothing(function: FunctionType) -> bool:
    code = function.__code__
    waits = inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
    variadic = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
    return code.co_argcount == 1 and code.co_kwonlyargcount == 0 and not code.co_flags & (waits | variadic)


def _items(value: Any) -> list[object]:
    return list(islice(value, MOST_ITEMS))


def _itself(value: object) -> object:
    return value


def _reader(name: str) -> Callable[[Any], object]:
    return lambda value: getattr(value, name)


def _caller(name: str) -> Callable[[Any], object]:
    return lambda value: getattr(value, name)()


def _try(work: Callable[[], Description]) -> Description:
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - code of the target may raise anything
        return {"raises": type(error).__name__}


def _has(cls: type, name: str) -> bool:
    return any(vars(base).get(name) is not None for base in cls.__mro__)


def _has_own(cls: type, name: str) -> bool:
    return any(name in vars(base) for base in cls.__mro__[:-1])


def _is_plain_container(cls: type) -> bool:
    return cls in (list, tuple, dict, set, frozenset)


def _is_mapping(cls: type) -> bool:
    return all(_has(cls, name) for name in ("keys", "items", "__getitem__"))


def _is_collection(cls: type) -> bool:
    """Something that can be gone through again and again, and ends."""
    return _has(cls, "__iter__") and _has(cls, "__len__") and cls not in (str, bytes) and not _has(cls, "__next__")
