"""The keeper keeps its promises: it ends as its worker did, and nothing of a worker outlives it or the parent."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from caddis.execute import keeper

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is a keeper on Linux alone")

PLAIN = """
def refuse(namespaces): raise OSError(1, "Operation not permitted")
keeper.separate = refuse
"""
"""Makes a worker believe that the kernel has no namespaces."""
WORKER = """
import json, os, random, signal, socket, sys, time
from caddis.execute import keeper, sandbox
{before}
missing = keeper.enter(workspace={workspace!r}, parent={parent}, network={network})
def ready(*facts): print(json.dumps(facts), flush=True)
def orphan():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0: time.sleep(60)
        os._exit(0)
    os.wait()
{body}
"""
PARENT = """
import os, subprocess, sys
child = subprocess.Popen(
    [sys.executable, "-c", sys.argv[1].replace("PARENT", str(os.getpid()))], pass_fds=[int(sys.argv[2])]
)
print(child.pid, flush=True)
child.wait()
"""


def environment() -> dict[str, str]:
    """What a child needs to find Caddis."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}


@cache
def has_namespaces() -> bool:
    """Whether this machine lets a process have a namespace for its processes, and a /proc that shows them."""
    body = "sys.exit(bool(missing) or os.readlink('/proc/self') != str(os.getpid()))"
    source = WORKER.format(before="", workspace="", parent=os.getpid(), network=False, body=body)
    command = [sys.executable, "-c", source]
    return subprocess.run(command, env=environment(), check=False).returncode == 0


@dataclass(slots=True)
class Place:
    """Where workers are started: their workspace, and a pipe that stays open while anything of them is left."""

    workspace: Path
    before: str
    reading: int
    writing: int
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    def source(self, body: str, *, parent: str, network: bool = False) -> str:
        """The source of a worker."""
        workspace = str(self.workspace)
        return WORKER.format(before=self.before, workspace=workspace, parent=parent, network=network, body=body)

    def start(self, body: str, *, parent: str | None = None, network: bool = False) -> subprocess.Popen[str]:
        """Start a worker that does this once it is kept."""
        source = self.source(body, parent=parent or str(os.getpid()), network=network)
        return self.open([sys.executable, "-c", source])

    def start_parent(self, body: str) -> subprocess.Popen[str]:
        """Start a process that has such a worker, and prints the id of its keeper."""
        source = self.source(body, parent="PARENT")
        return self.open([sys.executable, "-c", PARENT, source, str(self.writing)])

    def open(self, command: list[str]) -> subprocess.Popen[str]:
        """Start a process that inherits the pipe."""
        self.started.append(
            subprocess.Popen(
                command, env=environment(), pass_fds=[self.writing], stdout=subprocess.PIPE, text=True,
                start_new_session=True,
            )
        )  # fmt: skip
        return self.started[-1]

    def deserted(self, within: float = 10) -> bool:
        """Whether nobody has the pipe any more, or nobody will have soon."""
        os.close(self.writing)
        self.writing = -1
        return bool(select.select([self.reading], [], [], within)[0])


@pytest.fixture(params=["namespace", "plain"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """A workspace and a pipe, with namespaces and without."""
    if request.param == "namespace" and not has_namespaces():
        pytest.skip("this machine lacks process namespaces")
    made = Place(tmp_path / "workspace", PLAIN if request.param == "plain" else "", *os.pipe())
    made.workspace.mkdir()
    yield made
    for process in made.started:
        process.kill()
        process.communicate()
    for descriptor in {made.reading, made.writing} - {-1}:
        os.close(descriptor)
    # pytest could not remove what some tests make
    with suppress(FileNotFoundError):
        keeper.remove(str(made.workspace))


def said(process: subprocess.Popen[str]) -> list[object]:
    """The facts in the next line that a process prints."""
    assert process.stdout is not None
    facts: list[object] = json.loads(process.stdout.readline())
    return facts


def gone(process: int, within: float = 10) -> bool:
    """Whether a process has ended, or does so soon."""
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("pass", 0),
        ("sys.exit(3)", 3),
        ("os._exit(255)", 255),
        ("os.kill(os.getpid(), signal.SIGSEGV)", -signal.SIGSEGV),
        ("os.abort()", -signal.SIGABRT),
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
        ("os.kill(os.getpid(), signal.SIGTERM)", -signal.SIGTERM),
        ("os.kill(os.getpid(), signal.SIGUSR1)", -signal.SIGUSR1),
        ("signal.raise_signal(signal.SIGRTMIN)", -signal.SIGRTMIN),
    ],
)
def test_ends_as_the_worker_did(place: Place, body: str, code: int) -> None:
    """The parent sees the exit status, or the signal, that ended the worker."""
    worker = place.start(body)

    assert worker.wait(10) == code


def test_worker_is_an_ordinary_process(place: Place) -> None:
    """The worker is not the first process of its namespace, and /proc knows it by its own name."""
    worker = place.start("ready(os.getpid(), int(os.readlink('/proc/self')))")

    own, listed = said(worker)

    assert own == listed
    assert own != 1


def test_worker_keeps_its_signals(place: Place) -> None:
    """What the keeper does with signals does not show in the worker."""
    worker = place.start("ready(list(signal.pthread_sigmask(signal.SIG_BLOCK, [])), os.getpgrp() > 0)")

    assert said(worker) == [[], True]


def test_orphans_end_with_the_worker(place: Place) -> None:
    """Processes that left the worker's session and parent are gone before the keeper is."""
    worker = place.start("orphan(); orphan(); ready()")
    worker.wait(10)

    assert place.deserted(within=0)


def test_descriptors_are_the_worker_s_alone(place: Place) -> None:
    """A reader sees the end of a pipe that the worker closes, though keeper and worker go on."""
    worker = place.start(f"os.close({place.writing}); ready(); time.sleep(60)")
    said(worker)

    assert place.deserted()
    assert worker.poll() is None


def test_workspace_outlives_the_worker(place: Place) -> None:
    """It is the parent's to remove."""
    place.start("pass").wait(10)

    assert place.workspace.exists()


def test_nothing_outlives_the_parent(place: Place) -> None:
    """A parent that is killed leaves no process and no directory."""
    parent = place.start_parent(
        f"os.chdir({str(place.workspace)!r})\n"
        "for _ in range(100): os.mkdir('d' * 50); os.chdir('d' * 50)\n"
        "os.mkdir('odd', 0); os.symlink('/', 'link'); open('x', 'w').close()\n"
        "orphan(); ready(); time.sleep(60)"
    )
    assert parent.stdout is not None
    kept_by = int(parent.stdout.readline())
    said(parent)

    parent.kill()
    parent.wait(10)

    assert place.deserted()
    assert gone(kept_by)
    assert not place.workspace.exists()


def test_parent_may_be_gone_already(place: Place) -> None:
    """A parent that was killed while the worker was starting leaves nothing either."""
    worker = place.start("time.sleep(60)", parent="999999999")

    assert worker.wait(10) == -signal.SIGKILL
    assert place.deserted()
    assert not place.workspace.exists()


def test_thread_of_the_parent_may_end(place: Place) -> None:
    """The thread that started a worker is not its parent: the process is."""
    thread = threading.Thread(target=lambda: said(place.start("ready(); time.sleep(0.5); ready('alive')")))
    thread.start()
    thread.join()

    assert said(place.started[0]) == ["alive"]
    assert place.started[0].wait(10) == 0


def test_worker_ends_with_the_keeper(place: Place) -> None:
    """A keeper that is killed takes the worker with it."""
    worker = place.start("ready(); time.sleep(60)")
    said(worker)

    worker.kill()

    assert place.deserted()


def test_confined_worker_ends_with_the_keeper(place: Place) -> None:
    """Dropping privileges does not undo that."""
    confined = "sandbox.confine(sandbox.Policy(os.getcwd(), apart=True), print)"
    worker = place.start(f"{confined}; ready(); time.sleep(60)")
    said(worker)

    worker.kill()

    assert place.deserted()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_keeper_ends_everything_when_told(place: Place, number: signal.Signals) -> None:
    """Told to end, the keeper is gone only after everything else, and leaves the workspace to the parent."""
    worker = place.start("orphan(); ready(); time.sleep(60)")
    said(worker)

    worker.send_signal(number)

    assert worker.wait(10) == -signal.SIGKILL
    assert place.deserted(within=0)
    assert place.workspace.exists()


def test_missing_namespaces_are_named(place: Place) -> None:
    """Each kind of namespace that could not be had has its line; a network that is allowed needs none."""
    alone, networked = place.start("ready(*missing)"), place.start("ready(*missing)", network=True)
    refused = [f"{kind} namespace: Operation not permitted" for kind in ("process", "network")]

    assert said(alone) == (refused if place.before else [])
    assert said(networked) == (refused[:1] if place.before else [])


def test_namespaces_can_be_declined(tmp_path: Path) -> None:
    """A worker that is to be kept but not set apart stays in the namespaces it is in."""
    call = f"keeper.enter(workspace={str(tmp_path)!r}, parent=os.getppid(), namespaces=False)"
    look = "[os.readlink('/proc/self/ns/' + kind) for kind in ('user', 'pid', 'net')]"
    command = [sys.executable, "-c", f"import os; from caddis.execute import keeper; print({call}, {look})"]

    output = subprocess.run(command, env=environment(), check=True, capture_output=True, text=True).stdout

    assert output.strip() == f"() {[os.readlink(f'/proc/self/ns/{kind}') for kind in ('user', 'pid', 'net')]}"


@pytest.mark.parametrize("place", ["namespace"], indirect=True)
def test_network_stays_outside(place: Place) -> None:
    """A worker sees no network but that within itself, unless the network is allowed."""
    look = "ready([name for _, name in socket.if_nameindex()] == ['lo'], os.readlink('/proc/self/ns/net'))"
    outer = os.readlink("/proc/self/ns/net")

    apart, together = said(place.start(look)), said(place.start(look, network=True))

    assert apart[0] is True
    assert apart[1] != outer
    assert together[1] == outer


@pytest.mark.parametrize("place", ["namespace"], indirect=True)
def test_other_processes_are_not_seen(place: Place) -> None:
    """In its namespace a worker sees the first process and itself, and its signals reach neither that nor others."""
    worker = place.start(
        "os.kill(1, signal.SIGKILL); os.kill(1, signal.SIGINT); os.kill(0, signal.SIGCONT)\n"
        "ready([name for name in os.listdir('/proc') if name.isdigit()])"
    )

    assert said(worker) == [["1", "2"]]
    assert worker.wait(10) == 0


def test_kept_worker_confines_itself(place: Place) -> None:
    """The sandbox needs no namespaces of its own any more, and lets our own children be killed."""
    worker = place.start(
        "denied = []\n"
        "policy = sandbox.Policy(os.getcwd(), apart=True, forking=True, readable=())\n"
        "walls = sandbox.wall_in(policy, denied.append)\n"
        "with walls.ours():\n"
        "    child = os.fork()\n"
        "    if child == 0: time.sleep(60)\n"
        "    os.kill(child, signal.SIGKILL)\n"
        "ready(os.wait()[1], denied, [line for line in walls.missing if 'namespace' in line])"
    )

    assert said(worker) == [signal.SIGKILL, [], []]


@pytest.mark.parametrize("place", ["namespace"], indirect=True)
def test_forked_child_sees_itself(place: Place) -> None:
    """With strict reading, what we fork still reads its own /proc/self, and no other's environment."""
    worker = place.start(
        "policy = sandbox.Policy(os.getcwd(), apart=True, forking=True, readable=())\n"
        "walls = sandbox.wall_in(policy, lambda what: None)\n"
        "with walls.ours(): child = os.fork()\n"
        "if child == 0:\n"
        "    open('/proc/self/environ').close()\n"
        "    try: open('/proc/1/environ').close()\n"
        "    except OSError: os._exit(5)\n"
        "ready(os.waitstatus_to_exitcode(os.wait()[1]))"
    )

    assert said(worker) == [5]


def test_there_is_no_keeper_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """On other systems nothing is divided."""
    monkeypatch.setattr(sys, "platform", "sunos")

    assert keeper.enter(workspace="", parent=os.getppid()) == ()


def test_tree_is_removed_whatever_its_modes(tmp_path: Path) -> None:
    """Removing a workspace follows no links, and neither modes nor depth stop it."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "tree" / "a" / "b").mkdir(parents=True)
    (tmp_path / "tree" / "a" / "link").symlink_to(tmp_path / "outside")
    (tmp_path / "tree" / "a" / "b").chmod(0)
    (tmp_path / "tree" / "a").chmod(0o100)

    keeper.remove(str(tmp_path / "tree"))

    assert os.listdir(tmp_path) == ["outside"]
