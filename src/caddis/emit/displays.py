"""Lists, tuples, sets and dicts written out."""

from __future__ import annotations

import ast

from caddis.model.operators import DISPLAYS


def display(opening: str, parts: list[str]) -> str:
    """The source of a display of these parts."""
    first, last = DISPLAYS[opening]
    if opening == "{:":
        return " | ".join(
            first + ", ".join(f"{key}: {value}" for key, value in chunk.values()) + last
            for chunk in _without_repetition(parts[::2], parts[1::2])
        )
    if opening == "{":
        # of equal literals a set keeps the first, and linters want no more than that
        distinct = {_literal(part, position): part for position, part in reversed(list(enumerate(parts)))}
        return first + ", ".join(reversed(distinct.values())) + last if parts else "set()"
    return first + ", ".join(parts) + ("," if opening == "(" and len(parts) == 1 else "") + last


def _without_repetition(keys: list[str], values: list[str]) -> list[dict[object, tuple[str, str]]]:
    """The entries of a dict display, cut wherever a key comes again: linters take that for a mistake."""
    chunks: list[dict[object, tuple[str, str]]] = [{}]
    for key, value in zip(keys, values, strict=True):
        if _literal(key, key) in chunks[-1]:
            chunks.append({})
        chunks[-1][_literal(key, key)] = (key, value)
    return chunks


def _literal(text: str, otherwise: object) -> object:
    """The value of a literal, to tell repetition by."""
    try:
        value = ast.literal_eval(text)
        return (hash(value), value)
    except (ValueError, TypeError):
        return ("not a literal", otherwise)
