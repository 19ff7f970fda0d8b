"""Work done apart: each request in a process of its own, as if nothing had been done before."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from caddis.execute.apart import OUT_OF_MEMORY, Ended

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no processes to fork")

SCRIPT = """
import itertools, json, os, signal, sys, time
from contextlib import nullcontext
from dataclasses import asdict
from caddis.execute.apart import Apart, Ended

def tell(*facts): print(json.dumps(facts, default=asdict), flush=True)
{body}
"""
LONG = 20
"""Seconds in which what is no hang gets done."""


def told(body: str) -> Any:
    """What a process tells that forks twins of itself, which ours must not: it has threads, and the pipes of pytest."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(body=body)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        timeout=LONG,
        check=True,
    )
    return json.loads(done.stdout)


def asked(work: str, *requests: object, seconds: float = LONG) -> list[Any]:
    """The answers to requests, given by an expression for what is to be done with a `request`."""
    found: list[Any] = told(
        f"apart = Apart(permitted=nullcontext)\n"
        f"apart.begin(lambda request: {work})\n"
        f"tell(*[apart.ask(request, {seconds}) for request in {list(requests)!r}])\n"
    )
    return found


def ended(answer: Any) -> Ended:
    """How a process ended, as it was told."""
    return Ended(**answer)


def test_requests_are_answered() -> None:
    """One after the other."""

    assert asked("2 * request", 21, "ab", [1]) == [42, "abab", [1, 1]]


def test_answers_may_be_long() -> None:
    """Longer than a pipe can hold."""

    assert asked("request * 1_000_000", "x") == ["x" * 1_000_000]


def test_requests_may_be_long() -> None:
    """Longer than a pipe can hold."""
    body = """
apart = Apart(permitted=nullcontext)
apart.begin(lambda request: len(request))
tell(apart.ask("x" * 1_000_000, 60))
"""

    assert told(body) == [1_000_000]


def test_each_request_is_dealt_with_in_a_process_of_its_own() -> None:
    """None of which is the process that asks."""
    processes = asked("os.getpid()", 1, 2, 3)

    assert len(set(processes)) == 3


def test_what_one_request_changes_the_next_does_not_see() -> None:
    """Each starts from the state at the beginning."""

    assert asked("sys.path.append(request) or len(sys.path) - len({*sys.path, request})", "a", "a") == [0, 0]
    assert asked("os.environ.setdefault('MARK', request)", "one", "two") == ["one", "two"]


def test_what_is_done_here_afterwards_is_not_seen_there() -> None:
    """The state at the beginning is the one of the moment when the twin was forked."""
    body = """
state = ["before"]
apart = Apart(permitted=nullcontext)
apart.begin(lambda request: state)
state.append("after")
tell(apart.ask(None, 60))
"""

    assert told(body) == [["before"]]


@pytest.mark.parametrize(
    "work", ["time.sleep(600)", "sum(itertools.repeat(1))", "os.kill(os.getpid(), signal.SIGSTOP)"]
)
def test_what_hangs_is_ended(work: str) -> None:
    """Whatever it hangs in; requests after it are answered."""
    first, second = asked(f"request or {work}", 0, 7, seconds=0.5)

    assert (ended(first), second) == (Ended(hung=True), 7)
    assert ended(first).kind == "hang"


def test_a_process_that_ignores_signals_is_ended() -> None:
    """It is not asked."""
    work = "[signal.signal(number, signal.SIG_IGN) for number in (signal.SIGTERM, signal.SIGINT)] and time.sleep(600)"

    assert [ended(answer) for answer in asked(work, 0, seconds=0.5)] == [Ended(hung=True)]


@pytest.mark.parametrize(
    ("work", "end", "kind", "reason"),
    [
        ("os.abort()", Ended(signal=6), "crash", "was ended by SIGABRT"),
        ("os.kill(os.getpid(), 9)", Ended(signal=9), "crash", "was ended by SIGKILL"),
        ("os._exit(3)", Ended(status=3), "exit", "exited with status 3"),
        ("os._exit(0)", Ended(status=0), "exit", "exited with status 0"),
        ("sys.exit(5)", Ended(status=1), "exit", "exited with status 1"),
        ("[bytearray(1 << 60)]", Ended(status=OUT_OF_MEMORY), "memory", "ran out of memory"),
    ],
)
def test_how_a_process_ended_is_told(work: str, end: Ended, kind: str, reason: str) -> None:
    """By a signal, or with an exit status; requests after it are answered."""
    first, second = asked(f"request or {work}", 0, 7)

    assert (ended(first), second) == (end, 7)
    assert (end.kind, end.reason) == (kind, reason)


def test_a_signal_without_a_name_has_a_number() -> None:
    """There are more signals than names for them."""
    end = Ended(signal=40)

    assert (end.kind, end.reason) == ("crash", "was ended by signal 40")


def test_children_settle_before_they_work() -> None:
    """Each of them, and nobody else."""
    body = """
settled = []
apart = Apart(permitted=nullcontext, settle=lambda: settled.append(1))
apart.begin(lambda request: settled)
tell(apart.ask(None, 60), apart.ask(None, 60), settled)
"""

    assert told(body) == [[1], [1], []]


def test_forks_are_made_where_they_are_permitted() -> None:
    """The twin once, and a child for each request; so is ending one that hangs."""
    body = """
class Permit:
    times = 0
    def __enter__(self): Permit.times += 1
    def __exit__(self, *error): pass
apart = Apart(permitted=Permit)
apart.begin(lambda request: Permit.times)
tell(Permit.times, apart.ask(None, 60))
"""

    assert told(body) == [1, 2]


def test_descriptors_that_only_one_may_hold_are_closed() -> None:
    """Whoever reads from the other end sees when we are gone."""
    body = """
reads, writes = os.pipe()
apart = Apart(permitted=nullcontext, close=[writes])
apart.begin(lambda request: request)
answer = apart.ask("still there", 60)
os.close(writes)
tell(answer, os.read(reads, 1).decode())
"""

    assert told(body) == ["still there", ""]


def test_a_twin_that_was_killed_is_not_waited_for() -> None:
    """Neither the first time nor later."""
    body = """
apart = Apart(permitted=nullcontext)
apart.begin(lambda request: os.getppid())
os.kill(apart.ask(None, 60), signal.SIGKILL)
tell(*[isinstance(apart.ask(None, 60), Ended) for _ in range(3)])
"""

    assert told(body) == [True, True, True]


def test_a_request_that_was_given_up_is_not_answered_later() -> None:
    """The answer to the next one is its own."""
    body = """
class GivenUp(BaseException): pass
def give_up(*_): raise GivenUp
apart = Apart(permitted=nullcontext)
apart.begin(lambda request: time.sleep(0.3) or request)
signal.signal(signal.SIGALRM, give_up)
signal.setitimer(signal.ITIMER_REAL, 0.1)
try:
    apart.ask("first", 60)
except GivenUp:
    pass
tell(apart.ask("second", 60))
"""

    assert told(body) != ["first"]
