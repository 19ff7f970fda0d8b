"""Exceptions of calls that functions of the test's own make while the target is at work.

Such a call is judged as if the body were a test of its own, and then in the light of what went in around it. Mostly, a
key that is not there was simply asked for; but not if the test has put it there, and nobody has taken it away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from caddis.judge.asking import Statements, receiver_of
from caddis.judge.exceptions.inputs import Inputs
from caddis.judge.exceptions.trusting import Expectations, Trust
from caddis.model.definition import is_synthesised
from caddis.model.sequence import Literal
from caddis.model.verdict import Confidence, Violation

WHERE = "a function that the test defines makes the call, as any user's may"


@dataclass(frozen=True, slots=True)
class Missed:
    """A key that a function missed when it was first called: of which object, and with which other arguments."""

    thing: object
    key: Literal
    others: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Inside:
    """An exception that was raised by a call inside, what it shows by itself, and the key that was missed, if any."""

    exception: BaseException
    violation: Violation | None
    missed: Missed | None = None

    @classmethod
    def of(
        cls,
        statements: Statements,
        values: list[object],
        exception: BaseException,
        violation: Violation | None,
        *,
        first: bool,
    ) -> Inside:
        """What is known of an exception where it is raised; `first` if nothing of ours was called back before."""
        if violation is None:
            return cls(exception, None)
        missed = _missed(statements, values, exception) if first else None
        told = replace(violation, why=f"{violation.why.removesuffix('.')}; {WHERE}", inside=missed is not None)
        return cls(exception, told, missed)

    def around(self, statements: Statements, values: list[object], expectations: Expectations) -> Violation | None:
        """What it shows in the light of the calls around it."""
        if self.violation is None:
            return None
        inputs = Inputs(statements, values, expectations)
        if inputs.trust is Trust.WRONG or inputs.trust_around < Trust.GUESSED or inputs.gives_foreign_function:
            # what it works on was made of who knows what
            return replace(self.violation, confidence=Confidence.LOW)
        if self.violation.confidence is Confidence.LOW and self.missed is not None:
            put = _who_put(self.missed, statements, values)
            if put:
                why = f"{put} was given the same before, and nobody took it away; {WHERE}"
                return replace(self.violation, confidence=Confidence.MEDIUM, why=why)
        return self.violation


def _missed(statements: Statements, values: list[object], exception: BaseException) -> Missed | None:
    """What was missed, if the first call of a body on an object missed a key that it was given, with other things."""
    *before, last = statements
    place = receiver_of(last, len(values))
    if not isinstance(exception, KeyError) or not exception.args or place is None:
        return None
    thing = values[place]
    asked = [receiver_of(each, index) for index, each in enumerate(before)]
    if is_synthesised(type(thing)) or any(one is not None and values[one] is thing for one in asked):
        # it may have been taken away in here
        return None
    keys = [each for each in last.arguments if isinstance(each, Literal) and _is(each, exception.args[0])]
    others = tuple(values[len(values) + each] for each in last.arguments[1:] if isinstance(each, int))
    return Missed(thing, keys[0], others) if keys and others else None


def _is(literal: Literal, key: object) -> bool:
    return type(literal.value) is type(key) and literal.value == key


def _who_put(missed: Missed, statements: Statements, values: list[object]) -> str:
    """The one operation on an object, before the last call, that was given the key; and all else that was."""
    asked = [
        (index, statement)
        for index, statement in enumerate(statements[:-1])
        if (place := receiver_of(statement, index)) is not None and values[place] is missed.thing
    ]
    # others, and such that speak of no key in particular, may have taken it away
    given = [(index, each) for index, each in asked if missed.key in each.arguments]
    vague = any(not any(isinstance(one, Literal) for one in each.arguments) for _, each in asked)
    if vague or len(given) != 1:
        return ""
    index, put = given[0]
    with_it = [values[index + one] for one in put.arguments if isinstance(one, int)]
    return str(put.operation) if all(any(other is one for one in with_it) for other in missed.others) else ""
