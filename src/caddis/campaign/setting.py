"""What every worker of a run is told."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from caddis.campaign.process import Runtime
from caddis.config import Config, nearest_pyproject
from caddis.discover.target import Target
from caddis.model.codec import Json
from caddis.plugin import FILE_NAME

START_LIMIT = 60.0
"""Seconds that importing a target may take when time is not what limits the run."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The targets, where they are, and what may be done to them."""

    targets: tuple[Target, ...]
    paths: tuple[str, ...]
    plugin_files: tuple[str, ...]
    config: Config
    runtime: Runtime = field(default_factory=Runtime)

    @property
    def workers(self) -> int:
        """How many explore at once: as many as there are cores, or one where the seed is to decide everything."""
        if self.config.workers is not None:
            return self.config.workers
        # call sequences are enumerated by one: each state hangs on those before it
        return _cores() if self.config.steps is None and self.config.strategy != "enumerate" else 1

    def job(self, kind: str, *, processes: bool = False, **more: Json) -> Json:
        """A job description; with `processes`, tests that start some of their own may do so."""
        return {
            "job": kind,
            "targets": [asdict(target) for target in self.targets],
            "paths": list(self.paths),
            "plugin_files": list(self.plugin_files),
            "policy": self._policy(processes),
            **more,
        }

    def _policy(self, processes: bool) -> Json:
        config = self.config
        paths = [what.removeprefix("write:") for what in config.allow if what.startswith("write:")]
        readable = [*self.paths, *self.plugin_files, *(target.root for target in self.targets if target.root)]
        return {
            "writable": [os.path.abspath(path) for path in paths],
            "network": "network" in config.allow,
            "subprocess": processes or "subprocess" in config.allow,
            "memory_mb": config.memory,
            "enabled": config.sandbox,
            "readable": readable if config.strict_read else None,
        }


def setting_of(targets: tuple[Target, ...], config: Config, base: Path) -> Setting:
    """What the workers of a run are told that is started in a directory."""
    return Setting(targets, _paths(targets, base), _plugin_files(targets, base), config)


def _paths(targets: tuple[Target, ...], base: Path) -> tuple[str, ...]:
    """What a worker puts first on its path: the roots of the targets, and the working directory."""
    return tuple(dict.fromkeys([*(target.root for target in targets if target.root), str(base)]))


def _plugin_files(targets: tuple[Target, ...], base: Path) -> tuple[str, ...]:
    """The local plugin files: beside a target's root, in the working directory, beside pyproject.toml."""
    places = [Path(target.root) for target in targets if target.root]
    places.append(base)
    pyproject = nearest_pyproject(base)
    if pyproject is not None:
        places.append(pyproject.parent)
    files = [(place / FILE_NAME).resolve() for place in places]
    return tuple(dict.fromkeys(str(file) for file in files if file.is_file()))


def _cores() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
