"""No contract library is imported unless the target does."""

from __future__ import annotations

from cli.running import Project

SPY = """import sys

LIBRARIES = {"icontract", "deal", "asttokens"}


def imported() -> list[str]:
    return sorted(LIBRARIES & {name.partition(".")[0] for name in sys.modules})


def fails_if_imported() -> None:
    found = imported()
    assert not found, found


def checked(number: int) -> int:
    assert isinstance(number, int)
    return number
"""


def test_neither_library_is_imported_for_a_target_without_it(project: Project) -> None:
    """Nor even when they are not there, which comes to the same."""
    project.write("spy.py", SPY)
    for name in ("icontract", "deal"):
        project.write(f"{name}.py", "raise ImportError('not here')\n")

    run = project.generate("spy")

    assert (run.status, run.findings) == (0, set())
    assert "assert imported() == []" in run.files["tests/caddis/test_spy.py"]
