"""Objects of all kinds that keep something: each function changes one and says what it found."""

import argparse
import contextvars
import functools
import random
import threading
import types
import weakref
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque


class Words(list):
    """A list with attributes."""


class Ledger(dict):
    """A dict that says otherwise."""

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0


class Point:
    __slots__ = ("x", "y")

    def __init__(self, x):
        self.x = x


class Node:
    def __init__(self, name, others):
        self.name = name
        self.others = others


class Failure(Exception):
    pass


class Guard:
    """A descriptor that keeps what it is given."""

    def __init__(self):
        self.kept = []

    def __get__(self, instance, owner):
        self.kept.append(instance)
        return len(self.kept)


class Guarded:
    guard = Guard()


NUMBERS = [1, 2, 3]
NAMES = {"one": 1, "two": 2}
SET = {8, 0, 16}
QUEUE = deque([1, 2], maxlen=3)
BYTES = bytearray(b"abc")
ORDER = OrderedDict(a=1, b=2, c=3)
GROUPS = defaultdict(list, x=[1])
COUNTER = Counter("aab")
SPACE = types.SimpleNamespace(depth=1)
WORDS = Words(["a"])
LEDGER = Ledger(rent=1)
POINT = Point(1)
TREE = Node("root", [Node("leaf", ({"deep": []},))])
CHAIN = ChainMap({}, {"a": 1})
READ_ONLY = types.MappingProxyType({"inner": [1]})
LOCAL = threading.local()
LOCAL.depth = 0
VARIABLE = contextvars.ContextVar("VARIABLE", default=0)
GENERATOR = random.Random(1)
FAILURE = Failure("once")
PARTIAL = functools.partial(dict, a=[1])
APPEND = [].append
KEY, OTHER_KEY = Node("key", []), Node("other", [])
WEAK_KEYS = weakref.WeakKeyDictionary({KEY: [1]})
WEAK_VALUES = weakref.WeakValueDictionary({"key": KEY})
WEAK_SET = weakref.WeakSet([KEY])
FROZEN = frozenset([TREE])
FOREIGN = argparse.Namespace(depth=1)
SHOWN = vars(FOREIGN)
PAIR = ([1], ({"a": [2]},))


def change_list():
    NUMBERS.append(4)
    return len(NUMBERS)


def replace_in_list():
    NUMBERS[0] += 1
    return NUMBERS[0]


def change_dict():
    NAMES["two"] += 1
    return NAMES["two"]


def rename_in_dict():
    """The same values in the same order, under another name."""
    NAMES["three"] = NAMES.pop("two")
    return list(NAMES)


def reorder_dict():
    NAMES["one"] = NAMES.pop("one")
    return list(NAMES)


def change_set():
    SET.discard(8)
    SET.add(24)
    return list(SET)


def change_queue():
    QUEUE.rotate(1)
    return list(QUEUE)


def change_bytes():
    BYTES[0] += 1
    return bytes(BYTES)


def change_order():
    ORDER.move_to_end("a")
    return list(ORDER)


def change_groups():
    GROUPS["y"].append(1)
    GROUPS["x"].append(2)
    GROUPS.default_factory = int
    return sorted(map(str, GROUPS.items())), GROUPS["z"]


def change_counter():
    COUNTER.update("abc")
    return sorted(COUNTER.items())


def change_space():
    SPACE.depth += 1
    SPACE.width = 1
    return vars(SPACE).copy()


def change_words():
    WORDS.append("b")
    WORDS.language = "en"
    return len(WORDS), vars(WORDS).copy()


def change_ledger():
    LEDGER["food"] = 2
    return list(dict.items(LEDGER))


def change_point():
    POINT.x += 1
    found = hasattr(POINT, "y")
    POINT.y = 1
    return POINT.x, found


def change_tree():
    TREE.others[0].others[0]["deep"].append(1)
    TREE.others[0].name += "!"
    return len(TREE.others[0].others[0]["deep"]), TREE.others[0].name


def change_class_of_object():
    found = type(TREE).__name__
    TREE.__class__ = type("Other", (Node,), {})
    return found


def change_chain():
    CHAIN["b"] = 2
    return dict(CHAIN)


def change_read_only():
    READ_ONLY["inner"].append(2)
    return len(READ_ONLY["inner"])


def change_local():
    LOCAL.depth += 1
    return LOCAL.depth


def change_variable():
    VARIABLE.set(VARIABLE.get() + 1)
    return VARIABLE.get()


def change_generator():
    return GENERATOR.random(), GENERATOR.gauss(0, 1)


def change_failure():
    FAILURE.told = getattr(FAILURE, "told", 0) + 1
    try:
        raise FAILURE
    except Failure:
        return FAILURE.told


def change_partial():
    PARTIAL.keywords["a"].append(2)
    PARTIAL.keywords["b"] = 1
    return str(PARTIAL())


def change_behind_method():
    APPEND(1)
    return len(APPEND.__self__)


def change_weak_keys():
    WEAK_KEYS[OTHER_KEY] = 2
    WEAK_KEYS[KEY].append(2)
    return len(WEAK_KEYS), len(WEAK_KEYS[KEY])


def change_weak_values():
    found = sorted(WEAK_VALUES)
    WEAK_VALUES["other"] = OTHER_KEY
    del WEAK_VALUES["key"]
    return found


def change_weak_set():
    WEAK_SET.add(OTHER_KEY)
    return len(WEAK_SET)


def change_in_frozen():
    (node,) = FROZEN
    node.name += "?"
    return node.name


def change_in_tuple():
    PAIR[0].append(2)
    PAIR[1][0]["a"].append(3)
    return str(PAIR)


def change_shown():
    """The dict of an object that is not ours."""
    FOREIGN.depth += 1
    return FOREIGN.depth


def change_descriptor():
    return Guarded().guard
