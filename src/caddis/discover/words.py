"""The words people use for types, and the types that they mean."""

from __future__ import annotations

from keyword import iskeyword

MODULES = frozenset({"collections", "datetime", "decimal", "fractions", "pathlib", "re", "typing", "uuid"})
"""The modules that names are spelt with here; inside a function's module the same word may mean something else."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_BY_TYPE = {
    "int": "int integer long index indices seed random_state randomstate",
    "float": "float double probability",
    "int | float": "number numeric real scalar",
    "complex": "complex",
    "str": "str string text unicode basestring char character filename name word sentence url uri",
    "bytes": "byte bytes bytestring",
    "bytearray": "bytearray",
    "bool": "bool boolean flag",
    "list": "list array vector",
    "tuple": "tuple",
    "dict": "dict dictionary",
    "set": "set",
    "frozenset": "frozenset",
    "range": "range",
    "slice": "slice",
    "object": "object any anything",
    "type": "type class constructor",
    "None": "none null nonetype nothing",
    "Exception": "exception",
    "collections.abc.Iterable": "iterable",
    "collections.abc.Iterator": "iterator generator",
    "collections.abc.Sequence": "sequence array-like arraylike list-like array_like",
    "collections.abc.Collection": "collection container",
    "collections.abc.Mapping": "mapping dict-like",
    "collections.abc.Callable": "callable function callback func predicate lambda method",
    "collections.abc.Hashable": "hashable node vertex vertices key label",
    "tuple[collections.abc.Hashable, collections.abc.Hashable]": "edge",
    "tuple[typing.Any, typing.Any]": "pair",
    "typing.IO": "file file-like stream filelike file-object",
    "str | pathlib.Path": "path filepath pathlike path-like",
    "str | re.Pattern": "regex regexp pattern",
    "datetime.datetime": "datetime",
    "datetime.date": "date",
    "datetime.timedelta": "timedelta",
    "datetime.tzinfo": "tzinfo timezone",
    "decimal.Decimal": "decimal",
    "fractions.Fraction": "fraction",
    "uuid.UUID": "uuid",
    "Graph": "graph",
    "DiGraph": "digraph",
    "MultiGraph": "multigraph",
    "MultiDiGraph": "multidigraph",
}
_WORDS = {word: known for known, words in _BY_TYPE.items() for word in words.split()}
_BUILT_IN = _set("int float complex str bytes bool list tuple dict set type None object collections.abc.Callable") | {
    "int | float"
}
MEASURES = _set("number length size count width height amount position offset limit depth degree")
"""Nouns that a sentence about a parameter begins with when it takes an int: "The number of nodes"."""
PIECES_OF_TEXT = _set("separator prefix suffix delimiter message title description filename")
OLD_NAMES = {"List": "list", "Dict": "dict", "Set": "set", "FrozenSet": "frozenset", "Tuple": "tuple", "Type": "type"}
_ABSTRACT = _set("""
    AsyncGenerator AsyncIterable AsyncIterator Awaitable Callable Collection Container Coroutine Generator Hashable
    ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence MutableSet Reversible
    Sequence Set Sized ValuesView
""")
_TYPING = frozenset({"Any", "IO", "TextIO", "BinaryIO", "Self", "Literal", "Optional", "Union", "AnyStr"})
ITEMISED = ("list", "set", "frozenset", "collections.abc.")
MAPPINGS = ("dict", "collections.abc.Mapping")
TUPLES = {"pair": 2, "2-tuple": 2, "two-tuple": 2, "triple": 3, "3-tuple": 3, "three-tuple": 3, "4-tuple": 4}

_ARTICLES = _set("a an the any optional some one single")
_BEGINS_AN_ASIDE = _set("""
    in with that which keyed between from for representing containing greater less as where to is are was must whose
    used indicating specifying at by on if when such having over within given describing giving than and not can may
    will should has have specifies returned returning passed >= <= > < = == - -- -> i.e. e.g.
""")
_SAYS_LITTLE = _set("object objects instance instances value values label labels like identifier id")
_MAKERS = frozenset({"constructor", "class", "subclass", "type", "classes"})


def type_of_word(word: str) -> str:
    """The type a word means, in the plural as in the singular; nothing if it is none of ours."""
    if word in OLD_NAMES:
        return OLD_NAMES[word]
    if word in _ABSTRACT:
        return f"collections.abc.{word}"
    if word in _TYPING:
        return f"typing.{word}"
    lower = word.lower()
    if word not in (lower, lower.capitalize()):
        return ""  # `UUID`, `DiGraph`: the name of a class
    for singular in (lower, lower.removesuffix("s"), lower.removesuffix("es"), f"{lower.removesuffix('ies')}y"):
        known = _WORDS.get(singular, "")
        # a capital makes a word the name of a class, unless the word is one for what is built in
        if known and (word == lower or known in _BUILT_IN):
            return known
    return ""


def is_name(text: str) -> bool:
    """Whether it is an identifier, or several joined by dots."""
    return all(part.isidentifier() and not iskeyword(part) for part in text.split("."))


def type_of_last_word(phrase: str) -> str:
    """The type that the last word of a phrase means."""
    words = phrase.split()
    return type_of_word(words[-1]) if words else ""


def type_of_phrase(phrase: str) -> str:
    """The type that the last noun of a phrase names, what follows it set aside."""
    words = main_words(phrase.split())
    maker = bool(words) and words[-1].lower() in _MAKERS
    rest = [word for word in words[:-1] if word != "Python"] if maker else words
    lower = {word.lower() for word in rest}
    known = _type_of_noun(rest[-1], alone=len(rest) == 1) if rest else ""
    if known == "Graph" and lower & {"directed", "multi"}:
        known = "DiGraph" if "directed" in lower else "MultiGraph"
    elif known == "list" and lower & {"numpy", "scipy", "np"}:
        known = "numpy.ndarray"
    if maker:
        return f"type[{known}]" if known and known[0].isupper() else "type"
    return known


def main_words(words: list[str]) -> list[str]:
    """The words of a phrase without articles, and without what is only said in addition."""
    while words and words[0].lower() in _ARTICLES:
        words = words[1:]
    end = next((i for i, word in enumerate(words) if i and word.lower() in _BEGINS_AN_ASIDE), len(words))
    words = [word.strip(",.;:'\"") for word in words[:end]]
    while len(words) > 1 and words[-1].lower() in _SAYS_LITTLE:
        words = words[:-1]
    return words


def _type_of_noun(word: str, *, alone: bool) -> str:
    known = type_of_word(word)
    if not known and word.endswith("-like"):
        known = type_of_word(word.removesuffix("-like").rpartition(")")[2])
    if not known and word.lower().removesuffix("s") in TUPLES:
        known = f"tuple[{', '.join(['typing.Any'] * TUPLES[word.lower().removesuffix('s')])}]"
    if known:
        return known
    return word if is_name(word) and (alone or "." in word or word[:1].isupper()) else ""
