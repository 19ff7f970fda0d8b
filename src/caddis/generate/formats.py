"""Texts as code would write them that has a format for them: dates, and formats with places to fill."""

from __future__ import annotations

import datetime
import re
from itertools import zip_longest
from string import Formatter

_DATES = (datetime.datetime(2001, 2, 3, 4, 5, 6, 789000), datetime.datetime(1999, 12, 31, 23, 59, 59))
_NUMBERS = (1, 2, 3)
_FILLINGS: tuple[tuple[int | str, ...], ...] = (_NUMBERS, ("a", "b", "c"), (10, 0, 255), ("abc", "1", ""))
"""What is put into the places of a format, in turn; where one cannot be put, a number is."""
_PERCENT = re.compile(r"%(?:\(\w*\))?([-+ #0]*)(\d+|\*)?(\.(?:\d+|\*))?[hlL]?([diouxXeEfFgGcrsa%])")


def dated(date_format: str) -> list[str]:
    """Two dates in a format of `strftime`; one if it shows no difference, none if it is no format."""
    try:
        return list(dict.fromkeys(date.strftime(date_format) for date in _DATES))
    except ValueError:
        return []


def filled(text_format: str) -> list[str]:
    """A few texts that a format of `str.format`, or else of `%`, makes; none if it has no places, or nothing else."""
    parts = _of_braces(text_format) or _of_percents(text_format)
    if not parts or not any(text.strip() for text, _ in parts):
        return []
    return list(dict.fromkeys(_put(parts, filling) for filling in _FILLINGS))


Part = tuple[str, str | None]
"""A text, and what comes after it: `:02d` or `%02d`, or nothing."""


def _of_braces(text_format: str) -> list[Part]:
    try:
        parsed = list(Formatter().parse(text_format))
    except ValueError:
        return []
    parts = [(text, None if name is None else f":{spec}") for text, name, spec, _ in parsed]
    return parts if any(place is not None for _, place in parts) else []


def _of_percents(text_format: str) -> list[Part]:
    texts, places, end = [], [], 0
    for found in _PERCENT.finditer(text_format):
        flags, width, precision, conversion = found.groups()
        texts.append(text_format[end : found.start()])
        # a width that is an argument itself is left out
        known = "".join(part for part in (flags, width, precision) if part and "*" not in part)
        places.append(f"%{known}{conversion}")
        end = found.end()
    parts: list[Part] = list(zip_longest([*texts, text_format[end:]], places))
    return parts if any(place not in (None, "%%") for _, place in parts) else []


def _put(parts: list[Part], filling: tuple[int | str, ...]) -> str:
    made, count = "", 0
    for text, place in parts:
        made += text
        if place == "%%":
            made += "%"
        elif place is not None:
            made += _one(place, filling[count % len(filling)], _NUMBERS[count % len(_NUMBERS)])
            count += 1
    return made


def _one(place: str, value: int | str, otherwise: int) -> str:
    for each in (value, otherwise):
        try:
            return format(each, place[1:]) if place[0] == ":" else place % each
        except (ValueError, TypeError):
            continue
    return str(value)
