"""Containers, concrete and abstract; each function looks at what they hold."""

from __future__ import annotations

import array
import collections
import types
import typing
from collections.abc import (
    Collection,
    Container,
    Generator,
    Hashable,
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    MutableMapping,
    MutableSequence,
    MutableSet,
    Reversible,
    Sequence,
    Set,
    Sized,
    ValuesView,
)


class Node:
    """What a container may hold."""


def make_nodes(count: typing.Literal[1, 2]) -> list[Node]:
    return [Node() for _ in range(count)]


def make_index(count: typing.Literal[1, 2]) -> dict[str, Node]:
    return {str(number): Node() for number in range(count)}


def _holds(value: object, cls: type, element: type = int) -> None:
    if not isinstance(value, cls):
        raise TypeError(f"{value!r} is no {cls}")
    for item in value:
        if not isinstance(item, element):
            raise TypeError(f"{item!r} is no {element}")


def _maps(value: object, cls: type, key: type = str, item: type = int) -> None:
    _holds(value, cls, key)
    _holds(value.values(), collections.abc.ValuesView, item)


def of_list(x: list[int]) -> None:
    _holds(x, list)


def old_list(x: typing.List[str]) -> None:
    _holds(x, list, str)


def bare_list(x: list) -> None:
    _holds(x, list, object)


def of_set(x: set[str]) -> None:
    _holds(x, set, str)


def of_frozenset(x: frozenset[int]) -> None:
    _holds(x, frozenset)


def of_dict(x: dict[str, int]) -> None:
    _maps(x, dict)


def of_deque(x: collections.deque[int]) -> None:
    _holds(x, collections.deque)


def of_counter(x: collections.Counter[str]) -> None:
    _holds(x, collections.Counter, str)


def of_ordered(x: collections.OrderedDict[str, int]) -> None:
    _maps(x, collections.OrderedDict)


def of_default(x: collections.defaultdict[str, list[int]]) -> None:
    _maps(x, collections.defaultdict, str, list)


def of_chain(x: collections.ChainMap[str, int]) -> None:
    _maps(x, collections.ChainMap)


def of_proxy(x: types.MappingProxyType[str, int]) -> None:
    _maps(x, types.MappingProxyType)


def of_array(x: array.array) -> None:
    _holds(x, array.array, object)


def pair(x: tuple[int, str]) -> None:
    first, second = x
    if not (isinstance(first, int) and isinstance(second, str)):
        raise TypeError(x)


def single(x: tuple[int]) -> None:
    if len(x) != 1:
        raise TypeError(x)


def empty(x: tuple[()]) -> None:
    if x != ():
        raise TypeError(x)


def any_length(x: tuple[int, ...]) -> None:
    _holds(x, tuple)


def old_tuple(x: typing.Tuple) -> None:
    _holds(x, tuple, object)


def unpacked(x: tuple[int, *tuple[str, ...]]) -> None:
    _holds(x[:1], tuple)
    _holds(x[1:], tuple, str)


def nested(x: dict[str, list[tuple[int, str]]]) -> None:
    _maps(x, dict, str, list)


def iterable(x: Iterable[int]) -> None:
    _holds(x, Iterable)


def iterator(x: Iterator[int]) -> None:
    _holds(x, Iterator)


def generator(x: Generator[int, None, None]) -> None:
    _holds(x, Generator)


def collection(x: Collection[str]) -> None:
    _holds(x, Collection, str)


def container(x: Container[int]) -> None:
    if 3 in x:
        return


def sequence(x: Sequence[int]) -> None:
    _holds(x, Sequence)


def mutable_sequence(x: MutableSequence[int]) -> None:
    _holds(x, MutableSequence)


def reversible(x: Reversible[int]) -> None:
    _holds(reversed(x), Iterator)


def abstract_set(x: Set[int]) -> None:
    _holds(x, Set)


def mutable_set(x: MutableSet[int]) -> None:
    _holds(x, MutableSet)


def mapping(x: Mapping[str, int]) -> None:
    _maps(x, Mapping)


def mutable_mapping(x: MutableMapping[str, int]) -> None:
    _maps(x, MutableMapping)


def keys(x: KeysView[str]) -> None:
    _holds(x, KeysView, str)


def values(x: ValuesView[int]) -> None:
    _holds(x, ValuesView)


def items(x: ItemsView[str, int]) -> None:
    _holds(x, ItemsView, tuple)


def sized(x: Sized) -> None:
    len(x)


def hashable(x: Hashable) -> None:
    hash(x)


def nodes(x: Sequence[Node]) -> None:
    _holds(x, Sequence, Node)
    if not x:
        raise TypeError("no nodes")


def any_nodes(x: Iterable[Node]) -> None:
    if not list(x):
        raise TypeError("no nodes")


def index(x: Mapping[str, Node]) -> None:
    _maps(x, Mapping, str, Node)
    if not x:
        raise TypeError("no nodes")
