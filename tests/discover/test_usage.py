"""What bodies ask of their parameters, and the types that would do for it."""

from __future__ import annotations

import ast
import collections.abc
import datetime
import enum
import importlib.util
import io
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from caddis.discover import signatures
from caddis.discover.bodies import ParameterUse, Passed, read_bodies
from caddis.discover.callees import Callees
from caddis.discover.knowledge import Knowledge
from caddis.discover.structure import MOST, types_for
from caddis.discover.types import Reader
from caddis.discover.usage import Usage, names_seen_by
from caddis.model.api import Clue, Source
from caddis.model.sequence import Literal
from caddis.model.types import ANYTHING, NONE, ClassOf, Function, Instance, Type, exactly, one_of

INT, STR, FLOAT = Instance(int), Instance(str), Instance(float)


class Account:
    """Has one attribute its `__init__` assigns, and a method."""

    def __init__(self, owner):
        self.owner = owner

    def deposit(self, amount): ...


class Savings(Account):
    """A subclass with more."""

    rate = 2


class Ledger:
    """Has the method of an account, and much besides."""

    __slots__ = ("entries",)

    def deposit(self, amount): ...

    def close(self): ...


class Colour(enum.Enum):
    """Some constants."""

    RED = 1


KNOWN = (Savings, Ledger, Account)


def use(body: str, parameters: str = "p", of: str = "p") -> ParameterUse:
    """What a function with this body asks of a parameter."""
    source = f"def function({parameters}):\n{textwrap.indent(textwrap.dedent(body), '    ')}"
    return read_bodies(ast.parse(source))[1, "function"].parameters.get(of, ParameterUse())


def named(text: str) -> object:
    """What a name stands for, as if this module had written it."""
    return names_seen_by(use)(text)


def would_do(body: str, parameters: str = "p", of: str = "p") -> list[Type]:
    """The types for a parameter of a function with this body."""
    return types_for(use(body, parameters, of), KNOWN, named)


@pytest.fixture
def module(tmp_path: Path) -> Callable[[str], ModuleType]:
    """Makes a module from source."""

    def make(source: str) -> ModuleType:
        file = tmp_path / "temporary_usage.py"
        file.write_text(textwrap.dedent(source))
        spec = importlib.util.spec_from_file_location("temporary_usage", file)
        assert spec is not None
        assert spec.loader is not None
        made = importlib.util.module_from_spec(spec)
        sys.modules["temporary_usage"] = made
        spec.loader.exec_module(made)
        return made

    return make


def test_attributes_and_methods() -> None:
    """What is called is a method."""
    found = use("p.name; p.close(); p.x = 1")

    assert frozenset({"name", "x"}) == found.attributes
    assert frozenset({"close"}) == found.methods


@pytest.mark.parametrize(
    ("body", "special"),
    [
        ("for x in p: pass", {"__iter__"}),
        ("[x for x in p]", {"__iter__"}),
        ("f(*p)", {"__iter__"}),
        ("yield from p", {"__iter__"}),
        ("len(p)", {"__len__"}),
        ("p[k]", {"__getitem__"}),
        ("p[k] = 1", {"__setitem__"}),
        ("del p[k]", {"__delitem__"}),
        ("1 in p", {"__contains__"}),
        ("p + 1", {"__add__"}),
        ("1 - p", {"__sub__"}),
        ("p += 1", {"__add__"}),
        ("-p", {"__neg__"}),
        ("p < 3", {"__lt__"}),
        ("with p: pass", {"__enter__"}),
        ("p()", {"__call__"}),
        ("next(p)", {"__next__"}),
        ("x[:p]", {"__index__"}),
        ("range(p)", {"__index__"}),
        ("abs(p)", {"__abs__"}),
    ],
)
def test_special_methods(body: str, special: set[str]) -> None:
    """Operators, statements and builtins imply them."""
    assert special == use(body).special


def test_awaiting() -> None:
    """Also in coroutines."""
    tree = ast.parse("async def function(p, q):\n    await p\n    async for x in q: x.y")
    parameters = read_bodies(tree)[1, "function"].parameters

    assert frozenset({"__await__"}) == parameters["p"].special
    assert frozenset({"__aiter__"}) == parameters["q"].special


@pytest.mark.parametrize(
    "body",
    ["f'{p}'", "str(p)", "repr(p)", "print(p)", "not p", "if p: pass", "hash(p)", "'%s' % p", "return [p]", "x = p"],
)
def test_what_says_nothing(body: str) -> None:
    """Everything can be printed, stored and asked whether it is true."""
    assert ParameterUse() == use(body)
    assert would_do(body) == []


def test_passed_on() -> None:
    """With the callee as written, and the place."""
    found = use("helper(1, p); re.match('a', string=p)")

    assert (Passed("helper", 1), Passed("re.match", "string")) == found.passed


def test_aliases_and_stand_ins() -> None:
    """Another name is the same value; so is `p or ...`, which tells what was wanted."""
    found = use("x = p or []\nx.append(1)\ny = p if p is not None else ()\ny.count(1)")

    assert frozenset({"append", "count"}) == found.methods
    assert (list, tuple) == found.defaults


def test_a_name_given_another_value() -> None:
    """What is asked then is not asked of the parameter; in one branch only, it still is."""
    assert frozenset({"strip"}) == use("p = p.strip()\np.isdigit()").methods
    assert frozenset({"append"}) == use("if p is None:\n    p = []\np.append(1)").methods
    assert frozenset() == use("p = list(p)\np.append(1)").methods


def test_what_is_asked_of_one_kind_only() -> None:
    """After a test for a class, what is asked is asked of that class."""
    found = use("if isinstance(p, str):\n    return p.split()\nreturn p.close()")

    assert frozenset({"close"}) == found.methods
    assert found.classes == ("str",)


def test_what_is_refused() -> None:
    """A test that ends in an exception tells what is not wanted, or, turned round, what is."""
    refused = use("if isinstance(p, str) or p is None:\n    raise TypeError\nif p == 'no': raise ValueError\np.close()")
    wanted = use("if not isinstance(p, str):\n    raise TypeError\nif p != 'yes': raise ValueError\np.close()")

    assert ParameterUse(methods=frozenset({"close"})) == refused
    assert ParameterUse(methods=frozenset({"close"}), classes=("str",), literals=(Literal("yes"),)) == wanted


def test_what_is_asked_if_it_is_there() -> None:
    """After `hasattr`, or where the error is caught: one way among others."""
    asked = use("if hasattr(p, 'read'):\n    p = p.read()\np.split()")
    tried = use("try:\n    return p.keys()\nexcept AttributeError:\n    return p.count(1)")

    assert frozenset({"split"}) == asked.methods
    assert [frozenset({"read"})] == [other.methods for other in asked.others]
    assert frozenset({"count"}) == tried.methods
    assert [frozenset({"keys"})] == [other.methods for other in tried.others]


def test_elements() -> None:
    """What iteration gives, also through copies, comprehensions and counting."""
    for body in (
        "for x in p: x.name",
        "q = sorted(p)\nfor x in q: x.name",
        "[x.name for x in p]",
        "for i, x in enumerate(p): x.name",
        "for a, x in zip([], p): x.name",
        "next(iter(p)).name",
        "max(p).name",
    ):
        element = use(body).element
        assert element is not None, body
        assert frozenset({"name"}) == element.attributes, body


def test_keys_and_values() -> None:
    """Those of a mapping are told apart."""
    found = use("for k, v in p.items():\n    k.upper(); v.append(1)\np[0].sort()")

    assert found.element is not None
    assert found.item is not None
    assert frozenset({"upper"}) == found.element.methods
    assert frozenset({"append", "sort"}) == found.item.methods


def test_variadic_parameters() -> None:
    """What is known of `*args` is known of each, of `**options` of each value."""
    assert frozenset({"name"}) == use("for x in p: x.name", "*p").attributes
    assert frozenset({"name"}) == use("p[q].name", "**p").attributes
    assert frozenset({"name"}) == use("for v in p.values(): v.name", "**p").attributes


@pytest.mark.parametrize(
    "source",
    [
        "p.get('a', 1).name",
        "p.pop('a').name",
        "p['a'].name",
        "a = p.setdefault('a', None)\na.name",
        "if 'a' in p: p['a'].name",
    ],
)
def test_options_are_looked_for_by_name(source: str) -> None:
    """Each is a value of its own."""
    tree = ast.parse(f"def f(**p):\n    {source.replace(chr(10), chr(10) + '    ')}")
    found = read_bodies(tree)[1, "f"]

    assert found.keywords == ("a",)
    assert frozenset({"name"}) == found.parameters["a"].attributes


@pytest.mark.parametrize("source", ["p[a]", "p.get(a)", "p['no name']", "p['class']", "p.get()", "'a' in q"])
def test_options_that_nobody_could_name(source: str) -> None:
    """Only what is written out is known, and only what can be written as a keyword."""
    assert read_bodies(ast.parse(f"def f(**p):\n    {source}"))[1, "f"].keywords == ()


def test_closures_see_parameters_and_hide_them() -> None:
    """A function inside uses the outer value, unless a parameter of its own has the name."""
    assert frozenset({"a"}) == use("def g():\n    return p.a\nreturn g").attributes
    assert frozenset() == use("def g(p):\n    return p.a\nreturn g").attributes
    assert frozenset() == use("return lambda p: p.a").attributes


def test_match_statements() -> None:
    """Cases are comparisons and tests."""
    found = use("match p:\n    case 'up' | 'down': pass\n    case int(): pass\n    case {'k': v}: pass")

    assert (Literal("up"), Literal("down")) == found.literals
    assert found.classes == ("int",)
    assert (dict,) == found.defaults


def test_what_methods_ask_of_an_attribute() -> None:
    """It is asked of the argument of `__init__` that became the attribute."""
    tree = ast.parse(
        "class Class:\n"
        "    def __init__(self, source, many):\n"
        "        self.source = source\n"
        "        object.__setattr__(self, 'many', list(many))\n"
        "    def run(self):\n"
        "        self.source.readline()\n"
        "        for each in self.many: each.name\n"
    )
    parameters = read_bodies(tree)[2, "__init__"].parameters

    assert frozenset({"readline"}) == parameters["source"].methods
    assert parameters["many"].element is not None
    assert frozenset({"name"}) == parameters["many"].element.attributes


def test_nothing_asked_no_types() -> None:
    """Also if it is only asked whether it is None."""
    assert would_do("pass") == []
    assert would_do("if p is None: return 1") == []


@pytest.mark.parametrize(
    ("body", "types"),
    [
        ("p.upper()", [STR, Instance(bytes)]),
        ("p.append(1)", [Instance(list)]),
        ("p.items()", [Instance(dict)]),
        ("p + 1", [INT, FLOAT]),
        ("p + 'x'", [STR]),
        ("'x' * p", [INT, FLOAT]),
        ("p >> 1", [INT]),
        ("p['k']", [Instance(dict)]),
        ("p[1:]", [Instance(list), STR, Instance(tuple), Instance(bytes)]),
        ("p & {1}", [Instance(set)]),
        ("p | x", [INT, Instance(dict), Instance(set)]),
        ("a, b = p", [Instance(tuple, (ANYTHING, ANYTHING))]),
        ("p is Colour.RED", [Instance(Colour)]),
        ("p(1)", [Function(ANYTHING)]),
        ("next(p)", [Instance(collections.abc.Iterator)]),
        ("int(p)", [INT, STR, FLOAT]),
        ("isinstance(x, p)", [ClassOf(ANYTHING)]),
        ("p.deposit(1)", [Instance(Account), Instance(Ledger)]),
        ("p.readline()", [Instance(io.StringIO), Instance(io.BytesIO)]),
        ("p.isoformat(); p.tzinfo; p.year", [Instance(datetime.datetime)]),
        ("isinstance(p, (str, Account))", [STR, Instance(Account)]),
        ("isinstance(p, str | Account)", [STR, Instance(Account)]),
        ("type(p) is Ledger", [Instance(Ledger)]),
        ("callable(p)", [Function(ANYTHING)]),
        ("p == 'up' or p in ('down', 'off')", [exactly("up", "down", "off"), STR]),
        ("p == 3", [INT]),
        ("if p is None: return\np.append(1)", [Instance(list), NONE]),
    ],
)
def test_types_by_structure(body: str, types: list[Type]) -> None:
    """All that is asked must be there; the likeliest comes first."""
    assert types == would_do(body)


def test_types_of_elements() -> None:
    """A container is offered with what its elements must be, and only if it would hold them: no text of accounts."""
    element = one_of((Instance(Account), Instance(Ledger)))
    found = would_do("for x in p: x.deposit(1)")

    assert [
        Instance(list, (element,)),
        Instance(tuple, (element,)),
        Instance(set, (element,)),
    ] == found


def test_attributes_of_instances_count(module: Callable[[str], ModuleType]) -> None:
    """Those `__init__` assigns, slots and annotations."""
    made = module(
        """
        class Assigned:
            def __init__(self): self.assigned = 1
        class Slotted:
            __slots__ = ("slotted",)
        class Annotated:
            annotated: int
        def function(a, b, c, d):
            return a.assigned, b.slotted, c.annotated, d.missing
        """
    )
    usage = Usage([made.Assigned, made.Slotted, made.Annotated])

    assert [Instance(made.Assigned)] == usage.types(made.function, "a")
    assert [Instance(made.Slotted)] == usage.types(made.function, "b")
    assert [Instance(made.Annotated)] == usage.types(made.function, "c")
    assert usage.types(made.function, "d") == []


def test_at_most_so_many() -> None:
    """However many classes would do."""
    classes = [type(f"Class{n}", (), {"deposit": None}) for n in range(20)]

    assert len(types_for(use("p.deposit()"), classes, named)) == MOST


def test_followed_through_calls(module: Callable[[str], ModuleType]) -> None:
    """A value passed on is what the callee asks for: helpers, methods, constructors, by position and keyword."""
    made = module(
        """
        class Base:
            def __init__(self, text): self.text = text.upper()
        class Thing(Base):
            def __init__(self, text): super().__init__(text)
            def run(self, p): return self.inner(1, q=p)
            def inner(self, a, q): return q.lower()
        def outer(p): return middle(1, p)
        def middle(a, b): return last(c=b)
        def last(c): return c.splitlines()
        def makes(p): return Thing(p)
        def endless(p): return endless(p)
        thing = Thing("")
        bound = thing.inner
        def of_instance(p): return bound(1, p)
        def of_class(p): return Thing.inner(thing, 1, p)
        def of_class_method(p): return Other.made(p)
        class Other:
            @classmethod
            def made(cls, q): return q.lower()
        """
    )
    usage = Usage()
    expected = [STR, Instance(bytes)]

    assert expected == usage.types(made.outer, "p")
    assert expected == usage.types(made.makes, "p")
    assert expected == usage.types(made.of_instance, "p")
    assert expected == usage.types(made.of_class, "p")
    assert expected == usage.types(made.of_class_method, "p")
    assert expected == usage.types(made.Thing.run, "p", made.Thing)
    assert expected == usage.types(made.Thing.__init__, "text", made.Thing)
    assert usage.types(made.endless, "p") == []


def test_what_is_known_otherwise_of_a_callee(module: Callable[[str], ModuleType]) -> None:
    """The caller tells what the annotation of the callee says."""
    made = module("def annotated(x, y): ...\ndef function(p): annotated(1, p)")
    known = {(made.annotated, 1, None): Instance(bytes)}
    usage = Usage(annotation=lambda *asked: known.get(asked))

    assert [Instance(bytes)] == usage.types(made.function, "p")


def test_constants_compared_with(module: Callable[[str], ModuleType]) -> None:
    """Their values are the choice, also as keys of a table."""
    made = module("MODES = ('r', 'w')\nTABLE = {'a': 1}\ndef function(p, q):\n    p in MODES\n    return TABLE[q]")
    usage = Usage()

    assert [exactly("r", "w"), STR] == usage.types(made.function, "p")
    assert [exactly("a"), STR] == usage.types(made.function, "q")


def test_decorated_functions_and_others(module: Callable[[str], ModuleType]) -> None:
    """The function behind decorators is read; of lambdas and what is not Python nothing is said."""
    made = module(
        """
        import functools
        @functools.lru_cache
        def cached(p): return p.upper()
        class Class:
            @staticmethod
            def still(p): return p.upper()
            @classmethod
            def made(cls, p): return p.upper()
        short = lambda p: p.upper()
        exec("def unseen(p): return p.upper()")
        """
    )
    usage = Usage()

    for function in (made.cached, made.Class.still, made.Class.made, vars(made.Class)["made"]):
        assert [STR, Instance(bytes)] == usage.types(function, "p")
    for function in (made.short, made.unseen, len, 1):
        assert usage.types(function, "p") == []


def test_classes_that_refuse_to_be_compared(module: Callable[[str], ModuleType]) -> None:
    """They are matched like others, or left out; nothing is raised."""
    made = module(
        """
        class Meta(type):
            def __eq__(self, other): raise RuntimeError
            def __hash__(self): raise RuntimeError
        class Class(metaclass=Meta):
            def deposit(self): ...
        def function(p, q):
            p.deposit()
            isinstance(q, Class)
        """
    )
    usage = Usage([made.Class, Account])

    assert isinstance(usage.types(made.function, "p"), list)
    assert isinstance(usage.types(made.function, "q"), list)


def test_what_stubs_say_of_callees(module: Callable[[str], ModuleType]) -> None:
    """Functions, methods and classes of the standard library."""
    made = module(
        """
        import itertools, re
        PATTERN = re.compile("x")
        def function(p, q, r, s):
            itertools.tee(p)
            PATTERN.split(q)
            itertools.islice([], r)
            re.match("x", string=s)
        """
    )
    usage = Usage(annotation=Callees(Reader()).asked)

    assert [Instance(collections.abc.Iterable, (ANYTHING,))] == usage.types(made.function, "p")
    assert STR in usage.types(made.function, "q")
    assert usage.types(made.function, "r") == [INT]
    assert STR in usage.types(made.function, "s")


def test_what_annotations_say_of_callees(module: Callable[[str], ModuleType]) -> None:
    """Of functions, of classes, of methods called on the receiver, on the class or on another instance."""
    made = module(
        """
        class Ledger:
            def book(self, key: str, amount: int): ...
            @classmethod
            def of(cls, key: str, amount: int): ...
            @staticmethod
            def check(key: str, amount: int): ...
            def method(self, a, b, c, d, e):
                self.book("", a)
                self.of("", b)
                self.check("", c)
                Ledger.book(self, "", d)
                LEDGER.book(key="", amount=e)
        LEDGER = Ledger()
        def function(p, q, r, s, t):
            LEDGER.book("", p)
            Ledger.of("", q)
            Ledger.check("", r)
            function_of(s, t)
        def function_of(key: bytes, amount: int = 1): ...
        """
    )
    usage = Usage(annotation=Callees(Reader()).asked)

    for name in "abcde":
        assert usage.types(made.Ledger.method, name, made.Ledger) == [INT]
    for name in "pqrt":
        assert usage.types(made.function, name) == [INT]
    assert usage.types(made.function, "s") == [Instance(bytes)]


def test_knowledge_asks_callees(module: Callable[[str], ModuleType]) -> None:
    """What a parameter is passed on to is one of the things that are known of it."""
    made = module(
        """
        def outer(thing): return inner(thing)
        def inner(thing: bytes): return thing
        def calling_itself(thing): return calling_itself(thing)
        """
    )
    knowledge = Knowledge()
    outer, itself = (
        signatures.of_function(function, knowledge, "f").clues[0] for function in (made.outer, made.calling_itself)
    )

    assert Clue(Source.USE, Instance(bytes)) in outer
    assert itself == ()


def test_a_method_asks_for_the_class_it_is_called_on(module: Callable[[str], ModuleType]) -> None:
    """An inherited one for the heir."""
    made = module("class Base:\n    def same(self, other): return self == other\nclass Heir(Base): ...")
    usage = Usage()

    assert usage.types(made.Base.same, "other", made.Base) == [Instance(made.Base)]
    assert usage.types(made.Base.same, "other", made.Heir) == [Instance(made.Heir)]
