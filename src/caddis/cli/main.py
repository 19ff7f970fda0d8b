"""`caddis`: the commands, their options, and how errors reach the user."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from caddis import __version__
from caddis.campaign.halt import Halt, heeding_signals
from caddis.campaign.local import run
from caddis.config import CHOICES, Config, configure, load_config, nearest_pyproject
from caddis.discover.target import locate
from caddis.errors import CaddisError, EditedOutput, UnwritableOutput
from caddis.model.events import Summary
from caddis.report.summary import to_json
from caddis.report.terminal import Terminal

WRONG_USE = 2


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="caddis")
def commands() -> None:
    """Finds bugs in Python code and writes the tests nobody had time to write."""


@commands.command()
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option("--time", type=float, help="Seconds from start to exit.  [default: 120]")
@click.option("--steps", type=int, help="Sequences to try, instead of --time; the seed then decides every byte.")
@click.option("--seed", type=int, help="Decides every random choice.  [default: 0]")
@click.option("--output", metavar="DIR", help="Where regression tests go.  [default: tests/caddis]")
@click.option("--findings", metavar="DIR", help="Where failing tests go.  [default: caddis-findings]")
@click.option("--json", metavar="FILE", help="Also write the summary as JSON.")
@click.option("--strategy", type=click.Choice(CHOICES["strategy"]), help="How to search.  [default: feedback]")
@click.option(
    "--equality",
    type=click.Choice(CHOICES["equality"]),
    help="What makes two objects the same: their own == or their state.  [default: equals]",
)
@click.option("--exclude", multiple=True, metavar="PATTERN", help="Leave out names that match (may be repeated).")
@click.option("--private", is_flag=True, default=None, help="Also call names that begin with an underscore.")
@click.option("--timeout", type=float, help="Seconds one sequence may take.  [default: 0.5]")
@click.option("--memory", type=int, help="MiB of memory a worker may use.  [default: 2048]")
@click.option("--workers", type=int, help="Processes that explore at once.  [default: the cores; 1 with --steps]")
@click.option(
    "--reset",
    type=click.Choice(CHOICES["reset"]),
    help="How what a sequence changed is put back.  [default: snapshot]",
)
@click.option(
    "--allow",
    multiple=True,
    metavar="WHAT",
    help="Open the sandbox for: network, subprocess, write:PATH (may be repeated).",
)
@click.option("--no-sandbox", "sandbox", flag_value=False, default=None, help="Run the target without any protection.")
@click.option(
    "--strict-read", is_flag=True, default=None, help="Let the target read only itself and what importing needs."
)
@click.option("--strict", is_flag=True, default=None, help="Exit with status 1 when there are findings.")
@click.option("-q", "--quiet", is_flag=True, help="Print the last line only.")
@click.option("-v", "--verbose", is_flag=True, help="Say more.")
def generate(targets: tuple[str, ...], quiet: bool, verbose: bool, **options: Any) -> None:
    """Write regression tests and findings for TARGETs.

    A TARGET is a package or module by its dotted name, a path to a file or a directory, or package.module:Class.
    """
    start = time.monotonic()
    base = Path.cwd()
    given = {name: value for name, value in options.items() if value is not None and value != ()}
    config: Config = configure(load_config(nearest_pyproject(base)), given, "the command line")
    located = tuple(locate(target, base) for target in targets)
    if config.json is not None and not (base / config.json).parent.is_dir():
        raise UnwritableOutput(config.json, "its directory does not exist")
    summary: Summary | None = None
    # findings must stay readable in a pipe, where the width of a terminal means nothing
    console = Console(width=None if sys.stdout.isatty() else 160)
    halt = Halt(start + config.time if config.steps is None else None)
    with heeding_signals(halt), Terminal(console, verbose - quiet) as terminal:
        for event in run(located, config, base, halt):
            terminal.show(event)
            if isinstance(event, Summary):
                summary = event
    if summary is None:
        return
    if config.json is not None:
        try:
            (base / config.json).write_text(to_json(summary), encoding="utf-8")
        except OSError as error:
            raise UnwritableOutput(config.json, error.strerror) from None
    if summary.edited:
        raise EditedOutput(", ".join(summary.edited))
    if config.strict and summary.findings:
        sys.exit(1)


def main() -> None:
    """The entry point: every error a user can cause is one line and exit status 2."""
    try:
        commands.main(standalone_mode=False)
    except CaddisError as error:
        _complain(str(error))
    except click.ClickException as error:
        _complain(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)


def _complain(sentence: str) -> None:
    with suppress(BrokenPipeError):
        print(f"caddis: {' '.join(sentence.split())}", file=sys.stderr)
    sys.exit(WRONG_USE)
