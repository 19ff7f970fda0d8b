"""`caddis explain`: what is testable, what is not, and why."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from caddis.campaign.explaining import chosen, explain
from caddis.campaign.halt import Halt, heeding_signals
from caddis.campaign.planning import plan_of
from caddis.campaign.setting import setting_of
from caddis.cli.options import config_of, console_of, enumerating, running, write_json
from caddis.discover.target import locate
from caddis.errors import UnreadableSummary
from caddis.model.events import Started
from caddis.model.explanation import Explained, Explanation
from caddis.report.explaining import from_json, show_many, show_one, to_json
from caddis.report.planning import show_plan
from caddis.report.planning import to_json as plan_to_json
from caddis.report.terminal import VERBOSE, Terminal

TIME = 20.0
"""Seconds that suffice to see what can be called."""


@click.command("explain")
@click.argument("targets", nargs=-1, metavar="TARGET...")
@click.option("--operation", metavar="NAME", help="All that is known of one operation, such as Class.method.")
@click.option("--from", "summary", metavar="FILE", help="Read what `--json` wrote instead of running anything.")
@click.option("--all", "everything", is_flag=True, help="Show all, also what succeeded, with a program that worked.")
@click.option("--time", type=float, help="Seconds from start to exit.  [default: 20; for --plan 120]")
@click.option("--json", metavar="FILE", help="Also write it as JSON.")
@click.option("--plan", is_flag=True, help="Tell how many calls there are, and what `enumerate` would try in --time.")
@enumerating
@running
def explain_command(
    *,
    targets: tuple[str, ...],
    operation: str | None,
    summary: str | None,
    everything: bool,
    plan: bool,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Tell for each operation of TARGETs whether it was called, whether it ever succeeded, and why not.

    A TARGET is a package, a module, a file, package.module:Class, or one operation: package.module:Class.method.
    """
    if plan:
        _plan(targets, others=summary or operation or everything, options=options)
        return
    if not targets and summary is None:
        raise click.UsageError("name a TARGET, or a summary with --from FILE")
    if targets[1:] and summary is not None:
        raise click.UsageError("of a summary, all is shown, or one TARGET")
    console = console_of()
    if summary is not None:
        explanation: Explanation | None = _read(summary, operation or "".join(targets), options["json"])
    else:
        places, inside = zip(*map(_split, targets), strict=True)
        wanted = operation or (inside[0] if len(targets) == 1 else "")
        explanation = _run(places, wanted, console, verbose - quiet, options)
    if explanation is not None:
        _show(console, explanation.operations, everything=everything)


def _plan(targets: tuple[str, ...], *, others: object, options: dict[str, Any]) -> None:
    """Show what an enumeration would try in the time that `generate` has."""
    if not targets or others:
        raise click.UsageError("--plan goes with TARGETs, and not with --operation, --from or --all")
    base = Path.cwd()
    config = replace(config_of(options, base), strategy="enumerate")
    located = tuple(locate(target, base) for target in targets)
    halt = Halt(None)
    with heeding_signals(halt):
        found = plan_of(setting_of(located, config, base), halt)
    if found is not None:
        show_plan(console_of(), found)
        write_json(plan_to_json(found), config.json, base)


def _split(target: str) -> tuple[str, str]:
    """The class to explore where a target names something in it, and the name of that; empty if it does not."""
    place, colon, attribute = target.rpartition(":")
    if not colon or "." not in attribute:
        return target, ""
    return f"{place}:{attribute.rpartition('.')[0]}", attribute


def _run(
    places: tuple[str, ...], wanted: str, console: Console, verbosity: int, options: dict[str, Any]
) -> Explanation | None:
    start = time.monotonic()
    base = Path.cwd()
    if options["time"] is None:
        # that of the project is for writing tests
        options["time"] = TIME
    config = config_of(options, base)
    located = tuple(locate(place, base) for place in places)
    halt = Halt(start + config.time if config.steps is None else None)
    found: Explanation | None = None
    with heeding_signals(halt), Terminal(console, verbosity) as terminal:
        for event in explain(located, config, base, halt, wanted):
            if isinstance(event, Explanation):
                found = event
            elif not isinstance(event, Started) or verbosity >= VERBOSE:
                # what is left out is part of the explanation
                terminal.show(event)
    if found is not None:
        write_json(to_json(found), config.json, base)
    return found


def _read(file: str, wanted: str, json: str | None) -> Explanation:
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableSummary(file, getattr(error, "strerror", None) or "it is not text") from None
    whole = from_json(text, file)
    if wanted not in whole.targets:
        whole = replace(whole, operations=chosen(whole.operations, wanted))
    write_json(to_json(whole), json, Path.cwd())
    return whole


def _show(console: Console, operations: tuple[Explained, ...], *, everything: bool) -> None:
    # reading and writing an attribute have one name
    if len({one.operation for one in operations}) == 1:
        for one in operations:
            show_one(console, one)
    else:
        show_many(console, operations, everything=everything)
