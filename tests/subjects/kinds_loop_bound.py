"""Objects that belong to the loop they were first used in."""

import asyncio


class Mailbox:
    """A queue that is filled by one call and emptied by another."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[int] = asyncio.Queue()
        self.lock = asyncio.Lock()

    async def send(self, number: int) -> int:
        async with self.lock:
            await self.queue.put(number)
        return self.queue.qsize()

    async def receive(self) -> int:
        return await self.queue.get()


class Worker:
    """A task that lives from one call to the next, and past the last."""

    def __init__(self) -> None:
        self.rounds = 0
        self.pause = asyncio.Event()
        self.task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while True:
            self.rounds += 1
            await asyncio.sleep(0)

    async def progress(self) -> bool:
        before = self.rounds
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return self.rounds > before

    def cancel(self) -> bool:
        return self.task.cancel()
