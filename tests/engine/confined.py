"""Explores a subject in a process of its own that has confined itself, for subjects that are given files and paths.

What is explored in the process of the tests may do whatever they may. `python confined.py SUBJECT STEPS SEED…`, started
in an empty directory, writes into no other.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent.parent


def explore_apart(workspace: Path, subject: str, steps: int, seeds: list[int]) -> dict[str, Any]:
    """What the child says: the protections it lacks, and then nothing else; for each seed, what never succeeded."""
    path = os.pathsep.join([str(TESTS), *(entry for entry in sys.path if entry)])
    places = {"HOME": str(workspace), "TMPDIR": str(workspace), "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
    child = subprocess.run(
        [sys.executable, "-W", "ignore", __file__, subject, str(steps), *map(str, seeds)],
        cwd=workspace,
        env={**os.environ, **places},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    said: dict[str, Any] = json.loads(child.stdout.splitlines()[-1])
    return said


def main() -> None:
    """Confine this process, then explore; without full protection, do nothing."""
    from caddis.discover import discover, locate
    from caddis.execute.sandbox import Policy, confine
    from engine.exploring import explore

    subject, steps, *seeds = sys.argv[1:]
    report = sys.stdout
    missing = confine(Policy(os.getcwd()), lambda _what: None)
    unmet: dict[str, list[str]] = {}
    for seed in () if missing else seeds:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - what subjects print is not the report
        explored = explore(subject, int(steps), seed=int(seed))
        operations = discover([locate(f"subjects.{subject}", TESTS)]).operations.keys()
        unmet[seed] = sorted(map(str, operations - explored.explorer.ledger.succeeded))
    print(json.dumps({"missing": missing, "unmet": unmet}), file=report, flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
