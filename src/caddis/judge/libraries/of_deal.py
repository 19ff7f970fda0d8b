"""What deal's checkers tell.

Its exceptions tell the part that was broken, but `exception=` may put anything in their place: the validator at work,
and the list of its function's contracts that it stands in, tell always.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from caddis.judge.libraries.broken import Broken, Part, Trace, code_of, first_of

NAME = "deal"
_CONTRACTS = "__deal_contract"
_LISTS = {
    "pres": Part.PRECONDITION,
    "posts": Part.POSTCONDITION,
    "ensures": Part.POSTCONDITION,
    "raises": Part.RAISES,
    "reasons": Part.REASON,
}


def broken(trace: Trace) -> Broken | None:
    """The contract of deal that an exception tells of, if any."""
    frames = trace.checking
    module = frames[0].f_globals.get("__name__", "")
    if trace.within is None and module.endswith("._has_patcher"):
        return _effects(trace)
    if trace.within is None and module.endswith("._dispatch"):
        dispatch = frames[0].f_locals.get("self")
        return Broken(Part.PRECONDITION, getattr(dispatch, "__wrapped__", dispatch))
    for frame in frames:
        validator: Any = frame.f_locals.get("validator")
        owner: Any = frame.f_locals.get("self")
        if trace.within is not None and code_of(_condition(validator)) is not trace.within:
            continue
        if frame.f_code.co_name == "_deal_validate":
            return _invariant(trace, frames, validator, owner)
        for name, part in _LISTS.items():
            if any(validator is each for each in getattr(owner, name, ())):
                return _made(part, owner.func, validator, first_of(frame), raised=trace.within is not None)
    return None


def _condition(validator: Any) -> Any:
    return getattr(validator, "raw_validator", None)


def _made(
    part: Part, callee: Any, validator: Any, first: Any = None, *, raised: bool = False, before: bool = False
) -> Broken:
    message = getattr(validator, "message", None)
    said = message if isinstance(message, str) else ""
    return Broken(part, callee, _condition(validator), said, raised, before, first)


def _invariant(trace: Trace, frames: list[FrameType], validator: Any, owner: Any) -> Broken:
    around = next((each for each in frames if each.f_code.co_name == "_deal_patched_method"), None)
    before = around is not None and "result" not in around.f_locals
    method = around.f_locals.get("method") if around is not None else None
    callee = getattr(method, "__func__", method) or type(owner)
    return _made(Part.INVARIANT, callee, validator, raised=trace.within is not None, before=before)


def _effects(trace: Trace) -> Broken | None:
    """The function nearest to what was done that had promised not to do it."""
    frames = [entry.tb_frame for entry in trace.entries]
    running: list[Any] = [
        f.f_locals["self"] for f in frames if f.f_code.co_name in ("_run_sync", "_run_async", "_run_iter")
    ]
    for contracts in reversed(running):
        if getattr(contracts, "patcher", None) is not None:
            return Broken(Part.EFFECTS, contracts.func, None, type(trace.exception).__name__)
    return None


def preconditions(function: Any) -> Callable[[tuple[Any, ...], dict[str, Any]], str] | None:
    """Asks the preconditions of a wrapper for arguments: what of them is broken, in words; empty if nothing is."""
    contracts = function.__dict__.get(_CONTRACTS)
    if not getattr(contracts, "pres", None):
        return None

    def ask(arguments: tuple[Any, ...], named: dict[str, Any]) -> str:
        state = getattr(sys.modules.get("deal._state"), "state", None)
        if state is None or not state.debug:
            # switched off by the target
            return ""
        # as deal does: conditions are not held to contracts themselves
        state.debug = False
        try:
            for validator in contracts.pres:
                if not _holds(validator, arguments, named):
                    return _made(Part.PRECONDITION, None, validator).text or "expected otherwise"
        finally:
            state.debug = True
        return ""

    return ask


def _holds(validator: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> bool:
    try:
        validator.validate(arguments, named)
    except Exception as exception:
        if type(exception) is validator.exception_type:
            return False
        raise
    return True


def declared(function: Any) -> tuple[type[BaseException], ...] | None:
    """The exceptions that a function declares, by `raises` and `safe`, or gives the reasons of; None if it does not."""
    contracts = getattr(function, "__dict__", {}).get(_CONTRACTS)
    raises = [set(validator.exceptions) for validator in getattr(contracts, "raises", ())]
    if raises:
        allowed = set.intersection(*raises)
        return tuple(sorted(allowed, key=lambda one: one.__qualname__))
    events = tuple(validator.event for validator in getattr(contracts, "reasons", ()))
    return events or None
