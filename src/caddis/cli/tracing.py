"""`caddis trace`: record a run of a program."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import click

from caddis.errors import BadRecording
from caddis.recording.session import DEFAULT_FILE, prepared
from caddis.recording.store import check


@click.command("trace", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option("-o", "--output", "file", metavar="FILE", default=DEFAULT_FILE, show_default=True, help="Where it goes.")
@click.option(
    "--of",
    "packages",
    multiple=True,
    metavar="PACKAGE",
    help="What to record (may be repeated).  [default: what lies in the working directory, without tests]",
)
@click.option("--redact", multiple=True, metavar="PATTERN", help="Texts and names never to record (may be repeated).")
@click.option("-m", "module", is_flag=True, help="The program is a module, as for python -m.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing unless something is wrong.")
@click.argument("program", metavar="SCRIPT | -m MODULE")
@click.argument("arguments", nargs=-1, metavar="ARGS...", type=click.UNPROCESSED)
def trace_command(
    *,
    file: str,
    packages: tuple[str, ...],
    redact: tuple[str, ...],
    module: bool,
    quiet: bool,
    program: str,
    arguments: tuple[str, ...],
) -> None:
    """Run a program as Python would, and record how it uses packages: for `caddis generate` and `caddis model`.

    What the file held before stays in it. The exit status is the program's.
    """
    base = Path.cwd()
    # where the program will look for its modules
    sys.path.insert(0, str(base if module else Path(program).resolve().parent))
    for package in packages:
        _check_package(package)
    if module:
        if importlib.util.find_spec(program.partition(".")[0]) is None:
            raise BadRecording(program, "there is no such module")
    elif not Path(program).exists():
        raise BadRecording(program, "there is no such script; a module is named with -m")
    path = Path(file).absolute()
    check(path)
    order = {
        "wanted": asdict(prepared(path, packages, redact, base)),
        "file": str(path),
        "module": module,
        "argv": [program, *arguments],
        "quiet": quiet,
    }
    # not public, and what multiprocessing uses
    flags = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    sys.stdout.flush()
    # a new interpreter in this process: the program has its signals, its exit status and none of our modules
    # by -m or -c as the program would be by -m or itself: Python ends by SIGINT in the one case and not in the other
    how = ["-m", "caddis.recording.launch"] if module else ["-c", "from caddis.recording.launch import main; main()"]
    os.execv(sys.executable, [sys.executable, *flags, *how, json.dumps(order)])


def _check_package(package: str) -> None:
    first = package.partition(".")[0]
    if first in sys.stdlib_module_names:
        raise BadRecording(f"--of {package}", "the standard library is not recorded")
    if importlib.util.find_spec(first) is None:
        raise BadRecording(f"--of {package}", "there is no such package")
