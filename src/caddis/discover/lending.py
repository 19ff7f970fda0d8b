"""Examples lent from one parameter to another of the same name: what `version` is here, it is there as well."""

from __future__ import annotations

from dataclasses import replace

from caddis.model.api import Clue, Signature, Source
from caddis.model.operation import Operation
from caddis.model.types import Exactly, Spelt

MOST = 8
"""Values of one name that are lent."""


def lent(known: dict[Operation, Signature]) -> dict[Operation, Signature]:
    """The same operations; parameters without an example get those of others with their name."""
    examples: dict[str, dict[Spelt, None]] = {}
    for operation, signature in known.items():
        for parameter, clues in zip(operation.parameters, signature.clues, strict=False):
            for clue in clues:
                if clue.source is Source.EXAMPLE and isinstance(clue.known, Exactly):
                    examples.setdefault(parameter.name, {}).update(dict.fromkeys(clue.known.values))
    return {operation: _with(operation, signature, examples) for operation, signature in known.items()}


def _with(operation: Operation, signature: Signature, examples: dict[str, dict[Spelt, None]]) -> Signature:
    if not signature.clues or not any(parameter.name in examples for parameter in operation.parameters):
        return signature
    clues = [
        (*own, Clue(Source.NAME, Exactly(tuple(examples[parameter.name])[:MOST])))
        if parameter.name in examples and not any(clue.source is Source.EXAMPLE for clue in own)
        else own
        for parameter, own in zip(operation.parameters, signature.clues, strict=True)
    ]
    return replace(signature, clues=tuple(clues))
