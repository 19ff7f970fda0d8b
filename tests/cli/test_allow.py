"""What the sandbox refuses, and what opens it."""

from __future__ import annotations

import socket
from pathlib import Path
from threading import Thread

import pytest

from cli.running import Project

WRITER = """
import socket
import subprocess
from pathlib import Path

HERE = Path(__file__).parent


def note(text: str) -> int:
    path = Path("note.txt")
    path.write_text(text)
    return len(path.read_text())


def publish(text: str) -> int:
    (HERE / "out" / "fixed.txt").write_text(text)
    return len(text)


def program() -> str:
    return subprocess.run(["echo", "-n", "loud"], capture_output=True, text=True).stdout


def call() -> bytes:
    port = int((HERE / "port.txt").read_text())
    with socket.create_connection(("127.0.0.1", port), 2) as connection:
        return connection.recv(5)


def secret() -> str:
    return (HERE.parent / "home" / ".netrc").read_text()


def harmless(number: int) -> int:
    return number + 1
"""

SUITE = "tests/caddis/test_writer.py"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Code that reaches for everything."""
    made = Project(tmp_path)
    made.write("writer.py", WRITER)
    (made.directory / "out").mkdir()
    (made.home / ".netrc").write_text("password hunter2")
    return made


def denied(summary: dict[str, list[dict[str, object]]]) -> dict[object, object]:
    """What was refused to each operation."""
    return {entry["operation"]: entry["what"] for entry in summary["denied"]}


def test_by_default_everything_is_refused_and_named(project: Project) -> None:
    """By operation; and nothing of it is in the suite."""
    project.write("port.txt", "9")
    run = project.generate("writer", "--steps", "60")

    assert {
        "writer.publish": f"write: {project.directory / 'out' / 'fixed.txt'}",
        "writer.program": "subprocess",
        "writer.call": "network",
    } == denied(run.summary)
    assert "harmless(" in run.files[SUITE]
    assert [name for name in ("note(", "publish(", "program(", "call(") if name in run.files[SUITE]] == []
    assert list((project.directory / "out").iterdir()) == []


def test_what_was_refused_is_shown(project: Project) -> None:
    """One line for each operation."""
    run = project.generate("writer", "--steps", "60")

    assert "denied writer.program: subprocess" in run.stdout


def test_a_path_may_be_allowed(project: Project) -> None:
    """Then what writes files is in the suite, and writes what it can into a directory of its own."""
    run = project.generate("writer", "--steps", "60", "--allow", "write:out")
    tests = run.tests(SUITE)

    assert "writer.publish" not in denied(run.summary)
    assert (project.directory / "out" / "fixed.txt").exists()
    assert [name for name, source in tests.items() if "note(" in source]
    assert all("monkeypatch.chdir(tmp_path)" in source for source in tests.values() if "note(" in source)
    assert pytest_passes(project)
    assert not (project.directory / "note.txt").exists()


def test_programs_may_be_allowed(project: Project) -> None:
    """In the configuration, too."""
    project.write("pyproject.toml", '[tool.caddis]\nallow = ["subprocess"]\n')
    run = project.generate("writer", "--steps", "60")

    assert "writer.program" not in denied(run.summary)
    assert "assert program() == 'loud'" in "\n".join(run.tests(SUITE).values())


def test_the_network_may_be_allowed(project: Project) -> None:
    """And nothing but it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        project.write("port.txt", str(server.getsockname()[1]))
        Thread(target=answer, args=(server,), daemon=True).start()
        run = project.generate("writer", "--steps", "60", "--allow", "network")

    assert {"writer.publish", "writer.program"} == denied(run.summary).keys()
    assert run.summary["operations"]["succeeded"] >= 4


def answer(server: socket.socket) -> None:
    """Greet whoever calls."""
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        with connection:
            connection.sendall(b"hello")


def test_without_a_sandbox_nothing_is_refused(project: Project) -> None:
    """The user has said so."""
    run = project.generate("writer", "--steps", "60", "--no-sandbox")

    assert run.summary["denied"] == []
    assert (project.directory / "out" / "fixed.txt").exists()


def test_what_is_compiled_of_ours_is_kept_and_of_the_target_is_not(project: Project) -> None:
    """Workers import much that nobody else does; without a sandbox nothing but themselves keeps them from writing."""
    cache = project.home / "compiled"
    project.generate("writer", "--steps", "5", "--no-sandbox", PYTHONPYCACHEPREFIX=str(cache))
    compiled = {path.name.partition(".")[0] for path in cache.rglob("*.pyc")}

    assert {"worker", "exploring", "under_pytest"} <= compiled
    assert not {"writer", "test_writer"} & compiled


def test_strict_reading_keeps_secrets(project: Project) -> None:
    """They are read otherwise, and may end up in a test."""
    run = project.generate("writer", "--steps", "60", "--strict-read")

    assert denied(run.summary)["writer.secret"] == f"read: {project.home / '.netrc'}"
    assert "hunter2" not in run.stdout + "".join(run.files.values())
    assert "harmless(" in run.files[SUITE]


def test_a_wrong_allowance_is_one_line(project: Project) -> None:
    """That says what there is."""
    run = project.generate("writer", "--allow", "everything")

    assert "must be network, subprocess or write:PATH" in run.complaint


def pytest_passes(project: Project) -> bool:
    """Whether the suite passes under plain pytest."""
    return project.pytest("-q", "tests/caddis").returncode == 0
