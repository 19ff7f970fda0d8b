"""Of a package, what helps to test one class: what it needs, who makes that, what comes out of it."""

from __future__ import annotations

import pytest


@pytest.fixture
def helping(discovered):
    """The names of what helps to test the car."""
    return {str(operation) for operation in discovered("garage:Car").api.helpers}


def test_what_parameters_need_is_had_down_to_the_last_part(helping):
    """An engine, and oil for it."""

    assert {"garage.Engine", "garage.Oil"} <= helping


def test_what_calls_return_can_be_worked_with(helping):
    """A trip can be lengthened."""

    assert "garage.Trip.lengthen" in helping


def test_of_several_who_make_it_the_one_that_needs_least_does(helping):
    """No dealer is needed for a car."""

    assert not any(name.startswith("garage.Dealer") for name in helping)


def test_what_nobody_needs_stays_away(helping):
    """A bicycle has nothing to do with it."""

    assert not any(name.startswith("garage.Bicycle") for name in helping)


def test_what_is_named_is_tested_whatever_it_needs(discovered):
    """A dealer wants a car, whose maker is cheaper than itself."""
    found = discovered("garage:Dealer")

    assert "garage.Dealer.deliver" in found.names()
    assert "garage.Car" in {str(operation) for operation in found.api.helpers}
