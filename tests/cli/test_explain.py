"""`caddis explain`: what is testable, what is not, and why."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cli.running import Project, Run

PORT = '''
"""A port that few ships reach."""

import asyncio
import socket


class Closed:
    """Cannot be made."""

    def __init__(self) -> None:
        raise RuntimeError("closed today")

    def enter(self) -> int:
        return 1


class Ship:
    """Can be made."""

    def __init__(self, length: int) -> None:
        self.length = length

    def sail(self, knots: int) -> int:
        return self.length * knots

    def sink(self) -> None:
        raise NotImplementedError


def parse(version: str) -> int:
    raise ValueError("invalid version")


def wait(loop: asyncio.AbstractEventLoop) -> float:
    return loop.time()


def call() -> None:
    socket.create_connection(("127.0.0.1", 9))


def linger() -> None:
    while True:
        pass


def draw() -> None:
    import a_module_nobody_has
'''


EXPLAINED = {
    "port.draw": ("left out", "needs what is not installed: No module named 'a_module_nobody_has'"),
    "port.Closed.enter": (
        "never called",
        "no Closed could be made: its constructor raises RuntimeError in its only call: closed today",
    ),
    "port.Closed": ("never succeeded", "raises RuntimeError in its only call: closed today"),
    "port.Ship.sink": ("never succeeded", "always raises NotImplementedError; it is left to subclasses"),
    "port.parse": (
        "never succeeded",
        "always raises ValueError: invalid version; a sample string for `version` would help",
    ),
    "port.wait": (
        "never succeeded",
        "parameter `loop`: nothing builds asyncio.AbstractEventLoop; name a factory"
        " (given None, it raises AttributeError in its only call: 'NoneType' object has no attribute 'time')",
    ),
    "port.call": ("never succeeded", "denied: network; --allow network would let it"),
    "port.linger": ("never succeeded", "takes too long in its only call: did not end within 0.5 s"),
    "port.Ship": ("succeeded", ""),
    "port.Ship.sail": ("succeeded", ""),
}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project in which little can be called."""
    project = Project(tmp_path_factory.mktemp("port"))
    project.write("port.py", PORT)
    return project


@pytest.fixture(scope="module")
def ran(port: Project) -> Run:
    """It was explained."""
    return explain(port, "port", "--json", "explained.json")


@pytest.fixture(scope="module")
def details(port: Project, ran: Run) -> dict[str, dict[str, Any]]:
    """What the JSON says of each operation."""
    assert ran.status == 0, ran.stderr
    return of_each(port)


def explain(project: Project, *arguments: str) -> Run:
    """Run `caddis explain` for 400 steps."""
    return project.caddis("explain", *arguments, *(() if "--from" in arguments else ("--steps", "400")))


def of_each(project: Project, file: str = "explained.json") -> dict[str, dict[str, Any]]:
    """What a summary says of each operation."""
    data = json.loads((project.directory / file).read_text())
    return {one["operation"]: one for one in data["operations_detail"]}


def test_each_operation_has_its_state_and_the_reason(details: dict[str, dict[str, Any]]) -> None:
    """In words that say what to do about it."""
    assert {name: (one["state"], one["reason"]) for name, one in details.items()} == EXPLAINED


def test_calls_are_counted_by_how_they_end(details: dict[str, dict[str, Any]]) -> None:
    """None is lost."""
    sail, parse = details["port.Ship.sail"], details["port.parse"]

    assert sail["calls"] == sail["successes"] == sail["ends"]["returned"] > 0
    assert (parse["successes"], parse["ends"]) == (0, {"ValueError": parse["calls"]})


def test_the_program_that_worked_works_when_pasted(
    port: Project, details: dict[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Imports included."""
    monkeypatch.syspath_prepend(port.directory)
    source = details["port.Ship.sail"]["example"]

    assert source.startswith("from port import Ship\n\nship = Ship(")
    exec(compile(source, "example", "exec"), {})


def test_the_failing_ones_are_shown_first_with_their_class(ran: Run) -> None:
    """What succeeded is only counted."""
    lines = ran.stdout.splitlines()
    shown = [line for line in lines if line.startswith(("Left", "Never", "Called", "Succeeded"))]

    assert shown == ["Left out (1)", "Never called (1)", "Called, but never succeeded (6)"]
    assert lines[lines.index("  port.Ship") + 1] == f"    sink: {EXPLAINED['port.Ship.sink'][1]}"
    assert lines[-1] == "9 operations: 2 succeeded, 6 never succeeded, 1 never called, 1 left out"


def test_no_test_is_written(ran: Run) -> None:
    """Nor any finding."""
    assert ran.files == {}


def test_all_also_shows_what_succeeded(port: Project, ran: Run) -> None:
    """From what a run wrote, without another."""
    run = explain(port, "--from", "explained.json", "--all")

    assert run.stdout.splitlines()[-1] == ran.stdout.splitlines()[-1]
    assert "Succeeded (2)" in run.stdout
    assert "        ship = Ship(" in run.stdout


def test_a_summary_of_generate_says_the_same(project: Project) -> None:
    """So that nobody has to run anything twice."""
    project.write("port.py", "def parse(version: str) -> int:\n    raise ValueError('invalid version')\n")
    project.generate("port")
    run = explain(project, "--from", "summary.json")

    assert run.status == 0
    assert run.stdout.splitlines()[1].strip() == EXPLAINED["port.parse"][1]


def test_one_operation_is_told_in_full(port: Project) -> None:
    """By its class and name: what is known of each parameter, from where, and a program that worked."""
    run = explain(port, "port:Ship.sail")

    lines = [" ".join(line.split()) for line in run.stdout.splitlines()]
    assert "port.Ship.sail (method): succeeded" in lines
    assert "knots int annotation: int" in lines
    assert lines[-2].startswith("ship = Ship(")
    assert lines[-1].startswith("ship.sail(")


@pytest.mark.parametrize("name", ["sail", "Ship.sail", "port.Ship.sail", "port:Ship.sail"])
def test_an_operation_is_named_by_as_much_as_tells_it_apart(port: Project, ran: Run, name: str) -> None:
    """Of a summary too."""
    run = explain(port, "--from", "explained.json", "--operation", name)

    assert run.stdout.startswith("port.Ship.sail (method): succeeded")


def test_what_is_excluded_is_explained_by_that(port: Project) -> None:
    """It is not unknown."""
    run = explain(port, "port:Ship.sail", "--exclude", "*.sail")

    assert [line.strip() for line in run.stdout.splitlines()[-2:]] == [
        "port.Ship.sail: left out",
        "excluded by your settings",
    ]


def test_the_seed_decides_every_byte(project: Project) -> None:
    """Addresses in messages, and the directories of a run, are not shown."""
    project.write(
        "port.py",
        "import os\n\ndef moor(thing: object) -> None:\n    raise ValueError(f'{object()} in {os.getcwd()}')\n",
    )
    written = []
    for _ in range(2):
        explain(project, "port", "--json", "explained.json")
        written.append(of_each(project))

    assert written[0] == written[1]
    assert "<object object at 0x...> in" in written[0]["port.moor"]["reason"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "caddis: name a TARGET, or a summary with --from FILE"),
        (("port", "--operation", "sial"), "caddis: there is no operation sial: did you mean port.Ship.sail?"),
        (("port:Ship.sial",), "caddis: there is no operation Ship.sial: did you mean port.Ship.sail or "),
        (("--from", "nowhere.json"), "caddis: cannot read nowhere.json: No such file or directory"),
        (("--from", "port.py"), "caddis: cannot read port.py: it is not JSON"),
        (("--from", "empty.json"), "caddis: cannot read empty.json: it has no operations_detail"),
        (("--from", "strange.json"), "caddis: cannot read strange.json: it is not a summary of Caddis"),
        (("no_such_module_anywhere",), "caddis: there is no target no_such_module_anywhere"),
    ],
)
def test_wrong_use_is_one_clear_line(port: Project, arguments: tuple[str, ...], complaint: str) -> None:
    """And exit status 2."""
    port.write("empty.json", "{}")
    port.write("strange.json", '{"operations_detail": [{}], "targets": [], "seed": 0, "elapsed_s": 0, "python": ""}')

    assert explain(port, *arguments).complaint.startswith(complaint)
