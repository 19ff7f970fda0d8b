"""What is said of results and exceptions arrives with the signature, where it can be held against the code."""

from __future__ import annotations

import types
from typing import Any

import pytest

from caddis.discover.bounds import declared_raises
from caddis.model.api import Source
from caddis.model.types import NONE, Instance, OneOf

SOURCE = '''
import contextlib
from collections.abc import Iterator
from typing import IO, Generic, Protocol, TypeVar

T = TypeVar("T", bound=int)


class Long(Protocol):
    def __len__(self) -> int: ...


class Shop:
    """Sells.

    :raises OSError: if it is closed
    """

    def price(self, name: str) -> int:
        """What it costs.

        Raises:
            KeyError: if there is no such thing.
        """

    @property
    def owner(self) -> str:
        """Whose it is."""


def plain(number: int) -> int | None: ...
def variable(number: T) -> T: ...
def stream(number: int) -> IO[str]: ...
def protocol(number: int) -> Long: ...


@contextlib.contextmanager
def wrapped(number: int) -> Iterator[int]:
    yield 1


def documented(number):
    """A number.

    Returns
    -------
    str
        In words.
    """


def told(number):
    """Returns a string with the number in it."""
'''


@pytest.fixture
def found(discovered: Any, tmp_path: Any, monkeypatch: Any) -> Any:
    """The operations of a module of its own."""
    (tmp_path / "temporary_promises.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    return discovered("temporary_promises")


@pytest.mark.parametrize(
    ("name", "source", "known"),
    [
        ("plain", Source.ANNOTATION, OneOf((Instance(int), NONE))),
        ("Shop.price", Source.ANNOTATION, Instance(int)),
        ("Shop.owner", Source.ANNOTATION, Instance(str)),
        ("documented", Source.DOCSTRING, Instance(str)),
    ],
)
def test_what_is_stated_of_a_result_is_a_promise(found: Any, name: str, source: Source, known: Any) -> None:
    """By an annotation, or by a docstring that gives a type."""
    promised = found.signature(f"temporary_promises.{name}").promised

    assert promised is not None
    assert (promised.source, promised.known) == (source, known)


@pytest.mark.parametrize("name", ["variable", "stream", "protocol", "wrapped", "told", "Shop"])
def test_what_stands_for_more_promises_nothing(found: Any, name: str) -> None:
    """A type variable, a stream, a protocol, what a decorator changes, what is only gathered from a sentence."""
    assert found.signature(f"temporary_promises.{name}").promised is None


def test_exceptions_of_the_method_and_of_its_class_are_spoken_of(found: Any) -> None:
    """Whichever docstring does."""
    assert set(found.signature("temporary_promises.Shop.price").raises) == {"KeyError", "OSError"}
    assert found.signature("temporary_promises.plain").raises == ()


def test_exceptions_that_deal_allows_are_declared() -> None:
    """As the library keeps them at the function."""
    contract = types.SimpleNamespace(exceptions=(ValueError, KeyError))
    function = types.SimpleNamespace(__deal_contract=types.SimpleNamespace(raises=[contract]))

    assert declared_raises(function) == ("ValueError", "KeyError")
    assert declared_raises(len) == ()


def test_deal_keeps_them_so() -> None:
    """What the test before believes."""
    deal = pytest.importorskip("deal")

    @deal.raises(ZeroDivisionError)  # type: ignore[untyped-decorator]
    def divide(number: int) -> float:
        return 1 / number

    assert declared_raises(divide) == ("ZeroDivisionError",)
