"""`python -m benchmarks.tracing.cost`: how much slower tests are when they are recorded, beside other tools."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.machine import Taking
from benchmarks.page import MISSED
from benchmarks.tracing.packages import OURS, PACKAGES, fetch, python_for, record, run, tests_of

MOST = {"3.11": 10.0, "3.12": 3.0, "3.13": 3.0}
"""How many times as long as plain."""
MILLION = 1_000_000
LARGEST_MB, LONGEST, MOST_MB = 50.0, 10.0, 500.0
PROGRAM = """
from counted import Account, Bank

bank = Bank()
accounts = [bank.open(f"account {{number}}") for number in range(200)]
for number in range({calls} // 5):
    accounts[number % 200].pay(number % 97, "rent" if number % 2 else "food")
    Account(f"other {{number}}").pay(1, "gift")
"""
LIBRARY = """
class Account:
    def __init__(self, name):
        self.name = name
        self._entries = []

    def pay(self, amount, purpose):
        self._entries.append((amount, purpose))
        return self._checked(len(self._entries))

    def _checked(self, number):
        return number


class Bank:
    def __init__(self):
        self._accounts = {}

    def open(self, name):
        account = self._accounts[name] = Account(name)
        return account
"""
MODELLING = """
import json, resource, sys, time
from pathlib import Path
from caddis.recording.models import read_usage
start = time.process_time()
usage = read_usage(Path(sys.argv[1]))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seconds": time.process_time() - start, "mb": peak, "models": len(usage.models)}))
"""


def main() -> None:
    """Run everything, print the tables, and fail if anything costs too much."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tracing.cost", description=__doc__)
    parser.add_argument("--only", help="one package")
    parser.add_argument("--versions", default=",".join(MOST), help=f"of Python (default {','.join(MOST)})")
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 150)
    taking = Taking(console)
    good = _million(console)
    table = Table(title="processor time of a package's own tests, in times of plain", title_justify="left")
    for column in ("package", "python", "plain, s", "coverage.py", "MonkeyType", "caddis trace", "at most", "calls"):
        table.add_column(column, justify="left" if column == "package" else "right")
    for package in PACKAGES:
        if options.only not in (None, package.name):
            continue
        fetch(package)
        for version in options.versions.split(","):
            python = python_for(version)
            if python is None:
                console.print(f"Python {version}: not on this machine")
                continue
            tests = tests_of(package)
            plain = min(run(package, [str(python), *tests]).seconds for _ in range(2))
            covered = run(
                package, [str(python), "-m", "coverage", "run", "--branch", f"--source={package.name}", *tests]
            )
            typed = run(package, [str(python), "-m", "monkeytype", "run", *tests])
            # each is disturbed now and then
            traced = min((record(package, python)[1] for _ in range(2)), key=lambda ran: ran.seconds)
            ratio = traced.seconds / plain
            good = good and ratio <= MOST[version]
            said = [line for line in traced.output.splitlines() if line.startswith("caddis: ")]
            table.add_row(
                f"{package.name} {package.version}",
                version,
                f"{plain:.1f}",
                f"{covered.seconds / plain:.1f}",
                f"{typed.seconds / plain:.1f}",
                f"{ratio:.1f}",
                f"{MOST[version]:g}",
                said[-1].removeprefix("caddis: ").partition(" calls")[0] if said else "?",
                style="green" if ratio <= MOST[version] else "red",
            )
    console.print(table)
    taking.end()
    sys.exit(0 if good else MISSED)


def _million(console: Console) -> bool:
    """Record a program of a million calls, and learn from that."""
    with tempfile.TemporaryDirectory(prefix="tracing-") as directory:
        place = Path(directory)
        (place / "counted.py").write_text(LIBRARY, encoding="utf-8")
        (place / "program.py").write_text(PROGRAM.format(calls=MILLION), encoding="utf-8")
        command = [str(OURS), "-m", "caddis", "trace", "--of", "counted", "program.py"]
        subprocess.run(command, cwd=place, check=True, stderr=subprocess.DEVNULL)
        file = place / "caddis.trace"
        size = file.stat().st_size / 1024 / 1024
        asked = subprocess.run([str(OURS), "-c", MODELLING, str(file)], capture_output=True, text=True, check=True)
        learned = json.loads(asked.stdout)
        observed = subprocess.run(
            [str(OURS), "-m", "caddis", "model", str(file), "--contents"], capture_output=True, text=True, check=True
        ).stdout.partition("\n")[0]
    good = size <= LARGEST_MB and learned["seconds"] <= LONGEST and learned["mb"] <= MOST_MB
    seconds, memory = learned["seconds"], learned["mb"]
    console.print(
        f"{observed}: {size:.1f} MB (at most {LARGEST_MB:g}); {learned['models']} models in {seconds:.1f} s of "
        f"processor time (at most {LONGEST:g}) and {memory:.0f} MB of memory (at most {MOST_MB:g})",
        style="green" if good else "red",
        highlight=False,
    )
    return good


if __name__ == "__main__":
    main()
