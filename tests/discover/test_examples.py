"""Documentation shows arguments that work."""

from __future__ import annotations

from pathlib import Path

import pytest

from caddis.discover.examples import Example, by_name, examples_in, readme_of, values_for
from caddis.model.operation import Parameter, Place
from caddis.model.sequence import Literal
from caddis.model.types import Display, Spelt


def spelt(value: object) -> Spelt:
    """A value as it is written out."""
    match value:
        case list():
            return Display("[", tuple(map(spelt, value)))
        case tuple():
            return Display("(", tuple(map(spelt, value)))
        case set():
            return Display("{", tuple(map(spelt, value)))
        case dict():
            return Display("{:", tuple(spelt(each) for pair in value.items() for each in pair))
        case None | bool() | int() | float() | complex() | str() | bytes():
            return Literal(value)
        case _:
            raise TypeError(value)


def call(callee: str, *positional: object, **keywords: object) -> Example:
    """An example whose arguments are all values; `...` is an argument that is none."""
    return Example(
        callee,
        tuple(None if value is ... else spelt(value) for value in positional),
        {name: spelt(value) for name, value in keywords.items()},
    )


@pytest.mark.parametrize(
    "value",
    [
        "text",
        b"bytes",
        -1,
        +2.5,
        1j,
        1 + 2j,
        None,
        True,
        [],
        (1,),
        {1, "b"},
        {"a": [1, (2, None)], (1, 2): {}},
        [[[]]],
    ],
)
def test_atoms_and_displays_are_values(value: object) -> None:
    """What is written out in a call is a value, as deep as it may be."""

    assert examples_in(f">>> f({value!r})") == [call("f", value)]


def test_texts_side_by_side_are_one() -> None:
    """Texts that Python joins are joined."""

    assert examples_in(">>> f('a' \"b\")") == [call("f", "ab")]


@pytest.mark.parametrize(
    "source",
    ["x", "g", "x.y", "lambda: 1", "[x]", "{**x}", "{[]: 1}", "{[]}", "...", "f'a'", "not 1", "'a' * 9", "[0] * 3"],
)
def test_anything_else_is_no_value(source: str) -> None:
    """An argument that would have to be computed leaves its place open."""

    assert examples_in(f">>> f(1, {source}, k={source})") == [call("f", 1, ...)]


def test_what_nobody_wants_to_read_is_no_value() -> None:
    """Values of extreme size or depth are left alone."""

    for huge in ("'" + "x" * 5000 + "'", "9" * 3000, str([0] * 500), "[" * 50 + "]" * 50):
        assert examples_in(f">>> f({huge})") == [call("f", ...)]


def test_callees_are_as_written() -> None:
    """The path of a call is kept; a call on something that is no name has only what follows."""

    found = examples_in(">>> Version.parse('1').bump(2)\n>>> a.b.c(1)\n>>> 'x'.join([])\n>>> f(1)(2)")

    assert found == [call("bump", 2), call("Version.parse", "1"), call("a.b.c", 1), call("join", []), call("f", 1)]
    assert [each.name for each in found] == ["bump", "parse", "c", "join", "f"]


def test_variables_are_followed() -> None:
    """A variable stands for the value it was given last, while that is known."""

    text = """
    >>> text, number = "a b", 1
    >>> f(text, [number])
    >>> text = other = 'c'
    >>> f(text, other)
    >>> number += 1
    >>> text: str = g()
    >>> f(text, number, other)
    >>> for other in g(): f(other)
    >>> f(other)
    """

    assert [each for each in examples_in(text) if each.callee == "f"] == [
        call("f", "a b", [1]),
        call("f", "c", "c"),
        call("f", ..., ..., "c"),
        call("f", ...),
        call("f", ...),
    ]


def test_names_inside_functions_are_others() -> None:
    """What a function, lambda or comprehension calls its own is not the variable outside."""

    text = """
    >>> x = 1
    >>> def g(x):
    ...     return f(x)
    >>> key = lambda x: f(x)
    >>> [f(x) for x in h(x)]
    """

    assert examples_in(text) == [call("h", 1)]


def test_calls_over_several_lines() -> None:
    """A statement goes on behind dots; what follows it is its result, even if that is dots."""

    assert examples_in(">>> f(1,\n...   2)\n3\n>>> g(\n...\n... 4)\n>>> h(5)\n... and so on") == [
        call("f", 1, 2),
        call("g", 4),
        call("h", 5),
    ]


def test_unpacked_arguments_end_what_is_known_of_places() -> None:
    """After `*x` no argument has a known place, and `**x` names none."""

    assert examples_in(">>> f(1, *x, 2, k=3, **y)") == [call("f", 1, k=3)]


@pytest.mark.parametrize(
    "text",
    [
        "Text.\n\n```python\nimport pkg\n\npkg.f(\n    'a',\n    k=1,\n)\n```\n",
        "Text.\n\n~~~\npkg.f('a', k=1)\n~~~\n",
        "```pycon\n>>> pkg.f('a', k=1)\n'result'\n```",
        "Text::\n\n    import pkg\n    pkg.f('a', k=1)\n\nText.",
        ".. code-block:: python\n\n    pkg.f('a', k=1)  # 'result'\n",
        "Use it:\n\n    pkg.f('a', k=1) -> 'result'\n",
        "Use it:\n\n    pkg.f(\n        'a',\n        k=1\n    )\n    => 'result' of it\n",
        "    In [1]: pkg.f('a',\n       ...: k=1)\n    Out[1]: 3",
        "\tpkg.f('a', k=1)",
    ],
)
def test_code_is_found_however_it_is_set_apart(text: str) -> None:
    """Examples of READMEs are in fences, behind prompts, or simply indented."""

    assert examples_in(text) == [call("pkg.f", "a", k=1)]


@pytest.mark.parametrize(
    "text", ["", "f('a')", "Call f('a') now.", "```bash\nf('a')\n```", ">>> f('a", "    no (such thing"]
)
def test_text_that_shows_no_call(text: str) -> None:
    """Sentences, other languages and what is not Python are left alone."""

    assert examples_in(text) == []


def test_values_find_their_parameters() -> None:
    """Arguments go to parameters by their place and their keyword, each value once."""

    parameters = [
        Parameter("x"),
        Parameter("rest1", Place.VARIADIC, required=False),
        Parameter("rest2", Place.VARIADIC, required=False),
        Parameter("k", Place.KEYWORD, required=False),
    ]
    found = examples_in(">>> f(1)\n>>> a.f(1, k='b')\n>>> f(g, 2, 3, other=4)\n>>> f(x=[5])\n>>> f(rest1=6)\n>>> g(7)")

    assert values_for(found, "pkg.Class.f", parameters) == {
        "x": (spelt(1), spelt([5])),
        "k": (spelt("b"),),
        "rest1": (spelt(2),),
        "rest2": (spelt(3),),
    }
    assert values_for(by_name(found)["f"], "f", parameters) == values_for(found, "f", parameters)


def test_a_call_with_too_many_arguments_is_of_something_else() -> None:
    """Another callable of the same name teaches nothing."""

    assert values_for(examples_in(">>> f(1, 2)"), "f", [Parameter("x"), Parameter("k", Place.KEYWORD)]) == {}


def test_the_readme_of_a_project(tmp_path: Path) -> None:
    """A package is described by the README beside it, or above `src`, and by one of its own."""

    package = tmp_path / "src" / "pkg"
    package.mkdir(parents=True)
    (tmp_path / "README.md").write_text("of the project")
    (package / "readme.rst").write_text("of the package")
    (package / "readme.py").write_text("no text")

    assert readme_of(package) == "of the package\n\nof the project"


@pytest.mark.parametrize("module", ["pkg", "other_name", "single.py"])
def test_the_description_of_a_distribution(tmp_path: Path, module: str) -> None:
    """An installed package is described by the metadata of the distribution that brought it, whatever its name."""

    site = tmp_path / "site-packages"
    site.mkdir()
    (site / "README.txt").write_text("of somebody else")
    for name, record in {"Aaa": "aaa/x.py,,", "Pkg": "pkg/x.py,,\nother_name/x.py,,\nsingle.py,,"}.items():
        folder = site / f"{name}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Name: {name}\n\n# {name}\n\nText.")
        (folder / "RECORD").write_text(record)

    assert readme_of(site / module) == "# Pkg\n\nText."


def test_no_description_at_all(tmp_path: Path) -> None:
    """A package that nobody describes, or that is not there, has an empty README."""

    assert readme_of(tmp_path / "nothing" / "pkg") == ""


def test_a_long_readme_is_read_in_part(tmp_path: Path) -> None:
    """What is read of a README is bounded."""

    package = tmp_path / "pkg"
    package.mkdir()
    (tmp_path / "README").write_text("x" * 1_000_000)

    assert len(readme_of(package)) == 200_000
