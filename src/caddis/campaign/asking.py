"""The parent's end of workers that are asked about sequences; if one dies, that is the answer, and another follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from caddis.campaign.comparing import SAID
from caddis.campaign.process import OUT_OF_TIME, Worker
from caddis.campaign.replays import Circumstances
from caddis.campaign.setting import START_LIMIT, Setting
from caddis.errors import BrokenTarget, CaddisError
from caddis.model.codec import Encoder, Json
from caddis.model.operation import Operation
from caddis.model.sequence import Sequence, Statement
from caddis.oracle.differing import Seen

LETTER = 50
"""Questions in one letter."""


class Interrupted(Exception):
    """There is no time for an answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """A sequence, and what is asked of it."""

    sequence: Sequence
    looked: tuple[int, str] | None = None
    """If not in every way, which value is looked at, and how."""
    traced: bool = False


class Side:
    """One of two versions, ready to be asked."""

    def __init__(
        self,
        setting: Setting,
        circumstances: Circumstances,
        *,
        renamed: Mapping[str, str],
        deadline: float | None,
        halted: Callable[[], bool],
        apart: bool = False,
    ) -> None:
        """`renamed` says what modules are called here; with `apart`, each question has a fresh process."""
        self._apart = apart
        self._setting = setting
        self._circumstances = circumstances
        self._renamed = renamed
        self._deadline = deadline
        self._halted = halted
        self._worker: Worker | None = None
        self._events: Iterator[Json] = iter(())
        self._encoder = Encoder()
        self._stack = ExitStack()
        self.files: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def ask(self, questions: list[Question]) -> list[Seen]:
        """What is seen of each sequence."""
        answers: list[Seen] = []
        while len(answers) < len(questions):
            part = questions[len(answers) : len(answers) + LETTER]
            answers += self._answers(part)
        return answers

    def _answers(self, questions: list[Question]) -> list[Seen]:
        """What is seen of some; if the worker dies, of those before, and of the one it died of."""
        worker = self._ready()
        rows = [
            [self._encoder.sequence(renamed(question.sequence, self._renamed)), question.looked, question.traced]
            for question in questions
        ]
        worker.send({"questions": rows, "definitions": self._encoder.drain()})
        for event in self._events:
            if event["event"] == "answers":
                return list(event["answers"])
        death = worker.death
        self._stack.close()
        self._worker = None
        if death is None or death.reason == OUT_OF_TIME:
            raise Interrupted
        if len(questions) == 1:
            return [{"ended": SAID[death.kind]}]
        at = min(death.running, len(questions) - 1)
        # those before it were not told, since they wait for what comes after
        return [*(self._answers(questions[:at]) if at else []), *self._answers(questions[at : at + 1])]

    def _ready(self) -> Worker:
        if self._worker is not None:
            return self._worker
        setting, config, here = self._setting, self._setting.config, self._circumstances
        job = setting.job(
            "compare",
            later=here.later,
            chance=here.hash_seed,
            apart=self._apart,
            timeout=config.timeout,
            exclude=list(config.exclude),
            private=config.private,
        )
        worker = Worker(
            job,
            hash_seed=here.hash_seed,
            call_limit=config.timeout,
            start_limit=START_LIMIT,
            fixed_addresses=here.later == 0,
            time_zone=here.time_zone,
            runtime=setting.runtime,
        )
        self._stack.enter_context(worker)
        self._events = worker.events(self._deadline, self._halted)
        self._encoder = Encoder()
        for event in self._events:
            if event["event"] == "failed":
                raise CaddisError(event["message"])
            if event["event"] == "ready":
                self.files = event["files"]
                self._worker = worker
                return worker
        if worker.death is None or worker.death.reason == OUT_OF_TIME:
            raise Interrupted
        raise BrokenTarget(", ".join(target.text for target in setting.targets), f"importing it {worker.death.reason}")


class Both:
    """Two sides that are asked the same at the same time."""

    def __init__(self, old: Side, new: Side) -> None:
        self.sides = (old, new)
        self._threads = ThreadPoolExecutor(2)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._threads.shutdown()
        for side in self.sides:
            side.__exit__(kind, error, trace)

    def ask(self, questions: Iterable[Question]) -> list[tuple[Seen, Seen]]:
        """What is seen of each sequence on both sides."""
        several = list(questions)
        old, new = self._threads.map(lambda side: side.ask(several), self.sides)
        return list(zip(old, new, strict=True))


def renamed(sequence: Sequence, names: Mapping[str, str]) -> Sequence:
    """A sequence whose modules are called otherwise."""
    if not names:
        return sequence
    return Sequence(
        tuple(Statement(_renamed(statement.operation, names), statement.arguments) for statement in sequence)
    )


def _renamed(operation: Operation, names: Mapping[str, str]) -> Operation:
    for old, new in names.items():
        if operation.module == old or operation.module.startswith(f"{old}."):
            return replace(operation, module=new + operation.module[len(old) :])
    return operation
