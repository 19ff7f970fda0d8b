"""What the name of a parameter suggests: a weak hint, but often the only one."""

from __future__ import annotations

import collections.abc
import datetime
import io
import pathlib
import re
from collections.abc import Mapping

from caddis.model.types import ANYTHING, Function, Instance, OneOf, Type, exactly

_INT = Instance(int)
_STR = Instance(str)
_NUMBER = OneOf((Instance(int), Instance(float)))
_ITERABLE = Instance(collections.abc.Iterable)
_MAPPING = Instance(dict)
_BOOL = Instance(bool)
_DATE = Instance(datetime.date)

_FUNCTION = Function(ANYTHING)
_STREAM = OneOf((Instance(io.StringIO), Instance(io.BytesIO)))

_WORDS: dict[Type, str] = {
    _INT: """n k i j m num count size length len width height depth index idx pos position start stop end step limit
        offset level order degree year month day hour minute second microsecond weekday times repeat maxlen minlen
        capacity seed precision ndigits base radix port indent column lineno""",
    _STR: """name text s st string str_ title label word sep separator delimiter delim prefix suffix msg message fmt
        format format_string url uri host path filename file_name filepath version description line source code chars
        char letters alphabet query expr expression identifier attr attribute field tag html xml""",
    _NUMBER: """x y z a b c value val number amount weight ratio factor scale alpha beta gamma epsilon eps tolerance
        tol rate low high lo hi minimum maximum delta probability prob threshold p q total price radius""",
    _ITERABLE: """iterable iterables it seq sequence items values elements els lst list_ arr array xs ys things data
        rows columns words numbers nodes edges keys args collection population""",
    _MAPPING: "d dct dict_ mapping kwargs kwds options opts params attrs config settings headers env table",
    _FUNCTION: """f func fn function callback cb predicate pred keyfunc keyfn handler hook action mapper op
        transform selector factory default_factory getter setter wrapped on_change visitor method callable_""",
    _BOOL: """flag verbose strict inplace reverse reversed ignore_case case_sensitive recursive force debug quiet
        ascending copy sort unique""",
    Instance(bytes): "raw payload blob buf buffer digest",
    Instance(datetime.datetime): "dt datetime when timestamp date_time",
    _DATE: "date day_date",
    Instance(datetime.timedelta): "td timedelta duration interval",
    Instance(datetime.tzinfo): "tz tzinfo timezone",
    _STREAM: "fp f_obj fobj file fileobj stream file_obj infile outfile fh",
    # that of a mapping, more often than what sorts
    OneOf((_STR, _INT, _FUNCTION)): "key",
    OneOf((_STR, Instance(pathlib.Path))): "directory dirname dir folder root",
    OneOf((_STR, Instance(re.Pattern))): "pattern regex regexp",
    Instance(type): "cls klass class_ type_ exc_type exception",
    exactly("utf-8", "ascii", "latin-1"): "encoding charset",
    exactly("r", "w", "rb", "wb", "a"): "mode",
    exactly("strict", "ignore", "replace"): "errors",
    exactly("en", "de", "en_US"): "locale lang language",
}
_ENDINGS: dict[Type, str] = {
    _STR: "_name _str _text _string _prefix _suffix",
    _INT: "_count _size _index _len _length _id",
    _FUNCTION: "_func _fn _callback",
    _ITERABLE: "_list _items",
    _MAPPING: "_dict _map",
    _DATE: "_date",
}
_BEGINNINGS: dict[Type, str] = {_BOOL: "is_ has_ use_ allow_ with_ ignore_", _INT: "num_ n_ max_ min_"}
_BY_NAME = {name: known for known, names in _WORDS.items() for name in names.split()}
_BY_ENDING = {ending: known for known, endings in _ENDINGS.items() for ending in endings.split()}
_BY_BEGINNING = {beginning: known for known, several in _BEGINNINGS.items() for beginning in several.split()}


def suggested(name: str, classes: Mapping[str, type]) -> Type | None:
    """The type a name suggests; `classes` are those of the target, by their names in lower case."""
    plain = name.lower().strip("_").rstrip("0123456789")
    known = classes.get(plain.replace("_", ""))
    if known is not None:
        return Instance(known)
    found = _BY_NAME.get(name) or _BY_NAME.get(plain)
    if found is not None:
        return found
    if plain.endswith("s") and plain[:-1] in classes:
        return Instance(collections.abc.Iterable, (Instance(classes[plain[:-1]]),))
    ending = next((known for part, known in _BY_ENDING.items() if plain.endswith(part)), None)
    return ending or next((known for part, known in _BY_BEGINNING.items() if plain.startswith(part)), None)
