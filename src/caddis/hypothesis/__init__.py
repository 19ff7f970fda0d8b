"""Objects for Hypothesis, made by calls of the public API: `objects(Stack)` is a strategy like any other.

Every choice is drawn through Hypothesis, so it shrinks them, remembers them, and counts and times them as its own. The
code runs where Hypothesis runs it: there is no sandbox around it.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any, TypeVar

from hypothesis import currently_in_test_context, note, reject
from hypothesis import strategies as st

from caddis.discover.foreign import is_class, namespace, text_of
from caddis.discover.members import can_be_made, is_enumeration
from caddis.emit.script import script
from caddis.hypothesis.building import Building, Unmakable
from caddis.hypothesis.knowing import Makers, makers_of

__all__ = ["objects", "register"]

Made = TypeVar("Made")

MOST_CALLS = 20
AGAIN = 7
"""Against one: how likely another call follows."""


def objects(cls: type[Made], *, most_calls: int = MOST_CALLS) -> st.SearchStrategy[Made]:
    """Objects of a class in every state that its public API leads to, by at most so many calls after it was made."""
    if not is_class(cls):
        raise TypeError(f"objects() takes a class, not {cls!r}")
    wanted: Any = cls
    return st.deferred(lambda: _objects(wanted, makers_of(wanted), most_calls))


def register(package: str | ModuleType) -> list[type]:
    """Have `from_type` use `objects` for the public classes of a package; which ones these are."""
    module = importlib.import_module(package) if isinstance(package, str) else package
    root = text_of(module, "__name__").partition(".")[0]
    found: list[type] = []
    for name, thing in dict(namespace(module)).items():
        ours = is_class(thing) and text_of(thing, "__module__").partition(".")[0] == root
        made = ours and not name.startswith("_") and can_be_made(thing) and not is_enumeration(thing)
        if made and not issubclass(thing, BaseException):
            found.append(thing)
    for cls in found:
        st.register_type_strategy(cls, objects(cls))
    return found


@st.composite
def _objects(draw: st.DrawFn, cls: type, makers: Makers, most_calls: int) -> Any:
    building = Building(draw, makers)
    try:
        position = building.make(cls)
    except Unmakable:
        reject()
    for _ in range(most_calls):
        if not draw(st.integers(0, AGAIN)):
            break
        building.call()
    sequence, value = building.done(position)
    if currently_in_test_context():
        note(f"{cls.__name__} made by:\n{script(sequence)}")
    return value
