"""Runs the real program as a person would: in a process of its own, in a directory of theirs."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROGRAM = str(Path(sysconfig.get_path("scripts"), "caddis"))
SUBJECTS = Path(__file__).parent.parent / "subjects"
AUTOLOAD = "PYTEST_DISABLE_PLUGIN_AUTOLOAD"
WITH_PLUGINS = {AUTOLOAD: ""}
"""Has pytest load the plugins that are installed here: seconds for each process, so only where a test is about them."""


@dataclass(frozen=True)
class Run:
    """What a run left behind."""

    status: int
    stdout: str
    stderr: str
    files: dict[str, str]
    """The generated tests by their path from the working directory."""
    summary: dict[str, Any]
    """What `--json` wrote, empty when nothing was written."""

    @property
    def complaint(self) -> str:
        """The one line a person reads when something is wrong, and nothing but it."""
        assert self.status == 2, self
        assert "Traceback" not in self.stdout + self.stderr, self
        [line] = self.stderr.splitlines()
        return line

    @property
    def findings(self) -> set[tuple[str, str]]:
        """What is violated by which operation."""
        return {(finding["kind"], finding["operation"]) for finding in self.summary["findings"]}

    def tests(self, path: str) -> dict[str, str]:
        """The tests of a generated file, each by its name with its source."""
        tree = ast.parse(self.files[path])
        return {node.name: ast.unparse(node) for node in tree.body if isinstance(node, ast.FunctionDef)}


class Project:
    """A directory with somebody's code in it, where Caddis is run."""

    def __init__(self, place: Path) -> None:
        self.directory = place / "project"
        self.home = place / "home"
        self.temporary = place / "tmp"
        for directory in (self.directory, self.home, self.temporary):
            directory.mkdir()

    def write(self, name: str, text: str) -> Path:
        """Put a file into the project."""
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def subject(self, name: str) -> str:
        """Put one of our subjects into the project; returns the name to call it by."""
        shutil.copy(SUBJECTS / f"{name}.py", self.directory)
        return name

    def copy(self, other: Project) -> None:
        """Put everything that is in another project into this one."""
        shutil.copytree(other.directory, self.directory, dirs_exist_ok=True)

    def caddis(self, *arguments: str, cwd: str = ".", timeout: float = 60, **environment: str) -> Run:
        """Run the program."""
        process = self._run([PROGRAM, *arguments], self.directory / cwd, timeout, environment)
        summary = self.directory / cwd / "summary.json"
        return Run(
            process.returncode,
            process.stdout,
            process.stderr,
            self.files(),
            json.loads(summary.read_text()) if summary.exists() else {},
        )

    def generate(self, *arguments: str, cwd: str = ".", timeout: float = 60, **environment: str) -> Run:
        """Run `caddis generate` with a summary, for 300 steps unless the arguments or a pyproject.toml limit it."""
        limited = {"--steps", "--time"} & {*arguments} or (self.directory / cwd / "pyproject.toml").exists()
        limit = () if limited else ("--steps", "300")
        (self.directory / cwd / "summary.json").unlink(missing_ok=True)
        return self.caddis(
            "generate", *arguments, *limit, "--json", "summary.json", cwd=cwd, timeout=timeout, **environment
        )

    def pytest(self, *arguments: str, hash_seed: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run plain pytest on what was written, without plugins but those that the arguments name."""
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
        return self._run(command, self.directory, 60, {"PYTHONHASHSEED": str(hash_seed), **environment})

    def files(self) -> dict[str, str]:
        """The generated tests."""
        return {
            str(path.relative_to(self.directory)): path.read_bytes().decode()
            for path in sorted(self.directory.rglob("test_*.py"))
        }

    def _run(
        self, command: list[str], cwd: Path, timeout: float, environment: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYTEST", "COV", "CADDIS"))}
        return subprocess.run(
            command,
            cwd=cwd,
            env={**inherited, "HOME": str(self.home), "TMPDIR": str(self.temporary), AUTOLOAD: "1", **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
