"""What is known of parameters beyond their annotations: from docstrings, examples, defaults, bodies and names."""

from __future__ import annotations

import argparse
import builtins
import importlib
import inspect
import sys
import types
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from caddis.discover.callees import Callees
from caddis.discover.constants import Constants, compiled_in, constants_in
from caddis.discover.docstrings import Described, described
from caddis.discover.examples import Example, by_name, examples_in, readme_of, values_for
from caddis.discover.foreign import MISSING, attempt, is_class, namespace, static, text_of
from caddis.discover.guesses import suggested
from caddis.discover.hints import Hints
from caddis.discover.names import Scope, evaluate, namespace_of, parsed
from caddis.discover.sources import Sources, function_behind
from caddis.discover.types import Reader
from caddis.discover.usage import Usage
from caddis.discover.words import MODULES
from caddis.model.api import NOTHING_NEARBY, Clue, Nearby, Source
from caddis.model.classes import mro
from caddis.model.operation import Parameter
from caddis.model.types import (
    ANYTHING,
    Anything,
    Exactly,
    Field,
    Instance,
    Record,
    Spelt,
    Type,
    exactly,
    one_of,
    options_of,
)

MOST_NEAR = 12
"""Texts in the code that are tried for the attributes of a namespace."""
MOST_USES = 4
"""Types that the body of a function suggests, of which so many are tried."""


class Knowledge(Reader):
    """A reader of annotations that also reads code and its documentation."""

    def __init__(self, known: Sequence[type] = ()) -> None:
        super().__init__(known)
        self._classes = {text_of(cls, "__name__"): cls for cls in known}
        self._by_lower_name = {name.lower().strip("_"): cls for name, cls in self._classes.items()}
        self._sources = Sources()
        # what annotations alone say: what callees do with it in their turn is followed by itself
        self._usage = Usage(known, annotation=Callees(Reader(known)).asked, sources=self._sources)
        self._examples: dict[str, dict[str, list[Example]]] = {}
        self._constants: dict[str, Constants] = {}
        self._types: dict[tuple[str, str], Type] = {}
        self._raised: dict[type, tuple[str, ...]] = {}

    def hints(self, function: Any, owner: type | None, scope: Scope, parameters: Sequence[Parameter]) -> Hints:
        """What docstrings, examples, the body and the names say of parameters, by trust."""
        inner = static(function, "__init__") if is_class(function) else function
        text = documentation(function, owner)
        described = self._docstring(function, text)
        shown = self._shown(function, text, parameters)
        nearby = self._nearby(inner)
        found: dict[str, tuple[Clue, ...]] = {}
        for name in {parameter.name: None for parameter in parameters}:
            clues = self._documented(described, scope, name)
            clues += [Clue(Source.EXAMPLE, Exactly(shown[name]))] if name in shown else []
            uses = attempt(partial(self._usage.types, inner, name, owner), [])
            clues += [Clue(Source.USE, known) for known in uses[:MOST_USES] if not isinstance(known, Anything)]
            clues += self._namespace(inner, name, nearby) if not uses else []
            guess = suggested(name, self._by_lower_name)
            clues += [Clue(Source.NAME, guess)] if guess is not None else []
            if clues:
                found[name] = tuple(clues)
        returns = self._type(described.returns, scope)
        promised = self._promise(described.returns, scope) if described.states_result else ANYTHING
        return Hints(found, returns, nearby, promised, (*described.raises, *self._raised_by(owner)))

    def options(self, function: Any, owner: type | None) -> tuple[str, ...]:
        """What a function looks for in its `**options`, and what examples give it there."""
        inner = static(function, "__init__") if is_class(function) else function
        examples = self._examples_of(function, documentation(function, owner))
        shown = [keyword for example in examples for keyword in example.keywords]
        return tuple(dict.fromkeys((*self._usage.of(inner).keywords, *shown)))

    def _namespace(self, function: Any, name: str, nearby: Nearby) -> list[Clue]:
        """An object with just the attributes that are asked of a parameter, where no class is known to have them."""
        use = self._usage.of(function).parameters.get(name)
        if use is None or not use.attributes or use.methods or use.special:
            return []
        inner = function_behind(function)
        cls = argparse.Namespace if inner is not None and "argparse" in inner.__globals__ else types.SimpleNamespace
        near = [atom for atom in nearby.atoms if type(atom) is str][:MOST_NEAR]
        texts = (exactly(*near),) if near else ()
        fields = [
            Field(each, one_of((suggested(each, self._by_lower_name) or Instance(str), *texts)))
            for each in sorted(use.attributes)
        ]
        return [Clue(Source.USE, Record(tuple(fields), cls))]

    def _shown(self, function: Any, text: str, parameters: Sequence[Parameter]) -> dict[str, tuple[Spelt, ...]]:
        """The values that examples pass: those in the docstring, in the module's, in the README."""
        examples = self._examples_of(function, text)
        return values_for(examples, text_of(function, "__name__"), parameters) if examples else {}

    def _examples_of(self, function: Any, text: str) -> list[Example]:
        """The examples that call a function: those in its docstring, in that of its module, in the README."""
        name = text_of(function, "__name__")
        own = examples_in(text) if ">>>" in text else []
        around = self._around(text_of(function, "__module__")).get(name, [])
        return [example for example in (*own, *around) if example.name == name]

    def _around(self, module: str) -> dict[str, list[Example]]:
        """The examples in the documentation of a module, and of the package it belongs to."""
        if module not in self._examples:
            found = examples_in(documentation(sys.modules.get(module)))
            package = module.partition(".")[0]
            file = text_of(sys.modules.get(package), "__file__")
            if package == module and file.endswith("__init__.py"):
                found += examples_in(attempt(lambda: readme_of(Path(file).parent), ""))
            around = {} if package == module else self._around(package)
            self._examples[module] = {**around, **by_name(found)}
        return self._examples[module]

    def _nearby(self, function: Any) -> Nearby:
        """The constants in the code of a function, of its class and of its module."""
        inner = function_behind(function)
        if inner is None:
            return NOTHING_NEARBY
        file, module = inner.__code__.co_filename, sys.modules.get(inner.__module__)
        if file not in self._constants:
            self._constants[file] = attempt(lambda: constants_in(file, self._sources, compiled_in(module)), Constants())
        path = inner.__qualname__
        return self._constants[file].near(path.rpartition(".")[0] or None, path)

    def _documented(self, described: Described, scope: Scope, name: str) -> list[Clue]:
        said = described.parameters.get(name)
        if said is None:
            return []
        found = [Clue(Source.DOCSTRING, Exactly(said.values))] if said.values else []
        known = self._type(said.type, scope)
        for option in options_of(known):
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

    def _raised_by(self, owner: type | None) -> tuple[str, ...]:
        """The exceptions that the docstring of a class speaks of: any method may be meant."""
        if owner is None:
            return ()
        if owner not in self._raised:
            self._raised[owner] = described(documentation(owner)).raises
        return self._raised[owner]

    def _promise(self, text: str, scope: Scope) -> Type:
        """The type that documentation names, as far as a value can be held against it."""
        expression = parsed(text) if text else None
        documentation = _Documentation(scope, self._classes)
        known = None if expression is None else evaluate(expression, documentation)
        return ANYTHING if known is None else self.certain(known, documentation)

    def _docstring(self, function: Any, text: str) -> Described:
        """What that of the function says; of a constructor also that of its class."""
        texts = [text]
        if is_class(function):
            texts.append(documentation(static(function, "__init__"), function))
        several = [described(each) for each in texts if each]
        parameters = {name: said for each in reversed(several) for name, said in each.parameters.items()}
        returning = next((each for each in several if each.returns), Described())
        raises = tuple(dict.fromkeys(name for each in several for name in each.raises))
        return Described(parameters, returning.returns, raises, returning.states_result)


def documentation(thing: Any, owner: type | None = None) -> str:
    """The docstring of something, or what it overrides; found without running code of the target."""
    text = text_of(thing, "__doc__")
    if not text and owner is not None and not is_class(thing):
        name = text_of(thing, "__name__")
        inherited = (text_of(namespace(base).get(name), "__doc__") for base in mro(owner)[:-1])
        text = next(filter(None, inherited), "")
    return inspect.cleandoc(text)


class _Documentation(Scope):
    """The names documentation uses: those the function sees, classes of the package, and the standard library."""

    def __init__(self, scope: Scope, classes: dict[str, type]) -> None:
        super().__init__(scope.module, scope.owner, tuple(scope.parameters.values()))
        self._classes = classes

    def find(self, name: str) -> Any:
        """The object of that name, or MISSING."""
        if name in MODULES:
            return importlib.import_module(name)
        # not what is there for type checkers only: to find it, every source file must be read once more
        seen = self.parameters.get(name, namespace_of(self.module).get(name, MISSING))
        found = builtins.__dict__.get(name, MISSING) if seen is MISSING else seen
        return self._classes.get(name, MISSING) if found is MISSING else found
