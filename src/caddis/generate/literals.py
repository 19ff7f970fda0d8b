"""The primitive pools: a small set of telling atoms for each type, which users extend."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from random import Random

from caddis.generate.patterns import matching
from caddis.model.sequence import Atom, Literal
from caddis.model.types import Bounds, Number

SAMPLES = 4
"""Texts that are made to match a pattern."""
LONGEST = 300
"""Texts longer than this are not made to reach a bound."""

DEFAULTS: dict[type, tuple[Atom, ...]] = {
    int: (0, 1, -1, 2, 3, 5, 10, 100),
    str: ("", "a", "b", "abc", "A", "0", "1", " ", "hello world", "a,b", "é"),
    float: (0.0, 1.0, -1.0, 0.5, 2.5, 100.0),
    bool: (False, True),
    bytes: (b"", b"a", b"abc"),
    complex: (0j, 1 + 2j),
    type(None): (None,),
}
"""What readers see in most tests."""

EDGES: dict[type, tuple[Atom, ...]] = {
    int: (-2, 4, 7, 16, -100, 255, 256),
    str: ("\n", "a\nb", "ß", "日本", "😀", "e\u0301", "-1", "1.5", "None", "[]", "a b c", "\t", "\x00"),
    float: (-0.0, 0.1, 1e-9, 1e16, float("inf"), float("-inf"), float("nan")),
    bytes: (b"\x00", b"\xff", b"a\nb"),
    complex: (1j, -1.5 + 0j),
}
"""Where programs break: given now and then, so that they do not drown the ordinary."""

HUGE: dict[type, tuple[Atom, ...]] = {int: (2**31, 2**63, -(2**63), 2**31 - 1, 2**64)}
"""Given very rarely: whoever counts so far never ends, and an operation that never ends is given up."""


def primitive_pools(
    added: Mapping[type, tuple[Atom, ...]], instead: Mapping[type, tuple[Atom, ...]] | None = None
) -> dict[type, list[Literal]]:
    """The default atoms, or others instead of those of some types, and the user's."""
    usual = {**DEFAULTS, **{cls: atoms for cls, atoms in (instead or {}).items() if cls in DEFAULTS}}
    return {cls: [Literal(atom) for atom in (*atoms, *added.get(cls, ()))] for cls, atoms in usual.items()}


def rare_pools(atoms: Mapping[type, tuple[Atom, ...]]) -> dict[type, list[Literal]]:
    """Rare atoms by type."""
    return {cls: [Literal(atom) for atom in rare] for cls, rare in atoms.items()}


def numbers_within(bounds: Bounds, cls: type[int] | type[float], pools: Mapping[type, list[Literal]]) -> list[Literal]:
    """Numbers at the bounds and next to them, and the usual ones that are inside."""
    step = bounds.multiple_of or (1 if cls is int else 0.5)
    low = bounds.low if bounds.low is not None else None if bounds.high is None else bounds.high - 10 * step
    high = bounds.high if bounds.high is not None else None if low is None else low + 10 * step
    candidates: list[Number] = []
    if low is not None and high is not None:
        first = math.ceil(low / step) * step
        last = math.floor(high / step) * step
        inwards = (0, step, 2 * step)
        candidates = [
            low,
            high,
            *(first + each for each in inwards),
            *(last - each for each in inwards),
            (low + high) / 2,
        ]
    candidates += [count * step for count in (0, 1, -1, 2, 10) if bounds.multiple_of is not None]
    usual = [literal.value for literal in pools[cls]]
    candidates += [value for value in usual if isinstance(value, (int, float))]
    inside = dict.fromkeys(cls(value) for value in candidates if math.isfinite(value))
    return [Literal(value) for value in inside if bounds.admits(value)]


def texts_within(bounds: Bounds, cls: type[str] | type[bytes], pools: Mapping[type, list[Literal]]) -> list[Literal]:
    """Texts of the shortest and the longest length, and the usual ones that are neither shorter nor longer."""
    usual = [literal.value for literal in pools[cls]]
    letter = "a" if cls is str else b"a"
    lengths = {bounds.shortest, bounds.shortest + 1, bounds.shortest if bounds.longest is None else bounds.longest}
    texts = [letter * length for length in sorted(lengths) if length <= LONGEST]
    texts += [text for text in usual if isinstance(text, (str, bytes))]
    if bounds.pattern is not None and cls is str:
        texts = [text for text in texts if re.search(bounds.pattern, str(text))]
        texts += matching(bounds.pattern, 0, Random(0).random, SAMPLES)
    return [Literal(text) for text in dict.fromkeys(texts) if bounds.admits_length(len(text))]
