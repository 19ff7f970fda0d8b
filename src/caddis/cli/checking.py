"""`caddis check`: the properties of a target."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.live import Live
from rich.text import Text

from caddis.campaign.halt import Halt, heeding_signals
from caddis.campaign.process import Worker
from caddis.campaign.properties import Asked, Checker, Under, job_of, told
from caddis.campaign.remembering import Memory
from caddis.campaign.setting import START_LIMIT, Setting, setting_of
from caddis.cli.options import config_of, console_of, running_in_one_worker, write_json
from caddis.config import PropertyConfig, configure, nearest_pyproject
from caddis.discover.target import locate
from caddis.errors import NoProperties
from caddis.model.codec import Json
from caddis.model.tested import Tested
from caddis.report.lines import print_line
from caddis.report.properties import headline, to_json

MOST_HASH_SEEDS = 1 << 32


@click.command("check")
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option("-k", "chosen", default="", metavar="TEXT", help="Only properties whose names contain this.")
@click.option("-x", "stop", is_flag=True, help="Stop at the first failure.")
@click.option("--examples", type=int, help="Inputs for each property.  [default: 1000]")
@click.option("--time", type=float, help="Seconds that one property may take.  [default: 30]")
@click.option("--json", metavar="FILE", help="Also write it as JSON.")
@running_in_one_worker
def check_command(
    *,
    targets: tuple[str, ...],
    chosen: str,
    stop: bool,
    examples: int | None,
    time: float | None,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Check the properties of TARGETs: the functions and methods that are marked with @check.

    A TARGET is a package or module by its dotted name, a path to a file or a directory, or package.module:Class. The
    exit status is 1 when a property fails, or could not be checked.
    """
    base = Path.cwd()
    config = config_of(options, base)
    given = {name: value for name, value in (("examples", examples), ("time", time)) if value is not None}
    settings: PropertyConfig = configure(config.properties, given, "the command line")
    config = replace(config, properties=settings)
    setting = setting_of(tuple(locate(target, base) for target in targets), config, base)
    pyproject = nearest_pyproject(base)
    memory = Memory(pyproject.parent if pyproject is not None else base)
    halt = Halt(None)
    console = console_of()
    every: list[Tested] = []
    with (
        heeding_signals(halt),
        Checker(lambda kept, shares: _worker(setting, kept, shares), lambda: halt.asked) as checker,
    ):
        checker.ready()
        for line in checker.warnings:
            console.print(f"sandbox: {line}", style="yellow", markup=False, soft_wrap=True)
        names = [name for name in checker.properties if chosen in name]
        if not names:
            raise NoProperties(" ".join(targets) + (f" -k {chosen}" if chosen else ""))
        for name in names:
            asked = Asked(examples, stop, memory.of(name))
            tested = _checked(console, checker, name, asked, quiet=quiet)
            memory.note(tested)
            every.append(tested)
            _show(console, tested, verbose - quiet)
            if stop and not tested.holds:
                break
    failed = sum(not tested.holds for tested in every)
    if not quiet:
        noun = "property" if len(every) == 1 else "properties"
        console.print(f"{len(every)} {noun}, {failed} failed", highlight=False)
    write_json(to_json(every), config.json, base)
    if failed:
        sys.exit(1)


def _worker(setting: Setting, kept: list[Json], shares: dict[str, float]) -> Worker:
    config = setting.config
    job = job_of(setting, kept, shares)
    return Worker(job, hash_seed=config.seed % MOST_HASH_SEEDS, call_limit=config.timeout, start_limit=START_LIMIT)


def _checked(console: Console, checker: Checker, name: str, asked: Asked, *, quiet: bool) -> Tested:
    """Check one property, showing how far that is."""
    live = Live(Text(name), console=console, transient=True, refresh_per_second=8)
    shows = console.is_terminal and not console.is_dumb_terminal and not quiet
    if shows:
        live.start()
    try:
        for event in checker.check(name, asked):
            if isinstance(event, Tested):
                return event
            live.update(Text(_progress(event)))
    finally:
        if shows:
            live.stop()
    raise KeyboardInterrupt


def _progress(event: Under) -> str:
    failed = f", {event.failed} failed" if event.failed else ""
    return f"{event.name}: {event.passed} passed{failed}, {event.discarded} discarded"


def _show(console: Console, tested: Tested, verbosity: int) -> None:
    style = "green" if tested.holds else "bold red"
    print_line(console, Text(headline(tested), style=style))
    if verbosity < 0:
        return
    for line in told(tested)[1:]:
        print_line(console, Text(line))
    if verbosity > 0:
        print_line(console, Text(f"    {tested.seconds:.1f} s"))
