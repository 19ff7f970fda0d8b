"""What differs between two sides, told from what was seen of one sequence on each."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from caddis.model.difference import RESULT, Difference, Manner, Weight
from caddis.oracle.canonical import compared, further, is_text, shown, shown_apart

Seen = dict[str, Any]
"""What a worker tells of a sequence: how it ended, or what is seen of its last call."""


SHORT = 60
RETURNS = "returns"


def differences(old: Seen, new: Seen, last: int) -> list[Difference]:
    """What differs after the call at `last`, the weightiest first; nothing where a side has no such operation."""
    if "absent" in old or "absent" in new:
        return []
    ends = _end(old), _end(new)
    if any(ends):
        was, now = (end or RETURNS for end in ends)
        return [] if was == now else [Difference(Manner.ENDS, RESULT, "", was, now)]
    raised = old.get("raised"), new.get("raised")
    if all(one is not None and one[0] < last for one in raised):
        # the last call was made on neither side
        return []
    found = _raising(raised, (_returned(old), _returned(new)))
    if not any(one.manner is Manner.RAISES for one in found):
        found += _looks(old, new)
    found += _warnings(old, new)
    return sorted(found, key=_plainness)


def _plainness(one: Difference) -> tuple[object, ...]:
    """The weightiest first, then what is seen of plain values, in few words."""
    nested = any(text.startswith("{") for text in one.evidence)
    long = len(one.old) + len(one.new) > SHORT
    return (one.manner.weight.rank, one.is_copied, list(Manner).index(one.manner), nested, long)


def _end(seen: Seen) -> str | None:
    return "does not end in time" if "late" in seen else seen.get("ended")


def _returned(seen: Seen) -> str:
    """What a call that did not raise came to, where that can be told in few words."""
    for place, template, description in seen.get("views", ()):
        if place == RESULT and template in ("", "{0}"):
            text = shown(description, SHORT)
            return f"returns {text}" if not text.endswith("...") else RETURNS
    return RETURNS


def _raising(raised: tuple[Any, Any], returned: tuple[str, str]) -> list[Difference]:
    old, new = raised
    if old is None and new is None:
        return []
    was, now = (text if one is None else _raise_in_words(one) for one, text in zip(raised, returned, strict=True))
    if old is None or new is None or old[:2] != new[:2]:
        where = " / ".join(f"{one[1]} in {one[3]}" if one is not None else "" for one in raised)
        return [Difference(Manner.RAISES, RESULT, "", was, now, where=where)]
    if old[2] != new[2]:
        return [Difference(Manner.MESSAGE, RESULT, "", was, now, where=f"{old[1]} in {old[3]} / {new[1]} in {new[3]}")]
    return []


def _raise_in_words(raised: Any) -> str:
    _, name, message, _ = raised
    return f"raises {name}: {message}" if message else f"raises {name}"


def _looks(old: Seen, new: Seen) -> list[Difference]:
    """What is seen of values in other ways on both sides."""
    theirs = {(place, template): description for place, template, description in new.get("views", ())}
    found: list[Difference] = []
    for place, template, description in old.get("views", ()):
        if (place, template) not in theirs:
            continue
        other = theirs[place, template]
        for path, was, now in further(template, description, other) or [(template, description, other)]:
            found += _look(place, path, was, now)
    refused = old.get("raised") is not None
    where = f"{old['raised'][1]} in {old['raised'][3]}" if refused else ""
    return [replace(one, where=where, refused=refused) for one in found + _kinds(old, new)]


def _look(place: int, template: str, old: Any, new: Any) -> list[Difference]:
    weight = compared(old, new)
    if weight is None:
        return []
    manner = Manner.RESULT if place == RESULT else Manner.STATE
    if is_text(template) or weight is Weight.WORDS:
        manner = Manner.TEXT
    was, now = shown_apart(old, new)
    return [Difference(manner, place, template, was, now, evidence=(json.dumps(old), json.dumps(new)))]


def _kinds(old: Seen, new: Seen) -> list[Difference]:
    """A result that is plain on one side and an object on the other is looked at in no way that both have."""
    results = [[(t, d) for place, t, d in seen.get("views", ()) if place == RESULT] for seen in (old, new)]
    if all(results) and not {t for t, _ in results[0]} & {t for t, _ in results[1]}:
        was, now = (shown(several[0][1]) for several in results)
        return [Difference(Manner.RESULT, RESULT, "", was, now)]
    return []


def _warnings(old: Seen, new: Seen) -> list[Difference]:
    # by class: messages of warnings are often put in other words
    mine, theirs = ({text.partition(":")[0] for text in seen.get("warned", ())} for seen in (old, new))
    if mine == theirs:
        return []
    was, now = (", ".join(seen.get("warned", ())) or "no warning" for seen in (old, new))
    return [Difference(Manner.WARNING, RESULT, "", was, now)]
