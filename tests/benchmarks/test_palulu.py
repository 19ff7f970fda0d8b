"""The variants of the rational polynomials are what the experiment says they are."""

import ast

import pytest
from benchmarks.palulu.correct import CORRECT
from benchmarks.palulu.exceptions import private_assertions, without_assertions
from benchmarks.palulu.faulty import FAULTY
from benchmarks.palulu.variants import LIBRARY, Edit, Rewrite, Variant


def test_there_are_sixty_of_each_all_different() -> None:
    """Sixty correct and sixty faulty implementations, no two of them the same program, nor the library itself."""
    everything = [*CORRECT, *FAULTY]
    programs = {variant.source() for variant in everything}

    assert (len(CORRECT), len(FAULTY)) == (60, 60)
    assert len({variant.name for variant in everything}) == 120
    assert len(programs) == 120
    assert LIBRARY.read_text(encoding="utf-8") not in programs


def test_parts_replace_the_class_of_their_name() -> None:
    """A part brings its class and its imports, and the other classes stay."""
    source = Variant("with fractions", ("fraction_number",)).source()
    classes = [node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]

    assert classes == ["RatNum", "RatTerm", "RatPoly"]
    assert "from fractions import Fraction\n" in source
    assert "_denom" not in source


def test_a_rewritten_method_loses_its_decorator_unless_it_brings_one() -> None:
    """The decorator belongs to the method that is replaced."""
    source = Variant("rewritten", changes=(Rewrite("RatNum.parse", "def parse(text):\n    return 1\n"),)).source()
    number = next(node for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    parse = next(node for node in number.body if isinstance(node, ast.FunctionDef) and node.name == "parse")

    assert ast.unparse(parse) == "def parse(text):\n    return 1"


@pytest.mark.parametrize(
    ("where", "old"), [("RatNum.is_nan", "no such text"), ("RatNum.compare_to", "other"), ("RatNum.nothing", "self")]
)
def test_an_edit_that_fits_nowhere_is_refused(where: str, old: str) -> None:
    """A passage must stand in its method exactly once, or the variant would not be what its name says."""
    with pytest.raises(ValueError):
        Variant("misfit", changes=(Edit(where, old, "new"),)).source()


def test_without_assertions_what_they_looked_at_is_still_called() -> None:
    """Only what raises can fail then; tests of refusals are emptied."""
    suite = (
        "def test_one():\n    poly = make()\n    assert poly.degree() == 2\n    assert poly.is_nan()\n\n"
        "def test_two():\n    with pytest.raises(ValueError):\n        make(-1)\n"
    )

    assert without_assertions(suite) == (
        "def test_one():\n    poly = make()\n    poly.degree()\n    poly.is_nan()\n\ndef test_two():\n    pass\n"
    )


@pytest.mark.parametrize("assertion", ["poly._terms == ()", "getattr(poly, '_terms') == ()", "len(poly._terms) == 0"])
def test_assertions_on_private_fields_are_found(assertion: str) -> None:
    """Whatever looks at a name with an underscore depends on the representation."""
    assert len(private_assertions(f"assert {assertion}\nassert poly.__class__ == RatPoly\n")) == 1
