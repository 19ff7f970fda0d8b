"""What the commands that run a target share: their options, and how they are read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console

from caddis.config import CHOICES, Config, configure, load_config, nearest_pyproject
from caddis.errors import UnwritableOutput

Command = TypeVar("Command", bound=Callable[..., Any])

_OF_EXPLORING = (
    click.option("--steps", type=int, help="Sequences to try, instead of --time; the seed then decides every byte."),
    click.option(
        "--workers", type=int, help="Processes that explore at once.  [default: the cores; 1 with --steps or enumerate]"
    ),
    click.option("--private", is_flag=True, default=None, help="Also call names that begin with an underscore."),
)
_OPTIONS = (
    *_OF_EXPLORING,
    click.option("--seed", type=int, help="Decides every random choice.  [default: 0]"),
    click.option("--exclude", multiple=True, metavar="PATTERN", help="Leave out names that match (may be repeated)."),
    click.option("--timeout", type=float, help="Seconds one sequence may take.  [default: 0.5]"),
    click.option("--memory", type=int, help="MiB of memory a worker may use.  [default: 2048]"),
    click.option(
        "--reset",
        type=click.Choice(CHOICES["reset"]),
        help="How what a sequence changed is put back.  [default: snapshot]",
    ),
    click.option(
        "--allow",
        multiple=True,
        metavar="WHAT",
        help="Open the sandbox for: network, subprocess, write:PATH (may be repeated).",
    ),
    click.option(
        "--no-sandbox", "sandbox", flag_value=False, default=None, help="Run the target without any protection."
    ),
    click.option(
        "--strict-read", is_flag=True, default=None, help="Let the target read only itself and what importing needs."
    ),
    click.option("-q", "--quiet", is_flag=True, help="Say less."),
    click.option("-v", "--verbose", is_flag=True, help="Say more."),
)


def running(command: Command) -> Command:
    """Add the options of a command that runs a target."""
    return _with(_OPTIONS, command)


def running_in_one_worker(command: Command) -> Command:
    """The same, of a command that is done when all is done, by a single worker."""
    return _with(_OPTIONS[len(_OF_EXPLORING) :], command)


def _with(options: tuple[Callable[[Command], Command], ...], command: Command) -> Command:
    for option in reversed(options):
        command = option(command)
    return command


_ENUMERATING = (
    click.option("--depth", type=int, help="How deep enumerated calls are nested.  [default: 3]"),
    click.option("--length", type=int, help="How long enumerated call sequences may be; 0 for none.  [default: 10]"),
)


def enumerating(command: Command) -> Command:
    """Add the options of a command that enumerates, or plans to."""
    for option in reversed(_ENUMERATING):
        command = option(command)
    return command


def config_of(options: Mapping[str, Any], base: Path) -> Config:
    """The settings of the project, overridden by the options given."""
    given = {name: value for name, value in options.items() if value is not None and value != ()}
    config: Config = configure(load_config(nearest_pyproject(base)), given, "the command line")
    if config.json is not None and not (base / config.json).parent.is_dir():
        raise UnwritableOutput(config.json, "its directory does not exist")
    return config


def console_of() -> Console:
    """Where to print: what is printed must stay readable in a pipe, where the width of a terminal means nothing."""
    return Console(width=None if sys.stdout.isatty() else 160)


def write_json(text: str, file: str | None, base: Path) -> None:
    """Write what `--json` asks for, if it was given."""
    if file is None:
        return
    try:
        (base / file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnwritableOutput(file, error.strerror) from None
