"""`caddis trace`: the program behaves as without us, and what was recorded is kept, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from caddis.recording.store import APPLICATION, VERSION, reading
from cli.running import PROGRAM, WITH_PLUGINS, Project

LIBRARY = '''
"""Something to record."""


class Counter:
    """Counts."""

    def __init__(self, start):
        self.value = start

    def add(self, number):
        self.value += number
        return self.value


def fail(counter):
    raise RuntimeError(f"at {counter.value}")
'''
USE = "import library\ncounter = library.Counter(3)\ncounter.add(4)\n"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A library in a directory."""
    made = Project(tmp_path)
    made.write("library.py", LIBRARY)
    return made


def calls(project: Project, file: str = "caddis.trace") -> list[str]:
    """What a recording says was called, without writes."""
    with reading(project.directory / file) as recording:
        return [call.function.path for call in recording.calls() if call.function.sort != "write"]


def plain(project: Project, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program run by Python itself."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=project.directory,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


ENDINGS = {
    "ends": "print('done')",
    "exits": "import sys; print('leaving'); sys.exit(7)",
    "exits with a message": "import sys; sys.exit('no more')",
    "fails": "library.fail(counter)",
    "fails itself": "def inner():\n    return {}['x']\ninner()",
    "is no Python": "def (",
    "prints its arguments": "import sys; print(sys.argv, __name__, __file__.endswith('main.py'), sys.path[0] != '')",
    "leaves at once": "import os; print('bye', flush=True); os._exit(5)",
    "is killed": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "aborts": "import os; os.abort()",
    "has an exit handler": "import atexit; atexit.register(print, 'last words')",
    "looks at its own names": "print(sorted(name for name in dir() if not name.startswith('__')))",
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_program_behaves_as_without_us(project: Project, ending: str) -> None:
    """The same output, the same exit status; and what was recorded before the end is there."""
    project.write("main.py", f"{USE}{ENDINGS[ending]}\n")

    expected = plain(project, "main.py", "a", "--of", "-m")
    seen = project.caddis("trace", "-q", "--of", "library", "main.py", "a", "--of", "-m")

    assert seen.stdout == expected.stdout
    lines = [line for line in seen.stderr.splitlines() if not line.startswith("caddis: ")]
    assert lines == expected.stderr.splitlines()
    assert seen.status == expected.returncode
    if ending != "is no Python":
        assert calls(project)[:2] == ["Counter.__init__", "Counter.add"]


def test_a_module_is_run_as_python_does(project: Project) -> None:
    """With its arguments, and pytest among them."""
    project.write("test_it.py", "import library\n\ndef test_it():\n    assert library.Counter(1).add(2) == 3\n")

    run = project.caddis("trace", "--of", "library", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts=")

    assert run.status == 0
    assert "1 passed" in run.stdout
    assert "Warning" not in run.stdout
    assert calls(project) == ["Counter.__init__", "Counter.add"]


def test_workers_of_xdist_are_recorded(project: Project) -> None:
    """They are other processes, told apart."""
    tests = [f"def test_{n}():\n    assert library.Counter({n}).add(1) == {n + 1}\n" for n in range(4)]
    project.write("test_it.py", "import library\n\n" + "\n".join(tests))

    arguments = ("-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider")
    run = project.caddis("trace", "--of", "library", *arguments, **WITH_PLUGINS)

    assert run.status == 0, run
    assert calls(project).count("Counter.add") == 4


def test_the_flag_of_pytest(project: Project) -> None:
    """Records what lies in the project, and not its tests."""
    project.write("test_it.py", "import library\n\ndef test_it():\n    assert library.Counter(1).add(2) == 3\n")

    run = project.pytest("-q", "--caddis-trace", "some.trace", **WITH_PLUGINS)

    assert run.returncode == 0, run.stdout
    assert calls(project, "some.trace") == ["Counter.__init__", "Counter.add"]


def test_children_that_are_forked_are_recorded(project: Project) -> None:
    """Also those of multiprocessing, which leave without a word."""
    project.write(
        "main.py",
        f"{USE}import multiprocessing\ncontext = multiprocessing.get_context('fork')\n"
        "child = context.Process(target=library.Counter(10).add, args=(5,))\nchild.start()\nchild.join()\n",
    )

    assert project.caddis("trace", "--of", "library", "main.py").status == 0

    with reading(project.directory / "caddis.trace") as recording:
        adds = [call for call in recording.calls() if call.function.path == "Counter.add"]
    assert len({call.track[0] for call in adds}) == 2


def test_recordings_add_up(project: Project) -> None:
    """What a file held before stays in it."""
    project.write("main.py", USE)

    for _ in range(2):
        assert project.caddis("trace", "--of", "library", "main.py").status == 0

    assert calls(project) == ["Counter.__init__", "Counter.add"] * 2
    with reading(project.directory / "caddis.trace") as recording:
        assert len(recording.objects) == 2


def test_ctrl_c_keeps_the_recording(project: Project) -> None:
    """And ends a program that never ends, as it would without us."""
    project.write("main.py", f"{USE}print('ready', flush=True)\nwhile True:\n    counter.add(1)\n")
    child = subprocess.Popen(
        [PROGRAM, "trace", "--of", "library", "main.py"],
        cwd=project.directory,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # whoever runs the tests in the background ignores it; there is no other thread here
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.2)
    child.send_signal(signal.SIGINT)
    _, complaint = child.communicate(timeout=60)

    assert child.returncode == -signal.SIGINT
    assert complaint.count("KeyboardInterrupt") == 1
    assert calls(project)[:2] == ["Counter.__init__", "Counter.add"]


def test_a_package_that_was_never_called(project: Project) -> None:
    """Is a clear line, and no recording."""
    project.write("imports.py", "import library\nprint('fine')\n")
    project.write("nothing.py", "print('fine')\n")

    imported = project.caddis("trace", "--of", "library", "imports.py")
    never = project.caddis("trace", "--of", "library", "nothing.py")

    assert (imported.status, imported.stdout) == (0, "fine\n")
    assert imported.stderr == "caddis: nothing was recorded: library was imported, and nothing of it called\n"
    assert never.stderr == "caddis: nothing was recorded: library was never imported\n"
    assert not (project.directory / "caddis.trace").exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("missing.py",), "there is no such script"),
        (("-m", "missing_module"), "there is no such module"),
        (("--of", "missing_package", "main.py"), "there is no such package"),
        (("--of", "json", "main.py"), "the standard library is not recorded"),
        (("--redact", "(", "main.py"), "not a regular expression"),
        (("-o", "no/such/place.trace", "main.py"), "cannot be written"),
        (("-o", "main.py", "main.py"), "no recording, or damaged"),
        ((), "Missing argument"),
    ],
)
def test_wrong_use(project: Project, arguments: tuple[str, ...], complaint: str) -> None:
    """One line, status 2, and nothing is run."""
    project.write("main.py", f"{USE}open('ran', 'w').close()\n")

    assert complaint in project.caddis("trace", *arguments).complaint
    assert not (project.directory / "ran").exists()


@pytest.mark.parametrize("command", [("model",), ("generate", "library.py", "--steps", "50", "--model")])
def test_recordings_that_cannot_be_read(project: Project, command: tuple[str, ...]) -> None:
    """Corrupt, newer, of another program, or not there."""
    import sqlite3

    project.write("main.py", USE)
    project.caddis("trace", "--of", "library", "main.py")
    good = (project.directory / "caddis.trace").read_bytes()
    project.write("text.trace", "this is no recording")
    (project.directory / "cut.trace").write_bytes(good[: len(good) // 2])
    (project.directory / "spoilt.trace").write_bytes(good[:100] + os.urandom(len(good) - 100))
    for name, version, application in (("newer", VERSION + 1, APPLICATION), ("other", VERSION, 7)):
        path = project.directory / f"{name}.trace"
        path.write_bytes(good)
        with sqlite3.connect(path) as connection:
            connection.execute(f"PRAGMA user_version = {version}")
            connection.execute(f"PRAGMA application_id = {application}")

    assert "no recording" in project.caddis(*command, "text.trace").complaint
    assert "damaged" in project.caddis(*command, "cut.trace").complaint
    assert "damaged" in project.caddis(*command, "spoilt.trace").complaint
    assert "a newer Caddis" in project.caddis(*command, "newer.trace").complaint
    assert "not a recording of Caddis" in project.caddis(*command, "other.trace").complaint
    assert "there is no such file" in project.caddis(*command, "missing.trace").complaint


def test_a_model_is_drawn(project: Project) -> None:
    """As a tree, for other programs, and as a page."""
    project.write("main.py", USE)
    project.caddis("trace", "--of", "library", "main.py")

    assert "it = Counter(3)" in project.caddis("model", "caddis.trace").stdout
    assert 'c0n0["it = Counter(3)"]' in project.caddis("model", "caddis.trace", "--as", "mermaid").stdout
    assert 'c0n0 [label="it = Counter(3)"]' in project.caddis("model", "caddis.trace", "--as", "graphviz").stdout
    assert project.caddis("model", "caddis.trace", "Counter", "--as", "html", "-o", "page.html").status == 0
    page = (project.directory / "page.html").read_text()
    assert "it.add(4)" in page
    assert (
        "it has no model of Nobody; it has those of library.Counter"
        in project.caddis("model", "caddis.trace", "Nobody").complaint
    )


def test_a_recording_tells_everything_it_holds(project: Project) -> None:
    """Each value, and each call with its arguments."""
    project.write("main.py", USE)
    project.caddis("trace", "--of", "library", "main.py")

    told = project.caddis("model", "caddis.trace", "--contents").stdout

    assert "object 1: library:Counter" in told
    assert 'library.Counter.add(self=["object", 1], number=4) -> 7' in told


def test_the_seed_and_the_recording_decide_every_byte(project: Project) -> None:
    """With a number of steps; and a recording that is there is used without being named."""
    project.write("main.py", USE)
    assert project.caddis("trace", "--of", "library", "main.py").status == 0

    first = project.generate("library.py", "--steps", "200", "-v")
    second = project.generate("library.py", "--steps", "200", "--output", "other")

    assert "learning from the recording caddis.trace" in first.stdout
    assert first.files["tests/caddis/test_library.py"] == second.files["other/test_library.py"]


def test_a_recording_says_nothing_of_another_target(project: Project) -> None:
    """To follow its models alone is then impossible."""
    project.write("main.py", USE)
    project.write("another.py", "class Another:\n    def go(self):\n        return 1\n")
    project.caddis("trace", "--of", "library", "main.py")

    run = project.caddis("generate", "another.py", "--strategy", "model", "--steps", "50")

    assert run.complaint == "caddis: caddis.trace: it shows no object of the target being made"
    (project.directory / "caddis.trace").unlink()
    missing = project.caddis("generate", "library.py", "--strategy", "model", "--steps", "5")
    assert "the strategy model needs a recording" in missing.complaint
