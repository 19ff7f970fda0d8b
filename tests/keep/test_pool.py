"""The pool gives out values by their shape, and tells of each shape once."""

from __future__ import annotations

from caddis.keep.pool import Pool
from caddis.model.component import Component, Shelf
from emit.making import Ref, constructor, method, sequence

MADE = sequence((constructor("Stack"),), (method("Stack.push", "x"), Ref(0), 1))
COMPONENT = Component(MADE, ((bool,), (list, int)), (1, 2), 2)
OTHER = Component(MADE, ((bool,), (bool,)), (1, 2), 2)


def listening() -> tuple[Pool, list[Shelf]]:
    """A pool, and the shelves it tells of."""
    pool, heard = Pool(), list[Shelf]()
    pool.on_new_shape(heard.append)
    return pool, heard


def test_only_extensible_values_are_kept() -> None:
    """Each under its own shape."""
    pool, heard = listening()
    pool.keep(COMPONENT, [1])

    assert heard == [Shelf([(COMPONENT, 1)], [])]
    assert heard[0].shape == (list, int)


def test_values_of_one_shape_are_kept_together() -> None:
    """In the order they came."""
    pool, heard = listening()
    pool.keep(COMPONENT, [0, 1])
    pool.keep(OTHER, [1])

    assert heard == [Shelf([(COMPONENT, 0), (OTHER, 1)], []), Shelf([(COMPONENT, 1)], [])]
    assert [pool.size((bool,)), pool.size((list, int)), pool.size((str,))] == [2, 1, 0]


def test_a_listener_hears_of_each_shape_once() -> None:
    """And holds the very shelf that later entries are put on."""
    pool, heard = listening()
    pool.keep(COMPONENT, [0])
    pool.keep(COMPONENT, [0, 1])

    assert heard == [Shelf([(COMPONENT, 0), (COMPONENT, 0)], []), Shelf([(COMPONENT, 1)], [])]


def test_what_was_rewarding_is_found_among_its_kind() -> None:
    """Beside all others of its shape; what there is no shelf for is none."""
    pool, heard = listening()
    pool.keep(COMPONENT, [0])
    pool.reward(OTHER, [0])
    pool.reward(COMPONENT, [1])

    assert heard == [Shelf([(COMPONENT, 0)], [(OTHER, 0)])]


def test_a_pool_that_grows_too_large_lets_go_of_the_dearer_neighbours() -> None:
    """The first values stay, and those of other shapes, of which there are few."""
    heard: list[Shelf] = []
    pool = Pool(most=60)
    pool.on_new_shape(heard.append)
    pool.keep(COMPONENT, [1])
    for cost in range(60):
        pool.keep(Component(MADE, ((bool,), (bool,)), (cost, cost), -cost if cost % 2 else cost), [1])
    costs = [component.cost for component, _ in heard[1].entries]

    assert costs[:8] == [0, -1, 2, -3, 4, -5, 6, -7]
    assert costs[8:] == [-cost for cost in range(9, 60, 2)]
    assert pool.size((list, int)) == 1


def test_the_first_of_each_kind_is_found_more_easily() -> None:
    """Told from others of its shape; where nobody has looked, none is."""
    pool, heard = listening()
    pool.keep(COMPONENT, [0])
    pool.keep(COMPONENT, [0], (("zero",), None))
    pool.keep(OTHER, [0, 1], (("zero",), ("above",)))

    assert [shelf.typical for shelf in heard] == [[(COMPONENT, 0), (OTHER, 1)]]
