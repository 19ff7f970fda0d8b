"""What a contract is: its predicate, the code that states it, how sure it is, and why it should hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol

from caddis.judge.contracts.claims import Claims, has
from caddis.model.verdict import Confidence


class Contract(Protocol):
    """Something every value of the classes it concerns must satisfy; a predicate that raises is broken too."""

    @property
    def name(self) -> str:
        """How findings and configuration name it."""

    def concerns(self, cls: type) -> bool:
        """Whether instances of `cls` must satisfy it."""

    def holds(self, value: object) -> bool:
        """Whether a value satisfies it."""

    def claim(self) -> tuple[str, ...]:
        """The lines of a test that state it of `{0}`."""


@dataclass(frozen=True, slots=True)
class Breach:
    """How a value, or several, break a contract: the lines that state it, and what else is known."""

    claim: tuple[str, ...]
    message: str = ""
    method: str = ""
    """The method at fault, where it is not the contract's own."""
    exception: BaseException | None = None
    confidence: Confidence | None = None
    """How sure this is, where that differs from the contract's own."""


Check = Callable[..., Breach | None]
"""Asks one value, or several of a class, whether they break a contract."""


class Law:
    """A contract on the values of the target's classes; each one is a small class of its own."""

    name: ClassVar[str]
    about: ClassVar[str]
    """What it says, for the documentation."""
    why: ClassVar[str]
    """Why breaking it is taken for a bug."""
    confidence: ClassVar[Confidence] = Confidence.HIGH
    methods: ClassVar[tuple[str, ...]] = ()
    """The special methods it speaks of, the one at fault first; a class must have them all, and one of its own."""
    lines: ClassVar[tuple[str, ...]] = ()
    raising: ClassVar[bool] = False
    """Whether raising breaks it; otherwise a predicate that raises says nothing."""
    with_itself: ClassVar[bool] = False
    """Of a law on two values: whether both may be the same."""
    among: ClassVar[str] = ""
    """Of a law on several values: the method that they must have in common, if any: another one asks otherwise."""
    refusable: ClassVar[tuple[type[Exception], ...]] = ()
    """What a class may raise on purpose to say that there is no answer."""

    def of(self, cls: type, claims: Claims) -> Check | None:
        """How instances of a class are asked, if it concerns them."""
        return self.breach if self.concerns(cls, claims) else None

    def concerns(self, cls: type, claims: Claims) -> bool:
        """Whether a class claims what this is about."""
        return all(has(cls, name) for name in self.methods) and claims.own(cls, *self.methods)

    def breach(self, *values: object) -> Breach | None:
        """How the values break it, if they do."""
        return None if self.holds(*values) else Breach(self.lines)

    def holds(self, *values: object) -> bool:
        """Whether the values satisfy it."""
        raise NotImplementedError


class Asked(Law):
    """A law that only wants an answer, whatever it is."""

    raising = True
    of_parts: ClassVar[bool] = False
    """Whether to answer, a value asks what it holds the same: what is raised there is not its fault."""

    def concerns(self, cls: type, claims: Claims) -> bool:
        """Whether the target has written the answer itself."""
        return all(has(cls, name) and claims.wrote(cls, name) for name in self.methods)

    def holds(self, *values: object) -> bool:
        """Whether asking returns."""
        self.ask(values[0])
        return True

    def ask(self, value: object) -> object:
        """Put the question, to a value or to a part of it."""
        raise NotImplementedError
