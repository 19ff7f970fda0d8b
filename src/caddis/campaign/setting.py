"""What every worker of a run is told."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from caddis.campaign.process import Runtime
from caddis.config import Config, nearest_pyproject
from caddis.discover.target import Target
from caddis.errors import BadRecording
from caddis.model.codec import Json
from caddis.model.usage import Usage, to_json
from caddis.plugin import FILE_NAME
from caddis.recording.models import read_usage
from caddis.recording.session import DEFAULT_FILE

START_LIMIT = 60.0
"""Seconds that importing a target may take when time is not what limits the run."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The targets, where they are, and what may be done to them."""

    targets: tuple[Target, ...]
    paths: tuple[str, ...]
    plugin_files: tuple[str, ...]
    config: Config
    usage: Json = None
    """What a recorded run teaches, if there is one."""
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
    usage = _usage(config, base)
    if usage is not None and config.strategy == "model":
        # models leave out what changes nothing, so exploring learns of no observers
        config = replace(config, observers=(*config.observers, *usage.observers))
    data = None if usage is None else to_json(usage)
    return Setting(targets, _paths(targets, base), _plugin_files(targets, base), config, data)


def recording_of(config: Config, base: Path) -> Path | None:
    """The recording that a run uses: the one that is named, or the one that is there."""
    if config.model is not None:
        return base / config.model
    return base / DEFAULT_FILE if (base / DEFAULT_FILE).is_file() and config.strategy != "undirected" else None


def _usage(config: Config, base: Path) -> Usage | None:
    recording = recording_of(config, base)
    if recording is None:
        if config.strategy == "model" and config.constraints != "none":
            raise BadRecording(DEFAULT_FILE, "the strategy model needs a recording; `caddis trace` makes one")
        return None
    return read_usage(recording, config.non_mutators)


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
