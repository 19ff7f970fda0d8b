"""Replays tests written by hand, as those of a run are replayed."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

from caddis.campaign.halt import Halt
from caddis.campaign.replays import Circumstances, Seen, Test, replay
from caddis.campaign.setting import Setting, setting_of
from caddis.campaign.supervising import Standby
from caddis.config import Config
from caddis.discover.target import locate

FILE = "test_it.py"


def setting(directory: Path, module: str = "") -> Setting:
    """A project with one module, called `subject`."""
    (directory / "subject.py").write_text(textwrap.dedent(module), encoding="utf-8")
    return setting_of((locate("subject", directory),), Config(), directory)


def replayed(where: Setting, tests: str, circumstances: Circumstances) -> dict[str, str]:
    """How each test of a file failed: by exception, or else in words; "" for those that passed."""
    source = textwrap.dedent(tests)
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    wanted = [Test(FILE, node.name) for node in functions if node.name.startswith("test_")]
    seen: Seen = replay(
        Standby(where), {FILE: source}, wanted, circumstances=circumstances, halt=Halt(None), deadline=None
    )
    return {name: "" if failure is None else failure.name or failure.said for (_, name), failure in seen.items()}
