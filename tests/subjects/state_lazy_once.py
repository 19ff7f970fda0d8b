"""It can be imported once in a process, and no second time."""

import threading

if hasattr(threading, "state_lazy_once"):
    raise SystemExit("once is enough")
threading.state_lazy_once = True

uses: list[int] = []


def used() -> int:
    uses.append(len(uses))
    return len(uses)
