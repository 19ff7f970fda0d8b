"""Workers tell each other what they have reached."""

from __future__ import annotations

from threading import Thread

from caddis.campaign.exchange import Exchange
from caddis.model.codec import Json


def letter(number: int) -> Json:
    """Something to tell."""
    return {"kept": [[number]], "definitions": {}}


def never() -> bool:
    """Nobody wants to stop."""
    return False


def test_each_gets_what_the_others_told_once() -> None:
    """And nothing of its own."""
    exchange = Exchange(3, together=False)
    exchange.post(0, 10, letter(0))
    exchange.post(1, 10, letter(1))

    assert exchange.collect(0, 10, never) == [letter(1)]
    assert exchange.collect(0, 20, never) == []
    assert exchange.collect(2, 10, never) == [letter(0), letter(1)]


def test_letters_without_news_are_not_delivered() -> None:
    """There is nothing to take up in them."""
    exchange = Exchange(2, together=False)
    exchange.post(0, 10, {"kept": [], "definitions": {}})

    assert exchange.collect(1, 10, never) == []


def test_where_the_seed_decides_everything_each_waits_for_all() -> None:
    """The letters of a turn are the same whoever comes first."""
    exchange = Exchange(2, together=True)
    exchange.post(0, 10, letter(0))
    found: list[Json] = []
    waiting = Thread(target=lambda: found.extend(exchange.collect(0, 10, never)))
    waiting.start()
    exchange.post(1, 10, letter(1))
    exchange.post(1, 20, letter(2))
    waiting.join(5)

    assert found == [letter(1)]
    assert exchange.collect(1, 10, never) == [letter(0)]


def test_nobody_waits_for_one_that_is_done() -> None:
    """What it told before it left is delivered all the same."""
    exchange = Exchange(2, together=True)
    exchange.post(1, 10, letter(1))
    exchange.leave(1)
    exchange.post(0, 20, letter(0))

    assert exchange.collect(0, 20, never) == [letter(1)]


def test_nobody_waits_when_all_is_over() -> None:
    """A wish to stop reaches those who wait."""
    exchange = Exchange(2, together=True)
    exchange.post(0, 10, letter(0))

    assert exchange.collect(0, 10, lambda: True) == []
