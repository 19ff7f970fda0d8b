"""Dataclasses that check, derive, freeze and order."""

from dataclasses import InitVar, dataclass, field


@dataclass(order=True)
class Span:
    low: int
    high: int
    step: InitVar[int] = 1
    length: int = field(init=False)

    def __post_init__(self, step: int) -> None:
        if self.low > self.high:
            raise ValueError("upside down")
        self.length = (self.high - self.low) // (step or 1)

    def holds(self, number: int) -> bool:
        return self.low <= number <= self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    text: str
    tags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", self.text.strip())

    def tagged(self, tag: str) -> "Label":
        return Label(text=self.text, tags=(*self.tags, tag))
