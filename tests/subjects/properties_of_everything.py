"""Properties of each kind."""

from __future__ import annotations

from caddis import Monitor, assume, check

CALLED: list[tuple[object, ...]] = []


class Counter:
    def __init__(self) -> None:
        self.count = 0

    def up(self) -> None:
        self.count += 1

    @check
    def _counts_up(self) -> None:
        assert self.count >= 0

    @check
    def __mangled(self) -> None:
        assert self.count >= 0

    @staticmethod
    @check
    def adds(one: int, other: int) -> None:
        assert one + other == other + one

    @classmethod
    @check
    def knows_itself(cls, number: int) -> None:
        assert cls is Counter


@check
def breaks_what_it_gets(counter: Counter) -> None:
    counter.count = -1


@check
def sees_whole_counters(counter: Counter) -> None:
    assert counter.count >= 0


@check(raises=(KeyError, IndexError))
def raises_something(items: list[int]) -> None:
    raise KeyError(items[len(items)])


@check(raises=KeyError)
def raises_nothing(number: int) -> None: ...


@check(raises=KeyError)
def raises_something_else(number: int) -> None:
    raise ValueError(number)


@check
def speaks_of_even_numbers(number: int, monitor: Monitor) -> None:
    assume(number % 2 == 0)
    monitor.classify(number > 0, "positive")
    monitor.classify(number % 4 == 0, "by four")
    monitor.collect(number % 4)


@check
def speaks_of_nothing(number: int) -> None:
    assume(False)


@check
def either(flag: bool) -> None: ...


@check
async def waits(number: int) -> None:
    assert number != 3


@check(discards=ZeroDivisionError)
def divides(number: int) -> None:
    assert 1 / number != 2


@check
def small_lists_only(items: list[int]) -> None:
    assert sum(items) < 100
