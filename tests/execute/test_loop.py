"""Sequences with something to await run in one event loop, which ends with them and waits for nothing in vain."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import signal
from collections.abc import AsyncIterator, Coroutine
from dataclasses import replace
from types import FrameType
from typing import Any, ClassVar

import pytest

from caddis.execute.interpreter import ENDLESS, Interpreter, abandon
from caddis.model.operation import Kind, Operation, Waiting
from caddis.model.outcome import NeverWoken, Outcome, OutOfTime, TooMany
from caddis.model.sequence import Sequence
from emit.making import Ref, awaited, function, method, operator, sequence

MODULE = __name__
COLOUR: contextvars.ContextVar[str] = contextvars.ContextVar("COLOUR", default="none")


class Mailbox:
    """Belongs to the loop it was first waited in."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[int] = asyncio.Queue(1)

    async def send(self, number: int) -> None:
        await self.queue.put(number)

    async def receive(self) -> int:
        return await asyncio.wait_for(self.queue.get(), 0.1)


class Worker:
    """Goes on by itself, and notes that it was ended."""

    ended: ClassVar[list[str]] = []

    def __init__(self) -> None:
        self.task = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        try:
            while True:
                await asyncio.sleep(0)
        except asyncio.CancelledError:
            Worker.ended.append("cancelled")
            raise


class Stubborn:
    """Will not be ended."""

    def __init__(self) -> None:
        self.task = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        while True:
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                continue


async def paint(colour: str) -> None:
    COLOUR.set(colour)


async def painted() -> str:
    return COLOUR.get()


async def fails() -> None:
    raise KeyError("soon")


async def exits() -> None:
    raise SystemExit(3)


async def waits_for_ever() -> None:
    await asyncio.get_running_loop().create_future()


async def sleeps(seconds: float) -> str:
    await asyncio.sleep(seconds)
    return "awake"


async def will_not_stop() -> str:
    while True:
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            continue


async def thinks_elsewhere() -> int:
    return await asyncio.to_thread(sum, [1, 2])


async def spins_in_a_task() -> str:
    async def spin() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        while True:
            pass

    task = asyncio.create_task(spin())
    await asyncio.wait([task])
    return "all is well"


async def spins_in_a_callback() -> str:
    def spin() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        while True:
            pass

    asyncio.get_running_loop().call_soon(spin)
    await asyncio.sleep(0)
    return "all is well"


async def endless() -> AsyncIterator[int]:
    while True:
        yield 1


async def three() -> AsyncIterator[int]:
    for number in range(3):
        yield number


def unasked() -> Coroutine[Any, Any, str]:
    return painted()


def made(name: str) -> Operation:
    operation = Operation(Kind.CONSTRUCTOR, MODULE, name, name)
    return replace(operation, waiting=Waiting.INSIDE)


def soon(name: str, names: str = "") -> Operation:
    return awaited(function(name, names, MODULE))


MAILBOX = Operation(Kind.CONSTRUCTOR, MODULE, "Mailbox", "Mailbox")
SEND = awaited(method("Mailbox.send", "number", module=MODULE))
RECEIVE = awaited(method("Mailbox.receive", module=MODULE))
ALL = operator("object.__aiter__")


def replay(*steps: tuple[object, ...]) -> Outcome:
    """What happens when the steps run."""
    return Interpreter().replay(sequence(*steps))


def test_what_is_given_is_awaited() -> None:
    """The value of a statement is what awaiting gives."""
    outcome = replay((soon("sleeps", "seconds"), 0), (soon("paint", "colour"), "red"))

    assert outcome == Outcome(["awake", None])


def test_one_loop_for_all_statements() -> None:
    """A queue that was waited for in one call serves in the next, and variables of the context last."""
    outcome = replay(
        (MAILBOX,), (SEND, Ref(0), 7), (RECEIVE, Ref(0)), (soon("paint", "colour"), "red"), (soon("painted"),)
    )

    assert outcome.exception is None
    assert outcome.values[2:] == [7, None, "red"]


def test_a_sequence_may_run_in_parts() -> None:
    """In the same loop and the same context."""
    interpreter = Interpreter()
    whole = sequence(
        (MAILBOX,), (SEND, Ref(0), 7), (RECEIVE, Ref(0)), (soon("paint", "colour"), "red"), (soon("painted"),)
    )
    values: list[object] = []
    with interpreter.prepared(whole.statements):
        for statement in whole:
            assert interpreter.run((statement,), values).exception is None

    assert values[2:] == [7, None, "red"]


def test_context_and_loop_end_with_the_sequence() -> None:
    """The next one finds neither."""
    interpreter = Interpreter()
    interpreter.replay(sequence((soon("paint", "colour"), "red")))

    assert interpreter.replay(sequence((soon("painted"),))).values == ["none"]
    assert isinstance(interpreter.replay(Sequence()), Outcome)
    with pytest.raises(RuntimeError, match="no running event loop"):
        asyncio.get_running_loop()


@pytest.mark.parametrize(("name", "expected"), [("fails", KeyError), ("exits", SystemExit)])
def test_exceptions_become_data(name: str, expected: type[BaseException]) -> None:
    """The values so far are there."""
    outcome = replay((MAILBOX,), (soon(name),), (MAILBOX,))

    assert type(outcome.exception) is expected
    assert len(outcome.values) == 1


@pytest.mark.parametrize("made", [soon("waits_for_ever"), soon("will_not_stop"), soon("sleeps", "seconds")], ids=str)
def test_nothing_is_waited_for_in_vain(made: Operation) -> None:
    """Neither what never comes nor what comes in an hour, however much the code insists."""
    outcome = replay((made, *[3600] * len(made.parameters)))

    assert isinstance(outcome.exception, NeverWoken)
    assert outcome.values == []


def test_a_task_at_work_beside_it_is_no_reason_to_wait_for_ever() -> None:
    """The loop goes round only so often."""
    assert isinstance(replay((made("Worker"),), (soon("waits_for_ever"),)).exception, NeverWoken)


def test_threads_may_bring_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """To wait for them is not in vain."""
    monkeypatch.setattr("caddis.execute.loop.LONGEST_WAIT", 60)
    assert replay((soon("thinks_elsewhere"),)).values == [3]


def test_tasks_that_are_left_are_cancelled() -> None:
    """Before anything else runs."""
    Worker.ended.clear()
    outcome = replay((made("Worker"),), (soon("sleeps", "seconds"), 0))

    assert outcome.exception is None
    assert Worker.ended == ["cancelled"]


def test_tasks_that_will_not_end_spoil_the_sequence() -> None:
    """A test of it would never end."""
    assert isinstance(replay((made("Stubborn"),), (soon("sleeps", "seconds"), 0)).exception, NeverWoken)


@pytest.mark.parametrize("name", ["spins_in_a_task", "spins_in_a_callback"])
def test_running_out_of_time_passes_through(name: str) -> None:
    """Also where it hits a task or a callback, which asyncio would have kept to itself."""

    def tick(_number: int, _frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, tick)
    try:
        outcome = replay((soon(name),))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    assert outcome.out_of_time


def test_asynchronous_generators_are_consumed() -> None:
    """As far as they are not endless."""
    assert replay((function("three", module=MODULE),), (ALL, Ref(0))).values[1] == [0, 1, 2]
    assert isinstance(replay((function("endless", module=MODULE),), (ALL, Ref(0))).exception, TooMany)
    assert ENDLESS > 3


def test_coroutines_that_nobody_awaits_are_closed() -> None:
    """Python would warn of them, and warnings are errors here."""
    outcome = replay((function("unasked", module=MODULE),))
    abandon(outcome.values)
    outcome.values.clear()
    gc.collect()

    assert outcome.exception is None


def test_what_a_function_gives_can_be_awaited_later() -> None:
    """A coroutine is a value like others until then."""
    assert replay((function("unasked", module=MODULE),), (operator("coroutine.__await__"), Ref(0))).values[1] == "none"
