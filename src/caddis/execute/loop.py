"""The event loop that a sequence with something to await runs in, from its first statement to its last."""

from __future__ import annotations

import asyncio
import contextvars
import selectors
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from caddis.model.outcome import NeverWoken, OutOfTime

LONGEST_WAIT = 0.25
"""Seconds past which a wait is given up: nobody needs tests that sleep, and a wait for nothing has no end."""
MOST_TURNS = 5_000
"""How often the loop goes round for one call: tasks beside it may be at work for ever."""
MOST_REFUSALS = 10
"""How often code may go on waiting after it was told to stop."""

Result = TypeVar("Result")


class Loop:
    """An event loop that does not wait for what will never come."""

    def __init__(self) -> None:
        self._waiting = _Waiting(self._give_up)
        self._loop = asyncio.SelectorEventLoop(self._waiting)
        self._loop.set_exception_handler(self._hear)
        self._loop.set_task_factory(self._begin)
        # variables of the context that one statement sets are there for the next
        self._context = contextvars.copy_context()
        self._tasks: list[asyncio.Future[Any]] = []
        self._current: asyncio.Task[Any] | None = None
        self._refusals = 0
        self._heard: list[BaseException] = []

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """What the work gives; raises OutOfTime also when the tick hit a task beside it."""
        self._tasks = [task for task in self._tasks if not task.done()]
        self._heard.clear()
        self._refusals = self._waiting.turns = 0
        self._current = task = self._loop.create_task(work, context=self._context)
        try:
            result = self._loop.run_until_complete(task)
        except BaseException:
            self._raise_own()
            raise
        self._raise_own()
        return result

    def close(self) -> None:
        """Cancel the tasks that are left, as `asyncio.run` does, and close the loop."""
        try:
            self.run(self._end())
        finally:
            self._loop.close()

    async def _end(self) -> None:
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await self._loop.shutdown_asyncgens()
        await self._loop.shutdown_default_executor()

    def _begin(self, loop: asyncio.AbstractEventLoop, work: Any, **settings: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **settings)
        self._tasks.append(task)
        return task

    def _hear(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take note of what a callback raised, instead of writing it to a log."""
        exception = context.get("exception")
        if exception is not None:
            self._heard.append(exception)

    def _give_up(self) -> None:
        self._refusals += 1
        if self._current is None or self._refusals > MOST_REFUSALS:
            self._loop.stop()
        else:
            self._current.cancel()

    def _raise_own(self) -> None:
        """Raise what was meant for us, and a task or callback has kept to itself or made something else of."""
        kept = [task.exception() for task in self._tasks if task.done() and not task.cancelled()]
        for exception in (*kept, *self._heard):
            if isinstance(exception, OutOfTime):
                raise exception
        if self._refusals:
            raise NeverWoken("nothing will wake it, or not soon")


class _Waiting(selectors.DefaultSelector):
    """Tells when the loop has nothing to go on with, now or soon."""

    def __init__(self, give_up: Callable[[], None]) -> None:
        super().__init__()
        self._give_up = give_up
        self._threads = threading.active_count()
        self.turns = 0
        """How often the loop has gone round, to be set back by its user."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready, after a wait that is not too long."""
        self.turns += 1
        if self.turns > MOST_TURNS:
            self._give_up()
            return super().select(0)
        if timeout is not None and timeout <= LONGEST_WAIT:
            return super().select(timeout)
        ready = super().select(LONGEST_WAIT if self._may_be_woken() else 0)
        if not ready:
            self._give_up()
        return ready

    def _may_be_woken(self) -> bool:
        """Whether anything is there that could bring news from outside: a file beside the loop's own, a thread."""
        return len(self.get_map()) > 1 or threading.active_count() > self._threads
