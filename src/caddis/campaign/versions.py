"""Where the two sides of a comparison come from: directories, files, wheels, requirements, revisions, modules.

What a name means is decided in this order, and documented so in docs/how-to/diff.md:

1. it ends in `.whl`: a wheel;
2. it has `==` in it: a requirement, which pip installs;
3. it is a directory or a `.py` file that exists;
4. both names are modules, and TARGET is left out or is one of them: two modules with one interface;
5. git knows it: a revision of the repository around the working directory.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from caddis.campaign.caching import cache
from caddis.campaign.process import Runtime
from caddis.discover.target import Target, locate
from caddis.errors import CaddisError, UnknownTarget, UnknownVersion

INSTALLING = 600.0
"""Seconds that pip may take."""
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._=-]+")


@dataclass(frozen=True, slots=True)
class Version:
    """One of two sides: a label for people, and the directory that has the target, if it is not installed."""

    label: str
    root: Path | None = None
    module: str = ""
    """The module or package meant, where the name itself says so."""


def versions_of(
    old: str, new: str, target: str, base: Path, runtimes: tuple[Runtime, Runtime]
) -> tuple[Version, Version]:
    """The two versions that names stand for."""
    if not (_is_elsewhere(old, base) or _is_elsewhere(new, base)) and target in ("", old, new):
        modules = [_as_module(name, base) for name in (old, new)]
        if all(modules):
            return Version(old, module=old), Version(new, module=new)
    return _version(old, base, runtimes[0]), _version(new, base, runtimes[1])


def target_in(version: Version, text: str, base: Path, find: Callable[[str, Path], Target] = locate) -> Target:
    """The target as it is in one version; `find` looks for it as the interpreter of that side would."""
    if version.root is None:
        return _labelled(find(version.module or text, base), version)
    wanted = text or version.module or _only_package(version)
    try:
        found = find(wanted, version.root)
    except UnknownTarget as error:
        raise UnknownVersion(version.label, str(error)) from None
    if found.root is None or not Path(found.root).resolve().is_relative_to(version.root.resolve()):
        raise UnknownVersion(version.label, f"it has no module {wanted.partition(':')[0]}")
    return _labelled(found, version)


def _labelled(target: Target, version: Version) -> Target:
    return replace(target, text=f"{target.text} of {version.label}" if target.text != version.label else target.text)


def _only_package(version: Version) -> str:
    """The one package or module that a directory holds, where no target is named."""
    root = version.root or Path()
    for directory in (root / "src", root):
        found = [
            entry.stem
            for entry in (sorted(directory.iterdir()) if directory.is_dir() else ())
            if (entry / "__init__.py").is_file() or (entry.suffix == ".py" and entry.stem not in ("setup", "conftest"))
        ]
        names = [name for name in found if name not in ("tests", "test", "docs") and not name.startswith("_")]
        if len(names) == 1:
            return names[0]
    raise UnknownVersion(version.label, "it does not hold one package only: name the TARGET after OLD and NEW")


def _is_elsewhere(name: str, base: Path) -> bool:
    """Whether a name can only be a place: a wheel, a requirement, something that exists."""
    return name.endswith(".whl") or "==" in name or (base / name).exists()


def _as_module(name: str, base: Path) -> bool:
    try:
        locate(name, base)
    except CaddisError:
        return False
    return True


def _version(name: str, base: Path, runtime: Runtime) -> Version:
    path = base / name
    if name.endswith(".whl"):
        if not path.is_file():
            raise UnknownVersion(name, "there is no such wheel")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        return Version(path.name, _installed(str(path.resolve()), f"{path.stem}-{digest}", name, runtime))
    if "==" in name:
        return Version(name, _installed(name, _NOT_IN_NAMES.sub("-", name.replace(" ", "")), name, runtime))
    if path.is_file() and path.suffix == ".py":
        return Version(name, path.resolve().parent, path.stem)
    if path.is_dir():
        whole = path.resolve()
        if (whole / "__init__.py").is_file():
            return Version(name, whole.parent, whole.name)
        return Version(name, whole)
    return Version(name, _revision(name, base))


def _installed(requirement: str, name: str, said: str, runtime: Runtime) -> Path:
    """The directory into which pip has installed a requirement and what it needs, now or before."""
    interpreter = hashlib.sha256(os.path.realpath(runtime.python).encode()).hexdigest()[:12]

    def fill(directory: Path) -> None:
        command = [runtime.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
        try:
            done = subprocess.run(
                [*command, "--prefer-binary", "--target", str(directory), requirement],
                capture_output=True,
                text=True,
                timeout=INSTALLING,
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UnknownVersion(said, f"pip could not be run: {error}") from None
        if done.returncode:
            raise UnknownVersion(said, f"pip could not install it: {_reason(done.stderr or done.stdout)}")

    return _cached(Path("installed", f"{name}-{interpreter}"), fill)


def _reason(output: str) -> str:
    """The line of what pip prints that says most."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR:").strip() for line in lines if line.startswith("ERROR:")]
    return next(iter(errors[-1:] or lines[-1:]), "it does not say why")


def _revision(name: str, base: Path) -> Path:
    """The directory of a revision that stands for the working directory."""
    if name.startswith("-"):
        raise UnknownVersion(name, "it begins with a dash")
    commit = _git(base, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    if commit is None:
        raise UnknownVersion(
            name, "it is no directory, .py file, wheel, requirement with ==, importable module or git revision"
        )

    def fill(directory: Path) -> None:
        top = _git(base, "rev-parse", "--show-toplevel") or "."
        with tempfile.TemporaryFile() as archive:
            done = subprocess.run(
                ["git", "archive", commit], cwd=top, stdout=archive, stderr=subprocess.PIPE, check=False
            )
            if done.returncode:
                raise UnknownVersion(name, done.stderr.decode(errors="replace").strip() or "git could not export it")
            archive.seek(0)
            with tarfile.open(fileobj=archive) as files:
                files.extractall(directory, filter="data")

    whole = _cached(Path("revisions", commit), fill)
    inside = whole / (_git(base, "rev-parse", "--show-prefix") or "")
    if not inside.is_dir():
        raise UnknownVersion(name, "that revision has no such directory as this one")
    return inside


def _git(base: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(["git", *arguments], cwd=base, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _cached(name: Path, fill: Callable[[Path], None]) -> Path:
    """A directory of the cache, filled the first time it is asked for; never seen half filled."""
    directory = cache() / name
    if directory.is_dir():
        return directory
    directory.parent.mkdir(parents=True, exist_ok=True)
    partly = Path(tempfile.mkdtemp(prefix="part-", dir=directory.parent))
    try:
        fill(partly)
        try:
            partly.rename(directory)
        except OSError:
            # somebody else was faster
            if not directory.is_dir():
                raise
    finally:
        shutil.rmtree(partly, ignore_errors=True)
    return directory
