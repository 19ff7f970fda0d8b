"""The settings of a run: `[tool.caddis]` in the nearest pyproject.toml, overridden by the command line."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from caddis.errors import BadConfiguration
from caddis.model.verdict import Confidence

ATOM_TYPES: dict[str, type] = {cls.__name__: cls for cls in (int, float, str, bytes, bool, complex)}

Part = Literal[
    # what is called, and with which of the values there are
    "attention",
    "unproven",
    "sparing",
    "costs",
    "rewarding",
    "cheaper",
    "simplest",
    "typical",
    "broadening",
    "reuse",
    "plain",
    "learning",
    "namesakes",
    "liking",
    "consuming",
    # where values come from
    "results",
    "helpers",
    "copies",
    "edges",
    "constants",
    "patterns",
    "comparing",
    "mutation",
    "docstrings",
    "documented",
    "defaults",
    "bodies",
    "names",
    "recorded",
    "callbacks",
]
"""The heuristics and the sources of values that a run can do without."""
PARTS: tuple[Part, ...] = get_args(Part)


@dataclass(frozen=True, slots=True)
class GenerateConfig:
    """How sequences are made."""

    repetition: float = 0.1
    max_repetition: int = 100
    max_length: int = 60
    none_ratio: float = 0.05
    abstraction: str = "state"
    without: tuple[str, ...] = ()

    def uses(self, part: Part) -> bool:
        """Whether a heuristic or a source of values is in use."""
        return part not in self.without

    def share(self, part: Part, usual: float) -> float:
        """How often something is done: as usual, or never without it."""
        return usual if self.uses(part) else 0.0


@dataclass(frozen=True, slots=True)
class FilterConfig:
    """Which filters decide what is built upon."""

    equality: bool = True
    null: bool = True
    exceptions: bool = True


@dataclass(frozen=True, slots=True)
class PropertyConfig:
    """How properties are checked."""

    examples: int = 1_000
    time: float = 30.0
    discards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Config:
    """Everything a run is told."""

    time: float = 120.0
    steps: int | None = None
    patience: float = 30.0
    seed: int = 0
    output: str = "tests/caddis"
    findings: str = "caddis-findings"
    json: str | None = None
    strategy: str = "feedback"
    model: str | None = None
    constraints: str = "sequence"
    depth: int = 3
    length: int = 10
    exclude: tuple[str, ...] = ()
    private: bool = False
    equality: str = "equals"
    max_tests: int | None = None
    all_tests: bool = False
    messages: bool = True
    timeout: float = 0.5
    memory: int = 2048
    strict: bool = False
    confidence: str = "medium"
    ignore: tuple[str, ...] = ()
    baseline: str | None = None
    checks: tuple[str, ...] = ()
    observers: tuple[str, ...] = ()
    non_mutators: tuple[str, ...] = ()
    workers: int | None = None
    reset: str = "snapshot"
    allow: tuple[str, ...] = ()
    sandbox: bool = True
    strict_read: bool = False
    generate: GenerateConfig = field(default_factory=GenerateConfig)
    filters: FilterConfig = field(default_factory=FilterConfig)
    properties: PropertyConfig = field(default_factory=PropertyConfig)
    check: tuple[str, ...] = ()
    factories: tuple[str, ...] = ()
    literals: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)


Section = TypeVar("Section", Config, GenerateConfig, FilterConfig, PropertyConfig)

ALLOWANCES = "network, subprocess or write:PATH"
DEEPEST = 6
"""Beyond, the number of calls has more digits than anybody can wait for."""
CHOICES = {
    "strategy": ("feedback", "undirected", "model", "enumerate"),
    "constraints": ("none", "values", "sequence"),
    "abstraction": ("state", "shape"),
    "equality": ("equals", "state"),
    "reset": ("snapshot", "reimport", "process"),
    "confidence": tuple(each.value for each in Confidence),
}


def nearest_pyproject(start: Path) -> Path | None:
    """The pyproject.toml of the project that a directory belongs to."""
    for directory in (start, *start.parents):
        if (directory / "pyproject.toml").is_file():
            return directory / "pyproject.toml"
    return None


def load_config(pyproject: Path | None) -> Config:
    """The settings a pyproject.toml gives, defaults for the rest."""
    if pyproject is None:
        return Config()
    try:
        data = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadConfiguration(pyproject, f"cannot be read: {error}") from None
    tool = data.get("tool", {})
    if not isinstance(tool, Mapping):
        raise BadConfiguration(pyproject, "[tool] must be a table")
    settings = tool.get("caddis", {})
    return configure(Config(), settings, f"{pyproject}: [tool.caddis]")


def configure(config: Section, settings: Mapping[str, Any], where: str) -> Section:
    """A configuration, or a section of one, with settings taken over; a key it does not have is an error."""
    if not isinstance(settings, Mapping):
        raise BadConfiguration(where, "must be a table")
    known = {entry.name: getattr(config, entry.name) for entry in fields(config)}
    changes: dict[str, Any] = {}
    for key, value in settings.items():
        name = key.replace("-", "_")
        if name not in known:
            raise BadConfiguration(where, f"unknown key {key!r}; known are {', '.join(sorted(known))}")
        if isinstance(known[name], (GenerateConfig, FilterConfig, PropertyConfig)):
            changes[name] = configure(known[name], value, f"{where[:-1]}.{name}]" if where[-1] == "]" else where)
        elif name == "literals":
            changes[name] = _literals(value, where)
        else:
            changes[name] = _checked(name, known[name], value, f"{where} {key}")
    return replace(config, **changes)


def _checked(name: str, default: Any, value: Any, where: str) -> Any:
    """A value of the kind the default has."""
    if isinstance(default, str) and name in CHOICES and value not in CHOICES[name]:
        raise BadConfiguration(where, f"must be one of {', '.join(CHOICES[name])}, not {value!r}")
    match default:
        case tuple():
            wanted, fits = (
                "a list of strings",
                isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value),
            )
            value = tuple(value) if fits else value
            if fits and name in MEMBERS:
                wanted, is_member = MEMBERS[name]
                fits = all(map(is_member, value))
        case bool():
            wanted, fits = "true or false", isinstance(value, bool)
        case float():
            wanted, fits = "a number", isinstance(value, (int, float)) and not isinstance(value, bool)
        case int() | None if name in ("steps", "seed", "memory", "workers", "max_tests") or isinstance(default, int):
            wanted, fits = "a whole number", value is None or (isinstance(value, int) and not isinstance(value, bool))
        case _:
            wanted, fits = "a string", value is None or isinstance(value, str)
    if not fits:
        raise BadConfiguration(where, f"must be {wanted}, not {value!r}")
    if isinstance(value, float) and not math.isfinite(value):
        raise BadConfiguration(where, f"must be a finite number, not {value!r}")
    if name in ("none_ratio", "repetition") and value > 1:
        raise BadConfiguration(where, f"must be at most 1, not {value!r}")
    if name == "depth" and value > DEEPEST:
        raise BadConfiguration(where, f"must be at most {DEEPEST}, not {value!r}: deeper is past all counting")
    may_be_nothing = {"none_ratio": 0, "repetition": 0, "max_repetition": 0, "patience": 0, "length": 0}
    lowest = None if name == "seed" else may_be_nothing.get(name, 1e-9)
    if lowest is not None and isinstance(value, (int, float)) and not isinstance(value, bool) and value < lowest:
        raise BadConfiguration(where, f"must be {'positive' if lowest else 'at least 0'}, not {value!r}")
    return value


def _is_allowance(what: str) -> bool:
    return what in ("network", "subprocess") or (what.startswith("write:") and len(what) > len("write:"))


MEMBERS: dict[str, tuple[str, Callable[[str], bool]]] = {
    "allow": (ALLOWANCES, _is_allowance),
    "without": (f"a list of some of {', '.join(PARTS)}", frozenset(PARTS).__contains__),
}
"""What some lists may have in them, and how to tell."""


def _literals(value: Any, where: str) -> dict[str, tuple[Any, ...]]:
    if not isinstance(value, Mapping):
        raise BadConfiguration(where, "literals must be a table of lists by type name")
    for name, atoms in value.items():
        if name not in ATOM_TYPES or not isinstance(atoms, (list, tuple)):
            raise BadConfiguration(where, f"literals.{name}: give lists for {', '.join(ATOM_TYPES)}")
        for atom in atoms:
            if type(atom) is not ATOM_TYPES[name]:
                raise BadConfiguration(where, f"literals.{name}: {atom!r} is not of that type")
    return {name: tuple(atoms) for name, atoms in value.items()}
