"""Names of variables and of the tests of findings, after Table I of the ArbitCheck paper.

Variables are named by type or getter, tests by what is tested; those of a regression suite are named in `titles.py`.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Collection, Iterable
from collections.abc import Sequence as Listing

from caddis.model.finding import Finding
from caddis.model.operation import Kind, Operation

NOUNS = {
    "int": "number",
    "float": "number",
    "complex": "number",
    "bool": "flag",
    "str": "text",
    "bytes": "data",
    "bytearray": "buffer",
    "memoryview": "view",
    "list": "items",
    "tuple": "values",
    "dict": "mapping",
    "mappingproxy": "mapping",
    "set": "members",
    "frozenset": "members",
    "range": "numbers",
    "slice": "part",
    "type": "cls",
    "object": "thing",
    "NoneType": "nothing",
    "NotImplementedType": "not_implemented",
    "property": "prop",
    "builtin_function_or_method": "function",
    "": "result",
}
_DISPLAY_NAMES = {"[": "list", "(": "tuple", "{": "set", "{:": "dict"}
_PROCESS_WORDS = {"hang": "hangs", "crash": "crashes", "exit": "exits", "memory": "exhausts memory"}
# l, O and I are hard to tell from digits, and linters say so
FORBIDDEN = frozenset({*dir(builtins), *keyword.kwlist, "l", "O", "I", "_", "self"})


def snake_case(name: str) -> str:
    """`SumStack` → `sum_stack`, `HTTPServer` → `http_server`, `fewest-moves rule` → `fewest_moves_rule`."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name)
    return re.sub(r"[\W_]+", "_", spaced).strip("_").lower()


def variable_name(
    operation: Operation | None,
    type_name: str,
    others: Iterable[str],
    taken: Collection[str],
    forbidden: Collection[str],
) -> str:
    """A name for the value an operation made; `others` are the types it must be told from."""
    candidates = _candidates(operation, type_name, others)
    free = [name for name in candidates if name.isidentifier() and name not in forbidden]
    base = free[0] if free else candidates[-1] if candidates[-1].isidentifier() else "value"
    if free and base not in taken:
        return base
    separator = "_" if base[-1].isdigit() else ""
    number = 2 if free else 1
    while (name := f"{base}{separator}{number}") in taken or name in forbidden:
        number += 1
    return name


def finding_name(finding: Finding) -> str:
    """After the last operation and the contract: `test_interval_equals_itself`, `test_spin_hangs`."""
    tested = _tested(finding.sequence.statements[-1].operation).split("_")
    kind = finding.violation.contract
    contract = snake_case(_PROCESS_WORDS.get(kind, kind)).split("_")
    return "_".join(["test", *tested, *contract[tested[-1] == contract[0] :]])


def unique(names: Iterable[str]) -> list[str]:
    """Each name once: the second of a name gets `_2`, and so on."""
    wanted = list(names)
    result: list[str] = []
    taken: set[str] = set(wanted)
    seen: set[str] = set()
    for name in wanted:
        chosen, number = name, 2
        while chosen in seen or (chosen != name and chosen in taken):
            chosen, number = f"{name}_{number}", number + 1
        seen.add(chosen)
        result.append(chosen)
    return result


def _candidates(operation: Operation | None, type_name: str, others: Iterable[str]) -> Listing[str]:
    getter = _getter(operation) if operation else None
    if getter:
        return [getter]
    own = type_name.rpartition(".")[2]
    if own in NOUNS:
        return [NOUNS[own]]
    full = snake_case(own) or "value"
    short = _last_word(full)
    ambiguous = any(_last_word(snake_case(other.rpartition(".")[2])) == short for other in others if other != type_name)
    return [full] if ambiguous else [short, full]


def _last_word(name: str) -> str:
    words = name.split("_")
    return words[-1] if len(words[-1]) > 1 and words[-1][0].isalpha() else name


def _getter(operation: Operation) -> str | None:
    if operation.kind is Kind.READ:
        return snake_case(operation.name)
    name = snake_case(operation.name)
    callable_kinds = (Kind.METHOD, Kind.FUNCTION, Kind.CLASS_METHOD, Kind.STATIC_METHOD)
    return name.removeprefix("get_") if operation.kind in callable_kinds and re.match(r"get_\D", name) else None


def made_by(operation: Operation) -> str:
    """The class of what an operation makes, where its name says so: variables are named after it."""
    match operation.kind:
        case Kind.CONSTRUCTOR:
            return operation.name
        case Kind.DISPLAY:
            return _DISPLAY_NAMES[operation.name]
        case _:
            return ""


def _tested(operation: Operation) -> str:
    match operation.kind:
        case Kind.DISPLAY:
            words = [_DISPLAY_NAMES[operation.name]]
        case Kind.CONSTRUCTOR:
            words = [operation.path]
        case Kind.WRITE:
            words = [operation.owner, "set", operation.name]
        case Kind.DELETE:
            words = [operation.owner, "delete", operation.name]
        case _:
            words = [operation.owner, operation.name]
    return snake_case(" ".join(words)) or "case"
