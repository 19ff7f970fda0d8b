"""Strings made to match regular expressions."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, TypeVar

Random = Callable[[], float]
T = TypeVar("T")

_TRIES = 8
"""How often, for each string wanted, one is made before giving up."""
_REPEATED = 3
"""A repetition goes at most so far beyond its minimum."""
_LONGEST = 200
_CATEGORIES = {
    codes.CATEGORY_DIGIT: "0123456789",
    codes.CATEGORY_WORD: "abcxyzABCXYZ0189_",
    codes.CATEGORY_SPACE: " \t\n",
}
_OPPOSITES = {
    codes.CATEGORY_NOT_DIGIT: codes.CATEGORY_DIGIT,
    codes.CATEGORY_NOT_WORD: codes.CATEGORY_WORD,
    codes.CATEGORY_NOT_SPACE: codes.CATEGORY_SPACE,
}
_USUAL = "abcxyzABCXYZ0123456789 _-.,:;/!?@#$%&*+=()[]{}<>'\"\\^~|`\t\né€"
"""What stands for any character, the plainest first."""


class _Impossible(Exception):
    """No string can be made this way."""


def matching(pattern: str, flags: int, random: Random, count: int) -> list[str]:
    """Up to so many different strings that match a regular expression, as a whole if they can; perhaps none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about how it is written, which is not our affair
            compiled = re.compile(pattern, flags)
            tree = parser.parse(pattern, flags)
    except (re.error, ValueError, OverflowError, RecursionError):
        return []
    whole: dict[str, None] = {}
    within: dict[str, None] = {}
    for _ in range(count * _TRIES):
        if len(whole) >= count:
            break
        try:
            made = _Maker(compiled, random).make(tree)
        except (_Impossible, RecursionError):
            continue
        if compiled.fullmatch(made):
            whole[made] = None
        elif compiled.search(made):
            within[made] = None
    return [*whole, *(text for text in within if text not in whole)][:count]


class _Maker:
    """Makes one string along the tree of a regular expression."""

    def __init__(self, compiled: re.Pattern[str], random: Random) -> None:
        self._random = random
        self._flags = compiled.flags
        self._groups: dict[int, str] = {}
        self._made = ""
        self._ahead: list[str] = []
        """What a lookahead wants to come next."""

    def make(self, tree: Iterable[Any]) -> str:
        self._all(tree)
        # a lookahead at the end wants more than the expression itself makes
        return self._made + (self._ahead.pop() if self._ahead else "")

    def _all(self, tree: Iterable[Any]) -> None:
        for code, argument in tree:
            self._one(code, argument)
            if len(self._made) > _LONGEST:
                raise _Impossible

    def _one(self, code: Any, argument: Any) -> None:
        if code is codes.LITERAL:
            self._add(self._in_some_case(chr(argument)))
        elif code is codes.NOT_LITERAL:
            self._add(self._other_than({chr(argument)}))
        elif code is codes.IN:
            self._add(self._in_some_case(self._of_class(argument)))
        elif code is codes.ANY:
            self._add(self._pick(_USUAL[:12]))
        elif code is codes.BRANCH:
            self._all(self._pick(argument[1]))
        elif code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            self._repeat(*argument)
        elif code is codes.SUBPATTERN:
            self._group(argument)
        elif code is codes.ATOMIC_GROUP:
            self._all(argument)
        elif code is codes.GROUPREF:
            self._add(self._groups.get(argument, ""))
        elif code is codes.GROUPREF_EXISTS:
            group, present, absent = argument
            self._all((present if group in self._groups else absent) or ())
        elif code is codes.ASSERT:
            self._look(*argument)
        elif code not in (codes.AT, codes.ASSERT_NOT):
            # anchors and what must not follow are left to the check at the end
            raise _Impossible

    def _add(self, text: str) -> None:
        """Add a text, which may be the beginning of what a lookahead wants."""
        self._made += text
        if self._ahead:
            wanted = self._ahead.pop()
            if wanted[len(text) :] and wanted.startswith(text):
                self._ahead.append(wanted[len(text) :])

    def _repeat(self, least: int, most: int, tree: Sequence[Any]) -> None:
        highest = min(most, least + _REPEATED)
        # none at all, or the least, is as telling as any other number
        times = least if self._random() < 0.3 else least + int(self._random() * (highest - least + 1))
        for _ in range(times):
            self._all(tree)

    def _group(self, argument: Any) -> None:
        group, _, _, tree = argument
        start = len(self._made)
        self._all(tree)
        if group is not None:
            self._groups[group] = self._made[start:]

    def _look(self, direction: int, tree: Iterable[Any]) -> None:
        """Ahead: remember what is to come. Behind: put it there if it is not."""
        outside, self._made = self._made, ""
        self._all(tree)
        wanted, self._made = self._made, outside
        if direction > 0:
            self._ahead.append(wanted)
        elif not outside.endswith(wanted):
            self._made += wanted

    def _of_class(self, items: Sequence[Any]) -> str:
        """A character of a class such as `[a-z_]`."""
        if self._ahead and (first := self._ahead[-1][:1]) and self._is_in(first, items):
            return first
        if items[0][0] is codes.NEGATE:
            return self._pick([each for each in _USUAL if not self._is_in(each, items[1:])])
        code, argument = self._pick(items)
        if code is codes.LITERAL:
            return chr(argument)
        if code is codes.RANGE:
            low, high = argument
            # the ends are where mistakes are; half a surrogate pair cannot be written into a test
            chosen = self._pick((low, high, low + int(self._random() * (high - low + 1))))
            return chr(low if 0xD800 <= chosen <= 0xDFFF else chosen)
        if code is codes.CATEGORY and argument in _CATEGORIES:
            return self._pick(_CATEGORIES[argument])
        return self._pick([each for each in _USUAL if self._is_in(each, [(code, argument)])])

    def _is_in(self, character: str, items: Sequence[Any]) -> bool:
        if items and items[0][0] is codes.NEGATE:
            return not self._is_in(character, items[1:])
        return any(_holds(character, code, argument) for code, argument in items)

    def _other_than(self, excluded: set[str]) -> str:
        return self._pick([each for each in _USUAL if each not in excluded])

    def _in_some_case(self, text: str) -> str:
        if self._flags & re.IGNORECASE and self._random() < 0.3:
            return text.swapcase() if len(text.swapcase()) == 1 else text
        return text

    def _pick(self, options: Sequence[T]) -> T:
        if not options:
            raise _Impossible
        return options[int(self._random() * len(options))]


def _holds(character: str, code: Any, argument: Any) -> bool:
    """Whether an item of a class holds a character."""
    if code is codes.LITERAL:
        return bool(ord(character) == argument)
    if code is codes.RANGE:
        return bool(argument[0] <= ord(character) <= argument[1])
    if argument in _OPPOSITES:
        return not _holds(character, codes.CATEGORY, _OPPOSITES[argument])
    if argument is codes.CATEGORY_DIGIT:
        return character.isdecimal()
    if argument is codes.CATEGORY_SPACE:
        return character.isspace()
    return character.isalnum() or character == "_"
