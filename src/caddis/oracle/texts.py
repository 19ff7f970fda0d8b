"""The part of a text that tells it from others, short enough to read."""

from __future__ import annotations

import re

from caddis.oracle.wavering import steady_parts

LONGEST_PART = 48
_SPECIAL = re.compile(r"[\\.^$*+?{}\[\]|()]")
_AT_ENDS = ".,:;!?"


def beginning(text: str) -> str:
    """The first words of a text."""
    line = text.split("\n", maxsplit=1)[0]
    if len(line) <= LONGEST_PART:
        return line
    cut = line[:LONGEST_PART]
    return cut[: cut.rindex(" ")] if " " in cut[LONGEST_PART // 2 :] else cut


def ending(text: str) -> str:
    """The last words of a text."""
    line = text.rstrip("\n").split("\n")[-1] + "\n" * (len(text) - len(text.rstrip("\n")))
    if len(line) <= LONGEST_PART:
        return line
    cut = line[-LONGEST_PART:]
    return cut[cut.index(" ") + 1 :] if " " in cut[: LONGEST_PART // 2] else cut


def telling(message: str) -> str:
    """What of the message of an exception is the same each time, and needs no escaping in a pattern if that can be."""
    line = next((line.strip() for line in message.splitlines() if line.strip()), "")
    part = max((part.strip() for part in steady_parts(line)), key=len)
    whole = _cut(part.strip(_AT_ENDS + " "))
    if not _SPECIAL.search(whole):
        return whole
    longest = max((run.strip(_AT_ENDS + " ") for run in _plain_runs(whole)), key=len)
    return longest if longest.count(" ") else whole


def _plain_runs(text: str) -> list[str]:
    """The words of a text that need no escaping, those together that follow one another; as they stand there."""
    runs: list[list[str]] = [[]]
    for word in text.split(" "):
        plain = word.rstrip(_AT_ENDS)
        if _SPECIAL.search(plain):
            runs.append([])
        elif _SPECIAL.search(word):
            runs[-1].append(plain)
            runs.append([])
        else:
            runs[-1].append(word)
    return [" ".join(run) for run in runs]


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_PART else beginning(text)
