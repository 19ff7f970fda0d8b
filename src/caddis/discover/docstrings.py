"""Docstrings → what they say of parameters, results, exceptions: in the forms of Google, NumPy, Sphinx and Epydoc."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from caddis.discover.foreign import attempt
from caddis.discover.prose import Said, among, gathered, listed_values, said

_LONGEST = 100_000
"""The characters of a docstring that are read."""

_TITLES = {
    title: kind
    for kind, titles in {
        "parameters": "parameters parameter args arguments params inputs kwargs",
        "attributes": "attributes attribute fields",
        "returns": "returns return",
        "yields": "yields yield",
        "raises": "raises raise except exceptions throws",
    }.items()
    for title in titles.split()
} | dict.fromkeys(("keyword args", "keyword arguments", "other parameters", "optional parameters"), "parameters")

_FIELDS = {
    name: kind
    for kind, names in {
        "parameters": "param parameter arg argument key keyword kwarg",
        "type": "type",
        "attributes": "ivar cvar var",
        "returns": "return returns",
        "rtype": "rtype",
        "yields": "yield yields",
        "raises": "raise raises except exception throws",
    }.items()
    for name in names.split()
}

_STROKES = ("---", "===")
_UNDERLINE = re.compile(r"\s*(?:-{3,}|={3,})\s*$")
_TITLE_AND_TEXT = re.compile(r"(Returns?|Yields?): +(\S.*)$")
_FIELD = re.compile(r"\s*[:@](" + "|".join(sorted(_FIELDS, key=len, reverse=True)) + r")\b([^:]*):(?:\s+(.*))?$")
_NAMES = re.compile(r"[`*\\]*([A-Za-z_]\w*)[`*]*((?:\s*,\s*[`*\\]*[A-Za-z_]\w*[`*]*)*)\s*")
_EXCEPTION = re.compile(r"[A-Za-z_][\w.]*")
_RAISING = re.compile(r"\b[Rr]ais(?:es?|ing|ed)\b")
_AFTER = re.compile(
    r"\s+(?:an?\s+|the\s+)?(?::(?:py:)?(?:exc|class):`[~!]?([\w.]+)`|`{0,2}([\w.]+(?:Error|Exception))\b)"
)
_BEFORE = re.compile(
    r"(?::(?:py:)?(?:exc|class):`[~!]?([\w.]+)`|\b([\w.]+(?:Error|Exception))`{0,2})\s+(?:is|are|will be)\s+$"
)
_NEARBY = 100
_SHOWN_RAISED = re.compile(r"\s*([A-Za-z_][\w.]*)(?::|\s*$)")


@dataclass(frozen=True)
class Described:
    """What a docstring says: of each parameter, of the result, and the names of the exceptions."""

    parameters: dict[str, Said] = field(default_factory=dict)
    returns: str = ""
    raises: tuple[str, ...] = ()
    states_result: bool = False
    """Whether the type of the result is stated, not gathered from a sentence."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One thing a docstring describes: what it belongs to, its names, its type, and the sentences about it."""

    kind: str
    names: tuple[str, ...]
    type: str
    description: str


def described(text: str) -> Described:
    """What a docstring says; nothing where it cannot be understood."""
    return attempt(lambda: _described(text), Described())


def _described(text: str) -> Described:
    lines = inspect.cleandoc(text[:_LONGEST]).splitlines()
    entries = [*_fields(lines), *_sections(lines)]
    parameters: dict[str, Said] = {}
    types = {name: entry.type for entry in entries if entry.kind == "type" for name in entry.names}
    for kind in ("parameters", "attributes", "type"):
        for entry in entries:
            if entry.kind == kind:
                for name in entry.names:
                    told = _of_parameter(entry.type or types.get(name, ""), entry.description)
                    parameters[name] = _joined(parameters.get(name), told)
    raises = [name for entry in entries if entry.kind == "raises" for name in entry.names]
    raises += [*_raised_in_sentences(text[:_LONGEST]), *_raised_in_examples(lines)]
    return Described(parameters, _result(entries), tuple(dict.fromkeys(raises)), _states_result(entries))


def _of_parameter(type_: str, description: str) -> Said:
    told = said(type_)
    if not told.type and not told.values:
        told = replace(gathered(description), optional=told.optional)
    if not told.values:
        values = listed_values(description, textual="str" in told.type.split(" | "))
        told = among(values, told) if values else told
    return told


def _joined(first: Said | None, second: Said) -> Said:
    """The first that says something."""
    if first is None or not (first.type or first.values):
        return second
    return first


def _result(entries: list[_Entry]) -> str:
    stated = next((entry.type for entry in entries if entry.kind == "rtype"), "")
    if stated:
        return said(stated).type
    for kind in ("returns", "yields"):
        found = [entry for entry in entries if entry.kind == kind]
        types = [said(entry.type).type or gathered(entry.description).type for entry in found]
        if len(types) > 1 and all(types):
            types = [f"tuple[{', '.join(types)}]"]
        if types and types[0]:
            return types[0] if kind == "returns" else f"collections.abc.Iterator[{types[0]}]"
    return ""


def _states_result(entries: list[_Entry]) -> bool:
    """Whether a type is given for all that is returned; what a generator yields is another matter."""
    found = [entry for entry in entries if entry.kind in ("returns", "rtype")]
    return len(found) > 0 and any(entry.type and said(entry.type).type for entry in found)


def _fields(lines: list[str]) -> Iterator[_Entry]:
    """`:param int x: ...` and `@type x: ...`, with the lines that go on deeper."""
    for number, line in enumerate(lines):
        match = _FIELD.match(line) if line.lstrip()[:1] in (":", "@") else None
        if match is None:
            continue
        kind, about = _FIELDS[match[1]], match[2].strip()
        text = " ".join([match[3] or "", *_below(lines, number)]).strip()
        if kind in ("parameters", "attributes"):
            before, _, name = about.rpartition(" ")
            if name:
                yield _Entry(kind, (name.strip("*\\`"),), before.strip(), text)
        elif kind == "type":
            yield _Entry(kind, (about.strip("*\\`"),), text, "")
        elif kind == "raises":
            yield _Entry(kind, _exceptions(about), "", text)
        elif kind == "rtype":
            yield _Entry(kind, (), text, "")
        else:
            yield _Entry(kind, (), "", text)


def _below(lines: list[str], number: int) -> Iterator[str]:
    """The lines after this one that are indented more, as far as no empty line ends the first paragraph of them."""
    margin = _margin(lines[number])
    begun = False
    for after in range(number + 1, len(lines)):
        line = lines[after]
        if not line.strip():
            if begun:
                return
            continue
        if _margin(line) <= margin:
            return
        begun = True
        yield line.strip()


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _sections(lines: list[str]) -> Iterator[_Entry]:
    """The entries of the sections that a title begins, whether underlined or followed by a colon."""
    underlines = {
        number for number, line in enumerate(lines) if line.lstrip()[:3] in _STROKES and _UNDERLINE.match(line)
    }
    number = 0
    while number < len(lines):
        line = lines[number].strip()
        kind = _TITLES.get(line.rstrip(": ").lower())
        underlined = number + 1 in underlines
        if kind is None or not (underlined or line.endswith(":")):
            same_line = _TITLE_AND_TEXT.match(line)
            if same_line is not None:
                yield _Entry(_TITLES[same_line[1].lower()], (), *_type_and_text(same_line[2]))
            number += 1
            continue
        start = number + 1 + underlined
        if underlined:
            end = next((n for n in range(start, len(lines)) if n + 1 in underlines and lines[n].strip()), len(lines))
        else:
            end = _dedented(lines, number)
        for first, rest in _items(lines[start:end]):
            yield from _entry(kind, first, rest, underlined=underlined)
        number = end


def _dedented(lines: list[str], title: int) -> int:
    """Where the lines below a title are no longer indented more than itself."""
    below = [number for number in range(title + 1, len(lines)) if lines[number].strip()]
    if title == 0 and below and _margin(lines[below[0]]) == 0:
        # when a title is the first line, cleaning takes the margin of all the others
        return next((n for n in below if lines[n].strip().rstrip(": ").lower() in _TITLES), len(lines))
    return next((n for n in below if _margin(lines[n]) <= _margin(lines[title])), len(lines))


def _items(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The lines at the margin of the first one, each with the deeper lines below it."""
    filled = [line for line in lines if line.strip()]
    margin = _margin(filled[0]) if filled else 0
    first = ""
    rest: list[str] = []
    for line in filled:
        if _margin(line) <= margin:
            if first:
                yield first, rest
            first, rest = line.strip(), []
        else:
            rest.append(line.strip())
    if first:
        yield first, rest


def _entry(kind: str, first: str, rest: list[str], *, underlined: bool) -> Iterator[_Entry]:
    below = " ".join(rest)
    if kind == "raises":
        names = _exceptions(first.partition(":")[0] if not first.startswith(":") else first)
        if names:
            yield _Entry(kind, names, "", below)
    elif kind in ("returns", "yields"):
        if underlined:
            yield _underlined_result(kind, first, below)
        else:
            yield _Entry(kind, (), *_type_and_text(f"{first} {below}"))
    else:
        match = _NAMES.match(first)
        if match is None:
            return
        names = tuple(re.findall(r"\w+", match[1] + match[2]))
        after = first[match.end() :]
        if after.startswith("("):
            end = _closing(after)
            yield _Entry(kind, names, after[1:end], f"{after[end + 1 :].lstrip(' :-')} {below}".strip())
        elif underlined:
            if not after or after.startswith(":"):
                yield _Entry(kind, names, after[1:], below)
        elif after.startswith((":", "- ", "-- ")):
            yield _Entry(kind, names, "", f"{after.lstrip(' :-')} {below}".strip())


def _closing(text: str) -> int:
    """Where the bracket that the text begins with is closed, or the end."""
    depth = 0
    for index, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            return index
    return len(text)


def _underlined_result(kind: str, first: str, below: str) -> _Entry:
    name, colon, type_ = first.partition(":")
    if colon and not first.startswith(":") and " " not in name.strip().replace(", ", ","):
        return _Entry(kind, (), type_, below)
    is_sentence = first.endswith(".") or len(first.split()) > 6
    return _Entry(kind, (), "" if is_sentence else first, f"{first} {below}" if is_sentence else below)


def _type_and_text(text: str) -> tuple[str, str]:
    """`int: how many` taken apart; a sentence is all text."""
    before, colon, after = text.partition(": ")
    if colon and len(before.split()) <= 4:
        return before, after
    return ("", text) if len(text.split()) > 1 else (text, "")


def _exceptions(text: str) -> tuple[str, ...]:
    """The names in `ValueError, TypeError or :exc:`KeyError``."""
    plain = re.sub(r":[a-z:]+:", "", text).replace("`", "").replace("~", "").replace("!", "")
    parts = re.split(r"\s*(?:,|\||/|\bor\b|\band\b)\s*", plain.strip(" :.*"))
    return tuple(part for part in parts if _EXCEPTION.fullmatch(part))


def _raised_in_sentences(text: str) -> Iterator[str]:
    """The exceptions of "raises ValueError if" and ":exc:`KeyError` is raised"."""
    for verb in _RAISING.finditer(text):
        before = text[max(0, verb.start() - _NEARBY) : verb.start()]
        after = text[verb.end() : verb.end() + _NEARBY]
        match = _BEFORE.search(before) if verb[0].endswith("d") else _AFTER.match(after)
        if match is not None:
            yield match[1] or match[2]


def _raised_in_examples(lines: Iterable[str]) -> Iterator[str]:
    """The exceptions that examples end in."""
    margin: int | None = None
    for line in lines:
        if line.lstrip().startswith("Traceback (most recent call last)"):
            margin = _margin(line)
        elif margin is not None and line.strip() and _margin(line) <= margin:
            match = _SHOWN_RAISED.match(line)
            margin = None
            if match is not None:
                yield match[1]
