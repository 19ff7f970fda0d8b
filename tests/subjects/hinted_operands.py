"""Ranges of whole numbers, which other ranges may lie in."""


class Span:
    """From one number to another."""

    def __init__(self, start=0, stop=0):
        self.start, self.stop = start, stop

    def __contains__(self, item):
        if isinstance(item, Span):
            return self.start <= item.start and item.stop <= self.stop
        return self.start <= item < self.stop

    def __add__(self, other):
        return Span(self.start + other.start, self.stop + other.stop)
