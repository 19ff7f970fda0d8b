"""The baseline: a file of findings that are known and accepted, one a line, so that only new ones fail a build."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from caddis.config import nearest_pyproject
from caddis.errors import UnreadableBaseline, UnwritableOutput
from caddis.model.events import Reported

NAME = "caddis.baseline"
HEADER = (
    "# Findings that Caddis reports no more: id, contract, operation. Written by `caddis generate --update-baseline`;",
    "# remove a line to hear of it again.",
)
_ENTRY = re.compile(r"(?P<id>[0-9a-f]{10})\s+(?P<contract>\S+)\s+(?P<operation>[^\s#]+)\s*(#.*)?")


@dataclass(frozen=True, slots=True)
class Entry:
    """An accepted finding, with its line and whatever comments stand above it."""

    id: str
    order: tuple[str, str, str]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Baseline:
    """Accepted findings, and the file that lists them."""

    path: Path
    entries: tuple[Entry, ...] = ()
    header: tuple[str, ...] = HEADER
    footer: tuple[str, ...] = ()
    """Comments at the end."""

    @property
    def ids(self) -> frozenset[str]:
        """What the findings are known by."""
        return frozenset(entry.id for entry in self.entries)

    def including(self, findings: Iterable[Reported]) -> Baseline:
        """With more findings accepted; none is taken out, since a run may well miss one."""
        added = {
            finding.id: _entry(finding.id, finding.kind, finding.operation, ())
            for finding in findings
            if finding.id not in self.ids
        }
        return Baseline(self.path, (*self.entries, *added.values()), self.header, self.footer)

    @property
    def text(self) -> str:
        """The file, in an order that does not depend on when something was found."""
        ordered = sorted(self.entries, key=lambda entry: entry.order)
        lines = [*self.header, *(line for entry in ordered for line in entry.lines), *self.footer]
        return "".join(f"{line}\n" for line in lines)

    def write(self) -> None:
        """Write the file."""
        try:
            self.path.write_text(self.text, encoding="utf-8")
        except OSError as error:
            raise UnwritableOutput(self.path, error.strerror or error) from None


def baseline_of(base: Path, given: str | None, *, may_be_missing: bool = False) -> Baseline:
    """The baseline of a run in a directory: the file given, or the one there or beside pyproject.toml, if any."""
    if given is not None:
        path = base / given
        return Baseline(path) if may_be_missing and not path.exists() else read_baseline(path)
    pyproject = nearest_pyproject(base)
    places = [base, *([pyproject.parent] if pyproject is not None else [])]
    paths = [place / NAME for place in places]
    existing = next((path for path in paths if path.exists()), None)
    return Baseline(paths[-1]) if existing is None else read_baseline(existing)


def read_baseline(path: Path) -> Baseline:
    """Read a baseline."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableBaseline(path, getattr(error, "strerror", None) or "it is not text") from None
    entries: list[Entry] = []
    header: tuple[str, ...] = ()
    comments: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            comments.append(line)
            if tuple(comments) == HEADER and not entries:
                header, comments = HEADER, []
            continue
        found = _ENTRY.fullmatch(line.strip())
        if found is None:
            raise UnreadableBaseline(path, f"line {number} is not an id, a contract and an operation")
        entries.append(_entry(found["id"], found["contract"], found["operation"], (*comments, line)))
        comments = []
    return Baseline(path, tuple(entries), header, tuple(comments))


def _entry(identity: str, contract: str, operation: str, lines: tuple[str, ...]) -> Entry:
    return Entry(identity, (operation, contract, identity), lines or (f"{identity} {contract} {operation}",))
