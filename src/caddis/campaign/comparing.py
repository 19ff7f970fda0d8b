"""The job of a worker that is asked what is seen of sequences, so that two versions can be compared.

The parent asks in letters of several questions; the answers to a letter are sent when all of them were found in a clean
state. No code of ours judges anything here: what differs is seen by the parent.
"""

from __future__ import annotations

import importlib
import inspect
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from caddis.campaign.journal import RUNNING
from caddis.campaign.place import Place
from caddis.campaign.preparing import roots
from caddis.discover import load
from caddis.discover.target import Target
from caddis.engine.cleaning import BySnapshot, Look
from caddis.engine.owning import owner_of
from caddis.errors import BrokenTarget
from caddis.execute.apart import Ended
from caddis.execute.clock import Beat, Clock
from caddis.execute.elsewhen import shift
from caddis.execute.interpreter import Interpreter, abandon, resolve
from caddis.execute.snapshot import Snapshot
from caddis.model.codec import Decoder, Json
from caddis.model.definition import all_operations
from caddis.model.difference import RESULT
from caddis.model.operation import HAS_RECEIVER, NEEDS_NO_NAME, Kind
from caddis.model.outcome import OURS as ENDED_BY_US
from caddis.model.outcome import NeverWoken, OutOfTime, TooMany
from caddis.model.sequence import Literal, Sequence, Statement
from caddis.oracle.canonical import looked_at, view, views, without_addresses

OURS = str(Path(__file__).parent.parent)
TIMES = 12
"""How often a question is answered in a fresh process, each time with other addresses: many are asked, and what hangs
on addresses must not look steady by chance for any of them."""
UNHEARD = (ResourceWarning, RuntimeWarning)
"""Warnings of the interpreter's own."""
LONGEST_MESSAGE = 400
SAID = {"hang": "does not end", "crash": "crashes the interpreter", "exit": "exits", "memory": "runs out of memory"}
"""The ends of processes, in words."""

Looked = tuple[int, str]
"""A place, and how the value there is looked at."""


def compare(place: Place) -> None:
    """Answer letters until there are no more."""
    job = place.job
    if job["later"]:
        shift(job["later"])
    targets = [Target(**target) for target in job["targets"]]
    owned = owner_of(roots(targets))
    load(targets, tuple(job["exclude"]), job["private"])
    for target in targets:
        _check_origin(target)
    random.seed(job["chance"])
    onlooker = Onlooker(owned, place.beat, hide=_hiding([place.workspace, *job["paths"]]))
    answering = _Apart(place, onlooker) if job["apart"] else _InHere(place, onlooker, owned)
    place.forbid_forks()
    clock = Clock(place.beat, job["timeout"])
    place.link.send("ready", files=_files(owned))
    clock.start()
    while (letter := place.link.receive()) is not None:
        place.link.send("answers", answers=answering.answers(letter))


Question = tuple[Sequence, Looked | None, bool]


def _questions(letter: Json, decoder: Decoder) -> list[Question]:
    decoder.learn(letter["definitions"])
    return [
        (decoder.sequence(row), (looked[0], looked[1]) if looked else None, traced)
        for row, looked, traced in letter["questions"]
    ]


class _InHere:
    """Answers in this very process, and puts back what is changed meanwhile."""

    def __init__(self, place: Place, onlooker: Onlooker, owned: Callable[[str], bool]) -> None:
        self._words = place.journal.words
        self._onlooker = onlooker
        self._cleaning = BySnapshot(Snapshot(owned, workspace=place.workspace))
        self._decoder = Decoder()

    def answers(self, letter: Json) -> list[Json]:
        """The answers to a letter, none of which hangs on another question."""
        questions = _questions(letter, self._decoder)
        answers = []
        for question in self._each(questions):
            answers.append(self._onlooker.seen(*question))
            self._cleaning.after(question[0].statements)
        if not self._cleaning.was_dirty():
            return answers
        answers.clear()
        for question in self._each(questions):
            answers.append(self._onlooker.seen(*question))
            self._cleaning.after_each(question[0].statements, look=Look.EVERYWHERE)
        return answers

    def _each(self, questions: list[Question]) -> Iterator[Question]:
        for number, question in enumerate(questions):
            self._words[RUNNING] = number
            yield question


class _Apart:
    """Answers each question in a fresh process, where nothing ran before."""

    def __init__(self, place: Place, onlooker: Onlooker) -> None:
        self._place = place
        self._onlooker = onlooker
        self._seconds = 4 * place.job["timeout"]
        self._definitions: Json = {"operations": [], "statements": []}
        place.apart.begin(self._work)

    def answers(self, letter: Json) -> list[Json]:
        """The answers to a letter."""
        for kind, several in letter["definitions"].items():
            self._definitions[kind].extend(several)
        return [self._answer(question) for question in letter["questions"]]

    def _answer(self, question: Json) -> Json:
        first = self._once(question, 0)
        for number in range(1, TIMES):
            if not {"views", "raised", "ended"} & first.keys():
                break
            other = self._once(question, number)
            if any(first.get(key) != other.get(key) for key in ("absent", "late", "ended", "raised")):
                return {"absent": "whatever it is, it wavers"}
            for key in ("views", "warned"):
                if key in first:
                    first[key] = [one for one in first[key] if one in other.get(key, ())]
            if not first.get("views") and "raised" not in first:
                break
        return first

    def _once(self, question: Json, number: int) -> Json:
        # it is alive, and waits
        self._place.beat.go_on()
        request = {"definitions": self._definitions, "questions": [question], "number": number}
        answer = self._place.apart.ask(request, self._seconds)
        if not isinstance(answer, Ended):
            return answer
        return {"late": True} if answer.hung or answer.lost else {"ended": SAID[answer.kind]}

    def _work(self, letter: Json) -> Json:
        self._place.beat.detach()
        # forking seeds it with chance
        random.seed(self._place.job["chance"])
        [question] = _questions(letter, Decoder())
        taken = _take_memory(letter["number"])
        answer = self._onlooker.seen(*question)
        taken.clear()
        return answer


def _take_memory(number: int) -> list[object]:
    """Memory of all small sizes, so that what is made next has other addresses: they decide the order of sets."""
    chance = random.Random(number)
    makers: list[Callable[[], object]] = [object, lambda: chance.random() * 1j]
    # the first is of 48 bytes; shorter ones are not made anew
    makers += [partial(bytes, size) for size in (2, *range(16, 500, 16))]
    return [make() for make in makers for _ in range(chance.randrange(64))]


class Onlooker:
    """Runs sequences and tells what is seen of the last call."""

    def __init__(self, owned: Callable[[str], bool], beat: Beat, hide: Callable[[str], str]) -> None:
        self._owned = owned
        self._beat = beat
        self._hide = hide
        self._interpreter = Interpreter()

    def seen(self, sequence: Sequence, looked: Looked | None = None, traced: bool = False) -> Json:
        """What is seen of a sequence, in every way, or in one; if traced, with the functions it went through."""
        # what it sets in context variables is gone with this
        return copy_context().run(self._seen, sequence, looked, traced)

    def _seen(self, sequence: Sequence, looked: Looked | None, traced: bool) -> Json:
        answer: Json = {}
        values: list[object] = []
        self._beat.begin()
        try:
            with (
                warnings.catch_warnings(record=True) as caught,
                _tracing(self._owned, answer) if traced else _nothing(),
                self._interpreter.prepared(sequence.statements),
            ):
                warnings.simplefilter("always")
                self._run(sequence, values, caught, answer)
                # what a refused call has done to what it was given is of interest, too
                if not {"absent", "late"} & answer.keys() and len(values) >= len(sequence) - 1:
                    answer["views"] = list(self._views(sequence, values, looked))
            abandon(values)
        except (OutOfTime, NeverWoken, TooMany):
            answer["late"] = True
        finally:
            self._beat.end()
        return answer

    def _run(
        self, sequence: Sequence, values: list[object], caught: list[warnings.WarningMessage], answer: Json
    ) -> None:
        last = len(sequence) - 1
        for index, statement in enumerate(sequence.statements):
            if _is_lacking(statement, values):
                answer["absent"] = str(statement.operation)
                return
            if index == last:
                caught.clear()
            exception = self._interpreter.run((statement,), values).exception
            if exception is None:
                continue
            if isinstance(exception, (OutOfTime, *ENDED_BY_US)):
                answer["late"] = True
            elif _does_not_fit(statement, values, exception):
                answer["absent"] = str(statement.operation)
            else:
                answer["raised"] = [index, type(exception).__name__, self._said(exception), self._where(exception)]
            break
        answer["warned"] = sorted(
            {f"{one.category.__name__}: {self._hide(str(one.message))}" for one in caught if _is_heard(one.category)}
        )

    def _views(self, sequence: Sequence, values: list[object], looked: Looked | None) -> Iterator[Json]:
        """What is seen of what the last call gave, and of what it was given."""
        last = len(sequence) - 1
        met: list[object] = []
        places = [(RESULT, last)] if len(values) > last else []
        places += [
            (place, last + argument)
            for place, argument in enumerate(sequence.statements[last].arguments)
            if type(argument) is int
        ]
        for place, index in places:
            value = values[index]
            if looked is not None and looked[0] != place:
                continue
            if any(value is one for one in met):
                continue
            met.append(value)
            for template, ask in views(value, self._owned) if looked is None else [view(value, looked[1], self._owned)]:
                yield [place, template, looked_at(value, ask, self._hide)]

    def _said(self, exception: BaseException) -> str:
        try:
            return self._hide(str(exception))[:LONGEST_MESSAGE]
        except Exception:  # noqa: BLE001 - an exception of the target's, which may not even be shown
            return ""

    def _where(self, exception: BaseException) -> str:
        """The function of the target that raised."""
        found = ""
        trace = exception.__traceback__
        while trace is not None:
            module = trace.tb_frame.f_globals.get("__name__", "")
            if self._owned(str(module)):
                found = f"{module}.{trace.tb_frame.f_code.co_qualname}"
            trace = trace.tb_next
        return found


def _is_heard(category: type[Warning]) -> bool:
    return not issubclass(category, UNHEARD)


_FOUND_ELSEWHERE = HAS_RECEIVER | NEEDS_NO_NAME
"""What is looked for on a receiver, or nowhere."""


def _is_lacking(statement: Statement, values: list[object]) -> bool:
    """Whether this side has no such thing as an operation at all."""
    operation = statement.operation
    if operation.kind not in HAS_RECEIVER:
        try:
            # what it defines may use more than it says
            for each in all_operations((statement,)):
                if each.kind not in _FOUND_ELSEWHERE:
                    resolve(each)
        except (AttributeError, ImportError, KeyError):
            return True
        return False
    receiver = statement.receiver
    if receiver is None:
        return False
    value = values[receiver]
    if operation.kind is Kind.OPERATOR:
        return not _has_operator(type(value), operation.name)
    member = inspect.getattr_static(value, operation.name, _MISSING)
    if operation.kind in (Kind.WRITE, Kind.DELETE):
        return isinstance(member, property) and (member.fset if operation.kind is Kind.WRITE else member.fdel) is None
    return member is _MISSING and not any("__getattr__" in vars(base) for base in type(value).__mro__)


_MISSING = object()
_INSTEAD = {"__contains__": "__iter__", "__iter__": "__getitem__", "__reversed__": "__getitem__", "__str__": "__repr__"}
_NEEDED = frozenset(
    {"__next__", "__call__", "__enter__", "__iter__", "__len__", "__getitem__", "__setitem__", "__delitem__",
     "__contains__", "__reversed__", "__await__", "__aiter__", "__anext__", "__aenter__"}
)  # fmt: skip
"""Operators that no other operand can see to."""


def _has_operator(cls: type, name: str) -> bool:
    if name not in _NEEDED or any(name in vars(base) for base in cls.__mro__):
        return True
    return name in _INSTEAD and _has_operator(cls, _INSTEAD[name])


def _does_not_fit(statement: Statement, values: list[object], exception: BaseException) -> bool:
    """Whether a call was refused since there are no such parameters on this side."""
    trace = exception.__traceback__
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith(OURS):
            return False
        trace = trace.tb_next
    if not isinstance(exception, TypeError):
        return False
    operation = statement.operation
    if operation.kind in (Kind.READ, Kind.WRITE, Kind.DELETE, Kind.OPERATOR, Kind.CONSTANT, Kind.DISPLAY):
        return False
    positional, keywords = statement.call()
    given: list[Any] = [one.value if isinstance(one, Literal) else values[one] for one in positional]
    try:
        function = getattr(given.pop(0), operation.name) if operation.kind is Kind.METHOD else resolve(operation)
        signature = inspect.signature(function)
    except Exception:  # noqa: BLE001 - code of the target may raise anything, and much has no signature
        return False
    try:
        signature.bind(*given, **dict.fromkeys(name for name, _ in keywords))
    except TypeError:
        return True
    return False


@contextmanager
def _nothing() -> Iterator[None]:
    yield


@contextmanager
def _tracing(owned: Callable[[str], bool], answer: Json) -> Iterator[None]:
    """Note the functions of the target that are called in here."""
    met: dict[tuple[str, str, int], None] = {}

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            module = frame.f_globals.get("__name__")
            if isinstance(module, str) and owned(module):
                met[module, frame.f_code.co_qualname, frame.f_code.co_firstlineno] = None

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)
        answer["through"] = [list(one) for one in met]


def _hiding(paths: list[str]) -> Callable[[str], str]:
    """Takes out of texts what is another in each process, or on each side: addresses, and where things lie."""
    longest_first = sorted({path for path in paths if len(path) > 1}, key=len, reverse=True)

    def hide(text: str) -> str:
        for path in longest_first:
            text = text.replace(path, "...")
        return without_addresses(text)

    return hide


def _files(owned: Callable[[str], bool]) -> dict[str, str]:
    """The source files of the modules of the target."""
    found = {}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if owned(name) and isinstance(file, str) and file.endswith(".py"):
            found[name] = file
    return found


def _check_origin(target: Target) -> None:
    """See that the target is the one meant, not one that Caddis itself has imported before."""
    if target.root is None or not target.module:
        return
    module = sys.modules.get(target.module) or importlib.import_module(target.module)
    file = getattr(module, "__file__", None)
    if isinstance(file, str) and not Path(file).resolve().is_relative_to(Path(target.root).resolve()):
        raise BrokenTarget(target.text, "Caddis itself needs it, and has imported its own; it cannot be compared")
