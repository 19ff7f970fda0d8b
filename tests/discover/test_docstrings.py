"""Docstrings tell of types, values and exceptions, in whatever form they are written."""

from __future__ import annotations

import ast
import random

import pytest

from caddis.discover.docstrings import Described, described
from caddis.discover.prose import Said, said
from caddis.discover.words import MODULES
from caddis.model.sequence import Literal
from caddis.model.types import Spelt

ABC = "collections.abc"

TYPES = {
    "int": "int",
    "integer": "int",
    "String": "str",
    "number": "int | float",
    "Number": "int | float",
    "int, optional": "int",
    "str or None": "str | None",
    "string, function, or None": f"str | {ABC}.Callable | None",
    "list[int] | None": "list[int] | None",
    "Optional[Dict[str, Foo]]": "dict[str, Foo] | None",
    "typing.Union[str, int]": "str | int",
    "~collections.abc.Iterable[typing.Callable]": f"{ABC}.Iterable[{ABC}.Callable]",
    "Callable[[int, str], bool]": f"{ABC}.Callable[[int, str], bool]",
    "list[int, str]": "list[int | str]",
    "list of str": "list[str]",
    "List of Strings": "list[str]",
    "sequence of ints": f"{ABC}.Sequence[int]",
    "list or iterator of strings": f"list | {ABC}.Iterator[str]",
    "list(str)": "list[str]",
    "tuple of int": "tuple[int, ...]",
    "pair of str": "tuple[str, str]",
    "list of 2-tuples": "list[tuple[typing.Any, typing.Any]]",
    "tuple (x, y)": "tuple[typing.Any, typing.Any]",
    "(int, Graph) tuple": "tuple[int, Graph]",
    "iterable of (u, v) tuples": f"{ABC}.Iterable[tuple[typing.Any, typing.Any]]",
    "dict of str to int": "dict[str, int]",
    "dict mapping str to list of int": "dict[str, list[int]]",
    "dict of lists": "dict[typing.Any, list]",
    "dict keyed by str": "dict[str, typing.Any]",
    "array-like": f"{ABC}.Sequence",
    "callable": f"{ABC}.Callable",
    "file-like object": "typing.IO",
    "iterable": f"{ABC}.Iterable",
    "node": f"{ABC}.Hashable",
    "Node": "Node",
    "graph": "Graph",
    "NetworkX graph": "Graph",
    "directed graph": "DiGraph",
    "NetworkX graph constructor, optional (default=nx.Graph)": "type[Graph]",
    "Graph/MultiGraph": "Graph | MultiGraph",
    "bool (default: True)": "bool",
    "str, default None": "str | None",
    "float in [0, 1]": "float",
    "int >= 0": "int",
    "positive int": "int",
    "number of nodes": "int",
    "datetime.datetime": "datetime.datetime",
    "datetime": "datetime.datetime",
    ":class:`Foo`": "Foo",
    ":py:class:`~a.b.Foo`": "a.b.Foo",
    "``Foo``": "Foo",
    "a `Foo` instance": "Foo",
    "Matplotlib Axes object": "Axes",
    "subclass of Foo": "type[Foo]",
    "parserinfo": "parserinfo",
    "keyword arguments": "",
    "whatever you like best": "",
    "for": "",
    "if in": "",
    "(((": "",
    "": "",
}


def literals(*values: str | int | None) -> tuple[Spelt, ...]:
    """The values, as they are spelt."""
    return tuple(map(Literal, values))


@pytest.mark.parametrize("text", TYPES)
def test_words_become_annotations(text: str) -> None:
    """What people write for a type is read as the annotation they would have written."""

    assert TYPES[text] == said(text).type


@pytest.mark.parametrize(
    ("text", "values", "type_"),
    [
        ("{'a', 'b'}", ("a", "b"), ""),
        ("{'C', 'F'}, optional", ("C", "F"), ""),
        ("one of 'r', 'w'", ("r", "w"), ""),
        ("'a' or 'b' or int", ("a", "b"), "int"),
        ("None | 'original' | 'reverse' (default: None)", ("original", "reverse"), "None"),
        ('string ("in"|"out"|"in+out"), optional (default="out")', ("in", "out", "in+out"), ""),
        ("Literal['a', 1]", ("a", 1), ""),
    ],
)
def test_listed_values_are_the_ones_allowed(text: str, values: tuple[str | int, ...], type_: str) -> None:
    """Values listed in place of a type are known, and only what else may be given is a type."""

    assert (literals(*values), type_) == (said(text).values, said(text).type)


@pytest.mark.parametrize(
    "text", ["int, optional", "int (optional)", "int, default 3", "int (default: f(x))", "int=, optional"]
)
def test_what_may_be_left_out_is_optional(text: str) -> None:
    """A word on the default makes a parameter optional."""

    assert said(text).optional
    assert not said("int").optional


GOOGLE = """Do it.

    Args:
        count (int): How many.
        names (list of str, optional): The names
            to use: all of them.
        mode: One of 'fast' or 'slow'.
        *rest (float): More.
        anything: Whatever.

    Returns:
        bool: True if done.

    Raises:
        ValueError: If it is
            impossible.
        a.b.OtherError: Else.
    """

NUMPY = """Do it.

    Parameters
    ----------
    count : int
        How many.
    names : list of str, optional
        The names.
    mode : str
        One of ``"fast"``, or ``"slow"``. The rest is 'ignored' or 'so'.
    *rest : float
    anything
        Whatever.

    Returns
    -------
    done : bool
        True if done.

    Raises
    ------
    ValueError
        If it is impossible.
    a.b.OtherError
    """

SPHINX = """Do it.

    :param int count: How many.
    :param names: The names,
        all of them.
    :type names: list of str, optional
    :param str mode: must be 'fast' or 'slow'
    :param float rest: More.
    :param anything: Whatever.
    :return: whether it is done
    :rtype: bool
    :raises ValueError: if it is impossible
    :raises a.b.OtherError:
    """


@pytest.mark.parametrize(
    "text", [GOOGLE, NUMPY, SPHINX, SPHINX.replace(" :", " @")], ids=["google", "numpy", "sphinx", "epydoc"]
)
def test_every_form_says_the_same(text: str) -> None:
    """The same things said in the four forms are understood alike."""

    found = described(text)

    assert {
        "count": ("int", (), False),
        "names": ("list[str]", (), True),
        "mode": ("", literals("fast", "slow"), False),
        "rest": ("float", (), False),
        "anything": ("", (), False),
    } == {name: (each.type, each.values, each.optional) for name, each in found.parameters.items()}
    assert found.returns == "bool"
    assert found.raises == ("ValueError", "a.b.OtherError")


def test_values_in_a_description_leave_the_rest_of_the_type() -> None:
    """Values that a description lists take the place of their own type, not of parts of another."""

    found = described(
        ":param x: Must be 'a' or 'b'.\n:type x: str or None\n:param list[int | str | None] y: Either 'a' or 'b'."
    )

    assert {
        "x": Said("None", literals("a", "b")),
        "y": Said("list[int | str | None]", literals("a", "b")),
    } == found.parameters


def test_several_parameters_in_one_line() -> None:
    """NumPy's form may name several parameters at once."""

    found = described("Parameters\n----------\nG, H : NetworkX graph\n    Two of them.\nx, y: int")

    assert dict.fromkeys("GH", Said("Graph")) | dict.fromkeys("xy", Said("int")) == found.parameters


def test_several_results_are_a_tuple() -> None:
    """NumPy's form lists the items of a tuple."""

    assert described("Returns\n-------\ncost : integer\nflow : dictionary\n").returns == "tuple[int, dict]"


def test_what_is_yielded_comes_from_an_iterator() -> None:
    """A generator gives an iterator of what it yields."""

    assert described("Yields:\n    int: the next").returns == f"{ABC}.Iterator[int]"
    assert described("Yields\n------\nlist of nodes\n    Each.").returns == f"{ABC}.Iterator[list[{ABC}.Hashable]]"


@pytest.mark.parametrize(
    ("description", "type_"),
    [
        ("A string containing a date.", "str"),
        ("the string to search for", "str"),
        ("Whether to stop.", "bool"),
        ("If ``True``, stop.", "bool"),
        ("if set to True, stop", "bool"),
        ("The number of nodes.", "int"),
        ("Maximum length of the result", "int"),
        ("Any number of iterables", ""),
        ("A :class:`parserinfo` object with settings.", "parserinfo"),
        ("a version string or :class:`~packaging.version.Version`.", "str | packaging.version.Version"),
        ("An optional iterable of initial values", f"{ABC}.Iterable"),
        ("list of strings to join", "list[str]"),
        ("The object to look at", ""),
        ("The beginning of the end", ""),
        ("If nothing is given, the string is used", ""),
        ("", ""),
    ],
)
def test_sentences_are_the_last_resort(description: str, type_: str) -> None:
    """Where no type is stated, the beginning of the description may tell it, and is marked as less than a statement."""

    assert {"x": Said(type_, stated=False)} == described(f"Do.\n\n:param x: {description}").parameters


def test_a_stated_type_is_trusted_more_than_a_sentence() -> None:
    """The description is not looked at where a type is stated."""

    assert {"x": Said("int")} == described(":param x: A string.\n:type x: int").parameters


def test_attributes_of_a_class_tell_of_parameters_that_nothing_else_does() -> None:
    """A class that lists its attributes says what its constructor takes, unless it says so itself."""

    text = "Attributes:\n    x (int): One.\n    y (str): Two.\n\nArgs:\n    x (float): One."

    assert {"x": Said("float"), "y": Said("str")} == described(text).parameters


def test_a_title_on_the_first_line() -> None:
    """A docstring that begins with its first section has lost the margin of all that follows."""

    text = "Args:\n        x (int): One.\n        y (str): Two.\n\n    Returns:\n        bool: yes\n    "

    assert {"x": Said("int"), "y": Said("str")} == described(text).parameters


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (":raises ValueError, TypeError: if so", ("ValueError", "TypeError")),
        ("Raises a :exc:`KeyError` if it is missing.", ("KeyError",)),
        ("Will raise ``a.StrangeError`` if it is missing.", ("a.StrangeError",)),
        ("A :class:`Timeout` will be raised.", ("Timeout",)),
        (">>> f(1)\nTraceback (most recent call last):\n    ...\nfoo.Impossible: no\n>>> g()", ("foo.Impossible",)),
        ("It raises an exception. It raises an eyebrow.", ()),
        ("Raises:\n    If nothing is given, this goes wrong.", ()),
    ],
)
def test_exceptions_are_named_in_many_ways(text: str, names: tuple[str, ...]) -> None:
    """Exceptions are found in fields, in sentences, and in examples."""

    assert names == described(text).raises


def test_nothing_is_said_where_nothing_is() -> None:
    """Text that describes nothing gives nothing."""

    assert Described() == described("") == described("Parameters\n----------\n") == described(":param: x\n\x00(((")


def test_garbage_is_survived_and_types_are_always_expressions() -> None:
    """Whatever is thrown together, nothing is raised and what comes out can be parsed."""

    draw = random.Random(5)
    words = """
        list of dict ( ) [ ] { } , | or 'a' "b" None : ; / -> to mapping by tuple pair class type Foo a.b for lambda in
        optional (default=None) :class:`X` `` ~ \\ -like 2-tuples . ... * ** \x00 \ud800 graph number \\d
    """
    pieces = words.split()
    for _ in range(3_000):
        text = " ".join(draw.choices(pieces, k=draw.randint(1, 8)))
        found = described(f"Args:\n  x ({text}): {text}\n\n:param {text} y: {text}\n:rtype: {text}")
        for type_ in filter(None, [found.returns, *[each.type for each in found.parameters.values()]]):
            ast.parse(type_, mode="eval")


def test_names_of_the_standard_library_are_spelt_with_known_modules() -> None:
    """Whoever looks the names up can know every module we use."""

    found = {
        node.value.id if isinstance(node.value, ast.Name) else "collections"
        for text in ("iterable", "datetime", "path", "regex", "file", "decimal", "fraction", "uuid", "pair")
        for node in ast.walk(ast.parse(said(text).type))
        if isinstance(node, ast.Attribute)
    }

    assert found == MODULES
