"""The containers keep their promises, and the table of what is reached counts what it says."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from benchmarks.containers.binary_tree import BinaryTree
from benchmarks.containers.binomial_heap import BinomialHeap
from benchmarks.containers.fibonacci_heap import FibonacciHeap
from benchmarks.containers.red_black_map import RedBlackMap
from benchmarks.predicates import instrumented
from benchmarks.reaching import CONTAINERS, HERE, STRATEGIES, explore, explorer_of

from benchmarks import predicates
from caddis.execute.clock import Beat

SOURCE = '''
"""A module."""

def sign(number):
    """A function."""
    if number > 0 and number != 7:
        return 1
    while not number:
        number -= 1
    return -1
'''


@pytest.mark.parametrize("seed", range(5))
def test_a_tree_is_a_set(seed: int) -> None:
    """Whatever is put in and taken out."""
    random, tree, model = Random(seed), BinaryTree(), set[int]()
    for _ in range(400):
        key = random.randrange(12)
        if random.random() < 0.5:
            tree.add(key)
            model.add(key)
        else:
            assert tree.remove(key) == (key in model)
            model.discard(key)
        assert [tree.find(each) for each in range(12)] == [each in model for each in range(12)]


@pytest.mark.parametrize("seed", range(5))
def test_a_red_black_map_is_a_map_and_stays_balanced(seed: int) -> None:
    """No red node has a red child, and all ways down have as many black ones."""
    random, tree, model = Random(seed), RedBlackMap(), dict[int, int]()
    for value in range(600):
        key = random.randrange(20)
        if random.random() < 0.5:
            tree.put(key, value)
            model[key] = value
        else:
            assert tree.remove(key) == (model.pop(key, None) is not None)
        assert [tree.get(each) for each in range(20)] == [model.get(each) for each in range(20)]
        assert tree.last_key() == max(model, default=None)
        _black_height(tree._root, under_red=True)


def _black_height(node: object, *, under_red: bool) -> int:
    if node is None:
        return 1
    red: bool = node.red  # type: ignore[attr-defined]
    assert not (red and under_red)
    left = _black_height(node.left, under_red=red)  # type: ignore[attr-defined]
    assert left == _black_height(node.right, under_red=red)  # type: ignore[attr-defined]
    return left + (not red)


@pytest.mark.parametrize("kind", [BinomialHeap, FibonacciHeap])
@pytest.mark.parametrize("seed", range(5))
def test_a_heap_gives_the_smallest(kind: type[BinomialHeap] | type[FibonacciHeap], seed: int) -> None:
    """Whatever is put in, made smaller and taken out."""
    random, heap, model = Random(seed), kind(), list[int]()
    for _ in range(600):
        key, smaller = random.randrange(30), random.randrange(30)
        match random.randrange(5):
            case 0 | 1:
                heap.insert(key)
                model.append(key)
            case 2:
                assert heap.extract_minimum() == min(model, default=None)
                if model:
                    model.remove(min(model))
            case 3:
                assert heap.decrease(key, smaller) == (key in model and smaller <= key)
                if key in model and smaller <= key:
                    model[model.index(key)] = smaller
            case _:
                assert heap.delete(key) == (key in model)
                if key in model:
                    model.remove(key)
        assert heap.minimum() == min(model, default=None)


def test_blocks_and_combinations_of_conditions_are_noted() -> None:
    """Three conditions: one call may ask one of them both ways, and another not at all."""
    made = instrumented(SOURCE)
    namespace: dict[str, object] = {}
    exec(compile(made.source, "made", "exec"), namespace)
    sign = namespace["sign"]
    assert callable(sign)
    predicates.blocks.clear()
    predicates.combinations.clear()

    assert (made.blocks, made.conditions) == (5, 3)
    assert [sign(number) for number in (1, 7, 0, 2)] == [1, -1, -1, 1]
    assert {combination for _, combination in predicates.combinations} == {
        bytes([2, 2, 0]),
        bytes([2, 1, 2]),
        bytes([1, 0, 3]),
    }
    assert predicates.blocks == set(range(5))


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("container", CONTAINERS)
def test_every_strategy_reaches_into_every_container(container: str, strategy: str, tmp_path: Path) -> None:
    """Nothing but the container is called, so nothing need be confined."""
    explorer, copy = explorer_of(container, STRATEGIES[strategy], tmp_path, Beat())
    assert {operation.module for operation in (*explorer.api.operations, *explorer.api.helpers)} == {container}
    ticks = iter(range(10**6))
    reached = explore(explorer, copy, 40, lambda: float(next(ticks)))

    assert 0 < reached.blocks <= reached.every_block == copy.blocks
    assert reached.combinations > 0
    assert reached.sequences > 0


def test_noting_changes_nothing() -> None:
    """The copy answers as the container does."""
    copy = instrumented((HERE / "containers" / "binary_tree.py").read_text(encoding="utf-8"))
    namespace: dict[str, object] = {"__name__": "copy"}
    exec(compile(copy.source, "copy", "exec"), namespace)
    made = namespace["BinaryTree"]
    assert isinstance(made, type)
    random, one, other = Random(0), BinaryTree(), made()
    for _ in range(300):
        key = random.randrange(12)
        one.add(key)
        other.add(key)
        key = random.randrange(12)
        assert one.remove(key) == other.remove(key)
        assert [one.find(each) for each in range(12)] == [other.find(each) for each in range(12)]
