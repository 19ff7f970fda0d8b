"""Invocation models as a page that needs nothing but a browser: calls as boxes, what may follow as lines."""

from __future__ import annotations

import html
from collections.abc import Iterable

from caddis.model.usage import Model
from caddis.report.models import label

_WIDTH, _HEIGHT, _GAP = 260, 34, 22
_LONGEST = 40
_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; color: #222; background: #fff; }
h2 { margin-top: 2.5rem; font-size: 1.1rem; } svg { max-width: 100%; height: auto; }
rect { fill: #f4f6f8; stroke: #9aa7b4; } rect.source { fill: #e7f3ec; stroke: #5b9a76; }
text { font: 12px ui-monospace, monospace; fill: #222; } path { fill: none; stroke: #7c8b99; marker-end: url(#to); }
@media (prefers-color-scheme: dark) {
  body { background: #16191d; color: #dde3e9; } rect { fill: #20262c; stroke: #55626e; } text { fill: #dde3e9; }
  rect.source { fill: #1d2f26; stroke: #4d8a68; }
}
"""


def page(models: Iterable[Model], title: str) -> str:
    """A whole page."""
    drawn = "\n".join(_drawn(model) for model in models)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>{html.escape(title)}</h1>\n"
        "<p>For each class the calls that made its objects (green) and those that followed. "
        "An arrow leads from a call to one that may come next; <code>it</code> is the object.</p>\n"
        f"{drawn}\n</body></html>\n"
    )


def _drawn(model: Model) -> str:
    places = _places(model)
    columns = max((column for column, _ in places.values()), default=0) + 1
    rows = max((row for _, row in places.values()), default=0) + 1
    width, height = columns * (_WIDTH + _GAP * 2) + _GAP, rows * (_HEIGHT + _GAP) + _GAP
    boxes = [_box(number, model, *_corner(place)) for number, place in places.items()]
    lines = [
        _line(_corner(places[number]), _corner(places[after]), itself=number == after)
        for number, following in enumerate(model.edges)
        for after in following
        if number in places and after in places
    ]
    name = html.escape(model.cls.replace(":", "."))
    return (
        f"<h2>{name} <small>from {model.histories} objects</small></h2>\n"
        f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="the model of {name}">'
        '<defs><marker id="to" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z" style="fill:#7c8b99;stroke:none"/></marker></defs>'
        f"{''.join(lines)}{''.join(boxes)}</svg>"
    )


def _places(model: Model) -> dict[int, tuple[int, int]]:
    """Column and row of each node: as many columns from the left as there are calls before it."""
    depth = dict.fromkeys(model.sources, 0)
    waiting = list(model.sources)
    for number in waiting:
        for after in model.edges[number]:
            if after not in depth:
                depth[after] = depth[number] + 1
                waiting.append(after)
    filled: dict[int, int] = {}
    places: dict[int, tuple[int, int]] = {}
    for number, column in depth.items():
        places[number] = (column, filled.get(column, 0))
        filled[column] = filled.get(column, 0) + 1
    return places


def _corner(place: tuple[int, int]) -> tuple[int, int]:
    column, row = place
    return _GAP + column * (_WIDTH + _GAP * 2), _GAP + row * (_HEIGHT + _GAP)


def _box(number: int, model: Model, x: int, y: int) -> str:
    text = label(model.nodes[number])
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    kind = ' class="source"' if number in model.sources else ""
    return (
        f'<g><title>{html.escape(text)}</title><rect{kind} x="{x}" y="{y}" rx="5" width="{_WIDTH}" height="{_HEIGHT}"/>'
        f'<text x="{x + 8}" y="{y + 21}">{html.escape(short)}</text></g>'
    )


def _line(start: tuple[int, int], end: tuple[int, int], *, itself: bool) -> str:
    x, y = start[0] + _WIDTH, start[1] + _HEIGHT // 2
    if itself:
        return f'<path d="M{x} {y - 6} C{x + 30} {y - 24} {x + 30} {y + 24} {x} {y + 8}"/>'
    to_x, to_y = end[0], end[1] + _HEIGHT // 2
    if to_x > x:
        middle = (x + to_x) // 2
        return f'<path d="M{x} {y} C{middle} {y} {middle} {to_y} {to_x} {to_y}"/>'
    return f'<path d="M{x} {y} C{x + 60} {y} {to_x - 60} {to_y} {to_x} {to_y}"/>'
