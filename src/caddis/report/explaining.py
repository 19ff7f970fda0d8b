"""What became of each operation: as JSON and back, and for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.markup import escape

from caddis.errors import UnreadableSummary
from caddis.model.explanation import Explained, Explanation, KnownParameter, State, Told

DETAILS = "operations_detail"
MOST_SHOWN = 40
"""Reasons of one state that are shown without being asked for."""
MOST_NAMES = 8
"""Operations of one class that are named for one reason."""
HEADINGS = {
    State.LEFT_OUT: "Left out",
    State.NEVER_CALLED: "Never called",
    State.NEVER_SUCCEEDED: "Called, but never succeeded",
    State.SUCCEEDED: "Succeeded",
}
STYLES = {
    State.LEFT_OUT: "dim",
    State.NEVER_CALLED: "bold red",
    State.NEVER_SUCCEEDED: "bold yellow",
    State.SUCCEEDED: "bold green",
}


def details(operations: Iterable[Explained]) -> list[dict[str, Any]]:
    """The operations as they stand in a summary."""
    return [
        {
            "operation": one.operation,
            "kind": one.kind,
            "group": one.group,
            "state": one.state.value,
            "calls": one.calls,
            "successes": one.successes,
            "reason": one.reason,
            "ends": dict(one.ends),
            "parameters": [
                {
                    "name": parameter.name,
                    "required": parameter.required,
                    "type": parameter.type,
                    "sources": {told.source: told.type for told in parameter.told},
                }
                for parameter in one.parameters
            ],
            "example": one.example,
        }
        for one in operations
    ]


def to_json(explanation: Explanation) -> str:
    """An explanation as JSON text, in the form of a summary."""
    own = [one for one in explanation.operations if one.state is not State.LEFT_OUT]
    data = {
        "version": 1,
        "targets": list(explanation.targets),
        "seed": explanation.seed,
        "elapsed_s": round(explanation.elapsed, 3),
        "python": explanation.python,
        "operations": {
            "total": len(own),
            "called": sum(one.calls > 0 for one in own),
            "succeeded": sum(one.successes > 0 for one in own),
        },
        DETAILS: details(explanation.operations),
    }
    return json.dumps(data, indent=2) + "\n"


def from_json(text: str, file: str) -> Explanation:
    """What a summary says of operations."""
    try:
        data = json.loads(text)
    except ValueError:
        raise UnreadableSummary(file, "it is not JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get(DETAILS), list):
        raise UnreadableSummary(file, f"it has no {DETAILS}; `caddis generate --json` and `caddis explain --json` do")
    try:
        return Explanation(
            tuple(data["targets"]),
            data["seed"],
            data["elapsed_s"],
            data["python"],
            tuple(map(_operation, data[DETAILS])),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableSummary(file, f"it is not a summary of Caddis ({type(error).__name__}: {error})") from None


def _operation(data: dict[str, Any]) -> Explained:
    return Explained(
        data["operation"],
        data["kind"],
        data["group"],
        State(data["state"]),
        data["reason"],
        data["calls"],
        data["successes"],
        tuple(data["ends"].items()),
        tuple(
            KnownParameter(
                parameter["name"],
                parameter["required"],
                parameter["type"],
                tuple(Told(source, known) for source, known in parameter["sources"].items()),
            )
            for parameter in data["parameters"]
        ),
        data["example"],
    )


def show_many(console: Console, operations: Sequence[Explained], *, everything: bool) -> None:
    """Show operations by state, the failing ones first, grouped by class; what succeeded only if asked."""
    for state, several in groupby(operations, key=lambda one: one.state):
        alike = list(several)
        if state is State.SUCCEEDED and not everything:
            continue
        _line(console, f"\n[{STYLES[state]}]{HEADINGS[state]}[/] ({len(alike)})")
        _show_reasons(console, _by_reason(alike), len(alike) if everything else MOST_SHOWN)
    counted = {state: sum(one.state is state for one in operations) for state in State}
    total = len(operations) - counted[State.LEFT_OUT]
    parts = [f"{counted[state]} {state.value}" for state in reversed(State) if counted[state]]
    _line(console, f"\n{total} operations: {', '.join(parts) or 'none'}")


def _by_reason(operations: Iterable[Explained]) -> list[tuple[str, list[Explained]]]:
    """Operations of one class that have one reason, together, with that class."""
    together: dict[tuple[str, str], list[Explained]] = {}
    for one in operations:
        # what succeeded is shown one by one, with its program
        together.setdefault((one.group, one.reason or one.operation + one.kind), []).append(one)
    return [(group, several) for (group, _), several in together.items()]


def show_one(console: Console, one: Explained) -> None:
    """Show all that is known of an operation."""
    kind = f" ({one.kind})" if one.kind else ""
    _line(console, f"[bold]{escape(one.operation)}[/]{kind}: [{STYLES[one.state]}]{one.state.value}[/]")
    if one.reason:
        _line(console, f"  {escape(one.reason)}")
    if one.calls:
        ends = ", ".join(f"{end} {times}" for end, times in one.ends)
        _line(console, f"  {one.calls} calls, {one.successes} of them succeeded: {escape(ends)}")
    if one.parameters:
        _line(console, "\n  parameters")
        _show_parameters(console, one.parameters)
    if one.example:
        _line(console, "\n  the shortest that worked")
        _source(console, one.example, 4)


def _show_reasons(console: Console, reasons: list[tuple[str, list[Explained]]], most: int) -> None:
    for group, several in groupby(reasons[:most], key=lambda reason: reason[0]):
        _line(console, f"  [bold]{escape(group)}[/]")
        for _, alike in several:
            one = alike[0]
            names = [_short_name(each) for each in alike]
            if len(names) > MOST_NAMES:
                names[MOST_NAMES - 1 :] = [f"{len(names) - MOST_NAMES + 1} more"]
            _line(console, f"    {escape(', '.join(names))}{': ' if one.reason else ''}{escape(one.reason)}")
            if one.example:
                _source(console, one.example, 8)
    left = sum(len(alike) for _, alike in reasons[most:])
    if left:
        _line(console, f"  ... and {left} more (--all shows them)")


def _short_name(one: Explained) -> str:
    """The name in its class, where it is the class itself that of the class."""
    name = one.operation.removeprefix(f"{one.group}.")
    kind = " (set)" if one.kind == "write" else ""
    counts = f" ({one.successes} of {one.calls} calls)" if one.successes else ""
    return f"{name.rpartition('.')[2] if name == one.group else name}{kind}{counts}"


def _show_parameters(console: Console, parameters: Sequence[KnownParameter]) -> None:
    names = [parameter.name if parameter.required else f"{parameter.name} (optional)" for parameter in parameters]
    widths = max(map(len, names)), max(len(parameter.type) for parameter in parameters)
    for name, parameter in zip(names, parameters, strict=True):
        told = "; ".join(f"{each.source}: {each.type}" for each in parameter.told) or "nothing tells its type"
        _line(console, escape(f"    {name:{widths[0]}}  {parameter.type:{widths[1]}}  {told}"))


def _source(console: Console, source: str, indent: int) -> None:
    for line in source.splitlines():
        console.print(f"{' ' * indent}{line}" if line else "", soft_wrap=True, highlight=False, markup=False)


def _line(console: Console, text: str) -> None:
    console.print(text, soft_wrap=True, highlight=False)
