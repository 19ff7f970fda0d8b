"""`caddis`: the commands, their options, and how errors reach the user."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from caddis import __version__
from caddis.cli.lazily import Lazily
from caddis.cli.options import config_of, console_of, enumerating, running, write_json
from caddis.config import CHOICES
from caddis.errors import CaddisError, EditedOutput

WRONG_USE = 2
OTHERS = {
    "check": "caddis.cli.checking:check_command",
    "diff": "caddis.cli.diffing:diff_command",
    "explain": "caddis.cli.explaining:explain_command",
    "model": "caddis.cli.modelling:model_command",
    "trace": "caddis.cli.tracing:trace_command",
}


@click.group(cls=Lazily, lazily=OTHERS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="caddis")
def commands() -> None:
    """Finds bugs in Python code and writes the tests nobody had time to write."""


@commands.command()
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option("--time", type=float, help="Seconds from start to exit.  [default: 120]")
@click.option("--output", metavar="DIR", help="Where regression tests go.  [default: tests/caddis]")
@click.option("--findings", metavar="DIR", help="Where failing tests go.  [default: caddis-findings]")
@click.option(
    "--patience", type=float, help="Seconds without anything new after which to end early; 0 for never.  [default: 30]"
)
@click.option("--max-tests", type=int, help="Regression tests to write at most.  [default: 3 per operation]")
@click.option(
    "--all-tests",
    is_flag=True,
    default=None,
    help="A test of every case found, with all that is seen of it; to confirm so many goes beyond --time.",
)
@click.option(
    "--no-messages",
    "messages",
    flag_value=False,
    default=None,
    help="Have tests of refusals expect the exception, whatever it says.",
)
@click.option("--json", metavar="FILE", help="Also write the summary as JSON.")
@click.option("--strategy", type=click.Choice(CHOICES["strategy"]), help="How to search.  [default: feedback]")
@click.option("--model", metavar="FILE", help="A recording to learn from.  [default: caddis.trace, if it exists]")
@click.option(
    "--constraints",
    type=click.Choice(CHOICES["constraints"]),
    help="What of a recording binds the strategy model.  [default: sequence]",
)
@click.option(
    "--equality",
    type=click.Choice(CHOICES["equality"]),
    help="What makes two objects the same: their own == or their state.  [default: equals]",
)
@click.option(
    "--confidence",
    type=click.Choice(CHOICES["confidence"]),
    help="How sure a finding must be to be reported.  [default: medium]",
)
@click.option("--baseline", metavar="FILE", help="Findings that are accepted.  [default: caddis.baseline]")
@click.option("--update-baseline", is_flag=True, help="Accept all findings of this run.")
@click.option("--strict", is_flag=True, default=None, help="Exit with status 1 when there are findings not accepted.")
@enumerating
@running
def generate(targets: tuple[str, ...], quiet: bool, verbose: bool, update_baseline: bool, **options: Any) -> None:
    """Write regression tests and findings for TARGETs.

    A TARGET is a package or module by its dotted name, a path to a file or a directory, or package.module:Class.
    """
    # the other commands need little of this
    from caddis.campaign.baseline import baseline_of
    from caddis.campaign.halt import Halt, heeding_signals
    from caddis.campaign.local import run
    from caddis.discover.target import locate
    from caddis.model.events import Summary
    from caddis.report.summary import to_json
    from caddis.report.terminal import Terminal

    start = time.monotonic()
    base = Path.cwd()
    config = config_of(options, base)
    baseline = baseline_of(base, config.baseline, may_be_missing=update_baseline)
    located = tuple(locate(target, base) for target in targets)
    summary: Summary | None = None
    halt = Halt(start + config.time if config.steps is None else None)
    with heeding_signals(halt), Terminal(console_of(), verbose - quiet) as terminal:
        for event in run(located, config, base, halt, baseline, accept=update_baseline):
            terminal.show(event)
            if isinstance(event, Summary):
                summary = event
    if summary is None:
        return
    write_json(to_json(summary), config.json, base)
    if summary.edited:
        raise EditedOutput(", ".join(summary.edited))
    if config.strict and summary.new and not update_baseline:
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
