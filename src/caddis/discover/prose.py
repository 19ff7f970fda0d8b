"""Types as people write them in documentation ("list of str, optional") → text in the form of an annotation.

A name of the standard library is spelt with its module, one of `words.MODULES`: `collections.abc.Iterable`. Any other
name that is no builtin is one the documentation uses: of the function's module, of a class of its package, or of
nothing at all.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass

from caddis.discover.words import (
    ITEMISED,
    MAPPINGS,
    MEASURES,
    OLD_NAMES,
    PIECES_OF_TEXT,
    TUPLES,
    is_name,
    main_words,
    type_of_last_word,
    type_of_phrase,
    type_of_word,
)
from caddis.discover.written import expression, written
from caddis.model.sequence import Literal
from caddis.model.types import Spelt

_LONGEST = 300
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Said:
    """What documentation says of a parameter: the values it lists, the type of what else may be given."""

    type: str = ""
    values: tuple[Spelt, ...] = ()
    optional: bool = False
    stated: bool = True
    """False where the type was only gathered from a sentence."""


@dataclass(frozen=True, slots=True)
class _Meaning:
    """The members of a union, and the values listed among them."""

    options: tuple[str, ...] = ()
    values: tuple[Spelt, ...] = ()

    @property
    def text(self) -> str:
        return " | ".join(self.options)

    def __bool__(self) -> bool:
        return bool(self.options or self.values)


_NOTHING = _Meaning()

_MAY_BE_PYTHON = re.compile(r"^\S+$|[\[({|'\"<>=]|\S\(|^\S+ (?:in|or) ")
"""Everything else is sooner read as the words that it is."""
_ROLE = re.compile(r":(?:[a-z]+:)?[a-z]+:`([^`<>]*)`")
_ASIDE_ON_DEFAULT = re.compile(r"\([^()]*\b(?:default|optional)\b[^()]*(?:\([^()]*\)[^()]*)?\)", re.IGNORECASE)
_DEFAULT = re.compile(r"[,;]?\s*\bdefaults?\b.*$", re.IGNORECASE)
_OPTIONAL = re.compile(r"[,;]?\s*\(?\boptional\b\)?(?!\[)", re.IGNORECASE)
_NONE_IS_DEFAULT = re.compile(r"\bdefaults?(?: value)?(?: is| to)?\s*[:=]?\s*None\b", re.IGNORECASE)
_ONE_OF = re.compile(
    r"(?:\bone of|\b(?:options|choices|(?:allowed|valid|supported|possible|accepted) values)(?: are)?:?"
    r"|\bmust be(?: either)?|\bcan be(?: either)?|\beither) [^'\"`.;]{0,40}?(?=[`'\"])",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"(?<![\w'\"])`{0,2}('[^'\n]{0,60}'|\"[^\"\n]{0,60}\")`{0,2}(?![\w'\"])")
_CODE = re.compile(r"``([\w+-]{1,40})``")
_SENTENCE_ENDS = re.compile(r"[.;](?=\s|$)")
_TRUTH = re.compile(
    r"\W*(?:whether\b|(?:if|when)\s+(?:set\s+)?(?:to\s+)?\W*(?:true|false)\b|(?:true|false)\W+\w)", re.I
)
_LINK = re.compile(r" (?:of|mapping|keyed by|from) ")
_SEVERAL = frozenset({"any", "arbitrary", "variable"})
"""Any number of things is not a number, but the things."""
_CLAUSE_ENDS = re.compile(r"[.;:(](?=\s|$)|[(\n]|\s--?\s")


def said(text: str) -> Said:
    """What stands where a type is expected: `str or None, optional`."""
    plain = _plain(text)
    bare = _ASIDE_ON_DEFAULT.sub(" ", plain)
    bare = _OPTIONAL.sub(" ", _DEFAULT.sub("", bare))
    meaning = _meaning(bare)
    if meaning and _NONE_IS_DEFAULT.search(plain):
        meaning = _union((meaning, _Meaning(("None",))))
    return _as_said(meaning, optional=bare != plain)


def gathered(sentence: str) -> Said:
    """What the description of a parameter tells of its type: little, and only what is beyond doubt."""
    sentence = sentence[:_LONGEST]
    if _TRUTH.match(sentence):
        return Said("bool", stated=False)
    classes = {name.rpartition("~")[2] for name in re.findall(r":(?:py:)?class:`([^`<>]*)`", sentence)}
    plain = _plain(sentence)
    clause = _CLAUSE_ENDS.split(plain, maxsplit=1)[0]
    options = [_gathered_noun(part, classes) for part in _parts(clause)]
    # the parts after the first are as likely the rest of a sentence
    known = options[:1] + [option for option in options[1:] if option]
    if not options or not options[0]:
        return Said(stated=False)
    return Said(_union(_Meaning((option,)) for option in known).text, stated=False)


def listed_values(description: str, *, textual: bool) -> tuple[Spelt, ...]:
    """The values that a description lists as the ones allowed; `textual` if names in code style are texts."""
    begin = _ONE_OF.search(description)
    if begin is None:
        return ()
    sentence = _SENTENCE_ENDS.split(description[begin.end() : begin.end() + 2 * _LONGEST], maxsplit=1)[0]
    found = [match[1][1:-1] for match in _QUOTED.finditer(sentence)]
    if not found and textual:
        found = [match[1] for match in _CODE.finditer(sentence) if match[1] not in ("None", "True", "False")]
    return tuple(map(Literal, dict.fromkeys(found))) if len(found) > 1 else ()


def among(values: tuple[Spelt, ...], known: Said) -> Said:
    """What is known of a parameter, when its description lists these values."""
    return _as_said(_union((_Meaning((known.type,) if known.type else (), values),)), optional=known.optional)


def _as_said(meaning: _Meaning, *, optional: bool) -> Said:
    kinds = {type(value.value).__name__ for value in meaning.values if isinstance(value, Literal)}
    return Said(" | ".join(option for option in meaning.options if option not in kinds), meaning.values, optional)


def _plain(text: str) -> str:
    """The text without markup, on one line, and no longer than a type ever is."""
    text = _ROLE.sub(r"\1", text[:_LONGEST])
    return " ".join(text.replace("`", "").replace("~", "").replace("\\", "").split())


def _union(meanings: Iterable[_Meaning]) -> _Meaning:
    options: dict[str, None] = {}
    values: dict[Spelt, None] = {}
    for meaning in meanings:
        for option in meaning.options:
            options.update(dict.fromkeys(option.split(" | ") if "[" not in option else [option]))
        values.update(dict.fromkeys(meaning.values))
    return _Meaning(tuple(options), tuple(values))


def _meaning(text: str, depth: int = 0) -> _Meaning:
    text = text.strip(" \t,.;:*")
    if not text or depth > _DEEPEST:
        return _NOTHING
    if text.isidentifier():
        return _named(text)
    if _MAY_BE_PYTHON.search(text):
        node = expression(text)
        found = None if node is None else _of_expression(node, text, depth)
        if found is not None:
            return found
    parts = _parts(text)
    if len(parts) > 1:
        return _union(_meaning(part, depth + 1) for part in parts)
    return _of_phrase(text, depth)


def _named(word: str) -> _Meaning:
    """What one word says: a type we know, or the name of one that we do not."""
    if word in ("None", "True", "False"):
        return _Meaning(("None",)) if word == "None" else _Meaning((), (Literal(word == "True"),))
    return _Meaning((_shortened(word),)) if is_name(word) or type_of_word(word) else _NOTHING


def _of_expression(node: ast.expr, text: str, depth: int) -> _Meaning | None:
    """What text says that happens to be a Python expression; None where that was chance."""
    if depth > _DEEPEST:
        return _NOTHING
    match node:
        case ast.Name() | ast.Attribute():
            name = _dotted(node)
            return _named(name) if name else None
        case ast.Constant(value=None):
            return _Meaning(("None",))
        case ast.Constant():
            value = written(node)
            return None if value is None else _Meaning((), (value,))
        case ast.BinOp(left=left, op=ast.BitOr() | ast.Div(), right=right):
            return _all([left, right], depth)
        case ast.BoolOp(op=ast.Or(), values=values):
            return _all(values, depth)
        case ast.Tuple(elts=elements) if not text.startswith("("):
            return _all(elements, depth)
        case ast.Compare(left=ast.Name() | ast.Attribute() as left):
            return _of_expression(left, "", depth + 1)  # `float in [0, 1]`
        case _:
            return _of_container_expression(node, depth)


def _of_container_expression(node: ast.expr, depth: int) -> _Meaning | None:
    match node:
        case ast.Tuple(elts=elements):
            return _Meaning((_tuple_of(elements, depth),))
        case ast.List(elts=[element]):
            return _Meaning((f"list[{_argument(element, depth)}]",))
        case ast.Dict(keys=[ast.expr() as key], values=[value]):
            return _Meaning((f"dict[{_argument(key, depth)}, {_argument(value, depth)}]",))
        case ast.Set(elts=elements):
            return _set_of(elements, depth)
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _called(name, arguments, depth)
        case ast.Subscript(value=value, slice=inside):
            return _generic(_dotted(value), inside, depth)
        case _:
            return None


def _dotted(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attribute):
            before = _dotted(value)
            return f"{before}.{attribute}" if before else ""
        case _:
            return ""


def _shortened(name: str) -> str:
    """A name as we spell it: `typing.List` is `list`."""
    module, _, last = name.rpartition(".")
    return (type_of_word(last) or name) if module in ("", "typing", "collections.abc", "typing_extensions") else name


def _all(nodes: list[ast.expr], depth: int) -> _Meaning | None:
    found = [_of_expression(node, "(", depth + 1) for node in nodes]
    return None if None in found else _union(each for each in found if each is not None)


def _argument(node: ast.expr, depth: int) -> str:
    """The text of one argument of a generic."""
    match node:
        case ast.Constant(value=value) if value is Ellipsis:
            return "..."
        case ast.Constant(value=str() as name) if name.isidentifier():
            return _named(name).text or "typing.Any"
        case ast.List(elts=elements):
            return f"[{', '.join(_argument(element, depth + 1) for element in elements)}]"
        case _:
            found = _of_expression(node, "(", depth + 1)
            return found.text if found is not None and found.options else "typing.Any"


def _tuple_of(elements: list[ast.expr], depth: int) -> str:
    """`(int, str)` is a tuple of these, `(x, y)` any tuple of two."""
    known = [
        _argument(each, depth)
        if not isinstance(each, ast.Name) or type_of_word(each.id) or each.id[:1].isupper()
        else "typing.Any"
        for each in elements
    ]
    return f"tuple[{', '.join(known)}]" if known else "tuple"


def _set_of(elements: list[ast.expr], depth: int) -> _Meaning | None:
    """`{'a', 'b'}` lists values, `{int}` is a set."""
    values = [written(element) for element in elements]
    if None not in values:
        return _Meaning((), tuple(value for value in values if value is not None))
    return _Meaning((f"set[{_argument(elements[0], depth)}]",)) if len(elements) == 1 else _all(elements, depth)


def _called(name: str, arguments: list[ast.expr], depth: int) -> _Meaning | None:
    """`list(str)`, `tuple(int, int)`, and `int(>0)` as far as it is Python."""
    known = type_of_word(name)
    if not known:
        return None
    if known == "tuple":
        return _Meaning((_tuple_of(arguments, depth),))
    inner = _all(arguments, depth) or _NOTHING
    return _Meaning((known,), inner.values) if inner.values else _of_items(known, inner)


def _generic(name: str, inside: ast.expr, depth: int) -> _Meaning | None:
    elements = inside.elts if isinstance(inside, ast.Tuple) else [inside]
    last = name.rpartition(".")[2]
    if not name:
        return None
    if last == "Literal":
        return _Meaning((), tuple(value for value in map(written, elements) if value is not None))
    if last in ("Union", "Optional"):
        union = _union(_named_or_nothing(element, depth) for element in elements)
        return _union((union, _Meaning(("None",)))) if last == "Optional" else union
    generic = _shortened(name)
    # some write `list[int, str]` for a list of either
    comma = " | " if generic in ("list", "set", "frozenset") else ", "
    return _Meaning((f"{generic}[{comma.join(_argument(element, depth) for element in elements)}]",))


def _named_or_nothing(node: ast.expr, depth: int) -> _Meaning:
    return _of_expression(node, "(", depth + 1) or _NOTHING


def _parts(text: str) -> list[str]:
    """The text between commas, bars and the word "or", none of them in brackets."""
    parts: list[list[str]] = [[]]
    depth = 0
    for token in re.split(r"([()\[\]{}]|\s*[,|;]\s*(?:or\s)?|\s+or\s+|(?<=\w)/(?=[A-Za-z]))", text):
        if token and token in "([{":
            depth += 1
        elif token and token in ")]}":
            depth -= 1
        elif depth <= 0 and (token.strip()[:1] in (",", "|", ";") or token.strip() in ("/", "or")):
            parts.append([])
            continue
        parts[-1].append(token)
    return [part for tokens in parts if (part := "".join(tokens).strip())]


def _of_phrase(text: str, depth: int) -> _Meaning:
    """What a phrase says: `list of nodes`, `dict keyed by node`, `(int, Graph) tuple`, `NetworkX graph`."""
    if text.startswith("("):
        inside, _, after = text[1:].partition(")")
        node = expression(f"({inside},)")
        if type_of_last_word(after) == "tuple" and isinstance(node, ast.Tuple):
            return _Meaning((_tuple_of(node.elts, depth),))
        return _of_phrase(after.strip(), depth + 1) if after.strip() and depth < _DEEPEST else _NOTHING
    link = _LINK.search(text)
    if link is not None:
        container = _of_container(text[: link.start()], link[0], text[link.end() :], depth)
        if container is not None:
            return container
    return _of_aside(text, depth)


def _of_aside(text: str, depth: int) -> _Meaning:
    """What a noun says, with what stands in brackets behind it: `tuple (x, y)`."""
    outside, opened, inside = text.partition("(")
    if opened:
        outer = _of_aside(outside.strip(), depth)
        inner = _meaning(inside.rpartition(")")[0], depth + 1)
        if outer.options == ("tuple",):
            node = expression(f"({inside.rpartition(')')[0]},)")
            return _Meaning((_tuple_of(node.elts, depth),)) if isinstance(node, ast.Tuple) else outer
        return _Meaning(outer.options, outer.values or inner.values)
    noun = type_of_phrase(text)
    return _Meaning((noun,)) if noun else _NOTHING


def _of_container(head: str, link: str, rest: str, depth: int) -> _Meaning | None:
    """`head of rest`, when head is something that holds items; None when it is not."""
    last = head.lower().split()[-1:] or [""]
    known = type_of_phrase(head) if type_of_last_word(head) else ""
    if link == " of ":
        if last[0] in ("instance", "instances", "one", "any", "either"):
            return _meaning(rest, depth + 1)
        if last[0] in ("number", "amount"):
            return _Meaning(("int",))
        if last[0] in ("subclass", "subclasses"):
            return _Meaning((f"type[{_meaning(rest, depth + 1).text or 'typing.Any'}]",))
        if last[0] in TUPLES:
            item = _meaning(rest, depth + 1).text or "typing.Any"
            return _Meaning((f"tuple[{', '.join([item] * TUPLES[last[0]])}]",))
        if rest.split(" ", 1)[0] in ("length", "size", "shape", "dimension"):
            return _Meaning((known,)) if known else _NOTHING
    if known in MAPPINGS:
        return _of_mapping(known, link, rest, depth)
    if link != " of ":
        return None
    return _of_items(known, _meaning(rest, depth + 1)) if known else None


def _of_items(known: str, item: _Meaning) -> _Meaning:
    text = item.text
    if not text or "[" in known:
        return _Meaning((known,))
    if known == "tuple":
        return _Meaning((f"tuple[{text}, ...]",))
    if known == "dict":
        return _Meaning((f"dict[typing.Any, {text}]",))
    takes_items = known.startswith(ITEMISED) and known not in ("collections.abc.Callable", "collections.abc.Hashable")
    return _Meaning((f"{known}[{text}]",)) if takes_items else _Meaning((known,))


def _of_mapping(known: str, link: str, rest: str, depth: int) -> _Meaning:
    if link == " keyed by ":
        key, value = rest, ""
    else:
        key, _, value = next(
            (split for arrow in (" to ", " -> ", " => ", ": ", "->", ":") if (split := rest.partition(arrow))[1]),
            ("", "", rest),
        )
    types = [_meaning(each, depth + 1).text or "typing.Any" for each in (key, value)]
    return _Meaning((f"{known}[{', '.join(types)}]" if types != ["typing.Any"] * 2 else known,))


def _gathered_noun(clause: str, classes: set[str]) -> str:
    """The type that a clause of a sentence begins by naming, if it is a word we know or marked as a class."""
    head, of, rest = clause.partition(" of ")
    words = main_words(head.split())
    if words[-1:] == ["subclass"]:
        words = words[:-1]
    if not words:
        return ""
    last = words[-1]
    if last in classes:
        return last
    lower = last.lower()
    known = type_of_word(last if last in OLD_NAMES else lower)
    if lower in MEASURES:
        return "" if _SEVERAL.intersection(head.lower().split()) else "int"
    if lower in PIECES_OF_TEXT:
        return "str"
    if known in ("object", "type", "None", "collections.abc.Hashable", "") or len(words) > 4:
        return ""
    if of and known.startswith(ITEMISED):
        item = _gathered_noun(rest, classes)
        return _of_items(known, _Meaning((item,) if item else ())).text
    return known
