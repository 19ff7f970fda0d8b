"""What icontract's checkers tell.

It raises one exception for all, or whatever `error=` says, so the part that was broken is read from the frame that
raised. The checker of a function carries its conditions; they are documented, the names in its frames are not.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from types import FrameType, FunctionType
from typing import Any

from caddis.judge.libraries.broken import Broken, Part, Trace, code_of, first_of

NAME = "icontract"


def broken(trace: Trace) -> Broken | None:
    """The contract of icontract that an exception tells of, if any."""
    for frame in trace.checking:
        if frame.f_code.co_name == "_assert_invariant":
            return _invariant(trace, frame)
        checker = _checker(frame)
        if checker is not None:
            return _of_function(trace, frame, checker)
    return None


def _checker(frame: FrameType) -> Any:
    """The wrapper whose frame it is, if it checks the conditions of a function."""
    for value in frame.f_locals.values():
        if isinstance(value, FunctionType) and value.__code__ is frame.f_code and hasattr(value, "__preconditions__"):
            return value
    return None


def has_admitted(frame: FrameType) -> bool:
    """Whether a frame is that of a checker that has found the preconditions of its function to hold."""
    checker = _checker(frame)
    return checker is not None and any(checker.__preconditions__)


def _of_function(trace: Trace, frame: FrameType, checker: Any) -> Broken | None:
    held = frame.f_locals
    callee = getattr(checker, "__wrapped__", checker)
    groups, posts = checker.__preconditions__, checker.__postconditions__
    if trace.within is not None:
        contract = _whose(trace.within, [*(one for group in groups for one in group), *posts])
        if contract is None:
            # the body raised, and the checker has nothing to say to that
            return None
        part = Part.POSTCONDITION if "result" in held else Part.PRECONDITION
        return _made(part, callee, contract, first_of(frame), raised=True)
    if trace.checking[0] is not frame or not any(value is trace.exception for value in held.values()):
        # icontract complains of how it is used
        return None
    if "result" in held:
        return _made(Part.POSTCONDITION, callee, _first_false(posts, held), first_of(frame))
    return _made(Part.PRECONDITION, callee, _first_false(groups[-1] if groups else [], held), first_of(frame))


def _whose(code: Any, contracts: list[Any]) -> Any:
    return next((contract for contract in contracts if code_of(contract.condition) is code), None)


def _made(part: Part, callee: Any, contract: Any, first: Any = None, *, raised: bool = False) -> Broken:
    return Broken(part, callee, getattr(contract, "condition", None), _description(contract), raised, first=first)


def _description(contract: Any) -> str:
    text = getattr(contract, "description", None)
    return text if isinstance(text, str) else ""


def _first_false(contracts: list[Any], held: Mapping[str, Any]) -> Any:
    """The first condition that does not hold of what a checker holds; asked only where there are several."""
    if len(contracts) <= 1:
        return next(iter(contracts), None)
    resolved = held.get("resolved_kwargs", {})
    for contract in contracts:
        try:
            if _answer(contract, resolved) is False:
                return contract
        except Exception:  # noqa: BLE001 - code of the target may raise anything
            return contract
    return contracts[0]


def _invariant(trace: Trace, frame: FrameType) -> Broken | None:
    contract, instance = frame.f_locals.get("contract"), frame.f_locals.get("instance")
    if contract is None:
        return None
    if trace.within is not None and code_of(getattr(contract, "condition", None)) is not trace.within:
        return None
    around = next((each for each in trace.checking if each.f_code.co_name == "wrapper"), None)
    # what makes an object has no `result` to tell by, and no state to find broken
    makes = around is not None and "invariants" not in around.f_locals
    before = around is not None and not makes and "result" not in around.f_locals
    callee = around.f_locals.get("func") or around.f_locals.get("new_func") if around is not None else None
    return Broken(
        Part.INVARIANT,
        callee if isinstance(callee, FunctionType) else type(instance),
        contract.condition,
        _description(contract),
        trace.within is not None,
        before,
    )


def preconditions(function: Any) -> Callable[[tuple[Any, ...], dict[str, Any]], str] | None:
    """Asks the preconditions of a checker for arguments: what of them is broken, in words; empty if nothing is."""
    groups = function.__dict__.get("__preconditions__")
    if not isinstance(groups, list) or not any(groups):
        return None
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return None
    names = list(parameters)
    defaults = {name: one.default for name, one in parameters.items() if one.default is not one.empty}

    def ask(arguments: tuple[Any, ...], named: dict[str, Any]) -> str:
        resolved = {"_ARGS": arguments, "_KWARGS": named, **defaults, **dict(zip(names, arguments, strict=False))}
        resolved.update(named)
        said = ""
        # the conditions of one base, or of another, must hold: a subclass asks for less
        for group in function.__preconditions__:
            said = next(_false(group, resolved), "")
            if not said:
                break
        return said

    return ask


def _false(group: list[Any], resolved: Mapping[str, Any]) -> Iterator[str]:
    for contract in group:
        if _answer(contract, resolved) is False:
            yield _made(Part.PRECONDITION, None, contract).text or "the precondition does not hold"


def _answer(contract: Any, resolved: Mapping[str, Any]) -> bool | None:
    """Whether a condition holds; None where that cannot be told without a loop, or without an argument."""
    if inspect.iscoroutinefunction(contract.condition) or any(n not in resolved for n in contract.mandatory_args):
        return None
    answer = contract.condition(**{name: resolved[name] for name in contract.condition_args if name in resolved})
    if inspect.iscoroutine(answer):
        answer.close()
        return None
    return bool(answer)
