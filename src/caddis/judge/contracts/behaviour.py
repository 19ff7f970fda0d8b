"""What calls do to their receiver: getters leave it alone, `with` releases it, what is handed out is not its inside."""

from __future__ import annotations

import contextlib
import functools
import types
from typing import Any

from caddis.judge.contracts.claims import Claims, has
from caddis.judge.contracts.contract import Breach, Check, Law
from caddis.judge.contracts.getters import getters_of
from caddis.judge.contracts.observing import SHOWN, Eye
from caddis.model.verdict import Confidence

_RELEASED = (("closed", True), ("is_closed", True), ("is_open", False))
"""Attributes or methods that tell whether something is released, and what they then say."""


class GettersDoNotMutate(Law):
    name = "getters_do_not_mutate"
    about = "properties, `is_…()`, `has_…()`, `get_…()`, `len`, `bool`, `str`, `repr` and `hash` change nothing visible"
    why = "what reads like a question must not change the answer to the next one"
    confidence = Confidence.MEDIUM

    def of(self, cls: type, claims: Claims) -> Check | None:
        getters = list(getters_of(cls, claims))
        if not getters:
            return None
        eye = Eye(cls, claims)

        def breach(value: object) -> Breach | None:
            before = eye.steady(value)
            for getter in getters if before else ():
                if not getter.answers(value):
                    continue
                line = eye.changed(before, value)
                if line is not None:
                    claim = (f"before = {line}", f"_ = {getter.source}", f"assert {line} == before")
                    # what `repr` shows beside may be what was calculated meanwhile
                    confidence = Confidence.LOW if line == SHOWN else getter.confidence
                    message = f"asking for {cls.__name__}.{getter.name} changes the object"
                    return Breach(claim, message, getter.name, confidence=confidence)
            return None

        return breach


class WithReleases(Law):
    name = "with_releases"
    about = "after a `with` that an exception ended, `x.closed` is true (or `is_closed`, or `is_open` false)"
    why = "`with` is there to release what was acquired, in whatever way its block ends"
    confidence = Confidence.MEDIUM
    methods = ("__exit__", "__enter__")

    def of(self, cls: type, claims: Claims) -> Check | None:
        if not self.concerns(cls, claims) or not has(cls, "close"):
            return None

        def breach(value: Any) -> Breach | None:
            found = next((one for one in _RELEASED if _says(value, one[0]) is not None), None)
            if found is None:
                return None
            name, released = found
            with contextlib.suppress(_Interrupted), value:
                raise _Interrupted
            if _says(value, name) is not (not released):
                return None
            call = "()" if callable(getattr(value, name)) else ""
            return Breach(
                (
                    "import contextlib",
                    "with contextlib.suppress(RuntimeError), {0}:",
                    "    raise RuntimeError",
                    f"assert {'' if released else 'not '}{{0}}.{name}{call}",
                )
            )

        return breach


class _Interrupted(RuntimeError):
    """Ends a `with` block."""


def _says(value: object, name: str) -> bool | None:
    """What an attribute or a method says, if it says true or false."""
    try:
        said = getattr(value, name, None)
        said = said() if isinstance(said, types.MethodType) else said
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return None
    return said if type(said) is bool else None


class RaisingLeavesUnchanged(Law):
    name = "raising_leaves_unchanged"
    about = "a method that raises on purpose leaves its receiver as it was"
    why = "a call that was refused should have had no effect"
    confidence = Confidence.LOW


class StateDoesNotLeak(Law):
    name = "state_does_not_leak"
    about = "emptying a list, dict or set that a call returned breaks no other contract on its receiver"
    why = "a container handed out to callers is theirs to change, and must not be the object's own"
    confidence = Confidence.MEDIUM


@functools.cache
def raised_claim(line: str) -> tuple[str, ...]:
    """The lines that state of `{0}` that a call which raised has not changed it."""
    return (
        "import contextlib",
        f"before = {line}",
        "with contextlib.suppress(Exception):",
        "    {last}",
        f"assert {line} == before",
    )
