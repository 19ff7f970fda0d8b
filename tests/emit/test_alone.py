"""What would end pytest, or never let it end, fails like any other test."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

from caddis.emit.alone import ALONE_FAILURE, running_alone
from caddis.emit.literals import source
from caddis.emit.module import TestFile, findings_source
from caddis.model.finding import Finding
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence
from caddis.model.verdict import Violation
from emit.making import Ref, constructor, function, sequence

ENDS = """
import os, sys, threading, time

def spin():
    while True:
        pass

def vanish():
    os._exit(0)

def leave():
    sys.exit(0)

def abort():
    os.abort()

def grow():
    held = []
    while True:
        held.append(bytearray(1 << 20))

def dally():
    threading.Thread(target=time.sleep, args=(3600,)).start()

def spawn(path):
    import subprocess
    with open(path, "w") as file:
        file.write(str(subprocess.Popen(["sleep", "3600"]).pid))
    spin()

def echo(text):
    print(ascii(text), flush=True)
    os._exit(3)
"""
MENDED = "\n".join(f"def {name}(*arguments): pass" for name in re.findall(r"def (\w+)", ENDS))
NASTY = [
    "it's", '"', '"""', "'" + '"' * 7, "\\", "\\\\\"\"\"\\", "a\nb\r\tc", "\ud800\udfff", "\x00\x7f",
    "\\n\\x41\\N{DASH}", "中 {0} {{}} %s", "    \n  indented\n", "# comment",
]  # fmt: skip


def wreck(name: str, kind: str, *arguments: object, limit: float = 10.0) -> Finding:
    operation = function(name, "argument" if arguments else "", "wrecks")
    return Finding(sequence((operation, *arguments)), Violation(kind, f"{kind}: {name}"), (), limit=limit)


WRECKS = [
    wreck("spin", "hang", limit=1.0),
    wreck("vanish", "exit"),
    wreck("leave", "exit"),
    wreck("abort", "crash"),
    wreck("grow", "memory"),
]


def plain(made: Sequence | None = None) -> Finding:
    """A finding whose test needs no process."""
    return Finding(made or sequence((function("gcd", module="math"),)), Violation("no crash", "it raised"), ())


def outcomes(folder: Path, file: TestFile, subject: str) -> dict[str, str]:
    """What pytest says of each test in a file about a subject."""
    (folder / "wrecks.py").write_text(subject)
    (folder / "test_wrecks.py").write_text(file.source, encoding="utf-8")
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    command = [sys.executable, "-P", "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:randomly", "-rA", "-vv"]
    done = subprocess.run(
        [*command, "--rootdir", folder, folder / "test_wrecks.py"],
        cwd=elsewhere,
        env={**os.environ, "COLUMNS": "200", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    said = re.findall(r"^(FAILED|PASSED|ERROR) \S*::(\w+)(?: - (.*))?$", done.stdout, re.MULTILINE)
    assert said, done.stdout + done.stderr
    return {name: reason or verdict for verdict, name, reason in said}


def run(file: TestFile, name: str) -> str | None:
    """How a test fails when it is called without pytest."""
    space: dict[str, Any] = {}
    exec(compile(file.source, "emitted", "exec"), space)
    try:
        space[name]()
    except BaseException as error:  # noqa: BLE001 - pytest's own is no Exception
        return type(error).__name__
    return None


def ends(process: int, seconds: float = 5.0) -> bool:
    """Whether a process ends soon; it may stay a zombie if nobody asks about it."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.01)
    return False


@pytest.fixture
def wrecks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory to import the subject from."""
    (tmp_path / "wrecks.py").write_text(ENDS)
    monkeypatch.syspath_prepend(tmp_path)
    # where a crash may leave a core file
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_finding_that_ends_its_process_runs_in_one_of_its_own() -> None:
    """With what it needs, and with a limit that a reader sees."""
    stack = sequence((constructor("Stack", module="shop"),), (function("spin", "x", "wrecks"), Ref(0)))
    hang = Finding(stack, Violation("hang", "did not end within 5 s"), ("Stack",), limit=5.0)

    assert findings_source("wrecks", [hang]).tests == (
        (
            "test_spin_hangs",
            "def test_spin_hangs():\n"
            '    """spin: did not end within 5 s.\n'
            "\n    Expected: it ends.\n"
            "\n    Not a bug? Under [tool.caddis] in pyproject.toml:\n"
            '        ignore = ["wrecks.spin:hang"]\n'
            '    """\n'
            "    run_alone(\n"
            '        """\n'
            "        from shop import Stack\n"
            "        from wrecks import spin\n"
            "\n"
            "        stack = Stack()\n"
            "        spin(stack)\n"
            '        """,\n'
            "        seconds=5,\n"
            "    )\n",
        ),
    )


def test_limits_are_written_as_short_as_they_are() -> None:
    """Ten seconds unless something else is known; megabytes where memory is what runs out."""
    made = findings_source("wrecks", [wreck("spin", "hang", limit=0.5), wreck("grow", "memory", limit=0.0)])

    assert "        seconds=0.5,\n    )" in made.tests[0][1]
    assert "        seconds=10,\n        megabytes=2048,\n    )" in made.tests[1][1]


def test_the_helper_is_there_only_for_those_who_need_it() -> None:
    """Together with its imports."""
    made = findings_source("wrecks", [plain(), wreck("spin", "hang")])
    without = made.only({"test_gcd_no_crash"})

    assert made.alone == {"test_spin_hangs"}
    assert made.source.index("import pytest") < made.source.index("def run_alone(") < made.source.index("def test_")
    assert without.alone == frozenset()
    assert without.source.split("\n", 2)[2].startswith("\nfrom math import gcd\n\n\ndef test_gcd_no_crash():")
    assert made.only({"test_spin_hangs"}).source.count("def run_alone(") == 1
    assert "from math" not in made.only({"test_spin_hangs"}).source


def test_what_the_helper_uses_is_not_hidden_by_what_is_tested() -> None:
    """The file has the names of the helper, the code it runs its own."""

    def using(*operations: Operation) -> Sequence:
        return sequence(*((operation,) for operation in operations))

    operations = function("run_alone"), function("signal")
    source = findings_source(
        "shop", [plain(using(*operations)), Finding(using(*operations), Violation("hang", "…"), ())]
    )

    assert "    shop.run_alone()\n    shop.signal()\n" in source.tests[0][1]
    assert "        from shop import run_alone, signal\n\n        run_alone()\n        signal()\n" in source.tests[1][1]


def test_pytest_reports_the_ends_of_processes_and_goes_on(tmp_path: Path) -> None:
    """Each within its limit, and for what it is; nothing but the path of pytest says where the subject is."""
    started = time.monotonic()

    assert outcomes(tmp_path, findings_source("wrecks", WRECKS, megabytes=300), ENDS) == {
        "test_spin_hangs": "Failed: still running after 1 s",
        "test_vanish_exits": "Failed: exited with status 0",
        "test_leave_exits": "Failed: exited with status 0",
        "test_abort_crashes": "Failed: ended by SIGABRT",
        "test_grow_exhausts_memory": "Failed: exited with status 1",
    }
    assert time.monotonic() - started < 30


def test_the_tests_pass_when_the_subject_is_mended(tmp_path: Path) -> None:
    """Nothing of them has to change."""
    file = findings_source("wrecks", WRECKS, megabytes=300)

    assert outcomes(tmp_path, file, MENDED) == dict.fromkeys([name for name, _ in file.tests], "PASSED")


@pytest.mark.usefixtures("wrecks")
def test_without_pytest_every_failure_has_one_name() -> None:
    """The campaign calls tests so."""
    file = findings_source("wrecks", WRECKS, megabytes=300)

    assert {run(file, name) for name, _ in file.tests} == {ALONE_FAILURE}


@pytest.mark.usefixtures("wrecks")
def test_threads_left_over_are_no_failure() -> None:
    """The code came to its end."""
    assert run(findings_source("wrecks", [wreck("dally", "hang")]), "test_dally_hangs") is None


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_nothing_goes_on_running(wrecks: Path) -> None:
    """Neither the process nor what it started."""
    note = wrecks / "process"
    file = findings_source("wrecks", [wreck("spawn", "hang", str(note), limit=3.0)])

    assert run(file, "test_spawn_hangs") == ALONE_FAILURE
    assert ends(int(note.read_text()))


@pytest.mark.parametrize("text", NASTY, ids=ascii)
def test_code_comes_through_its_quotes(text: str) -> None:
    """Character by character."""
    statement = f"echo({source(text)}, {source(text.encode('utf-8', 'surrogatepass'))})"
    call = ast.parse("\n".join(running_alone([], [statement], 1.0))).body[0]

    assert isinstance(call, ast.Expr)
    assert isinstance(call.value, ast.Call)
    assert textwrap.dedent(ast.literal_eval(call.value.args[0])) == f"\n{statement}\n"


@pytest.mark.usefixtures("wrecks")
def test_literals_come_through_to_the_subject(capfd: pytest.CaptureFixture[str]) -> None:
    """All the way."""
    file = findings_source("wrecks", [wreck("echo", "exit", text) for text in NASTY])

    assert {run(file, name) for name, _ in file.tests} == {ALONE_FAILURE}
    assert [ascii(text) for text in NASTY] == capfd.readouterr().out.splitlines()
