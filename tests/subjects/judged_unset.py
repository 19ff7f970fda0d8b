"""A constructor that leaves to a hook what other methods need; another attribute has nearly the same name."""

from __future__ import annotations


class Pane:
    """Scrolls."""

    def __init__(self) -> None:
        self.vertical_scroll_2 = 0
        self.reset()

    def reset(self) -> None:
        """Back to the beginning; may be overridden."""
        self.vertical_scroll = 0

    def position(self) -> int:
        """How far it has scrolled."""
        return self.vertical_scroll + self.vertical_scroll_2

    def on_scroll(self) -> None:
        """To be overridden."""
