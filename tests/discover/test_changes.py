"""Which functions were changed between two versions, read from their sources."""

from __future__ import annotations

from pathlib import Path

from caddis.discover.changes import Sources, changed

OLD = '''
class Node:
    @property
    def parent(self):
        """The parent."""
        return self._parent

    @parent.setter
    def parent(self, value):
        self._parent = value


def same():
    """Says one thing."""
    return [one for one in range(3)]


def other():
    return 1
'''
NEW = OLD.replace("        self._parent = value", "        self._parent = value or None").replace(
    "one thing", "another"
)
NEW = NEW.replace("return 1", "return 2")


def lines(text: str, name: str) -> int:
    """Where something stands."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if name in line)


def sources(place: Path, text: str) -> Sources:
    """One side."""
    place.write_text(text, encoding="utf-8")
    return Sources({"m": str(place)})


def changes(tmp_path: Path, *met: tuple[str, int]) -> set[str]:
    """Of functions that ran on the old side, those that were changed."""
    old, new = sources(tmp_path / "old.py", OLD), sources(tmp_path / "new.py", NEW)
    return changed([("m", name, line) for name, line in met], old, new, {})


def test_a_changed_function_is_told_by_its_line(tmp_path: Path) -> None:
    """The getter of a property has the name of its setter, and was not changed."""
    getter, setter = lines(OLD, "@property"), lines(OLD, "@parent.setter")

    assert changes(tmp_path, ("Node.parent", getter)) == set()
    assert changes(tmp_path, ("Node.parent", setter)) == {"m.Node.parent"}


def test_a_docstring_is_no_change(tmp_path: Path) -> None:
    """Nothing runs it; nor is what runs inside a function a function by itself."""
    assert changes(tmp_path, ("same", lines(OLD, "def same")), ("same.<locals>.<listcomp>", 99)) == set()


def test_a_function_that_the_other_side_lacks_is_changed(tmp_path: Path) -> None:
    """Also without a file."""
    old = sources(tmp_path / "old.py", OLD)

    assert changed([("m", "other", lines(OLD, "def other"))], old, Sources({}), {}) == {"m.other"}
