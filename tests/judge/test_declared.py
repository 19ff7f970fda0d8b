"""The exceptions that functions declare with deal."""

from __future__ import annotations

import functools

import deal

from caddis.judge.libraries.declared import declared_exceptions


@deal.raises(KeyError, ValueError)
def raising() -> None:
    """Declares two."""


@deal.chain(deal.raises(KeyError, ValueError), deal.raises(KeyError))
def chained() -> None:
    """Declares twice, and both must hold."""


@deal.pure
def pure() -> None:
    """Never raises."""


@deal.reason(ValueError, lambda: True)
def reasoning() -> None:
    """Says why."""


@functools.lru_cache
@deal.raises(KeyError)
def cached() -> None:
    """Behind another decorator."""


def test_what_is_declared_is_told() -> None:
    """None where nothing is declared, which is not the same as nothing being raised."""
    assert set(declared_exceptions(raising) or ()) == {KeyError, ValueError}
    assert declared_exceptions(chained) == (KeyError,)
    assert declared_exceptions(pure) == ()
    assert declared_exceptions(reasoning) == (ValueError,)
    assert declared_exceptions(cached) == (KeyError,)
    assert declared_exceptions(test_what_is_declared_is_told) is None
    assert declared_exceptions(len) is None
