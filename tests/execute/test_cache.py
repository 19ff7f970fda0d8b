"""Instrumented code is kept by its content, and what is broken is made again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import CodeType

import pytest

from caddis.execute import cache
from caddis.execute.cache import Cache
from caddis.execute.importing import Coverage
from caddis.execute.probes import instrument

SOURCE = b"def sign(x):\n    if x > 0 and x != sign:\n        return 1\n    return 0\n"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A source file."""
    file = tmp_path / "subject.py"
    file.write_bytes(SOURCE)
    return file


def test_what_was_put_there_is_found_as_it_was_made(module: Path, tmp_path: Path) -> None:
    """Code, lines and numbers; by its source and its name alone."""
    kept = Cache(tmp_path / "cache")
    kept.fill([str(module), str(tmp_path / "missing.py")])

    found, made = kept.find(SOURCE, str(module)), instrument(SOURCE, str(module))
    assert found is not None
    assert replace(found, written=made.written) == made
    assert found.notes == made.notes
    assert kept.find(SOURCE + b"\n", str(module)) is None
    assert kept.find(SOURCE, "other.py") is None


def test_a_module_from_the_cache_is_not_instrumented_again(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And counts as it would."""
    kept = Cache(tmp_path / "cache")
    kept.fill([str(module)])
    monkeypatch.setattr("caddis.execute.importing.instrument", lambda *_: pytest.fail("instrumented"))
    coverage = Coverage(kept)
    namespace: dict[str, object] = {"__name__": "subject"}
    numbered = coverage.instrumented("subject", SOURCE, str(module))
    coverage.arm(numbered, namespace)
    exec(numbered.code, namespace)
    exec("sign(1)", namespace)

    assert coverage.counts() == (1, 2)
    assert coverage.files == [str(module)]


@pytest.mark.parametrize("content", [b"", b"no code", b"\xe9\x00"])
def test_what_is_broken_is_as_good_as_nothing(module: Path, tmp_path: Path, content: bytes) -> None:
    """A file cut short, or something else."""
    kept = Cache(tmp_path / "cache")
    kept.fill([str(module)])
    [file] = (tmp_path / "cache").iterdir()
    file.write_bytes(content)

    assert kept.find(SOURCE, str(module)) is None


def test_what_cannot_be_instrumented_or_written_is_left(tmp_path: Path) -> None:
    """A syntax error, a directory that is a file."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def")
    Cache(tmp_path / "cache").fill([str(wrong)])
    Cache(wrong).fill([str(tmp_path / "missing.py"), str(wrong)])

    assert [file.name for file in tmp_path.iterdir()] == ["wrong.py"]


def test_only_so_many_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest go."""
    monkeypatch.setattr(cache, "MOST", 3)
    files = [tmp_path / f"m{number}.py" for number in range(6)]
    kept = Cache(tmp_path / "cache")
    for file in files:
        file.write_text(f"x = {file.name!r}")
        kept.fill([str(file)])

    found = [kept.find(file.read_bytes(), str(file)) for file in files]
    assert [one is not None for one in found] == [False] * 3 + [True] * 3
    assert isinstance(found[-1].code if found[-1] else None, CodeType)
