"""Names of regression tests, put together from words, none twice in a file.

The words of a test come from its own case alone: `test_stack_pop_on_empty_raises_index_error`. Where two tests would
have the same name, the simpler one keeps it, and the other one gets one more word of its own case; only when no word
tells them apart it gets a number. So a name stays as it is while others come and go, unless a simpler test claims it.
Tests merged into one are called after what they have in common.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from collections.abc import Sequence as Listing
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from typing import NamedTuple

LONGEST = 60
"""The characters of a name; beyond that, the words that matter least are left out."""

MOST_TRAITS = 2
"""Arguments that are told of."""

Words = tuple[str, ...]


class Trait(NamedTuple):
    """What is special about an argument, and what can be said of it if that varies."""

    words: Words
    otherwise: Words = ()

    def common(self, other: Trait) -> Trait | None:
        """What two arguments have in common."""
        if self == other:
            return self
        return Trait(self.otherwise, self.otherwise) if self.otherwise and self.otherwise == other.otherwise else None


@dataclass(frozen=True, slots=True)
class Title:
    """What a test shows, part by part."""

    called: Words
    """The class and what is called of it."""
    earlier: Words = ()
    """The calls before that matter, or that there were none."""
    given: tuple[Trait, ...] = ()
    """What is special about the arguments."""
    outcome: Words = ()
    telling: tuple[Words, ...] = ()
    """More words, each of which may tell it from a test of the same name; the best first."""

    def common(self, other: Title) -> Title:
        """What two cases of one shape have in common."""
        return Title(
            self.called,
            self.earlier if self.earlier == other.earlier else (),
            tuple(dict.fromkeys(both for one in self.given for more in other.given if (both := one.common(more)))),
            self.outcome if self.outcome == other.outcome else (),
            tuple(words for words in self.telling if words in other.telling),
        )

    def names(self) -> Iterator[str]:
        """Names in the order of preference, all but the first with words that others may not have."""
        yield self._name(())
        said = [self.earlier, *(("with", *trait.words) for trait in self.given)]
        more = [words for words in self.telling if words not in said]
        for count in (1, 2):
            yield from map(self._name, combinations(more, count))

    def _name(self, telling: tuple[Words, ...]) -> str:
        """The most words that fit; of what must go, the arguments go first, then the calls before."""
        extra = tuple(_flat(telling))
        given = [
            ("with" if place == 0 else "and", *trait.words) for place, trait in enumerate(self.given[:MOST_TRAITS])
        ]
        ladder: list[tuple[Words, ...]] = [
            (self.earlier, *given, extra, self.outcome),
            (self.earlier, *given[:1], extra, self.outcome),
            (self.earlier, extra, self.outcome),
            (*given[:1], extra, self.outcome),
            (extra, self.outcome),
            (extra,),
        ]
        for parts in ladder:
            name = "_".join(["test", *_without_stutter([*self.called, *_flat(parts)])])
            if len(name) <= LONGEST:
                break
        return name[:LONGEST].rstrip("_")


def common_title(titles: Iterable[Title]) -> Title:
    """What several cases of one shape have in common."""
    return reduce(Title.common, titles)


def named(titles: Iterable[Title]) -> list[str]:
    """A name for each, none twice; the first that wants one gets it."""
    chosen: dict[str, None] = {}
    for title in titles:
        names = list(title.names())
        free = next((name for name in names if name not in chosen), None)
        chosen[free or _numbered(names[0], chosen)] = None
    return list(chosen)


def _numbered(name: str, taken: Collection[str]) -> str:
    number = 2
    while (numbered := f"{name}_{number}") in taken:
        number += 1
    return numbered


def _flat(parts: Iterable[Words]) -> list[str]:
    return [word for part in parts for word in part]


def _without_stutter(words: Listing[str]) -> list[str]:
    """Single words, none twice in a row."""
    apart = [part for word in words for part in re.split(r"[\W_]+", word) if part]
    return [word for place, word in enumerate(apart) if place == 0 or word != apart[place - 1]]
