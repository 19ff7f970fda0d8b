"""Constants are taken from source files, by scope."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from caddis.discover.constants import MOST, Constants, compiled_in, constants_in
from caddis.model.api import Nearby, Pattern


@pytest.fixture
def mined(tmp_path: Path) -> Callable[..., Constants]:
    """The constants of a source text."""

    def mine(source: str, compiled: dict[str, Pattern] | None = None) -> Constants:
        file = tmp_path / "source.py"
        file.write_text(textwrap.dedent(source), encoding="utf-8")
        return constants_in(str(file), compiled=compiled)

    return mine


def test_each_scope_has_its_own(mined: Callable[..., Constants]) -> None:
    """A method's, a class's, a nested class's, a function's, the module's; also below conditions."""
    scopes = mined(
        """
        LIMIT = 7
        if LIMIT:
            def function(x="d"):
                def inner(): return b"i"
                return x + "f"
        class Outer:
            size = 1.5
            def method(self): return -3
            class Inner:
                word = "in"
        """
    ).scopes

    assert scopes[""].atoms == (7,)
    assert scopes["function"].atoms == ("d", b"i", "f")
    assert scopes["Outer"].atoms == (1.5,)
    assert scopes["Outer.method"].atoms == (-3,)
    assert scopes["Outer.Inner"].atoms == ("in",)


def test_the_nearest_come_first(mined: Callable[..., Constants]) -> None:
    """And each once, though 1, 1.0 and True are equal."""
    found = mined(
        """
        A = 1
        B = "far"
        class Class:
            b = "middle"
            c = 1.0
            def method(self): return "near", "middle"
            def other(self): return "elsewhere"
        """
    )

    assert found.near("Class", "Class.method").atoms == ("near", "middle", 1.0, 1, "far")
    assert found.near("Class", None).atoms == ("middle", 1.0, 1, "far")
    assert found.near(None, "missing").atoms == (1, "far")


def test_what_is_no_value(mined: Callable[..., Constants]) -> None:
    """Docstrings, `__all__`, annotations, names of types, and what is said to people."""
    found = mined(
        '''
        """The module."""
        __all__ = ["function"]
        T = TypeVar("T")
        log = logging.getLogger("here")
        def function(x: "Annotated") -> Literal["result"]:
            """The function."""
            y: "int" = x
            log.info("something long was said")
            assert x, "it is not there"
            if x == "bad": raise ValueError("this cannot be used", "code")
            raise TypeError("neither can %s be used" % "that")
        '''
    )

    assert found.scopes == {"function": Nearby(("bad", "code", "that"))}


def test_regular_expressions(mined: Callable[..., Constants]) -> None:
    """Of every function of `re`, with flags, put together from constants, and under names of their own."""
    scopes = mined(
        """
        import re
        from re import compile as made
        DIGIT = r"[0-9]"
        NUMBER = re.compile(DIGIT + "+", re.I | re.VERBOSE)
        def matches(x): return re.match(f"a{DIGIT}", x) or re.sub("b", "-", x, 0, re.S)
        def named(x): return NUMBER.match(x)
        def other(x): return made(pattern="{}|d".format("c"), flags=re.M)
        class Class:
            word = re.compile("|".join(["x", "y"]))
            def method(self, x): return self.word.match(x)
        """
    ).scopes

    number = Pattern("[0-9]+", re.I | re.VERBOSE)
    assert scopes[""].patterns == (number,)
    assert scopes["matches"].patterns == (Pattern("a[0-9]"), Pattern("b", re.S))
    assert scopes["matches"].atoms == ("-", 0)
    assert scopes["named"].patterns == (number,)
    assert scopes["other"].patterns == (Pattern("c|d", re.M),)
    assert scopes["Class.method"].patterns == scopes["Class"].patterns == (Pattern("x|y"),)


def test_regular_expressions_put_together_by_code(mined: Callable[..., Constants]) -> None:
    """The imported module knows them; those read off already are not taken twice."""
    source = "import re\nplain = re.compile('p')\nmade = re.compile(build())\ndef function(x): return made.match(x)"
    module = ModuleType("made")
    module.__dict__.update(plain=re.compile("p"), made=re.compile("q"), binary=re.compile(b"r"))
    found = mined(source, compiled_in(module))

    assert [pattern.text for pattern in found.scopes[""].patterns] == ["p", "q"]
    assert [pattern.text for pattern in found.scopes["function"].patterns] == ["q"]


def test_formats(mined: Callable[..., Constants]) -> None:
    """Those of dates, and texts with places to fill."""
    found = mined(
        """
        DAY = "%Y-%m-%d"
        def function(x, y):
            x.strftime(DAY)
            datetime.strptime(y, "%H:%M")
            return "{}={}".format(x, 5), "<%s>" % y, f"{x.z!r}:{{{y:02d}}}{x:{y}}"
        """
    ).scopes["function"]

    assert found.dates == ("%Y-%m-%d", "%H:%M")
    assert found.formats == ("{}={}", "<%s>", "{}:{{{:02d}}}{}")
    assert found.atoms == (5, ":{", "}")


def test_what_is_said_to_people_is_no_format(mined: Callable[..., Constants]) -> None:
    """Unless it is short."""
    found = mined(
        """
        def function(x):
            log.info("%s was seen here" % x)
            if x > 1:
                raise ValueError(f"{x} is more than {1}")
            raise KeyError(f"{x}!")
        """
    ).scopes["function"]

    assert found.formats == ("{}!",)


def test_large_tables_are_cut(mined: Callable[..., Constants]) -> None:
    """And long texts left out."""
    found = mined(f"TABLE = {list(range(1000))}\ndef function(): return {'x' * 1000!r}, 'short'")

    assert found.scopes[""].atoms == tuple(range(MOST))
    assert found.scopes["function"].atoms == ("short",)


def test_what_cannot_be_read(tmp_path: Path) -> None:
    """Yields nothing: no file, no Python."""
    (tmp_path / "broken.py").write_text("def (")

    assert constants_in(str(tmp_path / "missing.py")) == Constants()
    assert constants_in(str(tmp_path / "broken.py")) == Constants()


def test_what_is_nested_too_deep(mined: Callable[..., Constants]) -> None:
    """Yields nothing, and no exception."""
    assert mined(f"x = {'+'.join(['y'] * 3000)}") == Constants()
