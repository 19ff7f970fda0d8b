"""`python -m benchmarks.invariants`: installs the packages and checks what their documentation promises."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
CASES = (
    ("of_sortedcontainers", "sortedcontainers"),
    ("of_bidict", "bidict"),
    ("of_bidict", "bidict==0.23.1"),
    ("of_intervaltree", "intervaltree"),
    ("of_cachetools", "cachetools"),
    ("of_networkx", "networkx"),
    ("of_boltons", "boltons==23.0.0"),
    ("of_boltons", "boltons"),
)


def main() -> None:
    """Check each, and print what is said of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only those whose requirement contains this")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for module, requirement in CASES:
        if options.only not in requirement:
            continue
        with tempfile.TemporaryDirectory(prefix="caddis-invariants-") as place:
            packages = Path(place, "packages")
            install = [sys.executable, "-m", "pip", "install", "-q", "--target", str(packages), requirement]
            subprocess.run(install, check=True, stderr=subprocess.DEVNULL)
            print(f"== {requirement}", flush=True)
            start = time.monotonic()
            command = [sys.executable, "-m", "caddis", "check", str(HERE / f"{module}.py"), "--seed", str(options.seed)]
            subprocess.run(command, cwd=place, env={**os.environ, "PYTHONPATH": str(packages)}, check=False)
            print(f"{time.monotonic() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
