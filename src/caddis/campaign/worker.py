"""The worker process: confines itself, imports the target, does one job, and streams events back as JSON lines.

Started as `python -m caddis.campaign.worker LETTERS_FD EVENTS_FD JOURNAL_FD KEEPING JOB` in its workspace, KEEPING
being what its keeper is told, and JOB the kind of job to make ready for; see `process.py` for the other end.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from typing import NoReturn

from caddis.campaign.journal import CUT_OFF, Journal
from caddis.campaign.place import CutOff, Link, Place
from caddis.errors import CaddisError
from caddis.execute import keeper, sandbox
from caddis.execute.apart import OUT_OF_MEMORY
from caddis.execute.audit import watch
from caddis.execute.sandbox import Policy
from caddis.model.codec import Json

COLLECTING = (100_000, 20, 1_000)
"""When garbage is collected: rarely, since the pool only grows and would be walked again and again."""

JOBS = {
    "explore": "exploring",
    "finish": "finishing",
    "weigh": "weighing",
    "replay": "replaying",
    "count": "counting",
    "compare": "comparing",
    "check": "checking",
    "plan": "planning",
}
"""For each job the module that has a function of its name."""


_ALONE = ("replay", "count", "check")
"""The jobs that need little of what the others need."""


def main() -> None:
    """Do the job the parent wrote into the first descriptor."""
    letters, events, shared = map(int, sys.argv[1:4])
    serve(letters, events, shared, json.loads(sys.argv[4]), sys.argv[5])


def serve(letters: int, events: int, shared: int, keeping: Json, kind: str) -> NoReturn:
    """Be a worker from now on, at a job of some kind, or of one that needs the same."""
    # what is imported now stays, and need not be walked again and again
    gc.set_threshold(*COLLECTING)
    missing = keeper.enter(workspace=os.getcwd(), **keeping)
    link = Link(letters, events)
    # before anything beside a target can pass for a module that we need, and while there is nothing else to do
    _work(kind)
    job = link.receive()
    link.token = job["token"]
    work = _work(job["job"])
    # ours was compiled once and is kept, the target's is left as it is found
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    for path in reversed(job["paths"]):
        sys.path.insert(0, path)
    sys.argv = ["caddis"]
    policy = _policy(job)
    denied: list[str] = []
    touched: set[str] = set()
    if job["job"] == "finish":
        watch(touched.add)
    walls = sandbox.wall_in(policy, denied.append)
    journal = Journal(shared)
    journal.seal()
    place = Place(
        link,
        journal,
        job,
        denied=denied,
        touched=touched,
        ours=walls.ours,
        alone=policy.enabled and not policy.subprocess,
    )
    if policy.enabled and (missing or walls.missing):
        link.send("unprotected", lines=[*missing, *walls.missing])
    faulthandler.enable()
    # what was printed before the end is worth having, whatever the end
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    try:
        work(place)
    except CaddisError as error:
        link.send("failed", message=str(error))
    except MemoryError:
        # nothing more can be done in here; the parent starts another worker from what was kept
        os._exit(OUT_OF_MEMORY)
    except BrokenPipeError:
        os._exit(0)
    except CutOff:
        os._exit(CUT_OFF)
    except Exception:  # noqa: BLE001 - an error of ours, handed to the parent whole
        link.send("defect", text=traceback.format_exc())
    finally:
        # a tick after the interpreter has put its signal handlers away would end the process
        signal.setitimer(signal.ITIMER_REAL, 0)
    link.send("done")
    # threads and exit handlers of the target have no say in when the worker ends
    os._exit(0)


def needs_little(job: str) -> bool:
    """Whether a job needs little of what most others need."""
    return job in _ALONE


def _work(job: str) -> Callable[[Place], None]:
    """What does a job; replaying needs little, and what the others need must not be loaded as if a target asked."""
    needed = [job] if needs_little(job) else [name for name in JOBS if name not in _ALONE]
    modules = {name: import_module(f"caddis.campaign.{JOBS[name]}") for name in needed}
    work: Callable[[Place], None] = getattr(modules[job], job)
    return work


def _policy(job: Json) -> Policy:
    given: Json = {name: tuple(value) if isinstance(value, list) else value for name, value in job["policy"].items()}
    return Policy(**given, workspace=os.getcwd(), apart=sys.platform == "linux", forking=job.get("alone", True))


if __name__ == "__main__":
    main()
