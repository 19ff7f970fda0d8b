"""Where a worker does its job: the pipes to its parent, the journal, and a twin for what must be done apart."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager

from caddis.campaign.journal import Journal
from caddis.execute import sandbox
from caddis.execute.apart import Apart
from caddis.execute.clock import Beat
from caddis.model.codec import Json


class CutOff(Exception):
    """The target has closed the pipes."""


class Link:
    """The pipes to the parent."""

    def __init__(self, letters: int, events: int) -> None:
        self.descriptors = (letters, events)
        self._letters = os.fdopen(letters, encoding="utf-8")
        self._events = events
        # the target may replace what it finds in modules
        self._write, self._dumps, self._getpid, self._exit = os.write, json.dumps, os.getpid, os._exit
        self._process = os.getpid()
        self.token = ""
        """What tells our events from what a target writes into the pipe."""

    def send(self, event: str, **data: Json) -> None:
        """Send one event at once."""
        if self._getpid() != self._process:
            # a child that the target was allowed to fork, and that came back to us
            self._exit(0)
        # whatever the target may have written there before ends with the first line break
        left = memoryview(b"\n" + self._dumps({"event": event, "token": self.token, **data}).encode() + b"\n")
        try:
            while left:
                left = left[self._write(self._events, left) :]
        except BrokenPipeError:
            raise
        except OSError:
            raise CutOff from None

    def receive(self) -> Json:
        """The next letter of the parent."""
        try:
            return json.loads(self._letters.readline())
        except (OSError, ValueError):
            raise CutOff from None


class Place:
    """What a job is given."""

    def __init__(
        self,
        link: Link,
        journal: Journal,
        job: Json,
        *,
        denied: list[str],
        touched: set[str],
        ours: Callable[[], AbstractContextManager[None]],
        alone: bool,
    ) -> None:
        """`ours` lets us fork; `alone` says that the target may not."""
        self.link = link
        self.journal = journal
        self.beat = Beat(journal.words)
        self.job = job
        self.workspace = os.getcwd()
        self.denied = denied
        """What the sandbox has refused since this was last cleared."""
        self.touched = touched
        """What a test would do to the files, processes and network of its reader; watched for while finishing."""
        self._alone = alone
        self.permitted = ours
        """Makes a context in which our own code may fork, and end what it forked."""
        self.apart = Apart(permitted=ours, settle=self.forbid_forks, close=link.descriptors)
        """Not begun yet: a job forks the twin when all is as it should be in there."""

    def forbid_forks(self) -> None:
        """From now on the kernel, too, refuses to fork."""
        if self._alone:
            sandbox.forbid_forks()

    def denied_to(self, operation: str) -> list[Json]:
        """What was refused, as told to the parent; and cleared."""
        counted = Counter(self.denied)
        self.denied.clear()
        return [[operation, what, times] for what, times in counted.items()]
