"""Atoms are spelled so that they come back the same."""

from __future__ import annotations

import random

import pytest

from caddis.emit.literals import source

ATOMS = [
    None, True, False, 0, -1, 10**40, 2**40000, -(2**40000),
    0.0, -0.0, 1e100, 1e-9, -2.5, float("inf"), float("-inf"), float("nan"),
    2j, -2j, 1 - 2j, complex(-0.0, 0.0), complex(0.0, -0.0), complex(float("inf"), float("nan")), complex(0, 1e100),
    "", "it's", 'say "hi"', "both \" and '", "tab\tline\n\r\\", "\x00\x7f\u200b\ud800\U0001f600\U000e0001", "中",
    b"", b"it's", b'"', b"\x00\xff\\\n~\x7f",
]  # fmt: skip


def spelling(atom: object) -> str:
    return hex(atom) if isinstance(atom, int) else repr(atom)


@pytest.mark.parametrize("atom", ATOMS, ids=range(len(ATOMS)))
def test_an_atom_comes_back_with_its_type_and_spelling(atom) -> None:
    """`eval` of the source gives the atom."""
    back = eval(source(atom))

    assert (type(atom), spelling(atom)) == (type(back), spelling(back))


def test_random_texts_come_back() -> None:
    """Any code points at all, lone surrogates among them."""
    rng = random.Random(1)
    for _ in range(500):
        text = "".join(chr(rng.randrange(rng.choice([128, 0x500, 0x10FFFF]))) for _ in range(rng.randrange(20)))
        raw = rng.randbytes(rng.randrange(20))

        assert text == eval(source(text))
        assert raw == eval(source(raw))
        assert source(text).isprintable()


def test_quotes_are_double_unless_that_needs_more_escapes() -> None:
    """As ruff has it."""
    assert [
        source("it's"),
        source('say "hi"'),
        source("\"'"),
        source(float("-inf")),
        source(1e100),
        source(2j),
    ] == ['"it\'s"', "'say \"hi\"'", '"\\"\'"', 'float("-inf")', "1e100", "2.0j"]
