"""Invocation models as people look at them: in the terminal, as Mermaid or Graphviz, as a page."""

from __future__ import annotations

import html
from collections.abc import Iterable

from rich.console import Console
from rich.markup import escape
from rich.tree import Tree

from caddis.model.sequence import Literal
from caddis.model.usage import RESULT, Held, Known, Left, Model, Node, Shaped, Template

MOST_VALUES = 3
LONGEST_VALUE = 24
_MEMBERS = {"[": ("[", "]"), "(": ("(", ")")}


def label(node: Node) -> str:
    """A call as one would write it, with the object as `it` and the values that were seen."""
    name = node.callee.path.rpartition(".")[2] if node.callee.sort != "constructor" else node.callee.path
    places = [*zip(node.parameters, node.given, strict=True)]
    made = node.positions == (RESULT,) or node.callee.sort == "constructor"
    if node.callee.sort == "constructor":
        places = places[1:]
    written = [
        "it" if not made and number in node.positions else _values(parameter, given)
        for number, (parameter, given) in enumerate(places)
    ]
    if node.callee.sort == "write" and len(written) == 2:
        return f"{written[0]}.{name} = {written[1]}"
    if node.callee.sort in ("method", "foreign") and written and node.callee.sort != "constructor":
        receiver = written.pop(0)
        text = f"{receiver}.{name}({', '.join(written)})"
    elif node.callee.sort == "constructor":
        text = f"{name}({', '.join(written)})"
    else:
        text = f"{node.callee.path}({', '.join(written)})"
    return f"it = {text}" if made else text


def _values(parameter: str, given: tuple[Template, ...]) -> str:
    seen = [_shown(each) for each in given if not isinstance(each, Left)]
    if not seen:
        return parameter
    several = list(dict.fromkeys(seen))
    return "|".join([*several[:MOST_VALUES], *["…"] * (len(several) > MOST_VALUES)])


def _shown(template: Template) -> str:
    match template:
        case Literal(value=value):
            text = repr(value)
            return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"
        case Held(cls=name) | Known(name=name):
            return name.partition(":")[2]
        case Shaped(bracket=bracket, items=items):
            opening, closing = _MEMBERS.get(bracket, ("{", "}"))
            inside = [_shown(item) for item in items[:MOST_VALUES]]
            return f"{opening}{', '.join([*inside, *['…'] * (len(items) > MOST_VALUES)])}{closing}"
        case Left():
            return ""


def show_models(console: Console, models: Iterable[Model]) -> None:
    """Draw models as trees; a call that is drawn above is named again with its number."""
    for model in models:
        name = model.cls.replace(":", ".")
        tree = Tree(f"[bold]{escape(name)}[/bold]  from {model.histories} object{'s' * (model.histories != 1)}")
        drawn: set[int] = set()
        # not by recursion: a history may be long
        waiting: list[tuple[Tree, int]] = [(tree, number) for number in reversed(model.sources)]
        while waiting:
            above, number = waiting.pop()
            text = f"[dim]{number}[/dim] {escape(label(model.nodes[number]))}"
            if number in drawn:
                above.add(f"[dim]→ {number}[/dim] {escape(label(model.nodes[number]))}")
                continue
            drawn.add(number)
            following = model.edges[number]
            again = "  [dim](again and again)[/dim]" if number in following else ""
            inside = above.add(f"{text}{again}")
            waiting += [(inside, each) for each in reversed(following) if each != number]
        console.print(tree, highlight=False)


def mermaid(models: Iterable[Model]) -> str:
    """Models in the language of Mermaid."""
    lines = ["flowchart TD"]
    for which, model in enumerate(models):
        lines.append(f'  subgraph c{which}["{_quoted(model.cls.replace(":", "."))}"]')
        lines += [f'    c{which}n{number}["{_quoted(label(node))}"]' for number, node in enumerate(model.nodes)]
        lines += [f"    c{which}s(( )) --> c{which}n{number}" for number in model.sources]
        lines += [
            f"    c{which}n{number} --> c{which}n{after}"
            for number, following in enumerate(model.edges)
            for after in following
        ]
        lines.append("  end")
    return "\n".join(lines) + "\n"


def graphviz(models: Iterable[Model]) -> str:
    """Models in the language of Graphviz."""
    lines = ["digraph models {", '  node [shape=box, fontname="sans-serif"];']
    for which, model in enumerate(models):
        lines.append(f"  subgraph cluster_{which} {{")
        lines.append(f'    label="{_escaped(model.cls.replace(":", "."))}";')
        lines.append(f'    c{which}s [shape=point, label=""];')
        lines += [
            f'    c{which}n{number} [label="{_escaped(label(node))}"];' for number, node in enumerate(model.nodes)
        ]
        lines += [f"    c{which}s -> c{which}n{number};" for number in model.sources]
        lines += [
            f"    c{which}n{number} -> c{which}n{after};"
            for number, following in enumerate(model.edges)
            for after in following
        ]
        lines.append("  }")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    """Text inside the quotes of Mermaid."""
    return html.escape(text, quote=True).replace("\n", " ")


def _escaped(text: str) -> str:
    """Text inside the quotes of Graphviz."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
