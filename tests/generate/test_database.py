"""The database of inputs that models are followed with."""

from __future__ import annotations

from collections import Counter
from random import Random

from caddis.generate.database import MOST_TYPICAL, Database, Input, Thing

NODE, GRAPH = "graphs:Node", "graphs:Graph"


def made(*things: Thing, moved: tuple[int, ...] = (0,), strays: bool = False) -> Input:
    """An input with objects; what its statements are does not matter."""
    return Input((), things, (), strays=strays, moved=frozenset(moved))


def test_a_helper_has_an_object_in_the_state_asked_for() -> None:
    """Or there is none."""
    database = Database(Random(1).random)
    new, ready = made(Thing(0, NODE, 0)), made(Thing(0, NODE, 1))
    database.remember(new, ())

    assert {database.helper(NODE, [1]) for _ in range(100)} == {None}
    database.remember(ready, ())
    assert {database.helper(NODE, [1]) for _ in range(100)} <= {ready, None}
    assert {database.helper(NODE, []) for _ in range(100)} == {new, ready}


def test_rare_kinds_help_as_often_as_common_ones() -> None:
    """What ran first would be built upon for ever."""
    database = Database(Random(1).random)
    for _ in range(99):
        database.remember(made(Thing(0, NODE, 0)), (("common",),))
    rare = made(Thing(0, NODE, 0))
    database.remember(rare, (("rare",),))

    assert sum(database.helper(NODE, [0]) is rare for _ in range(1_000)) > 300


def test_inputs_help_only_where_they_end() -> None:
    """What came to its state before was remembered then, with less around it."""
    database = Database(Random(1).random)
    short = made(Thing(0, NODE, 0))
    database.remember(short, ())
    for _ in range(99):
        database.remember(made(Thing(0, NODE, 0), Thing(1, GRAPH, 0), moved=(1,)), ())

    assert sum(database.helper(NODE, [0]) is short for _ in range(1_000)) > 700


def test_what_leads_nowhere_is_built_upon_less() -> None:
    """And what was never tried more."""
    database = Database(Random(1).random)
    dead, alive, fresh = (made(Thing(0, NODE, 0)) for _ in range(3))
    for each in (dead, alive, fresh):
        database.remember(each, ())
    for _ in range(20):
        dead.note(went_well=False)
        alive.note(went_well=True)
    chosen = Counter(database.any(NODE) for _ in range(3_000))

    assert chosen[alive] > chosen[fresh] > 5 * chosen[dead] > 0


def test_kinds_without_number_are_not_told_apart() -> None:
    """Memory is bounded; none of them is lost."""
    database = Database(Random(1).random)
    for number in range(10 * MOST_TYPICAL):
        database.remember(made(Thing(0, NODE, 0)), ((number,),))

    assert len({id(database.helper(NODE, [0])) for _ in range(5_000)}) > 2 * MOST_TYPICAL
