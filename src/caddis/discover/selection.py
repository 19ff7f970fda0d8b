"""Which classes are worth having: the class selector of ArbitCheck (section IV-A of the paper).

To call what is to be tested, its parameters must be made (parameter classes), somebody must make them (provider
classes: those that need least), and what calls return can be worked with (mutator classes), all of it recursively.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import inf

from caddis.discover.foreign import attempt
from caddis.discover.types import mentioned
from caddis.model.api import Signature
from caddis.model.classes import mro
from caddis.model.operation import HAS_RECEIVER, Kind, Operation
from caddis.model.types import Anything, Instance, OneOf, Type

Known = Mapping[Operation, Signature]

_GIVEN = frozenset({int, str, float, bytes, bool, complex, type(None), list, tuple, dict, set, frozenset, object, type})
"""Classes whose values are written out, or made of such."""
_ROUNDS = 20
"""The longest chain of calls that is looked for to make an object."""


def selected(targets: Known, others: Known) -> dict[Operation, Signature]:
    """Of the other operations, those that it takes to call the targets, and to work with what they return."""
    ranks = Ranks({**others, **targets})
    members = _members(others)
    providers = _providers(others)
    open_ended = any(isinstance(known, Anything) for signature in targets.values() for known in signature.parameters)
    modules = {operation.module for operation in targets}
    chosen: dict[Operation, None] = {}
    if open_ended:
        # anything may be asked for: what is made next door is the best guess
        chosen.update(dict.fromkeys(o for o in others if o.kind is Kind.CONSTRUCTOR and o.module in modules))
    wanted = _classes(targets.values())
    wanted += _classes(others[operation] for operation in chosen)
    done: set[type] = set()
    while wanted:
        cls = wanted.pop()
        if cls in done or cls in _GIVEN:
            continue
        done.add(cls)
        found = [*members.get(cls, ()), *_lowest(cls, providers, ranks)]
        new = [operation for operation in found if operation not in chosen]
        chosen.update(dict.fromkeys(new))
        wanted += _classes(others[operation] for operation in new)
    return {operation: signature for operation, signature in others.items() if operation in chosen}


class Ranks:
    """For each class, how many calls it takes at least to make an instance."""

    def __init__(self, known: Known) -> None:
        self._of_class: dict[type, float] = {}
        made = [(operation, signature) for operation, signature in known.items() if _makes(operation, signature)]
        for _ in range(_ROUNDS):
            settled = True
            for operation, signature in made:
                rank = self.of(operation, signature)
                for cls in mentioned(signature.returns) - _GIVEN:
                    if rank < self._of_class.get(cls, inf):
                        self._of_class[cls] = rank
                        settled = False
            if settled:
                break

    def of(self, operation: Operation, signature: Signature) -> float:
        """The number of calls it takes to make this one, itself included."""
        pairs = zip(operation.parameters, signature.parameters, strict=True)
        return 1 + sum(self._of_type(known) for parameter, known in pairs if parameter.required)

    def _of_type(self, known: Type) -> float:
        match known:
            case Instance(cls=cls, arguments=arguments):
                inner = sum(map(self._of_type, arguments))
                return inner + (0 if cls in _GIVEN or cls.__module__ == "collections.abc" else self._of(cls))
            case OneOf(options=options):
                return min(map(self._of_type, options), default=0)
            case _:
                return 0

    def _of(self, wanted: type) -> float:
        ranks = [rank for cls, rank in self._of_class.items() if _is_a(cls, wanted)]
        return min(ranks, default=inf)


def _makes(operation: Operation, signature: Signature) -> bool:
    """Whether a call gives what was not there before, as far as its signature says."""
    received = mentioned(signature.parameters[0]) if operation.kind in HAS_RECEIVER else set()
    return bool(mentioned(signature.returns) - received)


def _members(others: Known) -> dict[type, list[Operation]]:
    """The operations on instances of each class."""
    found: dict[type, list[Operation]] = {}
    for operation, signature in others.items():
        if operation.kind in HAS_RECEIVER:
            for cls in mentioned(signature.parameters[0]):
                found.setdefault(cls, []).append(operation)
    return found


def _providers(others: Known) -> dict[type, list[tuple[Operation, Signature]]]:
    found: dict[type, list[tuple[Operation, Signature]]] = {}
    for operation, signature in others.items():
        if _makes(operation, signature):
            for cls in mentioned(signature.returns):
                found.setdefault(cls, []).append((operation, signature))
    return found


def _lowest(
    wanted: type, providers: dict[type, list[tuple[Operation, Signature]]], ranks: Ranks
) -> Iterator[Operation]:
    """Of those that make instances of a class, the ones that need least; each subclass counts for itself."""
    for cls, several in providers.items():
        if _is_a(cls, wanted):
            rated = [(ranks.of(operation, signature), operation) for operation, signature in several]
            least = min(rank for rank, _ in rated)
            yield from (operation for rank, operation in rated if rank == least)


def _classes(signatures: Iterable[Signature]) -> list[type]:
    """The classes that signatures speak of: parameters, and what is returned."""
    found: dict[type, None] = {}
    for signature in signatures:
        for each in (
            *signature.parameters,
            signature.returns,
            *(clue.known for row in signature.clues for clue in row),
        ):
            found.update(dict.fromkeys(sorted(mentioned(each), key=lambda cls: cls.__qualname__)))
    return list(found)


def _is_a(cls: type, wanted: type) -> bool:
    return wanted in mro(cls) or attempt(lambda: issubclass(cls, wanted), False)
