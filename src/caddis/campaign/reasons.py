"""Why an operation came no further, in words."""

from __future__ import annotations

from collections.abc import Iterator

from caddis.campaign.records import Key, Record, Records
from caddis.emit.script import script
from caddis.model.explanation import OF_THE_WRONG_KIND, End, Explained, Fate, State
from caddis.model.operation import HAS_RECEIVER, Kind
from caddis.model.outcome import NeverWoken, TooMany

OTHERS_SHOWN = 2
"""Ways for calls to end that are named beside the most frequent."""
CHANCE = "by chance: something is there for each parameter, so more time may reach it"
UNTOLD = "not reached: the run ended too early to tell what it needs"
ALLOWING = {"network": "--allow network", "subprocess": "--allow subprocess", "write": "--allow write:PATH"}
OF_NO_STRING = OF_THE_WRONG_KIND | {
    "NotImplementedError",
    "AssertionError",
    "RecursionError",
    "KeyError",
    "StopIteration",
    "ImportError",
    "ModuleNotFoundError",
    "FileNotFoundError",
    "PermissionError",
    "OSError",
    "SystemExit",
}
"""Exceptions where another string would hardly help."""


def explained(records: Records) -> Iterator[Explained]:
    """What became of each operation, and why, the failing ones first."""
    unmet = records.unmet
    every = [_explained(key, record, records) for key, record in records.by_key.items() if key not in unmet]
    left_out = [
        Explained(name, kind, records.by_key[name, kind].group, State.LEFT_OUT, f"needs what is not installed: {text}")
        for (name, kind), text in unmet.items()
    ]
    left_out += [
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
        return "what its constructor returned was of another class, or could not be built upon"
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
    if not others:
        message = _said(record, first)
        if first[0] is End.DENIED:
            return f"denied: {message}"
        often = f"always {_phrase(first)}" if total > 1 else f"{_phrase(first)} in its only call"
        return f"{often}: {message}" if message else often
    parts = [f"{_phrase(first)} in {times} of {total} calls{_in_brackets(record, first)}"]
    parts += [f"{_shortly(fate)} in {count}{_in_brackets(record, fate)}" for fate, count in others[:OTHERS_SHOWN]]
    rest = sum(count for _, count in others[OTHERS_SHOWN:])
    parts += [f"something else in {rest}"] * bool(rest)
    return ", ".join(parts)


def _depends(record: Record) -> bool:
    """Whether it hangs on the arguments what is said: where it is always the same, they may not matter."""
    return sum(len(messages) for messages in record.said.values()) > 1


def _in_brackets(record: Record, fate: Fate) -> str:
    message = _said(record, fate)
    return f" ({message})" if message else ""


def _said(record: Record, fate: Fate) -> str:
    """What is said when a call ends so; the most frequent, where it is not always the same."""
    messages = record.said.get(fate)
    if not messages:
        return ""
    text = messages.most_common(1)[0][0]
    return f"e.g. {text}" if text and len(messages) > 1 else text


def _phrase(fate: Fate) -> str:
    end, what = fate
    match end:
        case End.RAISED:
            return OUR_WORDS.get(what, f"raises {what}")
        case End.BROKE:
            return f"breaks the contract {what}"
        case End.RUINED:
            return RUINOUS_PHRASES.get(what, what)
        case End.DENIED:
            return f"is denied {what}"
        case End.UNSEEN:
            return "gives what cannot be looked at"
        case End.UNREPEATABLE:
            return "is called on what cannot be made once more"
        case End.RETURNED:
            return "returns"


OUR_WORDS = {
    TooMany.__name__: "gives items without end",
    NeverWoken.__name__: "waits for what never comes",
}
"""What is said of exceptions that are ours and mean nothing to the user."""
RUINOUS_PHRASES = {
    "hang": "takes too long",
    "crash": "crashes the process",
    "exit": "exits the process",
    "memory": "uses up all memory",
}


def _shortly(fate: Fate) -> str:
    """The same where it is one of several."""
    match fate:
        case End.RAISED, what:
            return OUR_WORDS.get(what, what)
        case End.DENIED, what:
            return f"denied: {what}"
        case End.RETURNED, _:
            return "returned"
        case _:
            return _phrase(fate)


def _advice(record: Record) -> Iterator[str]:
    """What the user could do."""
    ends = {end for end, _ in record.fates}
    raised = {what for end, what in record.fates if end is End.RAISED}
    denied = {what for end, what in record.fates if end is End.DENIED} & ALLOWING.keys()
    yield from (f"{ALLOWING[what]} would let it" for what in sorted(denied))
    if End.BROKE in ends:
        yield "see the findings of `caddis generate`"
    if raised == {"NotImplementedError"} and not any(text for messages in record.said.values() for text in messages):
        # with words of its own, it says itself what to do instead
        yield "it is left to subclasses"
    required = [parameter for parameter in record.parameters if parameter.required]
    strings = [parameter.name for parameter in required if "str" in parameter.type.split(" | ")]
    unknown = [parameter.name for parameter in required if not parameter.told]
    if strings and raised - OF_NO_STRING:
        yield f"a sample string for `{strings[0]}` would help"
    elif unknown and raised and raised <= OF_THE_WRONG_KIND and _depends(record):
        yield f"nothing tells the type of `{unknown[0]}`"
    if End.RUINED in ends:
        from caddis.engine.trying import RUINOUS  # with much that a parent does without

        if sum(times for (end, _), times in record.fates.items() if end is End.RUINED) >= RUINOUS:
            yield "given up"
