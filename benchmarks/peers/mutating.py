"""Runs suites on mutants of one module, made by cosmic-ray. To be run by the Python that has it, on a copy.

Reads a job as JSON from the standard input and writes a line of JSON for each mutant: what it is, and what each suite
says of it. The module of the copy is changed on disk, tested, and put back.
"""

from __future__ import annotations

import json
import random
import shlex
import sys
import tempfile
from pathlib import Path

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db


def main() -> None:
    """Do the job."""
    job = json.load(sys.stdin)
    with (
        tempfile.TemporaryDirectory() as directory,
        use_db(Path(directory) / "session", WorkDB.Mode.create) as database,
    ):
        init([Path(job["module"])], database, {})
        specs = [mutation for item in database.work_items for mutation in item.mutations]
    # job ids are random; these are not
    specs.sort(key=lambda spec: (spec.start_pos, spec.end_pos, spec.operator_name, spec.occurrence))
    chosen = specs if len(specs) <= job["most"] else random.Random(job["seed"]).sample(specs, job["most"])
    print(json.dumps({"mutants": len(specs), "chosen": len(chosen)}), flush=True)
    for spec in chosen[job["shard"] :: job["shards"]]:
        said = {
            suite: mutate_and_test([spec], shlex.join(command), job["limit"]).test_outcome
            for suite, command in job["suites"].items()
        }
        line, column = spec.start_pos
        print(json.dumps({"mutant": f"{line}:{column} {spec.operator_name}", "said": said}), flush=True)


if __name__ == "__main__":
    main()
