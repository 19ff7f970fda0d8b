"""Where an exception came from: raised on purpose or not, and by which of the target's functions.

This is JCrasher's analysis of the call stack (section 4.1 of its paper) carried to Python. A private function, and code
nested in another such as a lambda, is a part of the public operation that called it; so is what a class inherits of the
operation: the constructor and the method of the same name of a superclass. All else that is public and was called on
the way is an operation of its own, and whoever called it answers for what it was given.
"""

from __future__ import annotations

import opcode
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from types import CodeType, FrameType, TracebackType

from caddis.judge.asserts import asserts_of_state, leading_asserts
from caddis.judge.tracebacks import RAISE, Owned, line_of, opcode_of
from caddis.model.verdict import Location

Spoken = Callable[[str], tuple[str, ...]]
"""The names of the exceptions that a docstring speaks of."""

_MAKING = frozenset({"__init__", "__new__", "__post_init__"})
MOST_KNOWN = 20_000
"""Ways to raise that are remembered."""
DEEPEST = 40
"""Frames by which ways are told apart: the innermost ones."""


class Origin(Enum):
    """What raised."""

    PURPOSE = auto()
    """A `raise` of the target's."""
    ASSERTION = auto()
    """An `assert` of the target's."""
    PRECONDITION = auto()
    """An `assert` on the parameters, before anything else is done."""
    STATE = auto()
    """An `assert` on the receiver alone, before anything else is done."""
    INTERPRETER = auto()
    """The interpreter, or a builtin, on the way."""
    OTHERS_PURPOSE = auto()
    """A `raise` in the code of others that the target called."""
    OTHERS = auto()
    """The interpreter, in the code of others that the target called."""


@dataclass(frozen=True, slots=True)
class Raising:
    """What the traceback of an exception tells: the same for all that came the same way."""

    origin: Origin
    opcode: str
    """The name of the instruction that raised, in the innermost code of the target's."""
    passed_on: bool
    """Whether it was raised by another public operation than the one that was called."""
    raiser: str
    """The public operation that raised, by its dotted name."""
    caller: str
    """The public operation that called that one, or the same if nothing was passed on."""
    location: Location
    spoken: tuple[str, ...]
    """The exceptions that the docstrings of the public operations on the way speak of."""
    codes: tuple[CodeType, ...]
    """Kept alive, since they are known by their identity."""


class Tracebacks:
    """Reads tracebacks; each way to raise is looked at once."""

    def __init__(self, owned: Owned, spoken: Spoken) -> None:
        self._owned = owned
        self._spoken = spoken
        self._known: dict[tuple[object, ...], Raising] = {}

    def forget(self) -> None:
        """Let go of code that has been made anew."""
        self._known.clear()

    def of(self, exception: BaseException) -> tuple[tuple[object, ...], Raising] | None:
        """The way an exception came, and what it tells; None if it passed through no code of the target's."""
        own: list[TracebackType] = []
        traceback = exception.__traceback__
        last = traceback
        owned = self._owned
        while traceback is not None:
            if owned(traceback.tb_frame.f_globals.get("__name__", "")):
                own.append(traceback)
            last = traceback
            traceback = traceback.tb_next
        if not own or last is None:
            return None
        del own[:-DEEPEST]
        abroad = None if last is own[-1] else opcode_of(last)
        key = (
            type(exception),
            abroad == RAISE,
            abroad is None,
            *[part for entry in own for part in (id(entry.tb_frame.f_code), entry.tb_lasti)],
        )
        raising = self._known.get(key)
        if raising is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            raising = self._known[key] = self._read(exception, own, abroad)
        return key, raising

    def _read(self, exception: BaseException, own: list[TracebackType], abroad: int | None) -> Raising:
        frames = [entry.tb_frame for entry in own]
        operations = [frames[0]]
        for frame in frames[1:]:
            if _is_wrapper(operations[0]) and not _is_private(frame.f_code.co_qualname):
                # what wraps a function is called by its name, and no operation of its own
                operations = [frame]
            elif not _belongs_to(frame, operations[-1]):
                operations.append(frame)
        innermost = own[-1]
        code = innermost.tb_frame.f_code
        raised_by = opcode_of(innermost)
        if abroad is not None:
            origin = Origin.OTHERS_PURPOSE if abroad == RAISE else Origin.OTHERS
        elif raised_by != RAISE:
            origin = Origin.INTERPRETER
        elif isinstance(exception, AssertionError):
            origin = _of_assertion(code, innermost.tb_lineno)
        else:
            origin = Origin.PURPOSE
        return Raising(
            origin,
            opcode.opname[raised_by],
            len(operations) > 1,
            _dotted(operations[-1]),
            _dotted(operations[-2] if len(operations) > 1 else operations[-1]),
            Location(code.co_filename, line_of(innermost), code.co_qualname),
            tuple(name for frame in operations for name in self._spoken(_docstring(frame.f_code))),
            tuple(frame.f_code for frame in frames),
        )


def _belongs_to(frame: FrameType, operation: FrameType) -> bool:
    """Whether a frame is a part of the operation above it: a private helper, nested code, or what it inherits."""
    code, above = frame.f_code, operation.f_code
    if _is_private(code.co_qualname):
        return True
    if code.co_name != above.co_name and not (code.co_name in _MAKING and above.co_name in _MAKING):
        return False
    first, theirs = _first_argument(frame), _first_argument(operation)
    # `__new__` is given the class whose instance `__init__` is given
    return first is not None and (first is theirs or first is type(theirs) or type(first) is theirs)


def _is_wrapper(frame: FrameType) -> bool:
    """Whether a frame is that of a function made inside another, as decorators make them."""
    return "<locals>" in frame.f_code.co_qualname


def _is_private(path: str) -> bool:
    return any(
        part.startswith("<") or (part.startswith("_") and not (part.startswith("__") and part.endswith("__")))
        for part in path.split(".")
    )


def _first_argument(frame: FrameType) -> object:
    code = frame.f_code
    return frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None


def _of_assertion(code: CodeType, line: int) -> Origin:
    if line in leading_asserts(code):
        return Origin.PRECONDITION
    return Origin.STATE if line in asserts_of_state(code) else Origin.ASSERTION


def _dotted(frame: FrameType) -> str:
    path = frame.f_code.co_qualname.replace(".<locals>", "")
    module = frame.f_globals.get("__name__", "")
    return f"{module}.{path}" if module else path


def _docstring(code: CodeType) -> str:
    """The docstring of a function, as its code keeps it."""
    first = code.co_consts[0] if code.co_consts else None
    return first if isinstance(first, str) else ""


def location(exception: BaseException, owned: Owned) -> Location | None:
    """The innermost line of the target's own code that an exception passed through."""
    found = None
    traceback = exception.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        if owned(frame.f_globals.get("__name__", "")):
            code = frame.f_code
            found = Location(code.co_filename, line_of(traceback), code.co_qualname)
        traceback = traceback.tb_next
    return found


def with_article(name: str) -> str:
    """The name of a class as a sentence has it."""
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"


def describe(exception: BaseException) -> str:
    """The exception in one line."""
    try:
        text = str(exception).split("\n")[0][:200]
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        text = ""
    return f"{type(exception).__name__}: {text}" if text else type(exception).__name__
