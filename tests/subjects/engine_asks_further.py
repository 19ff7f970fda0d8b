"""Gates that open by what is written nowhere: it is made of parts, and asked for in more ways than `==` in a test."""

import fractions


class Gate:
    def __init__(self) -> None:
        self.word = "-".join(str(number * number) for number in range(7, 12))
        self.low = len(self.word) ** 6
        self.kind = getattr(fractions, "".join(("Frac", "tion")))

    def begin(self, word: str) -> int:
        if word.startswith(self.word):
            return 1
        return 0

    def end(self, word: str) -> int:
        if word.endswith((self.word, self.word.upper())):
            return 1
        return 0

    def ask(self, word: str) -> int:
        if self._is_right(word):
            return 1
        return 0

    def _is_right(self, word: str) -> bool:
        return word == self.word

    def count(self, number: int) -> int:
        if self.low <= number <= self.low + 9:
            return 1
        return 0

    def bring(self, thing) -> int:
        if isinstance(thing, (self.kind, type(self))):
            return self._look_at(thing)
        return 0

    def _look_at(self, thing) -> int:
        if type(thing) is self.kind:
            return 1
        return 2
