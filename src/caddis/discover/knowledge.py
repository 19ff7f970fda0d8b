"""What is known of parameters beyond their annotations: from docstrings, examples, defaults, bodies and names."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Sequence
from typing import Any

from caddis.discover.docstrings import Described, described
from caddis.discover.foreign import MISSING, attempt, is_class, static, text_of
from caddis.discover.guesses import suggested
from caddis.discover.names import Scope, evaluate, parsed
from caddis.discover.sources import Sources
from caddis.discover.types import Reader
from caddis.discover.usage import Usage
from caddis.discover.words import MODULES
from caddis.model.api import Clue, Source
from caddis.model.types import ANYTHING, Anything, Exactly, Instance, OneOf, Type

MOST_USES = 4
"""Types that the body of a function suggests, of which so many are tried."""


class Knowledge(Reader):
    """A reader of annotations that also reads code and its documentation."""

    def __init__(self, known: Sequence[type] = ()) -> None:
        super().__init__(known)
        self._classes = {text_of(cls, "__name__"): cls for cls in known}
        self._by_lower_name = {name.lower().strip("_"): cls for name, cls in self._classes.items()}
        self._usage = Usage(known, sources=Sources())
        self._described: dict[int, Described] = {}
        self._types: dict[tuple[str, str], Type] = {}

    def hints(self, function: Any, owner: type | None, scope: Scope, name: str) -> tuple[Clue, ...]:
        """What docstring, body and name say of a parameter, by trust."""
        found = [*self._documented(function, owner, scope, name)]
        inner = static(function, "__init__") if is_class(function) else function
        uses = attempt(lambda: self._usage.types(inner, name, owner), [])
        found += [Clue(Source.USE, known) for known in uses[:MOST_USES] if not isinstance(known, Anything)]
        guess = suggested(name, self._by_lower_name)
        if guess is not None:
            found.append(Clue(Source.NAME, guess))
        return tuple(found)

    def documented_result(self, function: Any, owner: type | None, scope: Scope) -> Type:
        """What the docstring says of the result."""
        return self._type(self._docstring(function, owner).returns, scope)

    def _documented(self, function: Any, owner: type | None, scope: Scope, name: str) -> list[Clue]:
        said = self._docstring(function, owner).parameters.get(name)
        if said is None:
            return []
        found = [Clue(Source.DOCSTRING, Exactly(said.values))] if said.values else []
        known = self._type(said.type, scope)
        for option in known.options if isinstance(known, OneOf) else (known,):
            if not isinstance(option, Anything) and option != Instance(type(None)):
                found.append(Clue(Source.DOCSTRING if said.stated else Source.NAME, option))
        return found

    def _type(self, text: str, scope: Scope) -> Type:
        """The type that documentation names."""
        key = (text, scope.module)
        if key not in self._types:
            expression = parsed(text) if text else None
            documentation = _Documentation(scope, self._classes)
            known = None if expression is None else evaluate(expression, documentation)
            self._types[key] = ANYTHING if known is None else self.read(known, documentation)
        return self._types[key]

    def _docstring(self, function: Any, owner: type | None) -> Described:
        """That of the function; of a constructor also that of its class."""
        key = id(function)
        if key not in self._described:
            texts = [attempt(lambda: inspect.getdoc(function), None)]
            if is_class(function):
                texts.append(attempt(lambda: inspect.getdoc(static(function, "__init__")), None))
            several = [described(text) for text in texts if type(text) is str]
            parameters = {name: said for each in reversed(several) for name, said in each.parameters.items()}
            returns = next((each.returns for each in several if each.returns), "")
            self._described[key] = Described(parameters, returns)
        return self._described[key]


class _Documentation(Scope):
    """The names documentation uses: those the function sees, classes of the package, and the standard library."""

    def __init__(self, scope: Scope, classes: dict[str, type]) -> None:
        super().__init__(scope.module, scope.owner, tuple(scope.parameters.values()))
        self._classes = classes

    def find(self, name: str) -> Any:
        """The object of that name, or MISSING."""
        if name in MODULES:
            return importlib.import_module(name)
        found = super().find(name)
        return self._classes.get(name, MISSING) if found is MISSING else found
