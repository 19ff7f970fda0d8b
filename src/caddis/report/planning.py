"""The plan of an enumeration: for people, and as JSON."""

from __future__ import annotations

import json
import math
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from caddis.model.planning import Part, Plan

EXACT = 10**12
"""Sizes up to this are written out for people."""
LARGEST = 10**300
"""Sizes up to this are numbers in JSON."""


def counted(size: int) -> str:
    """A number as people read it."""
    return f"{size:,}" if size <= EXACT else f"about 10^{round(math.log10(size))}"


def show_plan(console: Console, plan: Plan) -> None:
    """Show how many calls there are of each operation to each depth, and what is tried of them."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("calls to depth", overflow="fold")
    for depth in range(1, len(plan.sizes) + 1):
        table.add_column(str(depth), justify="right", no_wrap=True)
    table.add_column("tried")
    for each in plan.operations:
        kind = f" ({each.kind})" if each.kind in ("read", "write", "delete") else ""
        table.add_row(escape(each.operation + kind), *map(counted, each.sizes), _tried(each.parts))
    table.add_row("[bold]all[/]", *(f"[bold]{counted(size)}[/]" for size in plan.sizes), f"[bold]{plan.tests:,}[/]")
    console.print(table, highlight=False)
    console.print(f"\n{in_words(plan)}", highlight=False, soft_wrap=True)


def in_words(plan: Plan) -> str:
    """The plan in a few sentences."""
    possible = [each for each in plan.operations if each.parts]
    whole = sum(each.parts[-1].tests == each.parts[-1].size for each in possible)
    parts = [
        f"all there are of {whole} operations" if whole else "",
        f"an even sample of {len(possible) - whole}" if len(possible) > whole else "",
        f"none of {len(plan.operations) - len(possible)}" if len(plan.operations) > len(possible) else "",
    ]
    told = f"About {plan.budget:,} sequences can be tried. {plan.tests:,} are single calls with their arguments: "
    told += ", ".join(filter(None, parts))
    if plan.length:
        told += (
            f". The others are sequences of up to {plan.length} calls made for their effects,"
            " as far as they lead to new states"
        )
    return f"{told}."


def _tried(parts: tuple[Part, ...]) -> str:
    return ", then ".join(map(_part, parts)) or "none"


def _part(part: Part) -> str:
    if part.tests == part.size:
        return f"all {counted(part.size)} to depth {part.depth}"
    return f"{counted(part.tests)} to depth {part.depth}, drawn evenly"


def to_json(plan: Plan) -> str:
    """The plan as JSON text."""
    data = {
        "version": 1,
        "targets": list(plan.targets),
        "budget": plan.budget,
        "length": plan.length,
        "sizes": [*map(_number, plan.sizes)],
        "tests": plan.tests,
        "operations": [
            {
                "operation": each.operation,
                "kind": each.kind,
                "sizes": [*map(_number, each.sizes)],
                "parts": [
                    {"depth": part.depth, "size": _number(part.size), "tests": part.tests} for part in each.parts
                ],
            }
            for each in plan.operations
        ],
    }
    return json.dumps(data, indent=2) + "\n"


def _number(size: int) -> Any:
    return size if size <= LARGEST else counted(size)
