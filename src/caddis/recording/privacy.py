"""What is never recorded: values that look like secrets, by the name that holds them or by what they are."""

from __future__ import annotations

import re

_NAMES = re.compile(
    r"pass(?!(ed|es|ing|age|ive|enger|through)\b)(word|wd|phrase|code)?|pwd|secret|credential|api_?key|private_?key"
    r"|access_?key|auth(?!or)|bearer|cookie|session_?(id|key)|signature|otp|pin_?code|ssn|token",
    re.IGNORECASE,
)
_VALUES = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{20,}|\bxox[abprs]-[A-Za-z0-9-]{10,}"
    r"|\bsk-[A-Za-z0-9_-]{20,}|\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.|://[^/\s:@]+:[^/\s:@]+@"
)

SHORTEST = 4
"""Secrets shorter than this are not recognised where they are not named so."""


class Privacy:
    """Tells which texts are not to be recorded."""

    def __init__(self, redact: tuple[str, ...] = ()) -> None:
        """`redact` are patterns of the user's, for names and for values."""
        self._redact = [re.compile(pattern) for pattern in redact]
        self._names: dict[str, bool] = {}
        self._secrets: set[str | bytes] = set()

    def hides(self, name: str, value: str | bytes) -> bool:
        """Whether a text is not to be recorded; `name` is that of the parameter, attribute or key that holds it."""
        hidden = self._names.get(name)
        if hidden is None:
            looks_secret = _NAMES.search(name) is not None
            hidden = self._names[name] = looks_secret or any(each.search(name) for each in self._redact)
        if hidden:
            # it may be passed on under another name
            if len(value) >= SHORTEST:
                self._secrets.add(value)
            return True
        if value in self._secrets:
            return True
        text = value if isinstance(value, str) else value.decode("latin-1")
        return _VALUES.search(text) is not None or any(each.search(text) for each in self._redact)
