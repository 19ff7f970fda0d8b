"""Caches: by `functools`, in a dict that a closure holds, and of a generic function."""

import functools

_made = 0


@functools.lru_cache(maxsize=None)
def numbered(word: str) -> int:
    global _made
    _made += 1
    return _made


class Page:
    @functools.lru_cache
    def drawn(self) -> list[int]:
        return []


PAGE = Page()


def scribble() -> int:
    """What is cached is changed by whoever gets it."""
    PAGE.drawn().append(1)
    return len(PAGE.drawn())


def memoised(function):
    known = {}
    hits = 0

    def remembered(word):
        nonlocal hits
        if word in known:
            hits += 1
        else:
            known[word] = function(word)
        return known[word], hits

    return remembered


@memoised
def measured(word: str) -> int:
    return len(word)


@functools.singledispatch
def shown(value: object) -> str:
    return "something"


def show_numbers() -> str:
    """Register an implementation when it is first needed."""
    before = shown(1)
    shown.register(int, lambda value: "a number")
    return f"{before}, then {shown(1)}"
