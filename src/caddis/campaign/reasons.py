"""Why an operation came no further, in words."""

from __future__ import annotations

from collections.abc import Iterator

from caddis.campaign.records import Key, Record, Records
from caddis.emit.script import script
from caddis.model.explanation import End, Explained, Fate, State
from caddis.model.operation import HAS_RECEIVER, Kind

OTHERS_SHOWN = 2
"""Ways for calls to end that are named beside the most frequent."""
GIVEN_UP = 2
"""Calls that ruin their process after which an operation is not called again."""
CHANCE = "by chance: everything it needs is there, and more time would reach it"
UNTOLD = "not reached: the run ended too early to tell what it needs"
ALLOWING = {"network": "--allow network", "subprocess": "--allow subprocess", "write": "--allow write:PATH"}
BY_USE = frozenset({"TypeError", "AttributeError", "NotImplementedError", "AssertionError", "RecursionError"})
"""Exceptions that tell of the kind of an argument, or of the code, where another string would not help."""
FITS_A_STRING = ("str", "anything")


def explained(records: Records) -> Iterator[Explained]:
    """What became of each operation, and why, the failing ones first."""
    every = [_explained(key, record, records) for key, record in records.by_key.items()]
    left_out = [
        Explained(name, "", name.rpartition(".")[0], State.LEFT_OUT, reason)
        for name, reason in records.left_out.items()
    ]
    order = list(State)
    yield from sorted([*left_out, *every], key=lambda one: (order.index(one.state), one.group))


def _explained(key: Key, record: Record, records: Records) -> Explained:
    name, kind = key
    if record.successes:
        state, reason = State.SUCCEEDED, ""
    elif record.calls:
        state, reason = State.NEVER_SUCCEEDED, _why_never_succeeded(record)
    else:
        state, reason = State.NEVER_CALLED, _why_never_called(key, record, records)
    return Explained(
        name,
        kind,
        record.group,
        state,
        reason,
        record.calls,
        record.successes,
        tuple((_shortly(fate), times) for fate, times in record.fates.most_common()),
        record.parameters,
        script(*record.example) if record.example is not None else "",
    )


def _why_never_called(key: Key, record: Record, records: Records) -> str:
    if record.lacking is None:
        return UNTOLD
    if Kind(key[1]) in HAS_RECEIVER and record.lacking - {parameter.name for parameter in record.parameters}:
        return f"no {record.group.rpartition('.')[2]} could be made: {_why_no_receiver(record.group, records)}"
    return _lacking(record) or CHANCE


def _why_no_receiver(group: str, records: Records) -> str:
    constructor = records.by_key.get((group, Kind.CONSTRUCTOR.value))
    if constructor is None:
        return records.left_out.get(group, "it has no public constructor, and nothing else returned one")
    if constructor.successes:
        return "calling it gives something else, and so does everything else"
    if constructor.calls:
        return f"its constructor {_in_short(constructor)}"
    return _lacking(constructor) or "its constructor was never called"


def _why_never_succeeded(record: Record) -> str:
    lacking = _lacking(record)
    if lacking:
        return f"{lacking} (given None, it {_in_short(record)})"
    return "; ".join([_in_short(record), *_advice(record)])


def _lacking(record: Record) -> str:
    """The parameters that nothing could be built for."""
    types = {parameter.name: parameter.type for parameter in record.parameters}
    missing = [name for name in types if name in (record.lacking or ())]
    if not missing:
        return ""
    built = ", ".join(f"parameter `{name}`: nothing builds {types[name]}" for name in missing)
    return f"{built}; name a factory"


def _in_short(record: Record) -> str:
    """How calls end, the most frequent way first."""
    fates = record.fates.most_common()
    total = record.calls
    (first, times), others = fates[0], fates[1:]
    message = _said(record, first)
    if not others:
        often = "always" if total > 1 else "in its only call"
        return f"{often} {_phrase(first)}{f': {message}' if message else ''}"
    parts = [f"{_phrase(first)} in {times} of {total} calls{_in_brackets(message)}"]
    parts += [
        f"{_shortly(fate)} in {count}{_in_brackets(_said(record, fate))}" for fate, count in others[:OTHERS_SHOWN]
    ]
    rest = sum(count for _, count in others[OTHERS_SHOWN:])
    parts += [f"something else in {rest}"] * bool(rest)
    return ", ".join(parts)


def _in_brackets(message: str) -> str:
    return f" ({message})" if message else ""


def _said(record: Record, fate: Fate) -> str:
    """What is said as a rule when a call ends so."""
    messages = record.said.get(fate)
    return messages.most_common(1)[0][0] if messages else ""


def _phrase(fate: Fate) -> str:
    end, what = fate
    match end:
        case End.RAISED:
            return f"raises {what}"
        case End.BROKE:
            return f"breaks the contract {what}"
        case End.RUINED:
            return RUINOUS_PHRASES.get(what, what)
        case End.DENIED:
            return "is denied something by the sandbox"
        case End.UNSEEN:
            return "gives what cannot be looked at"
        case End.UNREPEATABLE:
            return "is called on what cannot be made once more"
        case End.RETURNED:
            return "returns"


RUINOUS_PHRASES = {
    "hang": "takes too long",
    "crash": "crashes the process",
    "exit": "exits the process",
    "memory": "uses up all memory",
}


def _shortly(fate: Fate) -> str:
    """The same where it is one of several."""
    end, what = fate
    return what if end is End.RAISED else f"denied: {what}" if end is End.DENIED else _phrase(fate)


def _advice(record: Record) -> Iterator[str]:
    """What the user could do."""
    ends = {end for end, _ in record.fates}
    raised = {what for end, what in record.fates if end is End.RAISED}
    denied = {what for end, what in record.fates if end is End.DENIED} & ALLOWING.keys()
    yield from (f"{ALLOWING[what]} would let it" for what in sorted(denied))
    if End.BROKE in ends:
        yield "see the findings of `caddis generate`"
    if raised == {"NotImplementedError"}:
        yield "it is left to subclasses"
    wanted = [parameter for parameter in record.parameters if parameter.required and parameter.type in FITS_A_STRING]
    if wanted and raised - BY_USE:
        yield f"a sample string for `{wanted[0].name}` would help"
    if sum(times for (end, _), times in record.fates.items() if end is End.RUINED) >= GIVEN_UP:
        yield "given up"
