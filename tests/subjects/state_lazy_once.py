"""It can be imported once in a process, and no second time."""

import sys

if "state_lazy_once_was_here" in sys.modules:
    raise SystemExit("once is enough")
sys.modules["state_lazy_once_was_here"] = type(sys)("state_lazy_once_was_here")

uses: list[int] = []


def used() -> int:
    uses.append(len(uses))
    return len(uses)
