"""A chain of which only the third link is faulty."""

from __future__ import annotations


class Link:
    """One of several links, each made by the one before it."""

    def __init__(self) -> None:
        self.depth = 0

    def longer(self) -> Link:
        """The next link."""
        assert self.depth < 2, "the chain breaks"
        link = Link()
        link.depth = self.depth + 1
        return link
