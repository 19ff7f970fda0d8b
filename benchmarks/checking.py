"""`python -m benchmarks.checking`: what checking costs, against calling the properties on ready objects.

A pytest session with fifty properties of one class, each of which takes at least 20 µs; what collection costs where
there are no properties; and how long `from caddis import check` takes. The best of several runs counts.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.machine import machine

PROPERTIES, INPUTS, RUNS = 50, 1000, 5
STACK = """
from __future__ import annotations

class Stack:
    def __init__(self) -> None:
        self._items: list[int] = []
    def push(self, item: int) -> None:
        self._items.append(item)
    def pop(self) -> int:
        return self._items.pop()
    def __len__(self) -> int:
        return len(self._items)
    def snapshot(self) -> list[int]:
        return list(self._items)
"""
HEAD = """
from caddis import check
from stack import Stack

def work():
    return sum(number * number for number in range(600))
"""
ONE = """
@check
def property_{number}(stack: Stack):
    work()
    assert len(stack.snapshot()) == len(stack)
"""
BARE = f"""
import time
from stack import Stack
from test_many import property_0

stack = Stack()
stack.push(1)
start = time.perf_counter()
for _ in range({INPUTS}):
    property_0(stack)
print(time.perf_counter() - start)
"""
IMPORT = "import time; start = time.perf_counter(); from caddis import check; print(time.perf_counter() - start)"


def best(place: Path, *command: str) -> float:
    """The least of what some runs of a program print last."""
    return min(float(run(place, *command).split()[-1]) for _ in range(RUNS))


def run(place: Path, *command: str) -> str:
    """What a program prints."""
    return subprocess.run([sys.executable, *command], cwd=place, capture_output=True, text=True, check=True).stdout


def session(place: Path, file: str, *options: str) -> float:
    """The seconds of a session, from start to exit."""
    start = time.perf_counter()
    run(place, "-m", "pytest", "-q", "-p", "no:randomly", *options, file)
    return time.perf_counter() - start


def main() -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory(prefix="caddis-checking-") as directory:
        place = Path(directory)
        place.joinpath("stack.py").write_text(STACK)
        place.joinpath("test_many.py").write_text(HEAD + "".join(ONE.format(number=n) for n in range(PROPERTIES)))
        plain = "".join(f"def test_{number}():\n    assert True\n\n" for number in range(1000))
        place.joinpath("test_none.py").write_text(plain)
        bare = best(place, "-c", BARE)
        whole = min(session(place, "test_many.py") for _ in range(RUNS))
        # in turn, since the machine is faster at one time than at another
        pairs = [
            [session(place, "test_none.py", "--collect-only", *options) for options in ((), ("-p", "no:caddis"))]
            for _ in range(2 * RUNS)
        ]
        with_us, without = map(min, zip(*pairs, strict=True))
        imported = best(place, "-c", IMPORT)
    print(machine())
    print(f"one call on a ready object: {1e6 * bare / INPUTS:.0f} µs")
    times = whole / (PROPERTIES * bare)
    print(
        f"{PROPERTIES} properties, {INPUTS} inputs each: {whole:.2f} s from start to exit, {times:.1f} times the calls"
    )
    print(f"collecting 1000 tests, none a property: {1e3 * (with_us - without):.0f} ms more than without the plugin")
    print(f"from caddis import check: {1e3 * imported:.1f} ms")


if __name__ == "__main__":
    main()
