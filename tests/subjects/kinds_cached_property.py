"""Properties that are computed once."""

import functools


class Text:
    def __init__(self, content: str) -> None:
        self.content = content

    @functools.cached_property
    def words(self) -> list[str]:
        return self.content.split()

    @functools.cached_property
    def first(self) -> "Text":
        return Text(self.content[:1])
