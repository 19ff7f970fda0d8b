"""Tests of what waits, and of what is entered and left, pass in a fresh pytest."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.running import WITH_PLUGINS, Project

SHOWN = {
    "coroutine": [r"await double\(", r"await Account\.opened\(", r"await \w+\.deposit\(", r"await \w+\.worth"],
    "async_generator": [r"\[item async for item in \w+\]", r"await anext\(\w+\)"],
    "async_context": [r"async with session", r"async with (manager|\w+) as \w+:\n\s+pass\n\s+assert \w+ == \""],
    "awaitable": [r"await promise", r"await coroutine", r"await task"],
    "loop_bound": [r"await \w+\.send\((.|\n)*await \w+\.receive\(\)", r"await \w+\.progress\(\)"],
    "context_manager": [r"with door", r"with \w+ as \w+:\n\s+pass\n\s+assert \w+ == "],
}
"""For each subject what its tests must show."""


@pytest.mark.parametrize("kind", SHOWN)
def test_the_suite_passes(project: Project, kind: str) -> None:
    """Every operation succeeds, its use is shown, and pytest has no failure and no warning to report."""
    run = project.generate(project.subject(f"kinds_{kind}"), "--steps", "500")
    suite = run.files[f"tests/caddis/test_kinds_{kind}.py"]
    tested = project.pytest("-W", "error", "tests")

    assert (run.status, run.stderr, run.summary["findings"]) == (0, "", [])
    assert run.summary["operations"]["succeeded"] == run.summary["operations"]["total"]
    assert [shown for shown in SHOWN[kind] if not re.search(shown, suite)] == []
    assert tested.returncode == 0, tested.stdout
    assert run.summary["tests"]["regression"] >= suite.count("\ndef test_") > 0


def test_a_failing_test_may_wait(project: Project) -> None:
    """A finding in a coroutine fails in the same way when its test is run."""
    project.write("tray.py", "class Tray:\n    async def top(self) -> int:\n        return [][0]\n")
    run = project.generate("tray")
    tested = project.pytest("caddis-findings")

    assert run.findings == {("no_index_error", "tray.Tray.top")}
    assert "asyncio.run(scenario())" in run.files["caddis-findings/test_tray_findings.py"]
    assert "IndexError" in tested.stdout
    assert tested.returncode == 1


def test_what_never_lets_go_is_shown_alone(project: Project) -> None:
    """A coroutine that spins is found to hang, by a test in a process of its own."""
    project.write("mill.py", "async def grind() -> None:\n    while True:\n        pass\n")
    run = project.generate("mill", "--steps", "5")
    tested = project.pytest("caddis-findings")

    assert run.findings == {("hang", "mill.grind")}
    assert "await grind()" in run.files["caddis-findings/test_mill_findings.py"]
    assert "still running after" in tested.stdout


def test_the_plugin_that_is_there_is_used(project: Project) -> None:
    """Where pytest-asyncio is installed, tests that wait are marked for it, and the others are not."""
    plugin = project.directory / "installed"
    project.write("installed/pytest_asyncio.py", "")
    project.write("clock.py", "async def now() -> int:\n    return 1\n\n\ndef hour() -> int:\n    return 2\n")
    run = project.generate("clock", PYTHONPATH=str(Path(plugin)))
    suite = run.files["tests/caddis/test_clock.py"]

    assert run.status == 0
    assert "@pytest.mark.asyncio\nasync def test_now():\n    assert await now() == 1\n" in suite
    assert "\n\ndef test_hour():\n    assert hour() == 2\n" in suite
    assert "asyncio.run" not in suite


CLOCK = "async def now() -> int:\n    return 1\n\n\ndef hour() -> int:\n    return 2\n"
THEIRS = "import pytest\n\n\n@pytest.mark.anyio\nasync def test_it():\n    pass\n"
SETTINGS = '[tool.pytest.ini_options]\nanyio_mode = "auto"\n\n[tool.caddis]\nsteps = 100\n'


@pytest.mark.parametrize(
    ("tests", "installed", "mark"),
    [
        ({"tests/test_theirs.py": THEIRS}, "anyio", "anyio"),
        ({"conftest.py": "def anyio_backend(): ..."}, "anyio", "anyio"),
        ({"pyproject.toml": SETTINGS}, "anyio", "anyio"),
        ({"tests/test_theirs.py": THEIRS}, "anyio pytest_asyncio", "asyncio"),
        ({"tests/test_theirs.py": THEIRS.replace("anyio", "slow")}, "anyio", None),
        ({".venv/test_theirs.py": THEIRS}, "anyio", None),
    ],
)
def test_a_project_that_uses_anyio_goes_on_using_it(
    project: Project, tests: dict[str, str], installed: str, mark: str | None
) -> None:
    """Its own tests tell: that anyio is there says little, since other packages bring it along."""
    # the real anyio is there: pytest runs the tests with it before they are written
    for plugin in {*installed.split()} - {"anyio"}:
        project.write(f"installed/{plugin}.py", "")
    for name, text in tests.items():
        project.write(name, text)
    project.write("clock.py", CLOCK)
    run = project.generate("clock", PYTHONPATH=str(project.directory / "installed"), **WITH_PLUGINS)
    suite = run.files["tests/caddis/test_clock.py"]
    backend = '@pytest.mark.parametrize("anyio_backend", ["asyncio"])\n' if mark == "anyio" else ""

    assert (f"@pytest.mark.{mark}\n{backend}async def test_now():\n" in suite) == (mark is not None)
    assert ("asyncio.run(" in suite) == (mark is None)


def test_tests_marked_for_anyio_pass(project: Project) -> None:
    """Each once, whatever loops there are."""
    pytest.importorskip("anyio.pytest_plugin")
    project.write("tests/test_theirs.py", THEIRS)
    project.write("clock.py", CLOCK)
    project.generate("clock", **WITH_PLUGINS)
    tested = project.pytest("-W", "error", "-p", "anyio", "tests/caddis")

    assert "2 passed" in tested.stdout
