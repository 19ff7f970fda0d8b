"""What a person can get wrong: one clear line on stderr, exit status 2, no traceback, nothing lost."""

from __future__ import annotations

import time

import pytest

from cli.running import Project

FINE = "def double(number: int) -> int:\n    return 2 * number\n"
EDITED = "tests/caddis/test_first.py"


@pytest.fixture
def fine(project: Project) -> Project:
    """A project with nothing wrong in it yet."""
    project.write("fine.py", FINE)
    return project


# Targets


@pytest.mark.parametrize(
    ("target", "advice"),
    [
        ("no_such_module_anywhere", "neither installed"),
        ("fine.no_such", "fine is a module, not a package"),
        ("fin", "did you mean fine?"),
        ("./nothing_here.py", "no such file or directory"),
        ("nothing_here/", "no such file or directory"),
        ("notes.txt", "a .py file"),
        ("void", "holds no Python modules"),
        ("fine:Missing", "fine has no Missing"),
        ("fine:doubel", "did you mean double?"),
        ("fine:not a name", "not the name of a class"),
        ("", "name a package"),
    ],
)
def test_an_unknown_target_is_named_with_advice(fine: Project, target: str, advice: str) -> None:
    """By name, by path, by class."""
    fine.write("notes.txt", "")
    (fine.directory / "void").mkdir()
    complaint = fine.generate(target).complaint

    assert target in complaint
    assert advice in complaint


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("x = 1\ndef f(:\n", "faulty.py:2: SyntaxError: invalid syntax"),
        ("def f():\nreturn\n", "faulty.py:2: IndentationError: "),
        ("x = '\0'\n", "faulty.py"),
        ("# coding: no-such-coding\n", "faulty.py"),
        ("x = 1\nraise RuntimeError('several\\nlines')\n", "faulty.py:2: RuntimeError: several lines"),
        ("import no_such_module_anywhere\n", "ModuleNotFoundError: No module named 'no_such_module_anywhere'"),
        ("raise KeyboardInterrupt\n", "KeyboardInterrupt"),
        ("import sys\nsys.exit('bye')\n", "faulty.py:2: it calls sys.exit('bye') while being imported"),
        ("import os\nos._exit(0)\n", "importing it exited with status 0"),
        ("import os\nos.abort()\n", "importing it was ended by SIGABRT"),
    ],
    ids=["syntax", "indent", "null", "coding", "raises", "imports", "interrupts", "exits", "exits at once", "aborts"],
)
def test_a_target_that_cannot_be_imported_is_named_with_the_reason(
    project: Project, source: str, sentence: str
) -> None:
    """File and line are those of the fault."""
    project.write("faulty.py", source)
    run = project.generate("faulty")

    assert run.complaint.startswith("caddis: cannot import faulty: ")
    assert sentence in run.complaint
    assert run.files == {}


@pytest.mark.parametrize(
    "loop", ["while True:\n    pass\n", "import itertools\nsum(itertools.repeat(1))\n"], ids=["loop", "no bytecode"]
)
def test_a_target_that_never_ends_importing_is_given_up(project: Project, loop: str) -> None:
    """Even where no signal is ever looked at."""
    project.write("endless.py", loop)
    start = time.monotonic()
    complaint = project.generate("endless", "--time", "3").complaint

    assert complaint.startswith("caddis: cannot import endless: importing it did not end within ")
    assert time.monotonic() - start < 9


@pytest.mark.parametrize("source", ["", "CONSTANT = 1\n", "def _private():\n    pass\n", "import os\n"])
def test_a_target_with_nothing_to_call_is_named(project: Project, source: str) -> None:
    """What it imports and what is private is not its own to test."""
    project.write("hollow.py", source)

    assert project.generate("hollow").complaint.startswith("caddis: hollow has nothing public to call")


def test_one_wrong_target_among_several_is_named(fine: Project) -> None:
    """No half of the work is done silently."""
    run = fine.generate("fine", "no_such_module_anywhere")

    assert "no target no_such_module_anywhere" in run.complaint
    assert run.files == {}


# Where to write


@pytest.mark.parametrize("option", ["--output", "--findings"])
@pytest.mark.parametrize("place", ["file", "file/below", "file/below/deeper"])
def test_a_directory_that_cannot_be_made_is_named_before_the_work(fine: Project, option: str, place: str) -> None:
    """A regular file stands in its way."""
    path = fine.write("file", "mine")
    complaint = fine.generate("fine", option, place, "--time", "60", timeout=20).complaint

    assert complaint.startswith("caddis: cannot write ")
    assert place in complaint
    assert path.read_text() == "mine"


@pytest.mark.parametrize("place", ["no/such/directory.json", "file/below.json", "directory"])
def test_a_summary_that_cannot_be_written_is_named(fine: Project, place: str) -> None:
    """Its directory must be there, and it must be a file."""
    fine.write("file", "")
    fine.write("directory/file", "")
    run = fine.caddis("generate", "fine", "--steps", "20", "--json", place)

    assert run.complaint.startswith(f"caddis: cannot write {place}: ")


# Files of a person


def test_an_edited_file_is_left_and_named_while_others_are_written(project: Project) -> None:
    """Not a byte of a person's work is lost."""
    project.write("first.py", FINE)
    project.write("second.py", FINE)
    before = project.generate("first", "second").files
    mine = before[EDITED].replace("double(", "double( ")
    project.write(EDITED, mine)
    project.write("tests/caddis/test_second.py", "")
    run = project.generate("first", "second")

    assert run.complaint.startswith(f"caddis: {EDITED} was edited after Caddis wrote it and is left as it is")
    assert {**before, EDITED: mine} == run.files
    assert run.summary["files"] == ["tests/caddis/test_second.py", "tests/caddis/conftest.py"]


def test_a_file_of_that_name_that_was_never_ours_is_left_and_named(fine: Project) -> None:
    """A person's own test may bear the name."""
    own = "def test_mine():\n    assert True\n"
    fine.write("tests/caddis/test_fine.py", own)
    run = fine.generate("fine")

    assert "tests/caddis/test_fine.py" in run.complaint
    assert {"tests/caddis/test_fine.py": own} == run.files


def test_an_edited_file_of_findings_is_left_and_named(project: Project) -> None:
    """Findings are files like the others."""
    purse = project.subject("purse_largest_of_nothing")
    findings = f"caddis-findings/test_{purse}_findings.py"
    mine = project.generate(purse).files[findings] + "\n\n# looked at\n"
    project.write(findings, mine)
    run = project.generate(purse)

    assert findings in run.complaint
    assert mine == run.files[findings]


def test_files_nobody_edited_are_written_again(fine: Project) -> None:
    """Also when a version control system has changed their line endings."""
    first = fine.generate("fine")
    fine.directory.joinpath("tests/caddis/test_fine.py").write_bytes(
        first.files["tests/caddis/test_fine.py"].replace("\n", "\r\n").encode()
    )
    second = fine.generate("fine")

    assert (0, first.files) == (second.status, second.files)


# Settings


@pytest.mark.parametrize(
    ("toml", "sentences"),
    [
        ("[tool.caddis]\nspeed = 3\n", ("'speed'", "seed")),
        ("[tool.caddis.generate]\nrepetitions = 3\n", ("'repetitions'", "[tool.caddis.generate]")),
        ("[tool.caddis.filters]\nnone = true\n", ("'none'", "[tool.caddis.filters]")),
        ("[tool.caddis]\nsteps = 'many'\n", ("steps", "a whole number", "'many'")),
        ("[tool.caddis]\nsteps = true\n", ("steps", "a whole number")),
        ("[tool.caddis]\nsteps = 0\n", ("steps", "positive")),
        ("[tool.caddis]\ntime = -1\n", ("time", "positive")),
        ("[tool.caddis]\nstrict = 1\n", ("strict", "true or false")),
        ("[tool.caddis]\noutput = 1\n", ("output", "a string")),
        ("[tool.caddis]\nexclude = 'x'\n", ("exclude", "a list of strings")),
        ("[tool.caddis]\nstrategy = 'guess'\n", ("strategy", "feedback, undirected", "'guess'")),
        ("[tool.caddis]\nequality = 'is'\n", ("equality", "equals, state", "'is'")),
        ("[tool.caddis]\nfilters = 3\n", ("must be a table",)),
        ("[tool.caddis.literals]\nlist = [1]\n", ("literals.list",)),
        ("[tool.caddis.literals]\nint = ['1']\n", ("literals.int", "'1'")),
        ("[tool]\ncaddis = 3\n", ("must be a table",)),
        ("[tool.caddis\n", ("cannot be read",)),
        pytest.param("tool = 3\n", ("table",)),
        pytest.param("[tool.caddis]\ntime = nan\n", ("time", "nan")),
    ],
    ids=lambda value: value.strip().replace("\n", " ") if isinstance(value, str) else "",
)
def test_a_wrong_setting_is_named_with_its_file(fine: Project, toml: str, sentences: tuple[str, ...]) -> None:
    """The line says where it stands and what would be right."""
    path = fine.write("pyproject.toml", toml)
    complaint = fine.generate("fine", timeout=15).complaint

    assert complaint.startswith(f"caddis: {path}: ")
    assert [sentence for sentence in sentences if sentence not in complaint] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["fine", "--steps", "0"], "steps"),
        (["fine", "--time", "-1"], "time"),
        pytest.param(["fine", "--time", "nan"], "time"),
        (["fine", "--timeout", "0"], "timeout"),
        (["fine", "--memory", "0"], "memory"),
        pytest.param(["fine", "--steps", "many"], "--steps"),
        pytest.param(["fine", "--time", "soon"], "--time"),
        pytest.param(["fine", "--strategy", "guess"], "--strategy"),
        pytest.param(["fine", "--equality", "is"], "--equality"),
        pytest.param(["fine", "--no-such-option"], "--no-such-option"),
        pytest.param([], "TARGET"),
    ],
    ids=lambda value: " ".join(value) or "nothing" if isinstance(value, list) else "",
)
def test_a_wrong_option_is_named(fine: Project, arguments: list[str], sentence: str) -> None:
    """Whether it is unknown or its value impossible."""

    assert sentence in fine.caddis("generate", *arguments, timeout=15).complaint


def test_an_unknown_command_is_named(project: Project) -> None:
    """There is no guessing."""

    assert "'generat'" in project.caddis("generat").complaint


# Plugins


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("import no_such_module_anywhere\n", "ModuleNotFoundError: No module named 'no_such_module_anywhere'"),
        ("def f(:\n", "SyntaxError"),
        pytest.param("raise ValueError('several\\nlines')\n", "ValueError: several lines"),
        pytest.param("import sys\nsys.exit(0)\n", "sys.exit"),
    ],
    ids=["imports", "syntax", "raises", "exits"],
)
def test_a_broken_plugin_file_is_named_with_the_reason(fine: Project, source: str, sentence: str) -> None:
    """A run without its contracts would be worth nothing."""
    path = fine.write("caddis_plugin.py", source)
    complaint = fine.generate("fine").complaint

    assert str(path) in complaint
    assert sentence in complaint


def test_a_broken_installed_plugin_is_named(fine: Project) -> None:
    """By the entry point that announces it."""
    fine.write("site/bad_words-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: bad-words\nVersion: 1.0\n")
    fine.write("site/bad_words-1.0.dist-info/entry_points.txt", "[caddis.plugins]\nwords = bad_words\n")

    assert "bad_words" in fine.generate("fine", PYTHONPATH=str(fine.directory / "site")).complaint
