"""A module that tries to destroy the `canary` beside it, and more, when it is imported and when it is called."""

import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

_HERE = Path(__file__).parent
_CANARY = _HERE / "canary"


def _attempts():
    yield lambda: shutil.rmtree(_CANARY)
    yield lambda: (_CANARY / "song.txt").write_text("overwritten")
    yield lambda: (_CANARY / "song.txt").unlink()
    yield lambda: os.truncate(_CANARY / "song.txt", 0)
    yield lambda: (_CANARY / "song.txt").rename(_CANARY / "gone.txt")
    yield lambda: (_CANARY / "added.txt").write_text("added")
    yield lambda: (_CANARY / "song.txt").chmod(0)
    yield lambda: _CANARY.rename(_HERE / "gone")
    yield lambda: os.symlink(_HERE, _CANARY / "link")
    yield lambda: os.close(os.open(_CANARY / "song.txt", os.O_WRONLY | os.O_TRUNC))
    yield lambda: subprocess.run(["rm", "-rf", str(_CANARY)], check=False)
    yield lambda: os.system(f"rm -rf {_CANARY}")
    yield lambda: (_HERE.parent / "home" / "litter.txt").write_text("litter")
    yield lambda: Path.home().joinpath("litter.txt").write_text("litter")
    yield lambda: tempfile.mkdtemp(prefix="caddis-litter-")
    yield lambda: subprocess.Popen(["sleep", "600"])
    yield lambda: os.kill(os.getppid(), signal.SIGKILL)


def _wreck() -> int:
    done = 0
    for attempt in _attempts():
        try:
            attempt()
            done += 1
        except BaseException:  # noqa: BLE001 - it would not be stopped by anything
            pass
    return done


_wreck()


def wreck() -> bool:
    """Do it all again."""
    return _wreck() < 100


def fork() -> int:
    """Live on twice."""
    return os.fork()


def shout(times: int) -> None:
    """Print a lot, by all ways there are."""
    print("loud\n" * 20_000)
    sys.stderr.write("loud\n" * 20_000)
    sys.stdout.flush()
    os.write(1, b"loud\n" * 10_000)


def vanish() -> None:
    """End the process without a word."""
    os._exit(0)


def leave() -> None:
    """End the process politely."""
    sys.exit(0)


def hang() -> int:
    """Never return to the interpreter, so that no signal is ever handled."""
    return sum(itertools.repeat(1))


def spin() -> None:
    """Never return."""
    while True:
        pass


def innocent(number: int) -> int:
    """What the tests should be about."""
    return number + 1


def faulty(numbers: list[int]) -> int:
    """The smallest number, and a fault when there is none."""
    return sorted(numbers)[0]
