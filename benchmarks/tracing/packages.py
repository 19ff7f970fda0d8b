"""Real packages with their own tests, as their source distributions on PyPI bring them."""

from __future__ import annotations

import io
import os
import re
import resource
import subprocess
import sys
import tarfile
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / ".tracing"
TOOLS = ("pytest>=8,<9", "coverage>=7.6", "monkeytype==23.3.0")
PYTEST = ("-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts=")
TESTING = 900.0
"""Seconds that the tests of a package may take."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package: its distribution, where its modules and its tests are, and which tests measure time themselves."""

    name: str
    version: str
    path: str = "."
    module: str = ""
    """The file that mutants are made of."""
    deselected: tuple[str, ...] = ()

    @property
    def place(self) -> Path:
        """Where it is unpacked."""
        return KEPT / f"{self.name}-{self.version}"

    def environment(self) -> dict[str, str]:
        """In which its modules are found; the tests write nothing beside them."""
        return {**os.environ, "PYTHONPATH": str(self.place / self.path), "PYTHONDONTWRITEBYTECODE": "1"}


PACKAGES = (
    Package("semver", "3.0.4", "src", "src/semver/version.py"),
    Package("tinydb", "4.8.2", ".", "tinydb/queries.py"),
    Package("sqlparse", "0.5.3", ".", "sqlparse/sql.py"),
)


def fetch(package: Package) -> None:
    """Unpack the source distribution, unless it is there."""
    if package.place.is_dir():
        return
    KEPT.mkdir(exist_ok=True)
    index = f"https://pypi.org/simple/{package.name}/"
    with urllib.request.urlopen(index, timeout=60) as answer:
        links = re.findall(r'href="([^"#]+)', answer.read().decode())
    wanted = f"{package.name}-{package.version}.tar.gz"
    url = urljoin(index, next(link for link in links if link.endswith(wanted)))
    with (
        urllib.request.urlopen(url, timeout=120) as answer,
        tarfile.open(fileobj=io.BytesIO(answer.read())) as archive,
    ):
        archive.extractall(KEPT, filter="data")


def python_for(version: str) -> Path | None:
    """An environment with the tools for a version of Python; None if this machine has none."""
    found = subprocess.run(
        [
            "bash",
            "-c",
            f"command -v python{version} && python{version} -c ''; ls -d ~/.pyenv/versions/{version}.*/bin/python",
        ],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    base = next((each for each in reversed(found) if _is(each, version)), None)
    if base is None:
        return None
    environment = ROOT / f".venv-tracing-{version}"
    python = environment / "bin" / "python"
    if not (environment / ".installed").exists():
        subprocess.run([base, "-m", "venv", str(environment)], check=True)
        install = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        subprocess.run([*install, *TOOLS, "-e", str(ROOT)], check=True)
        (environment / ".installed").touch()
    return python


def _is(python: str, version: str) -> bool:
    asked = [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() == version


@dataclass(frozen=True, slots=True)
class Ran:
    """A run of tests: the seconds of processor time it took, its status, and what it said."""

    seconds: float
    status: int
    output: str


def run(package: Package, command: list[str], limit: float = TESTING) -> Ran:
    """Run something in the directory of a package; processor time, since the machine may be busy."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(
            command,
            cwd=package.place,
            env=package.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ran(limit, -1, "took too long")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Ran(spent, done.returncode, done.stdout)


def tests_of(package: Package) -> list[str]:
    """The arguments of pytest."""
    return ["-m", "pytest", "tests", *PYTEST, *(f"--deselect={each}" for each in package.deselected)]


def record(package: Package, python: Path) -> tuple[Path, Ran]:
    """Record the tests of a package."""
    file = package.place / "tests.trace"
    file.unlink(missing_ok=True)
    command = [str(python), "-m", "caddis", "trace", "-o", file.name, "--of", package.name, *tests_of(package)]
    return file, run(package, command)


OURS = Path(sys.executable)
