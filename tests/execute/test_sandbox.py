"""The sandbox holds: a child confines itself, attacks a canary the test made, and the canary lives on unchanged."""

from __future__ import annotations

import errno
import json
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from caddis.execute import seccomp
from caddis.execute.sandbox import Policy, confine

CHILD = """
import contextlib, ctypes, errno, json, os, signal, socket, sys
workspace, outside, number, policy = sys.argv[1], sys.argv[2], int(sys.argv[3]), json.loads(sys.argv[4])
canary = outside + "/canary"
libc = ctypes.CDLL(None, use_errno=True)
chmod, kill, symlink, syscall, truncate, unlink, utimes, open_socket = (
    libc.chmod, libc.kill, libc.symlink, libc.syscall, libc.truncate, libc.unlink, libc.utimes, libc.socket)

def check(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "from the kernel")
    return result

from caddis.execute import audit, landlock, sandbox, seccomp
denials, error = [], None
{before}
walls = sandbox.wall_in(sandbox.Policy(workspace, **policy), denials.append)
os.chdir(workspace)
try:
{body}
except Exception as exception:
    error = [kind.__name__ for kind in type(exception).__mro__] + [str(exception)]
print(json.dumps([error, denials, walls.missing]))
"""

WITHOUT_KERNEL = """
sandbox._enclose = lambda *arguments: sandbox._Kernel()
sandbox.separate = lambda namespaces: None
"""
WITHOUT_HOOK = """
audit.install = lambda *arguments, **options: contextlib.nullcontext
"""


@dataclass(frozen=True, slots=True)
class Report:
    """What the child says: the exception that ended the attack, what was denied, and what the kernel lacks."""

    error: list[str] | None
    denials: list[str]
    missing: list[str]
    stderr: str


@dataclass(frozen=True, slots=True)
class World:
    """A workspace, and beside it a directory that nobody may change."""

    workspace: Path
    outside: Path

    def run(self, body: str, before: str = "", number: int = 0, **policy: object) -> Report:
        """Run this in a child that has confined itself."""
        source = CHILD.format(before=before, body="".join(f"    {line}\n" for line in body.splitlines()))
        arguments = [str(self.workspace), str(self.outside), str(number), json.dumps(policy)]
        environment = os.environ | {"TMPDIR": str(self.workspace), "PYTHONPATH": os.pathsep.join(sys.path)}
        child = subprocess.run(
            [sys.executable, "-c", source, *arguments],
            capture_output=True, text=True, env=environment, timeout=60, check=False,
        )  # fmt: skip
        assert child.returncode == 0, child.stderr
        error, denials, missing = json.loads(child.stdout.splitlines()[-1])
        return Report(error, denials, missing, child.stderr)

    def state(self) -> dict[str, object]:
        """Everything about the outside that an attack could change."""
        paths = [self.outside, *sorted(self.outside.rglob("*"))]
        return {str(path): _facts(path) for path in paths}


def _facts(path: Path) -> tuple[object, ...]:
    status = path.lstat()
    content = path.read_bytes() if path.is_file() else None
    attributes = os.listxattr(path) if hasattr(os, "listxattr") else None
    return status.st_mode, status.st_uid, status.st_nlink, status.st_mtime_ns, content, attributes


@pytest.fixture
def world(tmp_path: Path) -> World:
    """An empty workspace and a canary outside it."""
    made = World(tmp_path / "workspace", tmp_path / "outside")
    made.workspace.mkdir()
    (made.outside / "directory").mkdir(parents=True)
    canary = made.outside / "canary"
    canary.write_bytes(b"alive\n")
    canary.chmod(0o640)
    os.utime(canary, (1_000_000_000, 1_000_000_000))
    return made


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    """A process that a signal could end."""
    command = [sys.executable, "-c", "import time; time.sleep(60)"]
    with subprocess.Popen(command, start_new_session=True) as process:
        yield process
        process.kill()


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A server nobody may reach."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.05)
        yield server


@cache
def lacking() -> tuple[str, ...]:
    """What a confined process on this machine reports as missing."""
    source = "import sys; from caddis.execute.sandbox import *; print(*confine(Policy(sys.argv[1]), print), sep='\\n')"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", source, os.getcwd()]
    output = subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout
    return tuple(filter(None, output.splitlines()))


def needs(*features: str) -> None:
    """Skip where the kernel lacks one of these."""
    for line in lacking():
        if line.startswith((*features, "kernel sandbox")):
            pytest.skip(f"this machine lacks {line}")


def ends_in_oserror(report: Report) -> bool:
    """Whether the attack was answered with an OSError."""
    return report.error is not None and "OSError" in report.error


ATTACKS = {
    "write": "open(canary, 'w')",
    "append": "open(canary, 'ab')",
    "update": "open(canary, 'r+b')",
    "write by bytes": "open(os.fsencode(canary), 'wb')",
    "write by relative path": "open('../outside/canary', 'w')",
    "write by symbolic link": "os.symlink(canary, 'link'); open('link', 'w')",
    "create": "open(outside + '/new', 'x')",
    "create an odd name": "open(outside + '/\\udcff', 'x')",
    "open for writing": "os.open(canary, os.O_WRONLY)",
    "open and truncate": "os.open(canary, os.O_RDONLY | os.O_TRUNC)",
    "remove": "os.remove(canary)",
    "remove by descriptor": "os.remove('canary', dir_fd=os.open(outside, os.O_RDONLY))",
    "remove directory": "os.rmdir(outside + '/directory')",
    "remove tree": "import shutil; shutil.rmtree(outside)",
    "remove tree above": "import shutil; shutil.rmtree(workspace + '/../outside/directory/..')",
    "rename": "os.rename(canary, outside + '/moved')",
    "move in": "os.rename(canary, 'moved')",
    "move over": "open('mine', 'w').close(); os.replace('mine', canary)",
    "hard link": "os.link(canary, 'mine')",
    "symbolic link": "os.symlink('x', outside + '/link')",
    "make directory": "os.mkdir(outside + '/new')",
    "truncate": "os.truncate(canary, 0)",
    "chmod": "os.chmod(canary, 0)",
    "chmod by descriptor": "os.chmod(os.open(canary, os.O_RDONLY), 0)",
    "chown": "os.chown(canary, 1, 1)",
    "utime": "os.utime(canary)",
    "attribute": "os.setxattr(canary, 'user.x', b'x')",
    "system": "if os.system('rm ' + canary): raise OSError('failed')",
    "subprocess": "import subprocess; subprocess.run(['rm', canary], check=True)",
    "posix_spawn": "os.posix_spawn('/bin/rm', ['rm', canary], {})",
    "exec": "os.execv('/bin/rm', ['rm', canary])",
    "fork": "if os.fork() == 0: os._exit(0)",
    "multiprocessing": "import multiprocessing; multiprocessing.Process(target=os.remove, args=(canary,)).start()",
}
"""Attacks that Python code can make: the hook alone stops them, and so does the kernel alone."""

KERNEL_ATTACKS = {
    "unlink": "check(unlink(canary.encode()))",
    "chmod": "check(chmod(canary.encode(), 0))",
    "utimes": "check(utimes(canary.encode(), None))",
    "truncate": "check(truncate(canary.encode(), 0))",
    "symlink": "check(symlink(b'x', outside.encode() + b'/link'))",
    "socket": "check(open_socket(2, 1, 0))",
    "fork and execute": "from multiprocessing.util import spawnv_passfds as f; f(b'/bin/rm', [b'rm', canary], [])",
    "open below a directory": "os.open('canary', os.O_WRONLY, dir_fd=os.open(outside, os.O_RDONLY))",
    "make pipe": "os.mkfifo(outside + '/pipe')",
    "local socket": "socket.socket(socket.AF_UNIX)",
    "datagram pair": "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
    "own memory file": "os.open('/proc/self/mem', os.O_RDWR)",
    "type into the terminal": "import fcntl; fcntl.ioctl(os.open('/dev/null', os.O_RDONLY), 0x5412, b'x')",
    "flags of a file": "import fcntl; fcntl.ioctl(os.open(canary, os.O_RDONLY), 0x40086602, bytes(8))",
    "priority of others": "os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
    "limits of others": "check(syscall(302, os.getppid(), 7, bytes(16), None))",
    "system call ring": "check(syscall(425, 1, bytes(120)))",
}
"""Attacks that raise no event a hook could see."""


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_hook_alone_stops(world: World, attack: str) -> None:
    """Without any help of the kernel, Python code is refused in words, and the refusal is reported."""
    before = world.state()

    report = world.run(attack, WITHOUT_KERNEL)

    assert world.state() == before
    assert report.error is not None
    assert report.error[0] == "PermissionError"
    assert report.error[-1] == f"caddis sandbox: {report.denials[0]}"


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_kernel_alone_stops(world: World, attack: str) -> None:
    """Without the hook, the kernel refuses the same."""
    needs("Landlock", "seccomp")
    before = world.state()

    report = world.run(attack, WITHOUT_HOOK)

    assert world.state() == before
    assert ends_in_oserror(report) or (report.error is not None and "SubprocessError" in report.error)


@pytest.mark.parametrize("attack", KERNEL_ATTACKS.values(), ids=KERNEL_ATTACKS)
def test_kernel_stops_what_the_hook_cannot_see(world: World, attack: str) -> None:
    """C functions found before, and functions without events, meet the kernel."""
    needs("Landlock", "seccomp")
    if "syscall(302" in attack and os.uname().machine != "x86_64":
        pytest.skip("the number is that of x86_64")
    before = world.state()

    report = world.run(attack)

    assert world.state() == before
    assert ends_in_oserror(report)


def test_database_outside_stays_unwritten(world: World) -> None:
    """SQLite opens files by itself, and still cannot make one outside."""
    needs("Landlock")
    before = world.state()

    report = world.run("import sqlite3; sqlite3.connect(outside + '/new').execute('create table t (x)')")

    assert world.state() == before
    assert report.error is not None
    assert report.error[0] == "OperationalError"


@pytest.mark.parametrize(
    "attack",
    [
        "os.kill(number, signal.SIGKILL)",
        "os.killpg(os.getpgid(number), signal.SIGKILL)",
        "check(kill(number, signal.SIGKILL))",
        "signal.pidfd_send_signal(os.pidfd_open(number), signal.SIGKILL)",
    ],
)
@pytest.mark.parametrize("allowed", [False, True], ids=["alone", "with subprocesses"])
def test_signals_do_not_reach_others(
    world: World, sleeper: subprocess.Popen[bytes], attack: str, allowed: bool
) -> None:
    """A process of somebody else's survives, also when subprocesses are allowed."""
    needs("Landlock", "seccomp")

    report = world.run(attack, number=sleeper.pid, subprocess=allowed)

    assert ends_in_oserror(report)
    assert sleeper.poll() is None


@pytest.mark.parametrize("layer", ["", WITHOUT_KERNEL, WITHOUT_HOOK], ids=["all", "hook", "kernel"])
@pytest.mark.parametrize(
    "attack",
    [
        "socket.create_connection(('127.0.0.1', number))",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', number))",
        "socket.socket().bind(('127.0.0.1', 0))",
        "import urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{number}')",
    ],
)
def test_network_is_out_of_reach(world: World, listener: socket.socket, attack: str, layer: str) -> None:
    """No connection arrives, and no datagram leaves."""
    if layer == WITHOUT_HOOK:
        needs("seccomp")

    report = world.run(attack, layer, number=listener.getsockname()[1])

    assert ends_in_oserror(report)
    with pytest.raises(TimeoutError):
        listener.accept()


def test_namespace_has_no_network(world: World, listener: socket.socket) -> None:
    """Even without a filter and a hook, the network of the machine is not there."""
    needs("network namespace")
    report = world.run(
        "socket.create_connection(('127.0.0.1', number))",
        WITHOUT_HOOK + "seccomp.install = landlock.restrict = lambda *arguments, **options: None",
        number=listener.getsockname()[1],
    )

    assert ends_in_oserror(report)


@pytest.mark.parametrize(
    ("attack", "denial"),
    [
        ("ctypes.CDLL(None)", "ctypes"),
        ("ctypes.pythonapi.PyList_New", "ctypes"),
        ("ctypes.string_at(id(1))", "ctypes"),
        ("sys.audit('webbrowser.open', 'http://127.0.0.1')", "browser"),
        ("import pty; pty.spawn('true')", "subprocess"),
        ("signal.pthread_kill(1, 9)", "signal"),
        ("socket.getaddrinfo('localhost', 80)", "network"),
        ("socket.gethostbyname('localhost')", "network"),
        ("import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (10, 10))", "limits"),
        ("import resource; resource.prlimit(0, resource.RLIMIT_NOFILE, (10, 10))", "limits"),
    ],
)
def test_denials_are_named(world: World, attack: str, denial: str) -> None:
    """The user hears what kind of thing was attempted."""
    report = world.run(attack)

    assert report.denials == [denial]
    assert report.error is not None
    assert report.error[-1] == f"caddis sandbox: {denial}"


def test_denied_write_names_the_real_path(world: World) -> None:
    """The report leads to the file, whatever the path looked like."""
    report = world.run("open('../workspace/../outside/canary', 'w')")

    assert report.denials == [f"write: {world.outside / 'canary'}"]


HARMLESS = {
    "asyncio": "import asyncio; assert asyncio.run(asyncio.sleep(0, 5)) == 5",
    "threads": "from concurrent.futures import ThreadPoolExecutor as T; assert list(T(2).map(abs, [-1])) == [1]",
    "temporary file": "import tempfile as t; f = t.TemporaryFile(); f.write(b'x'); f.truncate(0); f.close()",
    "named temporary file": "import tempfile; tempfile.NamedTemporaryFile().close()",
    "temporary directory": "import tempfile\nwith tempfile.TemporaryDirectory() as d: open(d + '/x', 'w').close()",
    "relative path": "os.mkdir('a'); os.chdir('a'); open('x', 'w').close(); os.rename('x', '../y')",
    "bytes path": "open(b'\\xff', 'w').close(); os.remove(b'\\xff')",
    "path object": "from pathlib import Path; Path('x').write_text('y'); Path('x').unlink()",
    "link to the outside": "os.symlink(canary, 'link'); assert open('link').read(); os.remove('link')",
    "reading": "assert open(canary).read() and os.listdir(outside) and os.stat(canary)",
    "null device": "open('/dev/null', 'w').write('x'); open(os.devnull, 'r+b').close()",
    "descriptors": "r, w = os.pipe(); open(w, 'wb').close(); os.close(r)",
    "socket pair": "a, b = socket.socketpair(); a.send(b'x'); assert b.recv(1) == b'x'",
    "memory file": "f = os.memfd_create('x'); os.truncate(f, 10); os.write(f, b'x')",
    "database": "import sqlite3 as s; s.connect('d').execute('create table t (x)'); s.connect(':memory:').close()",
    "signal to itself": "os.kill(os.getpid(), 0); signal.raise_signal(signal.SIGCHLD)",
    "reading limits": "import resource; resource.getrlimit(resource.RLIMIT_NOFILE)",
    "priority of its own": "os.nice(1)",
    "buffers of ctypes": "import ctypes.util; ctypes.create_string_buffer(5); ctypes.c_int(5).value",
    "identifiers": "import uuid; uuid.uuid1(); uuid.uuid4()",
    "imports": "import decimal, multiprocessing.pool, multiprocessing.shared_memory, sqlite3, ssl, zoneinfo, curses",
    "terminal size": "import shutil; shutil.get_terminal_size(); sys.stdout.isatty()",
}


@pytest.mark.parametrize("body", HARMLESS.values(), ids=HARMLESS)
def test_harmless_code_keeps_working(world: World, body: str) -> None:
    """What changes nothing outside works as ever, and no denial is reported."""
    report = world.run(body)

    assert report.error is None
    assert report.denials == []


@pytest.mark.parametrize("body", HARMLESS.values(), ids=HARMLESS)
def test_harmless_code_needs_no_kernel(world: World, body: str) -> None:
    """The hook alone lets the same pass."""
    report = world.run(body, WITHOUT_KERNEL)

    assert report.error is None
    assert report.denials == []


def test_allowed_path_is_writable(world: World) -> None:
    """`writable` opens what it names, a directory or one file, and not their neighbours."""
    allowed = [str(world.outside / "directory"), str(world.outside / "canary")]

    report = world.run(
        "open(outside + '/directory/x', 'w').close()\nopen(canary, 'w').close()\nopen(outside + '/y', 'w')",
        writable=allowed,
    )

    assert (world.outside / "directory" / "x").exists()
    assert (world.outside / "canary").read_bytes() == b""
    assert report.denials == [f"write: {world.outside / 'y'}"]


def test_allowed_subprocess_is_confined_too(world: World) -> None:
    """`subprocess` lets programs run; they inherit the walls."""
    needs("Landlock", "seccomp")
    before = world.state()

    report = world.run(
        "import subprocess as s\n"
        "assert s.run(['echo', 'x'], capture_output=True, check=True).stdout == b'x\\n'\n"
        "assert os.system('echo x > inside') == 0\n"
        "assert s.run(['rm', '-rf', canary], stderr=s.DEVNULL).returncode != 0\n"
        "assert s.run(['chmod', '0', canary], stderr=s.DEVNULL).returncode != 0",
        subprocess=True,
    )

    assert report.error is None
    assert world.state() == before


def test_allowed_subprocess_can_be_killed(world: World) -> None:
    """A process may end its own children."""
    needs("Landlock", "seccomp")

    report = world.run(
        "import subprocess, time\n"
        "if landlock_version < landlock.STOPS_SIGNALS: raise SystemError('too old')\n"
        "child = subprocess.Popen(['sleep', '60']); child.kill(); assert child.wait() == -9",
        "landlock_version = landlock.version()",
        subprocess=True,
    )

    if report.error is not None and report.error[0] == "SystemError":
        pytest.skip("this version of Landlock knows nothing of signals")
    assert report.error is None


def test_allowed_network_is_reachable(world: World, listener: socket.socket) -> None:
    """`network` opens the network, and nothing else."""
    before = world.state()

    report = world.run(
        "socket.create_connection(('127.0.0.1', number)); os.remove(canary)",
        number=listener.getsockname()[1],
        network=True,
    )

    listener.accept()[0].close()
    assert report.denials == [f"write: {world.outside / 'canary'}"]
    assert world.state() == before


SECRETS = {
    "file": "open(canary)",
    "file by bytes": "open(os.fsencode(canary), 'rb')",
    "file by relative path": "open('../outside/canary')",
    "file by symbolic link": "os.symlink(canary, 'link'); open('link')",
    "file by descriptor": "os.open(canary, os.O_RDONLY)",
    "directory": "os.listdir(outside)",
    "directory scanned": "os.scandir(outside)",
    "users": "open('/etc/passwd')",
    "home": "os.listdir(home)",
    "dot file": "open(home + '/.profile')",
    "environment of another": "open(f'/proc/{os.getppid()}/environ')",
    "command of another": "open(f'/proc/{os.getppid()}/cmdline')",
}
"""Attempts to read what is neither the target's nor Python's."""
HOME = "home = os.path.expanduser('~')"


@pytest.mark.parametrize("layer", ["", WITHOUT_KERNEL], ids=["all", "hook"])
@pytest.mark.parametrize("attempt", SECRETS.values(), ids=SECRETS)
def test_strict_reading_is_refused_in_words(world: World, attempt: str, layer: str) -> None:
    """Where reading is strict, what was not named stays unread, and the user hears of the attempt."""
    report = world.run(attempt, layer + HOME, readable=[])

    assert report.error is not None
    assert report.error[0] == "PermissionError"
    assert report.error[-1] == f"caddis sandbox: {report.denials[0]}"
    assert report.denials[0].startswith("read: /")


@pytest.mark.parametrize("attempt", SECRETS.values(), ids=SECRETS)
def test_kernel_alone_keeps_secrets(world: World, attempt: str) -> None:
    """Landlock refuses the same without the hook."""
    needs("Landlock")

    report = world.run(attempt, WITHOUT_HOOK + HOME, readable=[])

    assert ends_in_oserror(report)


def test_native_code_reads_no_secrets(world: World) -> None:
    """Neither does a library that opens files by itself."""
    needs("Landlock")

    report = world.run("import sqlite3; sqlite3.connect(canary).execute('select * from sqlite_master')", readable=[])

    assert report.error is not None
    assert report.error[0] == "OperationalError"


def test_programs_read_no_secrets(world: World) -> None:
    """Programs that the target may run read what it may read itself."""
    needs("Landlock", "seccomp")

    report = world.run(
        "import subprocess as s\n"
        "def reads(path): return s.run(['cat', path], stdout=s.DEVNULL, stderr=s.DEVNULL).returncode == 0\n"
        "open('mine', 'w').close()\n"
        "assert [reads(path) for path in ('mine', '/etc/passwd', canary)] == [True, False, False]",
        subprocess=True,
        readable=[],
    )

    assert report.error is None


def test_named_paths_are_readable(world: World) -> None:
    """`readable` opens what it names, a directory or one file, and not their neighbours; it does not let write."""
    (world.outside / "directory" / "inside").write_bytes(b"seen")
    (world.outside / "beside").write_bytes(b"unseen")

    report = world.run(
        "assert open(canary).read() and open(outside + '/directory/inside').read()\n"
        "assert os.listdir(outside + '/directory') == ['inside']\n"
        "try: open(canary, 'w')\n"
        "except OSError: open(outside + '/beside')",
        readable=[str(world.outside / "directory"), str(world.outside / "canary"), str(world.outside / "absent")],
    )

    assert report.denials == [f"write: {world.outside / 'canary'}", f"read: {world.outside / 'beside'}"]
    assert f"readable path {world.outside / 'absent'}: does not exist" in report.missing


@pytest.mark.parametrize("place", ["home", "'/'"])
def test_home_is_not_readable_for_lying_on_the_path(world: World, place: str) -> None:
    """Modules are imported from wherever `sys.path` says, but for its sake nobody's whole home is read."""
    report = world.run(f"os.listdir({place})", f"{HOME}; sys.path.append({place})", readable=[])

    assert ends_in_oserror(report)
    assert len(report.denials) == 1


def test_written_paths_are_readable(world: World) -> None:
    """What may be written may be read."""
    report = world.run(
        "open('mine', 'w').close(); open('mine').close(); os.listdir(); os.listdir(outside); open(canary).close()",
        readable=[],
        writable=[str(world.outside)],
    )

    assert report.error is None
    assert report.denials == []


@pytest.mark.parametrize("layer", ["", WITHOUT_KERNEL], ids=["all", "hook"])
@pytest.mark.parametrize(
    "body", [body for body in HARMLESS.values() if "open(canary)" not in body and "'link'" not in body]
)
def test_harmless_code_reads_enough(world: World, body: str, layer: str) -> None:
    """With strict reading Python and its standard library work as ever."""
    report = world.run(body, layer, readable=[])

    assert report.error is None
    assert report.denials == []


@pytest.mark.parametrize(
    "body",
    [
        "import hashlib, ssl; ssl.create_default_context(); hashlib.new('sha256')",
        "import zoneinfo; zoneinfo.available_timezones(); import time; time.tzset(); time.localtime()",
        "import mimetypes, locale; mimetypes.guess_type('x.txt'); locale.setlocale(locale.LC_ALL, '')",
        "import importlib.metadata; list(importlib.metadata.distributions())",
        "import inspect, json; inspect.getsource(json); import traceback; traceback.format_stack()",
        "open('/dev/urandom', 'rb').read(1); open('/dev/zero', 'rb').read(1); os.urandom(1)",
        "open('/proc/self/status').read(); os.listdir('/proc/self/fd'); os.cpu_count()",
        "import pkgutil, xml; list(pkgutil.iter_modules())",
        "import shutil; os.makedirs('a/b'); os.chdir('/'); shutil.rmtree(workspace + '/a')",
    ],
)
def test_standard_library_reads_enough(world: World, body: str) -> None:
    """With strict reading the standard library still finds its files."""
    needs("Landlock")

    report = world.run(body, readable=[])

    assert report.error is None
    assert report.denials == []


def test_allowed_network_reads_enough(world: World) -> None:
    """With strict reading an allowed network can still be asked for names."""
    report = world.run("socket.getaddrinfo('localhost', 80)", network=True, readable=[])

    assert report.error is None


OUR_FORK = """
def fork(child):
    with walls.ours(): process = os.fork()
    if process == 0:
        try: child()
        finally: os._exit(99)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
"""


@pytest.mark.parametrize("layer", ["", WITHOUT_KERNEL, WITHOUT_HOOK], ids=["all", "hook", "kernel"])
def test_our_own_code_forks(world: World, layer: str) -> None:
    """A worker divides, and ends what it forked."""
    report = world.run(
        "import time\n"
        "assert fork(lambda: os._exit(5)) == 5\n"
        "with walls.ours():\n"
        "    child = os.fork()\n"
        "    if child == 0: time.sleep(60)\n"
        "    os.kill(child, signal.SIGKILL)\n"
        "assert os.wait() == (child, signal.SIGKILL)",
        layer + OUR_FORK,
        forking=True,
    )

    assert report.error is None
    assert report.denials == []


@pytest.mark.parametrize(
    ("attempt", "denial"),
    [
        ("os.fork()", "subprocess"),
        ("os.kill(number, signal.SIGTERM)", "signal"),
        ("with walls.ours(): pass\nos.fork()", "subprocess"),
        ("with walls.ours(): os.system('true')", "subprocess"),
        ("fork(lambda: (sys.stdout.close(), os.fork()))\nos.fork()", "subprocess"),
        (
            "from concurrent.futures import ThreadPoolExecutor as T\n"
            "with T() as pool, walls.ours(): pool.submit(os.fork).result()",
            "subprocess",
        ),
    ],
)
def test_target_does_not_fork(world: World, sleeper: subprocess.Popen[bytes], attempt: str, denial: str) -> None:
    """That our own code may fork does not mean that any other may."""
    report = world.run(attempt, OUR_FORK, number=sleeper.pid, forking=True)

    assert report.denials == [denial]
    assert sleeper.poll() is None


@pytest.mark.parametrize(
    "attempt",
    [
        "os.execv('/bin/true', ['true'])",
        "import subprocess; subprocess.run(['true'])",
        "check(syscall(272, 0x10000000))",
        "check(syscall(56, 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0))",
    ],
)
def test_forking_opens_nothing_else(world: World, attempt: str) -> None:
    """A worker that forks still starts no programs, and makes no namespaces, whatever the hook thinks."""
    needs("Landlock", "seccomp")
    if "syscall" in attempt and os.uname().machine != "x86_64":
        pytest.skip("the numbers are those of x86_64")

    report = world.run(attempt, WITHOUT_HOOK, forking=True)

    assert ends_in_oserror(report)


@pytest.mark.parametrize("attack", ["os.kill(number, 9)", "check(kill(number, 9))"])
def test_forking_keeps_signals_inside(world: World, sleeper: subprocess.Popen[bytes], attack: str) -> None:
    """Nor do its signals reach others."""
    needs("Landlock", "seccomp", "signals")

    report = world.run(f"with walls.ours(): {attack}", number=sleeper.pid, forking=True)

    assert ends_in_oserror(report)
    assert sleeper.poll() is None


@pytest.mark.parametrize(
    "attempt",
    [
        "os.fork()",
        "import multiprocessing as m; m.get_context('fork').Process().start()",
        "check(libc_fork())",
        "check(libc_vfork())",
        "check(kill(os.getppid(), 0))",
        "os.kill(os.getppid(), 0)",
    ],
)
@pytest.mark.parametrize("layer", ["", WITHOUT_HOOK], ids=["all", "kernel"])
def test_forked_child_gives_forking_up(world: World, attempt: str, layer: str) -> None:
    """A child that forbids itself to fork is refused by the kernel even what the hook would let pass."""
    needs("seccomp")

    report = world.run(
        "def child():\n"
        "    sandbox.forbid_forks()\n"
        f"    try:\n        with walls.ours(): {attempt}\n"
        "    except OSError: os._exit(5)\n"
        "assert fork(child) == 5",
        layer + OUR_FORK + "libc_fork, libc_vfork = libc.fork, libc.vfork",
        forking=True,
    )

    assert report.error is None


def test_forked_child_does_the_rest(world: World) -> None:
    """Forbidding forks leaves threads, signals to oneself, and the parent's own forks alone."""
    report = world.run(
        "from concurrent.futures import ThreadPoolExecutor as T\n"
        "def child():\n"
        "    sandbox.forbid_forks()\n"
        "    assert list(T(2).map(abs, [-1])) == [1]\n"
        "    os.kill(os.getpid(), 0)\n"
        "    os.abort()\n"
        "assert [fork(child), fork(child)] == [-signal.SIGABRT] * 2",
        OUR_FORK,
        forking=True,
    )

    assert report.error is None
    assert report.denials == []


def test_unkept_signals_are_reported(world: World) -> None:
    """Where the kernel cannot tell our own children from others, a line says what that means."""
    report = world.run("pass", "landlock.STOPS_SIGNALS = 1000", forking=True)

    assert [line for line in report.missing if line.startswith("signals: ")]


def test_files_have_an_end(world: World) -> None:
    """No file grows beyond the limit."""
    report = world.run("open('x', 'wb').write(bytes(2 << 20))", file_mb=1)

    assert (world.workspace / "x").stat().st_size == 1 << 20
    assert report.error is not None
    assert str(errno.EFBIG) in report.error[-1]


@pytest.mark.skipif(os.geteuid() == 0, reason="the kernel lets root have any number of processes")
def test_threads_have_an_end(world: World) -> None:
    """A worker has a number of processes and threads of its own, which nothing outside uses up."""
    needs("network namespace")

    report = world.run(
        "import threading\n"
        "pause = threading.Event()\n"
        "for _ in range(5): threading.Thread(target=pause.wait).start()\n"
        "try:\n"
        "    for _ in range(50): threading.Thread(target=pause.wait).start()\n"
        "finally: pause.set()",
        processes=20,
    )

    assert report.error is not None
    assert report.error[0] == "RuntimeError"


def test_limits_are_never_raised(world: World) -> None:
    """A limit that is lower already stays."""
    report = world.run(
        "assert resource.getrlimit(resource.RLIMIT_FSIZE) == (4096, 4096)",
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))",
    )

    assert report.error is None


def test_disabled_sandbox_keeps_the_limits(world: World) -> None:
    """Without walls there still is an end to memory."""
    report = world.run("os.remove(canary); bytearray(1 << 30)", enabled=False, memory_mb=512)

    assert not (world.outside / "canary").exists()
    assert report.error is not None
    assert report.error[0] == "MemoryError"


def test_old_kernel_is_reported(world: World) -> None:
    """Where the kernel lacks a layer there is a line for it, and the rest stands."""
    before = world.state()

    report = world.run(
        "import sqlite3; sqlite3.connect(canary)",
        "def refuse(*arguments, **options): raise OSError(errno.ENOSYS, 'Function not implemented')\n"
        "landlock.version = seccomp.install = sandbox.separate = refuse",
    )

    assert set(report.missing) >= {
        "network namespace: Function not implemented",
        "Landlock: Function not implemented",
        "seccomp filter: Function not implemented",
    }
    assert world.state() == before
    assert report.denials == [f"write: {world.outside / 'canary'}"]


def test_other_system_is_reported(world: World) -> None:
    """Elsewhere than on Linux only the hook is left, and a line says so."""
    report = world.run("os.remove(canary)", "sys.platform = 'sunos'")

    assert report.missing == ["kernel sandbox: none on sunos, only Python code is watched"]
    assert ends_in_oserror(report)


def test_running_threads_are_reported(world: World) -> None:
    """Threads that are there already escape Landlock, which the caller hears."""
    needs("Landlock")

    report = world.run(
        "pause.set()", "import threading; pause = threading.Event(); threading.Thread(target=pause.wait).start()"
    )

    assert any("other threads" in line for line in report.missing)


def test_failing_listener_does_not_open_the_door(world: World) -> None:
    """The refusal stands though telling of it fails."""
    before = world.state()

    report = world.run("os.remove(canary)", "denials = type('Broken', (list,), {'append': lambda *_: 1 / 0})()")

    assert report.error is not None
    assert report.error[0] == "PermissionError"
    assert world.state() == before


def test_hook_survives_shutdown(world: World) -> None:
    """Objects that die with the interpreter may write inside, and are refused outside."""
    before = world.state()

    report = world.run(
        "class Late:\n"
        "    def __del__(self, open=open, path=workspace + '/late', canary=canary):\n"
        "        open(path, 'w').close()\n"
        "        open(canary, 'w')\n"
        "sys.modules['late'] = late = Late()"
    )

    assert (world.workspace / "late").exists()
    assert world.state() == before
    assert "PermissionError: caddis sandbox: write: " in report.stderr


@pytest.mark.parametrize(
    "event",
    [
        "'open', None, 'w', 0",
        "'open', object(), 'w', 0",
        "'open', '\\0', 'w', 0",
        "'open', '\\ud800', 'w', 0",
        "'open'",
        "'os.remove', '/', -1",
        "'os.remove', b'/\\xff', None",
        "'os.rename', 'x', 10 ** 30, -1, -1",
        "'shutil.rmtree', '..'",
        "'os.kill'",
    ],
)
def test_odd_events_are_refused(world: World, event: str) -> None:
    """Whatever an event carries, the answer is PermissionError and nothing else."""
    report = world.run(f"sys.audit({event})")

    assert report.error is not None
    assert report.error[0] == "PermissionError"
    assert len(report.denials) == 1


def answer(machine: str, name: str, *arguments: int, foreign: bool = False, **allowed: bool) -> int | None:
    """What the filter for a machine makes of a system call: the error number, or None where it is allowed."""
    architecture = seccomp.ARCHITECTURES[machine]
    program = seccomp.program(seccomp.rules(1000, **allowed), architecture)
    number = seccomp.SYSTEM_CALLS[name][architecture.column]
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("=IIQ6Q", number, 0 if foreign else architecture.audit, 0, *padded)
    position = accumulator = 0
    while True:
        operation, then, otherwise, operand = struct.unpack_from("=HBBI", program, 8 * position)
        position += 1
        match operation:
            case seccomp.LOAD:
                (accumulator,) = struct.unpack_from("=I", data, operand)
            case seccomp.AND:
                accumulator &= operand
            case seccomp.IF_EQUAL:
                position += then if accumulator == operand else otherwise
            case seccomp.IF_AT_LEAST:
                position += then if accumulator >= operand else otherwise
            case _:
                return None if operand == seccomp.ALLOW else operand & 0xFFFF


@pytest.mark.parametrize("machine", seccomp.ARCHITECTURES)
def test_filter_answers(machine: str) -> None:
    """The filter means the same on every machine it knows."""
    allow_all: dict[str, Any] = {"network": True, "subprocess": True, "signals": True}

    assert answer(machine, "fchmodat") == errno.EPERM
    assert answer(machine, "fchmodat", **allow_all) == errno.EPERM
    assert answer(machine, "clone3", **allow_all) == errno.ENOSYS
    assert answer(machine, "clone", seccomp.CLONE_THREAD | 0x50F00) is None
    assert answer(machine, "clone", 17) == errno.EPERM
    assert answer(machine, "clone", 17, **allow_all) is None
    assert answer(machine, "clone", 0x10000011, **allow_all) == errno.EPERM
    assert answer(machine, "clone", 17, forking=True) is None
    assert answer(machine, "clone", 0x10000011, forking=True) == errno.EPERM
    assert answer(machine, "clone3", forking=True) == errno.ENOSYS
    assert answer(machine, "execve", forking=True) == errno.EPERM
    assert answer(machine, "kill", 1000, 9) is None
    assert answer(machine, "kill", 1001, 9) == errno.EPERM
    assert answer(machine, "kill", 0xFFFFFFFFFFFFFFFF, 9) == errno.EPERM
    assert answer(machine, "kill", 1001, 9, **allow_all) is None
    assert answer(machine, "prlimit64", 0, 7, 0, 4096) is None
    assert answer(machine, "prlimit64", 0, 7, 1 << 40, 0) == errno.EPERM
    assert answer(machine, "socket", seccomp.AF_INET) == errno.EPERM
    assert answer(machine, "socket", seccomp.AF_INET6, **allow_all) is None
    assert answer(machine, "socket", seccomp.AF_UNIX, **allow_all) == errno.EPERM
    assert answer(machine, "socketpair", seccomp.AF_UNIX, 0o2004001) is None
    assert answer(machine, "socketpair", seccomp.AF_UNIX, 2) == errno.EPERM
    assert answer(machine, "execve", **allow_all) is None
    assert answer(machine, "kill", 1000, 9, foreign=True) == errno.EPERM


def test_disabled_policy_lacks_nothing() -> None:
    """With no wall asked for, there is none to miss."""
    assert confine(Policy("/", memory_mb=None, enabled=False), print) == ()
