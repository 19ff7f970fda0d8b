"""Strategies that a user registered with Hypothesis give values; the tests know nothing of it."""

from __future__ import annotations

import re

import pytest

from cli.running import Project

pytest.importorskip("hypothesis")

STRATEGIES = """
from hypothesis import strategies as st
from built_of_others import Account, Code, Email, Kind, Person, Span

st.register_type_strategy(Person, st.builds(Person, st.sampled_from(["alice", "bert"])))
sums = st.integers(1000, 9000).filter(lambda sum: sum % 7 == 0)
st.register_type_strategy(Account, st.builds(Account, st.from_type(Person), sums, kind=st.sampled_from(Kind)))
st.register_type_strategy(Code, st.text("xy", min_size=1).map(Code.of))
st.register_type_strategy(Email, st.emails().map(Email))
st.register_type_strategy(int, st.just(123454321))

@st.composite
def spans(draw):
    low = draw(st.integers(777, 1000))
    return Span(low, low + 777)

st.register_type_strategy(Span, spans())
"""
TESTS = "tests/caddis/test_built_of_others.py"
FEW = ("--steps", "100")


@pytest.fixture
def bank(project: Project) -> Project:
    """A bank where accounts are hard to open."""
    project.subject("built_of_others")
    project.write("strategies.py", STRATEGIES)
    return project


def test_without_them_no_account_is_opened(bank: Project) -> None:
    """Or the tests below would show nothing: all that is tried is refused."""
    ran = bank.generate("built_of_others", *FEW)

    assert "account = Account(" not in ran.files[TESTS]


def test_hypothesis_is_not_imported_unless_somebody_does(bank: Project) -> None:
    """What is asked inside the worker."""
    bank.write("asks.py", "import sys\n\n\ndef is_there() -> bool:\n    return 'hypothesis' in sys.modules\n")
    ran = bank.generate("asks")

    assert "assert is_there() is False" in ran.files["tests/caddis/test_asks.py"]


@pytest.mark.parametrize("importer", ["caddis_plugin.py", "built_of_others.py"])
def test_values_are_drawn_and_written_out(bank: Project, importer: str) -> None:
    """Whoever imports the strategies: a plugin, or the target at its end."""
    before = (bank.directory / importer).read_text() if importer == "built_of_others.py" else ""
    bank.write(importer, f"{before}\n\nimport strategies\n")
    ran = bank.generate("built_of_others")
    tests = ran.files[TESTS]

    assert 'person = Person("alice")' in tests or 'person = Person("bert")' in tests
    assert "Account(person, " in tests
    assert "account.fee() == " in tests
    assert "Code.of(" in tests
    assert re.search(r"Span\([789]\d\d, ", tests)
    assert "hypothesis" not in tests
    assert "strategies" not in tests
    assert "123454321" not in tests
    assert ran.summary["denied"] == []
    assert bank.pytest("tests/caddis").returncode == 0


def test_the_seed_decides_what_is_drawn(bank: Project) -> None:
    """Byte for byte."""
    bank.write("caddis_plugin.py", "import strategies\n")
    first, again, other = (
        bank.generate("built_of_others", *FEW, "--seed", seed).files[TESTS] for seed in ("1", "1", "2")
    )

    assert first == again
    assert first != other


def test_a_strategy_that_fails_is_left_alone(bank: Project) -> None:
    """And so are those that lean on it; the others are used."""
    bank.write("strategies.py", STRATEGIES.replace('["alice", "bert"]', '["nobody"]'))
    bank.write("caddis_plugin.py", "import strategies\n")
    ran = bank.generate("built_of_others", *FEW)

    assert ran.status == 0
    assert re.search(r"Span\([789]\d\d, ", ran.files[TESTS])
    assert "= Person(" not in ran.files[TESTS]
