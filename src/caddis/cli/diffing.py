"""`caddis diff`: behaviour that differs between two versions or implementations."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from caddis.campaign.differing import Pair, diff
from caddis.campaign.halt import Halt, heeding_signals
from caddis.campaign.interpreters import locate_under, runtimes
from caddis.campaign.process import Runtime
from caddis.campaign.setting import Setting, setting_of
from caddis.campaign.versions import Version, target_in, versions_of
from caddis.cli.options import config_of, console_of, running, write_json
from caddis.config import Config
from caddis.discover.target import Target, locate
from caddis.model.difference import Comparison
from caddis.report.differing import show_comparison, to_json
from caddis.report.terminal import Terminal

TIME = 60.0
MOST_NAMES = 3


@click.command("diff")
@click.argument("names", nargs=-1, metavar="[OLD NEW] [TARGET]")
@click.option("--time", type=float, help="Seconds from start to exit, without installing.  [default: 60]")
@click.option("--old-python", metavar="PYTHON", help="The interpreter of the old side.  [default: this one]")
@click.option("--new-python", metavar="PYTHON", help="The interpreter of the new side.  [default: this one]")
@click.option("--json", metavar="FILE", help="Also write it as JSON.")
@running
def diff_command(
    *,
    names: tuple[str, ...],
    old_python: str | None,
    new_python: str | None,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Show behaviour that differs between OLD and NEW, one entry for each cause.

    OLD and NEW are directories, .py files, wheels, requirements such as boltons==23.0.0, revisions of the git
    repository, or two modules with one interface; TARGET is a package, a module or package.module:Class in both. With
    --old-python or --new-python, OLD and NEW may be left out. The exit status is 1 when something differs.
    """
    if not names or len(names) > MOST_NAMES or (len(names) == 1 and not (old_python or new_python)):
        raise click.UsageError(
            "name OLD, NEW and a TARGET; or two interpreters, --old-python and --new-python, and a TARGET"
        )
    base = Path.cwd()
    if options["time"] is None:
        # that of the project is for writing tests
        options["time"] = TIME
    config = config_of(options, base)
    found: Comparison | None = None
    with runtimes(old_python, new_python) as interpreters:
        pair = _pair(names, (interpreters[0], interpreters[1]), (old_python, new_python), config, base)
        halt = Halt(time.monotonic() + config.time if config.steps is None else None)
        with heeding_signals(halt), Terminal(console_of(), verbose - quiet) as terminal:
            for event in diff(pair, halt):
                if isinstance(event, Comparison):
                    found = event
                else:
                    terminal.show(event)
    if found is None:
        return
    show_comparison(console_of(), found, verbose - quiet)
    write_json(to_json(found), config.json, base)
    if found.entries:
        sys.exit(1)


def _pair(
    names: tuple[str, ...],
    interpreters: tuple[Runtime, Runtime],
    pythons: tuple[str | None, str | None],
    config: Config,
    base: Path,
) -> Pair:
    """The two sides that names stand for."""
    *sides, target = names if len(names) != MOST_NAMES - 1 else (*names, "")
    if sides:
        versions = versions_of(sides[0], sides[1], target, base, interpreters)
    else:
        versions = tuple(Version(python or sys.executable) for python in pythons)  # type: ignore[assignment]
    modules = {version.module for version in versions}
    # two modules with one interface: the target is each of them
    wanted = "" if target in modules and len(modules) > 1 else target
    targets = [
        target_in(version, wanted, base, partial(_located, runtime))
        for version, runtime in zip(versions, interpreters, strict=True)
    ]
    old, new = (_setting(one, runtime, config, base) for one, runtime in zip(targets, interpreters, strict=True))
    renamed = {targets[0].module: targets[1].module} if targets[0].module != targets[1].module else {}
    labels = [
        f"{version.label} ({python})" if python and sides else version.label
        for version, python in zip(versions, pythons, strict=True)
    ]
    return Pair(old, new, (labels[0], labels[1]), target or targets[0].module, renamed)


def _located(runtime: Runtime, text: str, base: Path) -> Target:
    return locate(text, base) if runtime == Runtime() else locate_under(runtime, text, base)


def _setting(target: Target, runtime: Runtime, config: Config, base: Path) -> Setting:
    """What the workers of one side are told: of all there is, only the target's own root is put on their path."""
    workers = None if config.workers is None else max(1, config.workers // 2)
    setting = setting_of((target,), replace(config, workers=workers or 1), base)
    paths = (target.root,) if target.root is not None else setting.paths
    return replace(setting, paths=paths, runtime=runtime)
