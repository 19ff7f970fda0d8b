"""A span whose order is broken, and behind it a fault that only such a span shows."""


class Span:
    def __init__(self) -> None:
        self.steps: list[int] = []

    def __lt__(self, other: "Span") -> bool:
        return True


def halved(span: Span) -> int:
    return 1 // len(span.steps)
