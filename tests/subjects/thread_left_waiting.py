"""A thread that waits until it is told to end."""

from __future__ import annotations

import threading

END = threading.Event()


def wait_for_end() -> int:
    """Start a thread that waits."""
    threading.Thread(target=END.wait, daemon=True).start()
    return 1


def work_meanwhile() -> int:
    """Start a thread that is done before this is."""
    worker = threading.Thread(target=int)
    worker.start()
    worker.join()
    return 1
