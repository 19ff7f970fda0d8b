"""What functions hold: mutable defaults, attributes, and their code."""


def collect(item: int, into: list[int] = []) -> int:
    into.append(item)
    return len(into)


def tally(word: str, *, counts: dict[str, int] = {}) -> int:
    counts[word] = counts.get(word, 0) + 1
    return counts[word]


def visit() -> int:
    visit.calls += 1
    return visit.calls


visit.calls = 0


def mark() -> bool:
    """An attribute where there was none at all."""
    before = hasattr(mark, "marked")
    mark.marked = True
    return before


def other_defaults() -> int:
    collect.__defaults__ = ([*collect.__defaults__[0], 0],)
    return len(collect.__defaults__[0])


def answer() -> int:
    return 1


def other_answer() -> int:
    before = answer()
    answer.__code__ = (lambda: 2).__code__
    return before


def other_keywords() -> int:
    before = tally.__kwdefaults__
    tally.__kwdefaults__ = {"counts": {}, **before, "more": 1}
    return len(before)
