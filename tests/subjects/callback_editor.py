"""A small text editor with four levels of locking and hooks to override, and four bugs that take an override to show.

They are of the last four categories of Figure 8 of Klein, Flatt and Findler: a dependence on a default implementation
(`keymap`), a precondition on the state that is missing (`clear`), a method that should have been final
(`in_edit_sequence`), and state that is wrong while the object is made (`on_load`).
"""

from __future__ import annotations

from enum import IntEnum

from icontract import DBC, require


class Lock(IntEnum):
    """What is forbidden, each level with all that the ones before forbid."""

    UNLOCKED = 0
    FLOW = 1
    WRITE = 2
    READ = 3


class Editor(DBC):
    """Holds a text."""

    def __init__(self, text: str = "") -> None:
        self._lock = Lock.UNLOCKED
        self._text = text
        self.on_load()
        self._history: list[str] = []
        self._sequences: list[int] = []

    def lock(self) -> Lock:
        """What is forbidden now; may always be asked."""
        return self._lock

    @require(lambda self: self.lock() < Lock.READ, "read locked")
    def text(self) -> str:
        """All there is."""
        return self._text

    @require(lambda self: self.lock() == Lock.UNLOCKED, "locked")
    def insert(self, text: str) -> None:
        """Append a text."""
        self._history.append(self._text)
        self._text += text
        self._lock = Lock.WRITE
        try:
            self.on_insert(text)
        finally:
            self._lock = Lock.UNLOCKED

    @require(lambda self: self.lock() == Lock.UNLOCKED, "locked")
    def delete(self, count: int) -> None:
        """Take characters off the end."""
        self._history.append(self._text)
        self._text = self._text[: len(self._text) - count] if count > 0 else self._text

    def clear(self) -> None:
        """Take everything off."""
        self.delete(len(self._text))

    @require(lambda self: self.lock() < Lock.FLOW, "flow locked")
    def wrap(self, width: int) -> list[str]:
        """The text in lines."""
        width = max(width, 1)
        return [self._text[start : start + width] for start in range(0, len(self._text), width)]

    @require(lambda self: self.lock() == Lock.UNLOCKED, "locked")
    def begin_edit_sequence(self) -> None:
        """Have all that follows undone together."""
        self._sequences.append(len(self._history))

    @require(lambda self: self.lock() == Lock.UNLOCKED, "locked")
    def end_edit_sequence(self) -> None:
        """What follows is undone by itself."""
        if self._sequences:
            self._sequences.pop()

    def in_edit_sequence(self) -> bool:
        """Whether a sequence was begun and not ended."""
        return bool(self._sequences)

    @require(lambda self: self.lock() == Lock.UNLOCKED, "locked")
    def undo(self) -> None:
        """Take the last change back, or all of the sequence."""
        if self.in_edit_sequence():
            start = self._sequences.pop()
        else:
            start = len(self._history) - 1
        if 0 <= start < len(self._history):
            self._text = self._history[start]
            del self._history[start:]

    def keymap(self) -> dict[str, str] | None:
        """What keys stand for; None if they stand for themselves."""
        return {}

    @require(lambda self: self.lock() == Lock.UNLOCKED, "locked")
    def press(self, key: str) -> None:
        """Insert what a key stands for."""
        self.insert(self.keymap().get(key, key))

    def on_load(self) -> None:
        """Called when the text is there."""

    def on_insert(self, text: str) -> None:
        """Called after an insertion, while nothing may be changed."""
