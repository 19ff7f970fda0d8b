"""A target is found by name or path, without running any of it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from caddis.discover import Target, locate
from caddis.errors import BrokenTarget, UnknownTarget


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A directory with a package, a module, a `src` directory and a plain directory; importing any of it fails."""
    for name in ("pkg/__init__.py", "pkg/mod.py", "single.py", "src/inner/__init__.py", "loose/one.py", "my-script.py"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("raise SystemExit('locating must not run this')\n")
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "root", "module", "attribute", "is_package"),
    [
        ("pkg", "", "pkg", "", True),
        ("pkg.mod", "", "pkg.mod", "", False),
        ("pkg.mod:Class", "", "pkg.mod", "Class", False),
        ("pkg.mod:Outer.Inner", "", "pkg.mod", "Outer.Inner", False),
        ("single", "", "single", "", False),
        ("single.py", "", "single", "", False),
        ("./single.py", "", "single", "", False),
        ("single.py:Class", "", "single", "Class", False),
        ("pkg/mod.py", "", "pkg.mod", "", False),
        ("pkg/", "", "pkg", "", True),
        ("pkg/__init__.py", "", "pkg", "", True),
        ("inner", "src", "inner", "", True),
        ("loose", "loose", "", "", True),
        ("loose/", "loose", "", "", True),
        (".", "src", "", "", True),
    ],
)
def test_in_project(project: Path, text: str, *, root: str, module: str, attribute: str, is_package: bool):
    """Names and paths of a project lead to a directory for the path and a module in it."""
    target = locate(text, project)

    assert (str((project / root).resolve()), module) == (target.root, target.module)
    assert (attribute, is_package) == (target.attribute, target.is_package)


@pytest.mark.parametrize(
    "text", ["heapq", "collections", "collections.abc", "sys", "os.path", "xml.dom.minidom", "abc"]
)
def test_standard_library(tmp_path: Path, text: str):
    """Modules of the standard library need no directory on the path."""
    target = locate(text, tmp_path)

    assert (None, text) == (target.root, target.module)


def test_parents_are_not_imported(tmp_path: Path):
    """Finding a submodule does not import its package."""
    sys.modules.pop("wsgiref", None)

    locate("wsgiref.util", tmp_path)

    assert "wsgiref" not in sys.modules


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("pgk", "did you mean pkg"),
        ("pkg.mood", "did you mean pkg.mod?"),
        ("pkg.mod.Class", "a class in it is named pkg.mod:Class"),
        ("pkg.Class", "a class in it is named pkg:Class"),
        ("singel.py", "did you mean single.py"),
        ("nowhere/at/all.py", "no such file or directory"),
        ("completely_unknown_name_xyz", "neither installed"),
        ("typeshed-client", "installs the package typeshed_client"),
        ("empty", "holds no Python modules"),
        ("./notes.txt", "not any other kind of file"),
        ("my-script.py", "not a Python name"),
        ("pkg:1", "not the name of a class"),
        ("loose:Class", "named together with its module"),
        ("", "name a package"),
    ],
)
def test_unknown(project: Path, text: str, advice: str):
    """What is not there is refused with a sentence that helps."""
    with pytest.raises(UnknownTarget, match="there is no target") as refused:
        locate(text, project)

    assert advice in str(refused.value)


def test_syntax_error_names_the_line(project: Path):
    """A file that cannot be parsed is refused with its file and line."""
    file = project / "single.py"
    file.write_text("x = 1\ndef broken(:\n")

    with pytest.raises(BrokenTarget) as refused:
        locate("single.py", project)

    assert f"{file}:2: SyntaxError" in str(refused.value)


def test_source_too_deep_to_be_read_is_refused(project: Path):
    """Python could not import it either."""
    file = project / "single.py"
    file.write_text(f"x = {'+'.join('1' * 10_000)}\n")

    with pytest.raises(BrokenTarget) as refused:
        locate("single.py", project)

    assert str(file) in str(refused.value)
    assert "recursion" in str(refused.value)


def test_target_is_a_value(project: Path):
    """Locating twice gives equal targets."""
    assert locate("pkg", project) == locate("pkg", project)
    assert isinstance(hash(locate("pkg", project)), int)
    assert isinstance(locate("pkg", project), Target)
