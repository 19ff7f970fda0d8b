"""What an exception that nobody raised on purpose, or that was passed on, says of the code: one rule for each kind.

A rule gives its opinion, or None where the exception is the answer to a misuse. The questions are always the same:
could any input have led here, were the inputs what the code says it takes, and did we give the very thing it stumbled
over?
"""

from __future__ import annotations

import linecache
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType, ModuleType

from caddis.judge.exceptions.attributes import attributes_of, misspelt_for, stored_by
from caddis.judge.exceptions.inputs import Inputs
from caddis.judge.exceptions.raising import Origin, Raising, with_article
from caddis.judge.exceptions.trusting import Trust
from caddis.judge.siblings import merely_called_by
from caddis.judge.sources import left_out
from caddis.judge.tracebacks import Owned
from caddis.model.definition import real_class
from caddis.model.operation import HAS_RECEIVER
from caddis.model.verdict import Confidence

HIGH, MEDIUM, LOW = Confidence


@dataclass(frozen=True, slots=True)
class Case:
    """An exception with all that is known of it."""

    exception: BaseException
    raising: Raising
    inputs: Inputs
    owned: Owned

    @property
    def message(self) -> str:
        """What it says."""
        try:
            return str(self.exception)
        except Exception:  # noqa: BLE001 - code of the target may raise anything
            return ""

    @property
    def is_abroad(self) -> bool:
        """Whether the code of others raised it, which the target had called."""
        return self.raising.origin in (Origin.OTHERS, Origin.OTHERS_PURPOSE)


@dataclass(frozen=True, slots=True)
class Opinion:
    """How sure it is that a bug was met, and why, in one sentence."""

    confidence: Confidence
    why: str
    contract: str = ""
    """The name of the broken contract; empty for that of the exception."""


Rule = Callable[[Case], Opinion | None]

NONE_ERROR = "no_none_error"
EQUALITY = frozenset({"__eq__", "__ne__"})
ANSWERING = EQUALITY | {"__hash__", "__repr__", "__str__"}
"""What every object must answer to."""

PROTOCOL: dict[type[BaseException], frozenset[str]] = {
    IndexError: frozenset({"__getitem__", "__setitem__", "__delitem__", "pop", "popleft", "insert"}),
    KeyError: frozenset({"__getitem__", "__setitem__", "__delitem__", "pop", "popitem", "remove", "move_to_end"}),
    ValueError: frozenset({"remove", "index"}),
    StopIteration: frozenset({"__next__", "next", "send", "throw"}),
    StopAsyncIteration: frozenset({"__anext__", "anext", "asend", "athrow"}),
    AttributeError: frozenset({"__getattr__", "__getattribute__"}),
}
"""The exceptions by which operations of these names answer, as the protocols of Python have it."""

_WORDS: dict[Trust, str] = {
    Trust.STATED: "the arguments are what the annotations say",
    Trust.DOCUMENTED: "the arguments are what the documentation says",
    Trust.GUESSED: "the arguments are of the types that the code seems to expect",
    Trust.UNKNOWN: "nothing is known of what the arguments should be",
    Trust.WRONG: "the arguments are not what the code says it takes",
}


def _said(case: Case) -> str:
    return "no arguments were given" if case.inputs.is_empty else _WORDS[case.inputs.trust]


def equality(case: Case) -> Opinion | None:
    """`==` and `!=` answer for whatever they are asked about; only the receiver may have been made wrongly."""
    confidence = {Trust.WRONG: LOW, Trust.UNKNOWN: MEDIUM}.get(case.inputs.trust_before, HIGH)
    return Opinion(confidence, "comparing must not raise, whatever the other object is")


def name_error(case: Case) -> Opinion | None:
    """A name that does not exist, or not yet."""
    if case.is_abroad or case.raising.location.file.startswith("<"):
        # code made from a text, perhaps ours
        return None
    return Opinion(HIGH, "the code uses a name that is not defined there, which no input makes right")


def system_error(case: Case) -> Opinion | None:
    """The interpreter itself was misused."""
    return Opinion(HIGH, "the interpreter complains of an internal error, which no Python code should cause")


def recursion_error(case: Case) -> Opinion | None:
    """A recursion that no size of the inputs explains."""
    inputs = case.inputs
    if inputs.trust is Trust.WRONG or inputs.gives_cycle:
        return None
    if inputs.gives_function or any(number < 0 or number >= 100 for number in inputs.numbers):
        return Opinion(LOW, "it recurses without end on a number, or through a function, that was given")
    sure = HIGH if inputs.trust >= Trust.GUESSED else MEDIUM
    return Opinion(sure, "it recurses without end though its inputs are small and do not contain themselves")


def runtime_error(case: Case) -> Opinion | None:
    """A container changed while it was iterated over, or a generator that let StopIteration through."""
    message = case.message
    if "generator raised StopIteration" in message or "coroutine raised StopIteration" in message:
        return Opinion(HIGH, "a StopIteration inside a generator was not caught, which ends it with this error")
    inputs = case.inputs
    if "during iteration" in message and inputs.gives_function and not inputs.gives_foreign_function:
        why = "a container changes while the code iterates over it and calls back, by calls that anybody may make there"
        return None if inputs.meddles or inputs.gives_iterator else Opinion(MEDIUM, why)
    if "during iteration" in message and not case.inputs.gives_iterator and not case.inputs.gives_function:
        # two objects that meet in a call may be two views of one
        sure = MEDIUM if case.inputs.objects_that_meet > 1 else HIGH
        return Opinion(sure, "the code changes a container while iterating over it, and nobody else did")
    return None


def stop_iteration(case: Case) -> Opinion | None:
    """A StopIteration that leaves a plain call ends some loop of its caller's silently."""
    if case.inputs.gives_iterator and case.inputs.operation.kind in HAS_RECEIVER:
        return None
    sure = {Trust.WRONG: LOW, Trust.UNKNOWN: MEDIUM, Trust.GUESSED: MEDIUM}.get(case.inputs.trust, HIGH)
    return Opinion(sure, f"a StopIteration leaks out of a plain call, and {_said(case)}")


def attribute_error(case: Case) -> Opinion | None:
    """A missing attribute: of an object of the target's, of a module, or of what was given."""
    missing = getattr(case.exception, "obj", None)
    name = getattr(case.exception, "name", None)
    if missing is None or not isinstance(name, str):
        return none_error(case) if _speaks_of_none(case) else type_error(case)
    if isinstance(missing, ModuleType):
        if case.is_abroad:
            return type_error(case)
        # what the standard library has is another thing on other platforms and in other versions
        sure = MEDIUM if missing.__name__.partition(".")[0] in sys.stdlib_module_names else HIGH
        return Opinion(sure, f"the module {missing.__name__} has no {name}, which no input makes right")
    cls = real_class(missing if isinstance(missing, type) else type(missing))
    owned = case.owned(cls.__module__ if isinstance(cls.__module__, str) else "")
    # where the name is in the code, and not in what was given
    written = case.raising.opcode in _BY_NAME and not case.is_abroad
    if not written and case.inputs.gave(name):
        return Opinion(LOW, f"an attribute was asked for by a name that was given, {name!r}")
    # what the class itself sets is not misspelt, only not set yet
    looked_at = written and not isinstance(missing, type) and name not in stored_by(cls)
    misspelt = misspelt_for(name, missing) if looked_at else None
    if misspelt is not None and cls.__module__ == "builtins":
        return Opinion(
            HIGH, f"{with_article(cls.__name__)} has no {name}, nor has anything else; {misspelt} seems to be meant"
        )
    if case.inputs.gave_object(missing) and hasattr(missing, "__dict__") and not owned:
        if isinstance(missing, FunctionType) and case.inputs.trust is Trust.STATED:
            return Opinion(MEDIUM, f"a function is asked for {name}, which the annotation does not ask of it")
        other = _merely_called_by(case, missing) if isinstance(missing, FunctionType) else ""
        if other:
            return Opinion(MEDIUM, f"a function is called, and asked for {name}, which {other} does not ask of it")
        return Opinion(
            LOW, f"{with_article(cls.__name__)} was given without {name}, which nothing says that it must have"
        )
    if not owned or case.is_abroad or case.inputs.gave_object(missing):
        return type_error(case)
    if misspelt is not None and case.inputs.trust is not Trust.WRONG:
        return Opinion(HIGH, f"{with_article(cls.__name__)} has no {name}; {misspelt} seems to be meant")
    if name not in stored_by(cls):
        return Opinion(LOW, f"{with_article(cls.__name__)} has no {name} and never sets it: a subclass may have to")
    sure = _by_trust(case, MEDIUM)
    return Opinion(sure, f"{with_article(cls.__name__)} has no {name} yet, and {_said(case)}")


def _merely_called_by(case: Case, function: object) -> str:
    """Another method that takes the same and merely calls it, if the function was given to the one that raised."""
    if case.raising.passed_on or case.is_abroad:
        return ""
    names = [parameter.name for parameter in case.inputs.operation.parameters]
    given = [names[place] for place, value in case.inputs.given(len(case.inputs.statements) - 1) if value is function]
    return merely_called_by(case.raising.codes[-1], given[0]) if given else ""


_BY_NAME = frozenset({"LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR", "DELETE_ATTR"})


def none_error(case: Case) -> Opinion | None:
    """Something was None that should not have been: ours to answer for if we gave one."""
    inputs = case.inputs
    absent = _absent(case)
    if absent is not None:
        return Opinion(LOW, f"{absent} is None where something is not installed", NONE_ERROR)
    if inputs.gives_none:
        if inputs.trust is not Trust.STATED:
            return None
        return Opinion(
            MEDIUM if not case.is_abroad else LOW, "None is not handled, which the annotations allow", NONE_ERROR
        )
    return Opinion(_by_trust(case, HIGH), f"something is None that nobody gave, and {_said(case)}", NONE_ERROR)


def _absent(case: Case) -> str | None:
    """The name in the line that raised which stands for a module that could not be imported, if there is one."""
    place = case.raising.location
    names = left_out(place.file)
    if not names:
        return None
    said = re.findall(r"\w+", linecache.getline(place.file, place.line))
    return next((name for name in said if name in names), None)


def type_error(case: Case) -> Opinion | None:
    """A value of the wrong type: a bug if ours were right."""
    if _speaks_of_none(case):
        return none_error(case)
    if "abstract class" in case.message:
        return None
    last = case.inputs.trust_of_last
    if last <= Trust.UNKNOWN:
        return _UNKNOWN if last else None
    if case.inputs.gives_function:
        return Opinion(LOW, "a function was given, and what it takes and gives is not known")
    if _MISCALLED.search(case.message) and not case.is_abroad:
        if case.raising.opcode == "CALL_FUNCTION_EX":
            return Opinion(LOW, "a function is called with whatever arguments were given")
        return Opinion(_by_trust(case, HIGH), f"the code calls a function with the wrong arguments, and {_said(case)}")
    if _takes_names(case):
        return Opinion(LOW, "something is asked for by a name that was given, and is not of the type that is wanted")
    if case.inputs.trust in (Trust.GUESSED, Trust.UNKNOWN):
        return Opinion(LOW, f"a value has the wrong type, but {_WORDS[case.inputs.trust]} at best")
    return Opinion(_by_trust(case, HIGH), f"a value has the wrong type though {_said(case)}")


def _takes_names(case: Case) -> bool:
    """Whether the code that raised asks an object by name, and the name of an attribute of the receiver was given."""
    if "getattr" not in case.raising.codes[-1].co_names or case.inputs.operation.kind not in HAS_RECEIVER:
        return False
    receiver = next((value for place, value in case.inputs.given(len(case.inputs.statements) - 1) if place == 0), None)
    held = attributes_of(receiver)
    return any(text in held for text in case.inputs.texts if text.isidentifier())


_UNKNOWN = Opinion(LOW, "a value has the wrong type, but nothing is known of what the arguments should be")
_MISCALLED = re.compile(r"\(\) (?:missing|takes|got an unexpected keyword|got multiple values)|expected .*argument")


def _speaks_of_none(case: Case) -> bool:
    return "NoneType" in case.message


def _by_trust(case: Case, best: Confidence) -> Confidence:
    """How sure a bug is of which the types of the inputs would be the only excuse."""
    down = {Trust.STATED: 0, Trust.DOCUMENTED: 1, Trust.GUESSED: 1}.get(case.inputs.trust, 2)
    return best.lowered(down + case.is_abroad)


def key_error(case: Case) -> Opinion | None:
    """A key that is not there: a refusal if it is ours."""
    key = case.exception.args[0] if case.exception.args else None
    if case.is_abroad or case.inputs.was_asked_for(key):
        return Opinion(LOW, "a key is not found that was given, or made from what was given")
    # whatever was put in, what asks for nothing should know its own keys
    lost = case.inputs.asks_for_nothing and not case.inputs.meddles
    return Opinion(MEDIUM if lost else _by_value(case), "a key is not found that the call was not asked for")


def index_error(case: Case) -> Opinion | None:
    """A position that is not there: a refusal if we gave one."""
    if case.is_abroad or case.inputs.gives_index:
        return Opinion(LOW, "a position is out of range that was given, or made from what was given")
    return Opinion(_by_value(case), f"a position is out of range though none was given, and {_said(case)}")


def zero_division(case: Case) -> Opinion | None:
    """A division by zero: a refusal if we gave a zero, or nothing to count."""
    if case.is_abroad or case.inputs.gives_nothing_to_divide_by or case.inputs.gives_extreme_number:
        return Opinion(LOW, "the divisor is a zero that was given, or the length of something empty")
    return Opinion(_by_value(case), f"the divisor is zero though no zero was given, and {_said(case)}")


def overflow(case: Case) -> Opinion | None:
    """A number too large: a refusal if we gave a large one."""
    if case.is_abroad or case.inputs.gives_extreme_number:
        return Opinion(LOW, "a number is too large, and a very large one was given")
    return Opinion(_by_value(case), f"a number is too large though none was given that is, and {_said(case)}")


def unicode_error(case: Case) -> Opinion | None:
    """Characters that cannot be written or read: a refusal if we gave unusual ones."""
    if case.is_abroad or case.inputs.gives_odd_text or any(isinstance(atom, bytes) for atom in case.inputs.atoms):
        return Opinion(LOW, "a text cannot be encoded or decoded, and an unusual one was given")
    return Opinion(
        _by_value(case), f"a text cannot be encoded or decoded though only plain ones were given, and {_said(case)}"
    )


def value_error(case: Case) -> Opinion | None:
    """A value that a builtin refuses: a refusal as good as any if it is ours."""
    spoken = _QUOTED.findall(case.message)
    if not case.is_abroad and not any(map(case.inputs.gave, spoken)):
        if case.inputs.is_empty or case.inputs.asks_for_nothing:
            return Opinion(_by_value(case), "a value is refused though the call was given none")
        if spoken:
            return Opinion(_by_value(case), f"the value {spoken[0]!r} is refused, which was not given")
    return Opinion(LOW, "a value is refused that was given, or made from what was given")


_QUOTED = re.compile(r": b?'([^']*)'$")
"""What a conversion could not read stands at the end of what it says."""


def _by_value(case: Case) -> Confidence:
    """How sure a bug is of which the values of the inputs may be the cause, though not plainly so."""
    enough = Trust.GUESSED if case.inputs.asks_for_nothing else Trust.DOCUMENTED
    return MEDIUM if case.inputs.trust >= enough else LOW


def assertion_error(case: Case) -> Opinion | None:
    """The code itself says that it cannot happen."""
    raising, inputs = case.raising, case.inputs
    if case.is_abroad:
        return Opinion(LOW, "an assertion of another package fails")
    if raising.origin is Origin.PRECONDITION:
        sure = MEDIUM if inputs.trust >= Trust.DOCUMENTED else LOW
        return Opinion(sure, f"{raising.caller} gives {raising.raiser} what it asserts it is never given")
    if raising.origin is Origin.STATE:
        # the class lets it come to this, or has forgotten to say what comes first
        sure = MEDIUM if inputs.is_empty else _by_value(case)
        return Opinion(sure, f"its object is in a state in which {raising.raiser} asserts it is never called")
    sure = HIGH if inputs.is_empty else _by_value(case)
    return Opinion(sure, f"an assertion fails that no check of the parameters is, and {_said(case)}")


def not_implemented(case: Case) -> Opinion | None:
    """What every object must answer to, and a class refuses; unless others below it are to answer."""
    if case.inputs.operation.name not in ANSWERING:
        return None
    receiver = next((value for _, value in case.inputs.given(len(case.inputs.statements) - 1)), None)
    name = case.inputs.operation.name
    if any(name in vars(below) for below in type(receiver).__subclasses__()):
        return None
    return Opinion(HIGH, f"{name} must answer for every object; it returns NotImplemented where it cannot")


def system_exit(case: Case) -> Opinion | None:
    """A function that ends its process."""
    return Opinion(LOW, "it asks to end the process, as the main function of a program may")


def nothing(case: Case) -> Opinion | None:
    """What the world outside answers for."""
    return None


def other(case: Case) -> Opinion | None:
    """Whatever else a builtin or another package answers with."""
    return Opinion(LOW, "something called on the way refuses what was given to it")


RULES: dict[type[BaseException], Rule] = {
    NameError: name_error,
    SystemError: system_error,
    RecursionError: recursion_error,
    NotImplementedError: not_implemented,
    RuntimeError: runtime_error,
    StopIteration: stop_iteration,
    StopAsyncIteration: stop_iteration,
    AttributeError: attribute_error,
    TypeError: type_error,
    KeyError: key_error,
    IndexError: index_error,
    ZeroDivisionError: zero_division,
    OverflowError: overflow,
    UnicodeError: unicode_error,
    ValueError: value_error,
    AssertionError: assertion_error,
    SystemExit: system_exit,
    OSError: nothing,
    ImportError: nothing,
    KeyboardInterrupt: nothing,
    GeneratorExit: nothing,
    Warning: nothing,
}
"""The rule for a class of exceptions; for one not named here, that of the nearest class above it."""


def rule_for(cls: type[BaseException]) -> Rule:
    """The rule for a class of exceptions."""
    return next((RULES[base] for base in cls.__mro__ if base in RULES), other)
