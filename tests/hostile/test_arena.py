"""The arena notices what a subject might do: a claim that could not fail would be no claim."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hostile.arena import Arena, Services, changes, state


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    """An arena in which nothing has happened yet."""
    made = Arena(tmp_path / "arena", "loops_for_ever")
    made.age()
    return made


def song(arena: Arena) -> Path:
    """A file of the canary."""
    return arena.directory / "canary" / "song.txt"


def change_a_byte(arena: Arena) -> None:
    """Change a byte and nothing else, not even the time."""
    before = song(arena).stat()
    with open(song(arena), "r+b") as file:
        file.write(b"T")
    os.utime(song(arena), ns=(before.st_atime_ns, before.st_mtime_ns))


def replace_a_link(arena: Arena) -> None:
    """Let a symbolic link lead elsewhere."""
    link = arena.directory / "canary" / "alias.txt"
    link.unlink()
    link.symlink_to("sealed.txt")


DAMAGES: dict[str, Callable[[Arena], object]] = {
    "project/canary/song.txt: contents was": change_a_byte,
    "project/canary/song.txt: mode was": lambda arena: song(arena).chmod(0o600),
    "project/canary/song.txt: time was": lambda arena: os.utime(song(arena)),
    "project/canary/song.txt: links was": lambda arena: os.link(song(arena), arena.place / "second"),
    "project/canary/song.txt: gone": lambda arena: song(arena).unlink(),
    "project/canary/nest/empty: gone": lambda arena: (arena.directory / "canary" / "nest" / "empty").rmdir(),
    "project/canary/alias.txt: contents was": replace_a_link,
    "project/canary/nest/added: added": lambda arena: (arena.directory / "canary" / "nest" / "added").touch(),
    "project/loops_for_ever.py: time was": lambda arena: (arena.directory / "loops_for_ever.py").touch(),
    "project/litter: added": lambda arena: (arena.directory / "litter").touch(),
    "home/.bashrc: added": lambda arena: (arena.home / ".bashrc").touch(),
    "home/.netrc: time was": lambda arena: (arena.home / ".netrc").touch(),
    "tmp/litter: added": lambda arena: (arena.temporary / "litter").mkdir(),
}


@pytest.mark.parametrize(("line", "damage"), DAMAGES.items(), ids=DAMAGES)
def test_damage_is_noticed(arena: Arena, line: str, damage: Callable[[Arena], object]) -> None:
    """Every change is told by the name of what changed."""
    before = state(arena.place)
    damage(arena)

    assert [change for change in changes(before, state(arena.place)) if change.startswith(line)]


def test_an_attribute_is_noticed(arena: Arena) -> None:
    """Where the file system has such things."""
    before = state(arena.place)
    try:
        os.setxattr(song(arena), "user.hostile", b"marked")
    except OSError as error:
        pytest.skip(f"no extended attributes here: {error}")

    assert any("song.txt: attributes was" in change for change in changes(before, state(arena.place)))


def test_what_caddis_writes_is_no_damage(arena: Arena) -> None:
    """Tests, findings and the summary are what a run is for."""
    before = state(arena.place)
    arena.write("tests/caddis/test_loops_for_ever.py", "")
    arena.write("caddis-findings/conftest.py", "")
    arena.write("summary.json", "{}")

    assert changes(before, state(arena.place)) == []


def test_what_is_heard_is_told() -> None:
    """Each service tells of one who reaches it."""
    with Services() as services:
        addresses = services.addresses
        with socket.create_connection(("127.0.0.1", addresses["tcp"])):
            pass
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            one.sendto(b"secret", ("127.0.0.1", addresses["udp"]))
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as one:
            one.sendto(b"secret", addresses["datagrams"])
        for name in (addresses["unix"], "\0" + addresses["abstract"]):
            with socket.socket(socket.AF_UNIX) as one:
                one.connect(name)
        services.witness.send_signal(signal.SIGURG)

        assert services.arrived() == ["tcp", "udp", "unix", "datagrams", "abstract", "a signal"]


def test_silence_is_told_too() -> None:
    """Nobody came."""
    with Services() as services:
        assert services.arrived() == []


@pytest.mark.parametrize("named", ["environment", "arguments"])
def test_a_process_that_lives_on_is_noticed(arena: Arena, named: str) -> None:
    """By its environment, or by its command line."""
    mark = f"{arena.temporary}/caddis-1"
    command = ["sh", "-c", "echo started; read -r line", mark if named == "arguments" else "sh"]
    environment = {**os.environ, "TMPDIR": mark} if named == "environment" else None
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
        process.stdout.readline()
        survivors = arena.survivors()
        process.communicate()

    assert process.pid in survivors
    assert process.pid not in arena.survivors()
