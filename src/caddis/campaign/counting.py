"""The job of a worker that counts what tests run of a target, as coverage.py would, while it replays them.

Branches are told by probes, lines by a trace: that sees where an exception has left a block.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from caddis.campaign.place import Place
from caddis.campaign.preparing import reported, roots
from caddis.campaign.replaying import replay
from caddis.discover.target import Target
from caddis.execute.cache import Cache
from caddis.execute.importing import Coverage, InstrumentingFinder
from caddis.execute.lines import Lines
from caddis.model.codec import Json


def count(place: Place) -> None:
    """Replay tests, telling how each failed, if it did, and what was run."""
    job = place.job
    targets = [Target(**target) for target in job["targets"]]
    replay(place, Counting(targets, job["files"], Cache(Path(job["instrumented"]))))


class Counting:
    """Counts in this process, in which nothing of the target is imported yet."""

    def __init__(self, targets: list[Target], files: list[str], cache: Cache) -> None:
        """Count in the targets, and in some other files."""
        self._coverage = Coverage(cache)
        self._coverage.count(reported(targets, files))
        InstrumentingFinder(roots(targets), self._coverage).install()
        self._lines = Lines(self._coverage.has)
        self.following = self._lines.following
        """Makes a context in which whatever this thread runs counts."""
        self._told, self._told_lines = 0, 0

    def news(self) -> Json:
        """What was run since this was last asked: branches by numbers, and lines, each with its module."""
        covered = self._coverage.covered()
        branches = self._coverage.named(covered[self._told :])
        self._told = len(covered)
        lines = self._coverage.counted_lines(islice(self._lines.run, self._told_lines, None))
        self._told_lines = len(self._lines.run)
        return {"branches": branches, "lines": lines}
