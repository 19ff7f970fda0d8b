"""An object that is its own asynchronous iterator."""


class Ticker:
    def __init__(self, left: int = 3) -> None:
        self.left = left

    def __aiter__(self) -> "Ticker":
        return self

    async def __anext__(self) -> int:
        if self.left <= 0:
            raise StopAsyncIteration
        self.left -= 1
        return self.left
