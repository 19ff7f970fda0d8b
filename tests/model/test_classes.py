"""Where a class was written, whatever a decorator has put in its place."""

from __future__ import annotations

import collections

import deal
import icontract

from caddis.model.classes import home, innermost, is_of_object
from subjects import judged_deal_broken


def test_a_class_is_at_home_where_it_was_written() -> None:
    """Also one that `deal.inv` has made anew, elsewhere and under another name; and one that stands nowhere."""

    class Local:
        pass

    assert judged_deal_broken.Account.__module__.startswith("deal.")
    assert home(judged_deal_broken.Account) == ("subjects.judged_deal_broken", "Account")
    assert home(collections.OrderedDict) == ("collections", "OrderedDict")
    assert home(Local) == (__name__, Local.__qualname__)


def test_what_every_object_has_is_not_the_own_of_a_class() -> None:
    """icontract puts a wrapper around everything there is."""

    @icontract.invariant(lambda self: True)
    class Checked:
        def __str__(self) -> str:
            return "checked"

    assert is_of_object("__lt__", vars(Checked)["__lt__"])
    assert not is_of_object("__str__", vars(Checked)["__str__"])
    assert not is_of_object("__lt__", object.__lt__)


def test_the_innermost_function_is_the_one_written() -> None:
    """Through as many decorators as there are."""

    def written(number: int) -> int:
        return number

    decorated = icontract.require(lambda number: number)(deal.safe(written))

    assert innermost(decorated) is written
    assert innermost(3) == 3
