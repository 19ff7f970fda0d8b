"""`caddis generate`: what it writes, what it says, and how it is told what to do."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from caddis import __version__
from caddis.campaign.baseline import NAME
from caddis.campaign.selecting import TESTS_EACH
from caddis.config import Config
from cli.running import WITH_PLUGINS, Project, Run

PURSE = "purse_largest_of_nothing"
REGRESSION = f"tests/caddis/test_{PURSE}.py"
FINDINGS = f"caddis-findings/test_{PURSE}_findings.py"
LARGEST = ("no_index_error", f"{PURSE}.Purse.largest")

EXCHANGE = "def exchange(amount: int) -> int:\n    return 2 * amount\n"
COUNTER = "class Counter:\n    def count(self) -> int:\n        return 1\n\n\n" + EXCHANGE


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run on the purse, looked at from several sides."""
    project = Project(tmp_path_factory.mktemp("ran"))
    return project.generate(project.subject(PURSE), **WITH_PLUGINS)


@pytest.fixture(scope="module")
def told_how(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The same with several options that have nothing to do with one another."""
    project = Project(tmp_path_factory.mktemp("told"))
    return project.generate(project.subject(PURSE), "--output", "a/b", "--findings", "c/d", "-q", "--strict")


# What is written


def test_regression_tests_and_findings_are_written_to_files_named_after_the_module(ran: Run) -> None:
    """One file each, in the two default directories."""

    assert (0, "", {REGRESSION, FINDINGS}) == (ran.status, ran.stderr, {*ran.files})


def test_a_dotted_name_becomes_one_with_underscores(project: Project) -> None:
    """`bank.accounts` is tested in `test_bank_accounts.py`."""
    project.write("bank/__init__.py", "")
    project.write("bank/accounts.py", EXCHANGE)

    assert {"tests/caddis/test_bank_accounts.py"} == {*project.generate("bank").files}


def test_output_and_findings_go_where_they_are_told(told_how: Run) -> None:
    """Both directories can be named, and are made."""

    assert {f"a/b/test_{PURSE}.py", f"c/d/test_{PURSE}_findings.py"} == {*told_how.files}


def test_the_summary_has_the_fields_of_the_contract_and_no_others(ran: Run) -> None:
    """Programs rely on the names."""
    summary = ran.summary
    [finding] = summary["findings"]

    assert [
        *("version", "targets", "seed", "elapsed_s", "python", "sequences", "sequences_per_s"),
        *("branches", "lines", "operations", "findings", "below_confidence", "tests", "denied", "changed", "crashes"),
        *("worker_restarts", "files", "operations_detail"),
    ] == list(summary)
    assert list(summary["sequences"]) == [
        "generated",
        "executed",
        "kept",
        "duplicate",
        "redundant",
        "illegal",
        "violating",
    ]
    assert list(summary["branches"]) == list(summary["lines"]) == ["covered", "total"]
    assert list(summary["operations"]) == ["total", "called", "succeeded"]
    assert list(finding) == [
        *("id", "kind", "operation", "exception", "message", "blame", "confidence", "why", "file", "line"),
        *("occurrences", "entry_points", "statements", "code", "examples", "accepted", "test"),
    ]
    assert list(summary["tests"]) == ["regression", "assertions", "findings", "branches", "lines"]


def test_the_summary_says_what_happened(ran: Run) -> None:
    """Its values are those of the run."""
    summary = ran.summary
    regression, findings = ran.tests(REGRESSION), ran.tests(FINDINGS)
    sequences = summary["sequences"]
    version = ".".join(map(str, sys.version_info[:3]))

    assert (1, [PURSE], 0, version) == tuple(summary[key] for key in ("version", "targets", "seed", "python"))
    assert sequences["executed"] == 300
    assert sequences["generated"] == sequences["executed"] + sequences["duplicate"]
    assert summary["branches"] == {"covered": 2, "total": 2}
    # all but what a private function does that nobody calls
    assert summary["lines"] == {"covered": 15, "total": 16}
    assert summary["operations"] == {"total": 5, "called": 5, "succeeded": 5}
    assert {
        "regression": len(regression),
        "assertions": sum(len(re.findall(r"\n +assert |pytest\.raises\(", source)) for source in regression.values()),
        "findings": 1,
        "branches": 2,
        "lines": 15,
    } == summary["tests"]
    assert [f"{FINDINGS}::{name}" for name in findings] == [finding["test"] for finding in summary["findings"]]
    conftests = {"tests/caddis/conftest.py", "caddis-findings/conftest.py"}
    assert {*ran.files} | conftests == {*summary["files"]}
    assert (summary["denied"], summary["worker_restarts"]) == ([], 0)


def test_a_finding_says_what_was_violated_by_which_call(ran: Run) -> None:
    """The purse's planted fault, at its smallest."""
    [finding] = ran.summary["findings"]

    assert {LARGEST} == ran.findings
    assert tuple(finding[key] for key in ("exception", "message", "statements")) == (
        "IndexError",
        "IndexError: list index out of range",
        2,
    )


# What is said


def test_the_last_lines_tell_what_was_found_and_written(ran: Run) -> None:
    """A block for the finding, then the counts and the files."""
    block = ran.stdout.partition("\n\n   test")[0]

    assert "1  Purse.largest raised IndexError: list index out of range\n" in block
    assert f"{PURSE}.py:24, in Purse.largest: return sorted(self._coins)[-1]" in block
    assert block.endswith("\n\n        purse = Purse()\n        purse.largest()")
    assert f"1 finding, {len(ran.tests(REGRESSION))} regression tests" in ran.stdout
    assert [f"wrote {file}" for file in ran.summary["files"]] == ran.stdout.splitlines()[-4:]


def test_output_in_a_pipe_is_plain_text(ran: Run) -> None:
    """Neither colours nor cursor movements."""

    assert all(character.isprintable() or character == "\n" for character in ran.stdout)


def test_quiet_prints_one_line(told_how: Run) -> None:
    """The counts are what is left."""
    [line] = told_how.stdout.splitlines()

    assert line.startswith("1 finding, ")


def test_a_run_that_finds_nothing_new_ends_early_and_says_so(project: Project) -> None:
    """However much time it has; its tests are written as ever."""
    project.write("bank.py", EXCHANGE)
    run = project.generate("bank", "--time", "50", "--patience", "0.5")

    assert "nothing new for 0.5 s: exploring ends early (--patience)" in run.stdout + run.stderr
    assert run.summary["elapsed_s"] < 40
    assert {"tests/caddis/test_bank.py"} == {*run.files}


def test_verbose_also_says_what_is_called_and_what_is_left_out(project: Project) -> None:
    """The modules by name, and why one could not be had."""
    project.write("bank/__init__.py", "")
    project.write("bank/accounts.py", EXCHANGE)
    project.write("bank/broken.py", "import no_such_module_anywhere\n")
    plain, verbose = project.generate("bank"), project.generate("bank", "-v")

    assert "1 names left out (-v shows them)" in plain.stdout
    assert "1 operations in bank, bank.accounts" in verbose.stdout
    assert "left out bank.broken: ModuleNotFoundError: No module named 'no_such_module_anywhere'" in verbose.stdout


def test_version_is_the_version(project: Project) -> None:
    """`caddis --version` and nothing else."""
    run = project.caddis("--version")

    assert (0, f"caddis, version {__version__}\n", "") == (run.status, run.stdout, run.stderr)


def test_help_names_the_commands_and_stops(project: Project) -> None:
    """What is not built is not offered."""
    run = project.caddis("--help")
    commands = run.stdout.partition("Commands:\n")[2]

    assert (run.status, [line.split()[0] for line in commands.splitlines()]) == (
        0,
        ["check", "diff", "explain", "generate", "model", "trace"],
    )


def test_help_tells_the_defaults_that_hold(project: Project) -> None:
    """The text of the help and the configuration say the same."""
    text = "".join(project.caddis("generate", "--help").stdout.split())
    shown = dict(re.findall(r"--([a-z]+)(?:(?!--).)*?\[default:([^]]*)\]", text))

    assert shown.pop("baseline") == NAME
    assert shown.pop("workers") == "thecores;1with--stepsorenumerate"
    assert shown.pop("model") == "caddis.trace,ifitexists"
    assert shown.pop("max") == f"{TESTS_EACH}peroperation"
    assert {
        name: f"{default:g}" if isinstance(default, float) else str(default)
        for name in (
            *("time", "seed", "output", "findings", "strategy", "equality", "timeout", "memory", "reset"),
            *("confidence", "constraints", "depth", "length", "patience"),
        )
        for default in [getattr(Config(), name)]
    } == shown


# Exit status


def test_strict_exits_with_one_when_there_are_findings(told_how: Run) -> None:
    """Files and summary are written all the same."""

    assert (1, 2, {LARGEST}) == (told_how.status, len(told_how.files), told_how.findings)


def test_strict_exits_with_zero_when_there_are_none(project: Project) -> None:
    """Nothing found, nothing to complain of, and no file of findings."""
    project.write("rates.py", EXCHANGE)
    run = project.generate("rates", "--strict")

    assert (0, {"tests/caddis/test_rates.py"}) == (run.status, {*run.files})


# Targets


def test_a_class_is_a_target(project: Project) -> None:
    """`module:Class` takes the class and leaves the rest of its module."""
    project.write("bank/__init__.py", "")
    project.write("bank/tools.py", COUNTER)
    run = project.generate("bank.tools:Counter")

    assert run.summary["operations"] == {"total": 2, "called": 2, "succeeded": 2}
    assert "exchange" not in run.files["tests/caddis/test_bank_tools.py"]


def test_a_file_is_a_target(project: Project) -> None:
    """Its directory becomes importable; the name of the test file is that of the module."""
    project.write("elsewhere/rates.py", EXCHANGE)
    run = project.generate("elsewhere/rates.py")

    assert run.summary["targets"] == ["elsewhere/rates.py"]
    assert {"tests/caddis/test_rates.py"} == {*run.files}


def test_a_file_of_a_package_is_tested_by_its_dotted_name(project: Project) -> None:
    """`lib/bank/accounts.py` is `bank.accounts`."""
    project.write("lib/bank/__init__.py", "")
    project.write("lib/bank/accounts.py", EXCHANGE)
    run = project.generate("lib/bank/accounts.py")

    assert "from bank.accounts import exchange" in run.files["tests/caddis/test_bank_accounts.py"]


@pytest.mark.parametrize("target", [".", "lib", "lib/"])
def test_a_directory_means_all_its_modules(project: Project, target: str) -> None:
    """Also the current one, whether it is a package or not."""
    place = "" if target == "." else "lib/"
    project.write(f"{place}rates.py", EXCHANGE)
    project.write(f"{place}bank/__init__.py", "")
    project.write(f"{place}bank/tools.py", COUNTER)

    assert {"tests/caddis/test_rates.py", "tests/caddis/test_bank_tools.py"} == {*project.generate(target).files}


def test_modules_below_src_are_found_by_name(project: Project) -> None:
    """The usual layout of a project needs no path."""
    project.write("src/bank/__init__.py", EXCHANGE)

    assert {"tests/caddis/test_bank.py"} == {*project.generate("bank").files}


def test_several_targets_are_explored_together(project: Project) -> None:
    """Each gets its own file."""
    project.write("rates.py", EXCHANGE)
    project.write("tools.py", COUNTER)
    run = project.generate("rates", "tools.py")

    assert {"tests/caddis/test_rates.py", "tests/caddis/test_tools.py"} == {*run.files}
    assert run.summary["targets"] == ["rates", "tools.py"]


def test_a_package_does_not_mean_its_tests(project: Project) -> None:
    """Nobody wants tests of tests."""
    project.write("bank/__init__.py", EXCHANGE)
    project.write("bank/tests/__init__.py", "def helper() -> int:\n    return 1\n")

    assert project.generate("bank").summary["operations"]["total"] == 1


# Options


def test_what_matches_any_exclude_is_left_out(project: Project) -> None:
    """Shell-style patterns of dotted names, as many as there are."""
    for name in ("one", "two", "three", "four"):
        project.write(f"bank/{name}.py", EXCHANGE)
    project.write("bank/__init__.py", "")
    run = project.generate("bank", "--exclude", "bank.one", "--exclude", "*.two", "--exclude", "bank.thr*")

    assert {"tests/caddis/test_bank_four.py"} == {*run.files}


def test_private_also_calls_names_with_an_underscore(ran: Run, project: Project) -> None:
    """They are left alone unless asked for."""
    run = project.generate(project.subject(PURSE), "--private")

    assert "_hidden" not in ran.files[REGRESSION]
    assert "_hidden(" in run.files[REGRESSION]


def test_undirected_keeps_what_feedback_would_not(ran: Run, project: Project) -> None:
    """The baseline calls nothing redundant, and ends where it is told to."""
    run = project.generate(project.subject(PURSE), "--strategy", "undirected")

    assert ran.summary["sequences"]["redundant"] > 0
    assert (run.summary["sequences"]["redundant"], run.summary["sequences"]["executed"]) == (0, 300)


def test_equality_by_state_tells_apart_what_calls_itself_equal(project: Project) -> None:
    """All shelves are equal by `==`, so only their state makes a full one new."""
    shelf = project.subject("shelf_lookup")
    equals, state = project.generate(shelf), project.generate(shelf, "--equality", "state")

    assert equals.summary["sequences"]["kept"] < state.summary["sequences"]["kept"]


def test_time_is_from_start_to_exit(project: Project) -> None:
    """A short run does not take much longer than it was given."""
    run = project.generate(project.subject(PURSE), "--time", "4")

    assert (0, {LARGEST}) == (run.status, run.findings)
    assert 1 < run.summary["elapsed_s"] < 7


# Settings


def test_settings_come_from_pyproject(project: Project) -> None:
    """Every option can be a key of `[tool.caddis]`."""
    project.write(
        "pyproject.toml",
        '[tool.caddis]\nsteps = 120\nseed = 7\noutput = "out"\nfindings = "found"\nstrict = true\nprivate = true\n',
    )
    run = project.generate(project.subject(PURSE))

    assert (run.status, run.summary["seed"], run.summary["sequences"]["executed"]) == (1, 7, 120)
    assert {f"out/test_{PURSE}.py", f"found/test_{PURSE}_findings.py"} == {*run.files}
    assert run.summary["operations"]["total"] == 6


def test_the_command_line_wins_over_pyproject(project: Project) -> None:
    """What is typed is what is meant now."""
    project.write("pyproject.toml", '[tool.caddis]\nsteps = 120\nseed = 7\noutput = "out"\nstrategy = "undirected"\n')
    run = project.generate(
        project.subject(PURSE), "--steps", "50", "--seed", "8", "--output", "there", "--strategy", "feedback"
    )

    # where little can be called, a step may find nothing that is new
    assert run.summary["seed"] == 8
    assert 45 <= run.summary["sequences"]["executed"] <= 50
    assert f"there/test_{PURSE}.py" in run.files
    assert run.summary["sequences"]["redundant"] > 0


def test_the_nearest_pyproject_above_counts(project: Project) -> None:
    """A run in a directory of a project has the project's settings."""
    project.write("pyproject.toml", "[tool.caddis]\nseed = 9\n")
    project.write("below/rates.py", EXCHANGE)

    assert project.generate("rates", cwd="below").summary["seed"] == 9


def test_a_pyproject_without_settings_changes_nothing(project: Project) -> None:
    """Other tools have their tables."""
    project.write("pyproject.toml", "[tool.other]\nx = 1\n")

    assert project.generate(project.subject(PURSE), "--steps", "20").status == 0


def test_literals_of_pyproject_are_tried(project: Project) -> None:
    """A word that nobody finds by chance opens the door."""
    door = project.subject("door_opens_by_a_word")
    without = project.generate(door)
    project.write("pyproject.toml", '[tool.caddis]\nsteps = 300\n[tool.caddis.literals]\nstr = ["sesame"]\n')

    assert set() == without.findings
    assert {("no_assertion_error", f"{door}.knock")} == project.generate(door).findings


def test_a_filter_can_be_switched_off(project: Project) -> None:
    """Without the equality filter nothing is redundant."""
    project.write("pyproject.toml", "[tool.caddis]\nsteps = 300\n[tool.caddis.filters]\nequality = false\n")

    assert project.generate(project.subject(PURSE)).summary["sequences"]["redundant"] == 0


# Plugins


def test_a_contract_of_the_local_plugin_is_checked(project: Project) -> None:
    """It is named in the finding, and its test states it as code."""
    project.write(
        "caddis_plugin.py",
        "from caddis import contract\n"
        f"from {PURSE} import Purse\n\n\n"
        "@contract(Purse)\n"
        "def holds_little(purse: Purse) -> bool:\n"
        "    return purse.total() < 2\n",
    )
    run = project.generate(project.subject(PURSE))

    assert ("holds_little", f"{PURSE}.Purse.put") in run.findings
    assert "    assert purse.total() < 2\n" in run.files[FINDINGS]


def test_a_contract_may_use_what_its_plugin_imports_and_defines(project: Project) -> None:
    """The test of the finding still runs without the plugin, and fails for the stated reason."""
    project.write(
        "caddis_plugin.py",
        "import math\n\n"
        "from caddis import contract\n"
        f"from {PURSE} import Purse\n\n"
        "MOST = 1\n\n\n"
        "@contract(Purse)\n"
        "def holds_little(purse: Purse) -> bool:\n"
        "    return math.sqrt(purse.total()) <= MOST\n",
    )
    run = project.generate(project.subject(PURSE))

    assert ("holds_little", f"{PURSE}.Purse.put") in run.findings


def test_a_contract_of_all_values_sees_the_values(project: Project) -> None:
    """Among them what no other contract concerns."""
    project.write(
        "caddis_plugin.py",
        "from caddis import contract\n\n\n"
        "@contract\n"
        "def never_a_large_number(values, exception):\n"
        "    return not any(isinstance(value, int) and value > 2 for value in values)\n",
    )
    project.write("rates.py", EXCHANGE)

    assert {("never_a_large_number", "rates.exchange")} == project.generate("rates").findings


def test_a_contract_of_all_values_sees_the_exception(project: Project) -> None:
    """What the author promises of every call holds or is a finding."""
    project.write(
        "caddis_plugin.py",
        "from caddis import contract\n\n\n"
        "@contract\n"
        "def never_a_key_error(values, exception):\n"
        "    return not isinstance(exception, KeyError)\n",
    )
    shelf = project.subject("shelf_lookup")

    assert {("never_a_key_error", f"{shelf}.Shelf.get")} == project.generate(shelf).findings


def test_a_filter_of_the_local_plugin_decides_what_is_built_upon(project: Project) -> None:
    """The third link is not reached when the second may not be extended."""
    chain = project.subject("chain_ends_at_three")
    without = project.generate(chain)
    project.write(
        "caddis_plugin.py",
        "from caddis import extensible\n\n\n"
        "@extensible\n"
        "def first_links_only(value: object) -> bool:\n"
        "    return not getattr(value, 'depth', 0)\n",
    )

    assert {("no_assertion_error", f"{chain}.Link.longer")} == without.findings
    assert set() == project.generate(chain).findings


def test_literals_of_the_local_plugin_are_tried(project: Project) -> None:
    """Another way to give the word."""
    project.write("caddis_plugin.py", "from caddis import literals\n\nwords = literals(str, 'sesame')\n")
    door = project.subject("door_opens_by_a_word")

    assert {("no_assertion_error", f"{door}.knock")} == project.generate(door).findings


def test_an_installed_plugin_is_found_by_its_entry_point(project: Project) -> None:
    """The group `caddis.plugins` of any distribution on the path."""
    project.write("site/door_words.py", "from caddis import literals\n\nwords = literals(str, 'sesame')\n")
    project.write("site/door_words-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: door-words\nVersion: 1.0\n")
    project.write("site/door_words-1.0.dist-info/entry_points.txt", "[caddis.plugins]\nwords = door_words\n")
    door = project.subject("door_opens_by_a_word")
    run = project.generate(door, PYTHONPATH=str(project.directory / "site"))

    assert {("no_assertion_error", f"{door}.knock")} == run.findings


# What the generated tests are worth


@pytest.fixture(scope="module")
def suites(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with the tests of two subjects, one of which wavers wherever it can."""
    project = Project(tmp_path_factory.mktemp("suites"))
    project.generate(project.subject(PURSE), project.subject("answers_that_waver"), "--steps", "600", **WITH_PLUGINS)
    project.write(
        "conftest.py",
        "import os\n\n\n"
        "def pytest_collection_modifyitems(items):\n"
        "    if 'REVERSED' in os.environ:\n"
        "        items.reverse()\n",
    )
    return project


@pytest.mark.parametrize("order", ["FORWARDS", "REVERSED"])
@pytest.mark.parametrize("hash_seed", [0, 1, 4321])
def test_regression_tests_pass_in_a_fresh_process(suites: Project, hash_seed: int, order: str) -> None:
    """Whatever the hash seed, whatever the order."""
    result = suites.pytest("-q", "tests/caddis", hash_seed=hash_seed, **{order: "1"})

    assert result.returncode == 0, result.stdout
    assert "warning" not in result.stdout


@pytest.mark.parametrize("name", ["process", "now", "year", "address", "dice", "hashed"])
def test_what_wavers_is_left_out(suites: Project, name: str) -> None:
    """Time, randomness, addresses and hashes are asserted nowhere."""
    file = suites.files()["tests/caddis/test_answers_that_waver.py"]

    assert f"assert {name}(" not in file


def test_what_does_not_waver_is_asserted(suites: Project) -> None:
    """Leaving everything out would be no art."""
    files = suites.files()

    assert "steady(" in files["tests/caddis/test_answers_that_waver.py"]
    assert "assert purse.total() ==" in files[REGRESSION] or "assert total ==" in files[REGRESSION]


def test_finding_tests_fail_for_the_stated_reason(suites: Project) -> None:
    """The exception of the docstring, in the line it names."""
    result = suites.pytest("-q", "caddis-findings")

    assert result.returncode == 1
    assert "E       IndexError: list index out of range" in result.stdout
    assert f"{PURSE}.py:24: IndexError" in result.stdout
    assert "IndexError: list index out of range." in suites.files()[FINDINGS]
    assert "1 failed in" in result.stdout


def test_findings_are_not_collected_with_the_regression_tests(suites: Project) -> None:
    """A project's own pytest stays green after `caddis generate`."""

    assert suites.pytest("-q", "tests").returncode == 0


@pytest.mark.parametrize("command", [["format", "--check"], ["check"]], ids=["format", "check"])
def test_ruff_has_nothing_to_say_about_generated_files(suites: Project, command: list[str]) -> None:
    """They are formatted as a person's would be."""
    ruff = Path(sys.executable).with_name("ruff")
    paths = [str(suites.directory / name) for name in suites.files()]
    result = subprocess.run(
        [ruff, *command, "--isolated", "--no-cache", *paths], capture_output=True, text=True, check=False
    )

    assert result.returncode == 0, result.stdout


def test_generated_tests_do_not_need_caddis(suites: Project) -> None:
    """One can delete Caddis and keep its tests."""

    assert [name for name, text in suites.files().items() if "import caddis" in text or "from caddis" in text] == []


# What one test leaves behind for the next

SWITCH = """
_on = True


def switch(on: bool) -> None:
    global _on
    _on = on


def is_on() -> bool:
    return _on


def double(number: int) -> int:
    return 2 * number if _on else number
"""


def test_a_call_that_sets_a_global_otherwise_is_no_test(tmp_path: Path) -> None:
    """Whatever order they run in, tests that read it find it as it was."""
    project = Project(tmp_path)
    project.write("lamp.py", SWITCH)
    ran = project.generate("lamp", "--steps", "600")
    written = ran.files["tests/caddis/test_lamp.py"]

    assert "switch(False)" not in written
    assert "is_on() is True" in written
    assert "double(" in written


def test_a_target_may_take_longer_to_import_than_a_test_may_take(project: Project) -> None:
    """Its tests are written all the same."""
    project.write("slow.py", "import time\n\ntime.sleep(1.5)\n\n\ndef two() -> int:\n    return 2\n")
    run = project.generate("slow", "--steps", "10")

    assert "assert two() == 2" in run.files["tests/caddis/test_slow.py"]
