"""What a class below another may override, and how an instance of it is made."""

from __future__ import annotations

from dataclasses import dataclass

from caddis.model.definition import Formal
from caddis.model.operation import Parameter
from caddis.model.types import Type


@dataclass(frozen=True, slots=True)
class Hook:
    """A method that may be overridden, or must be, being abstract."""

    name: str
    formals: tuple[Formal, ...]
    types: tuple[Type, ...]
    """Those of its parameters."""
    returns: Type
    abstract: bool = False
    waits: bool = False
    decorator: str = ""


@dataclass(frozen=True, slots=True)
class Base:
    """A class that may be subclassed, by the name that a test imports."""

    cls: type
    module: str
    path: str
    hooks: tuple[Hook, ...]
    parameters: tuple[Parameter, ...]
    """Those of its constructor, with their types."""
    types: tuple[Type, ...]

    @property
    def is_abstract(self) -> bool:
        """Whether only classes below it have instances."""
        return any(hook.abstract for hook in self.hooks)
