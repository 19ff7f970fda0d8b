"""A sequence as a program."""

from __future__ import annotations

from caddis.emit.script import script
from emit.making import Ref, constructor, display, method, sequence


def test_a_program_has_its_imports_and_stands_at_the_left() -> None:
    """It can be pasted as it is."""
    made = sequence((constructor("Stack"),), (method("Stack.push", "x"), Ref(0), 3))

    assert script(made, ("Stack", "NoneType")) == "from shop import Stack\n\nstack = Stack()\nstack.push(3)"


def test_a_program_that_needs_no_import_has_none() -> None:
    """Nor an empty line."""
    assert script(sequence((display("[", 1), 1)), ("list",)) == "_ = [1]"
