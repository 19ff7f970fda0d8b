"""The source of atoms, spelled as `ruff format` leaves them."""

from __future__ import annotations

import math
import re

from caddis.model.sequence import Atom

_SHORT_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}
_WORD = re.compile(r"\S*\s*")
_DECIMAL_BITS = 10_000
"""Beyond this, `int` refuses to be written in decimal unless told otherwise."""


def source(atom: Atom) -> str:
    """Python source that evaluates to the same atom: the same type and the same spelling."""
    match atom:
        case None | bool():
            return repr(atom)
        case int():
            return repr(atom) if atom.bit_length() < _DECIMAL_BITS else f"{'-' * (atom < 0)}0x{abs(atom):X}"
        case float():
            return _float(atom)
        case complex(real=real, imag=imaginary):
            if _positive_zero(real) and math.isfinite(imaginary) and math.copysign(1.0, imaginary) > 0:
                return f"{_float(imaginary)}j"
            return f"complex({_float(real)}, {_float(imaginary)})"
        case str():
            return _quoted(atom, "")
        case _:
            return _quoted(atom.decode("latin-1"), "b")


def pieces(atom: str | bytes, longest: int) -> list[str]:
    """Literals that make up the same text one after the other, each of as many words as will fit."""
    text, prefix = (atom, "") if isinstance(atom, str) else (atom.decode("latin-1"), "b")
    found: list[str] = []
    start = end = 0
    for match in _WORD.finditer(text):
        if end > start and len(_quoted(text[start : match.end()], prefix)) > longest:
            found.append(text[start:end])
            start = end
        end = match.end()
    words = [piece for piece in (*found, text[start:]) if piece]
    return [part for piece in words for part in _cut(piece, prefix, longest)]


def _cut(text: str, prefix: str, longest: int) -> list[str]:
    """The literal of a text, in halves as long as it is too long."""
    whole = _quoted(text, prefix)
    if len(whole) <= longest or len(text) == 1:
        return [whole]
    middle = len(text) // 2
    return [*_cut(text[:middle], prefix, longest), *_cut(text[middle:], prefix, longest)]


def _positive_zero(value: float) -> bool:
    return value == 0 and math.copysign(1.0, value) > 0


def _float(value: float) -> str:
    # ruff writes the exponent without a plus sign
    return repr(value).replace("e+", "e") if math.isfinite(value) else f'float("{value!r}")'


def _quoted(text: str, prefix: str) -> str:
    quote = "'" if text.count('"') > text.count("'") else '"'
    return prefix + quote + "".join(_character(character, quote, bool(prefix)) for character in text) + quote


def _character(character: str, quote: str, ascii_only: bool) -> str:
    if character == quote:
        return "\\" + quote
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    code = ord(character)
    if character.isprintable() and not (ascii_only and code > 126):
        return character
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
