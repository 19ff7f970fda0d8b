"""What discovery found: operations with what is known of their types."""

from __future__ import annotations

from dataclasses import dataclass

from caddis.model.operation import Operation
from caddis.model.types import Type


@dataclass(frozen=True, slots=True)
class Signature:
    """The type of each parameter of an operation, and of its result."""

    parameters: tuple[Type, ...]
    returns: Type


@dataclass(frozen=True)
class Api:
    """The operations of a target, those that help to build arguments, and what was left out and why."""

    operations: dict[Operation, Signature]
    helpers: dict[Operation, Signature]
    modules: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...] = ()
