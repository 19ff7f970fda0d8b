"""What operations are said to take, and how well an argument is known to be that."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import IntEnum

from caddis.judge.exceptions.fitting import HOLDING, fits
from caddis.model.api import Signature, Source
from caddis.model.definition import Definition
from caddis.model.operation import HAS_RECEIVER, Kind, Operation
from caddis.model.sequence import Literal
from caddis.model.types import Anything, Exactly, Function, Instance, OneOf, Type, one_of, options_of

Known = Callable[[Operation], Signature | None]
"""What is known of an operation."""


class Trust(IntEnum):
    """How well the inputs are known to be what the parameters take."""

    WRONG = 0
    """Something else was given than is said."""
    UNKNOWN = 1
    """Nothing is said of something given, or it cannot be told."""
    GUESSED = 2
    """They are what examples, defaults, names and the use in the code suggest."""
    DOCUMENTED = 3
    """They are what documentation says."""
    STATED = 4
    """They are what annotations say, or nothing was given."""


_TRUST = {
    Source.ANNOTATION: Trust.STATED,
    Source.STUB: Trust.STATED,
    # as long as what was given agrees
    Source.SHARED: Trust.STATED,
    Source.DOCSTRING: Trust.DOCUMENTED,
}
Expected = tuple[Trust, Type]


class Expectations:
    """What each operation is said to take, worked out once."""

    def __init__(self, known: Known, owned: Callable[[str], bool]) -> None:
        self._known = known
        self.owned = owned
        self._of: dict[Operation, tuple[tuple[Expected, ...], ...] | None] = {}
        self._by_class: dict[tuple[Operation, int, type], Trust] = {}
        self._sharing: dict[Operation, frozenset[int]] = {}

    def of(self, operation: Operation) -> tuple[tuple[Expected, ...], ...] | None:
        """For each parameter what is said of it, by trust; None where nothing is known of the operation."""
        if operation not in self._of:
            signature = self._known(operation)
            self._of[operation] = None if signature is None else _expected(operation, signature)
        return self._of[operation]

    def sharing(self, operation: Operation) -> frozenset[int]:
        """The parameters that share a type variable with another."""
        if operation not in self._sharing:
            signature = self._known(operation)
            clues = () if signature is None else signature.clues
            self._sharing[operation] = frozenset(
                place for place, several in enumerate(clues) if any(clue.source is Source.SHARED for clue in several)
            )
        return self._sharing[operation]

    def asks_for(self, operation: Operation, place: int, cls: type) -> bool:
        """Whether anything says that a parameter takes objects of a class."""
        expected = self.of(operation)
        if expected is None or place >= len(expected):
            return False
        types = [options_of(known) for _, known in expected[place]]
        return any(isinstance(option, Instance) and option.cls is cls for options in types for option in options)

    def trust(self, operation: Operation, place: int, value: object) -> Trust:
        """How well an argument is known to be what its parameter takes; asked once where its class decides that."""
        key = (operation, place, type(value))
        trust = self._by_class.get(key)
        if trust is None:
            expected = self.of(operation)
            if expected is None or place >= len(expected):
                trust = Trust.STATED if place == 0 and operation.kind in HAS_RECEIVER else Trust.UNKNOWN
            else:
                trust = trust_in(value, expected[place])
                if isinstance(value, HOLDING) or not all(_is_of_class(known) for _, known in expected[place]):
                    return trust
            self._by_class[key] = trust
        return trust

    def trust_in_definition(self, operation: Operation, place: int, definition: Definition) -> Trust:
        """How well a function that the test defines is known to be what a parameter takes."""
        expected = self.of(operation)
        if expected is None or place >= len(expected):
            return Trust.UNKNOWN
        for trust, known in expected[place]:
            options = options_of(known)
            if any(isinstance(option, Function) and delivers(definition, option) for option in options):
                return trust
        return Trust.UNKNOWN

    def forget(self) -> None:
        """Let go of classes that have been made anew."""
        self._of.clear()
        self._sharing.clear()
        self._by_class.clear()


def _expected(operation: Operation, signature: Signature) -> tuple[tuple[Expected, ...], ...]:
    found: list[tuple[Expected, ...]] = []
    for number, known in enumerate(signature.parameters):
        clues = signature.clues[number] if signature.clues else ()
        if not clues:
            # receivers, what a stub says, what a descriptor takes
            trust = Trust.STATED if number == 0 and operation.kind in HAS_RECEIVER else _unsourced(signature, known)
            found.append(((trust, known),))
            continue
        by_trust: dict[Trust, list[Type]] = {}
        for clue in clues:
            by_trust.setdefault(_TRUST.get(clue.source, Trust.GUESSED), []).append(clue.known)
        found.append(
            tuple((trust, one_of(tuple(several))) for trust, several in sorted(by_trust.items(), reverse=True))
        )
    return tuple(found)


def _unsourced(signature: Signature, known: Type) -> Trust:
    if any(signature.clues):
        # where parameters say all, there are no clues; where others have some, this one has none
        return Trust.UNKNOWN
    options = options_of(known)
    # an operator may be used with another of its class, or with anything else
    return Trust.GUESSED if any(isinstance(option, Anything) for option in options) else Trust.STATED


def trust_in(value: object, expected: tuple[Expected, ...]) -> Trust:
    """How well a value is known to be what a parameter takes."""
    for trust, known in expected:
        if isinstance(known, Anything):
            continue
        if _takes_functions(known) and callable(value):
            return Trust.UNKNOWN
        answer = fits(value, known)
        if answer:
            return trust
        if answer is False and (trust is Trust.STATED or (trust is Trust.DOCUMENTED and not _is_mere_example(known))):
            return Trust.WRONG
        if answer is None and trust is Trust.STATED:
            # the rest are guesses
            return Trust.UNKNOWN
    return Trust.UNKNOWN


def delivers(definition: Definition, known: Function) -> bool:
    """Whether a function takes what a type says and gives what it says, as far as its text tells."""
    method = definition.methods[0]
    counted = known.parameters is not None and len(known.parameters) == len(method.formals)
    if not counted or known.and_more or isinstance(known.returns, Anything):
        return False
    *_, last = method.body
    returned = last.arguments[0] if last.operation.kind is Kind.RESULT else Literal(None)
    # what a call gives was chosen for what is known of it
    return not isinstance(returned, Literal) or fits(returned.value, known.returns) is True


def _is_of_class(known: Type) -> bool:
    """Whether the class of a value that is no container decides if it is of the type."""
    match known:
        case Instance(cls=cls):
            return cls is not Hashable
        case OneOf(options=options):
            return all(map(_is_of_class, options))
        case Anything() | Function():
            return True
        case _:
            return False


def _takes_functions(known: Type) -> bool:
    return isinstance(known, Function) or (isinstance(known, OneOf) and any(map(_takes_functions, known.options)))


def _is_mere_example(known: Type) -> bool:
    """Whether values are named, and others may be as good."""
    return isinstance(known, Exactly) or (isinstance(known, OneOf) and any(map(_is_mere_example, known.options)))
