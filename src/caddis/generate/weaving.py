"""Functions and classes made for a test: callbacks and subclasses, whose bodies use what is in scope."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType

from caddis.generate.bodies import Bodies, Slot
from caddis.generate.draft import Choice, Draft
from caddis.generate.plan import Plan
from caddis.generate.supply import Maker, Random, Supply
from caddis.model.definition import Definition, Formal, Method, defining
from caddis.model.operation import HAS_RECEIVER, Known, Operation
from caddis.model.sequence import Literal, Sequence
from caddis.model.types import ANYTHING, Anything, Function, Instance, Type

WOVEN_SHARE = 0.7
"""How often a function is made, where simple ones would do as well."""
LARGEST = 12
"""The calls in a definition, all its bodies together."""
DEEPEST = 2
"""Definitions inside definitions."""
MOST_CAPTURED = 3
"""Values of the test that a definition may use."""
CAPTURED_SHARE = 0.7
"""How often one is."""

Role = tuple[str, str]
"""What a definition was made for: an operation and its parameter, or a class and its method."""

_NOUNS: dict[type, str] = {
    int: "number",
    float: "number",
    str: "text",
    bytes: "data",
    bool: "flag",
    list: "items",
    tuple: "values",
    dict: "mapping",
    set: "members",
    FunctionType: "function",
}
_FUNCTION = Function(ANYTHING)


class Weaver:
    """Makes definitions, and learns from their calls what they are given."""

    def __init__(self, random: Random, supply_of: Callable[[Type], Supply]) -> None:
        self._random = random
        self.bodies = Bodies(random, supply_of)
        self._roles: dict[Definition, Role] = {}
        self._heard: dict[Role, tuple[Type, ...]] = {}

    def learn(self, plan: Plan, *, helping: bool) -> None:
        """Let bodies call an operation."""
        if not helping or plan.operation.module in ("builtins", "collections"):
            self.bodies.learn(plan)

    def hear(self, definition: Definition, method: Method, values: list[object]) -> None:
        """A method of a definition is called: remember what it is given, where nothing else tells."""
        role = self._roles.pop(definition, None)
        if role is not None and role not in self._heard:
            count = len(method.formals)
            arguments = values[-count:] if count else []
            if count == 1 and method.formals[0].spelling.startswith("*"):
                arguments = list(values[-1]) if isinstance(values[-1], tuple) else []
            self._heard[role] = tuple(Instance(type(each)) for each in arguments)

    def know(self, shown: Mapping[Operation, Known]) -> None:
        """Runs have shown what operations do."""
        self.bodies.know(dict(shown))

    def function(self, known: Function, simple: list[Maker]) -> Maker:
        """Makes functions of a type, now and then a simple one."""

        def make(draft: Draft) -> Choice:
            if simple and (draft.depth >= DEEPEST or self._random() >= WOVEN_SHARE):
                return simple[int(self._random() * len(simple))](draft)
            return self._function(known, draft)

        return make

    def _function(self, known: Function, draft: Draft) -> Choice:
        role = _role(draft)
        name = named(role[1])
        parameters = known.parameters if known.parameters is not None else self._heard.get(role)
        if parameters is None:
            formals: tuple[Formal, ...] = (Formal("*args"),)
            parameters = (Instance(tuple),)
        else:
            parameters = self._better(parameters, role)
            formals = tuple(map(Formal, parameter_names(parameters)))
        captured = self._captured(draft)
        slots = [
            *captured.values(),
            Slot(name, _FUNCTION, (FunctionType,)),
            *(Slot.of(formal.name, each) for formal, each in zip(formals, parameters, strict=True)),
        ]
        body = self.bodies.body(slots, known.returns, self._size(), echo=_literals(draft), depth=draft.depth + 1)
        if body is None:
            return None
        used, body = without_unused(body, len(captured))
        definition = Definition(name, (Method(name, formals, body),))
        if Anything() in parameters or known.parameters is None:
            self._roles[definition] = role
        places = list(captured)
        return draft.add(defining(definition, [slots[one].name for one in used]), [places[one] for one in used])

    def _better(self, parameters: tuple[Type, ...], role: Role) -> tuple[Type, ...]:
        """The types of parameters, those of which nothing is known as calls have shown them."""
        heard = self._heard.get(role, ())
        if len(heard) != len(parameters):
            return parameters
        return tuple(met if isinstance(each, Anything) else each for each, met in zip(parameters, heard, strict=True))

    def _size(self) -> int:
        """How many calls a definition may have: rather few."""
        return 1 + int(self._random() ** 2 * LARGEST)

    def _captured(self, draft: Draft) -> dict[int, Slot]:
        """Values of a draft that a definition may use, by position: first of all what it is given to."""
        found: dict[int, Slot] = {}
        taken: set[str] = set()
        first = draft.chosen[0] if draft.chosen and draft.operation and draft.operation.kind in HAS_RECEIVER else None
        places = [place for place in range(len(draft.shapes)) if self.bodies.has_calls(draft.shapes[place])]
        if isinstance(first, int) and first in places:
            places.remove(first)
            places.append(first)
        while places and len(found) < MOST_CAPTURED:
            place, shape = places[-1], draft.shapes[places.pop()]
            if shape is not None and self._random() < CAPTURED_SHARE:
                name = unused(noun(shape[0]), taken)
                found[place] = Slot(name, Instance(shape[0]), shape)
        return found


def without_unused(body: Sequence, captured: int) -> tuple[list[int], Sequence]:
    """Which of the captured values a body uses, and the body without the slots of the others."""
    mentioned = {source for index in range(captured, len(body)) for source in body.sources(index) if source < captured}
    used = sorted(mentioned)
    if len(used) == captured:
        return used, body
    return used, body.only([*used, *range(captured, len(body))])


def _role(draft: Draft) -> Role:
    operation = draft.operation
    if operation is None or len(draft.chosen) >= len(operation.parameters):
        return ("", "")
    return (str(operation), operation.parameters[len(draft.chosen)].name)


def _literals(draft: Draft) -> list[Literal]:
    """The literals that stand around a definition."""
    chosen = [choice for choice in draft.chosen if isinstance(choice, Literal)]
    before = [
        argument for each in draft.statements[-4:] for argument in each.arguments if isinstance(argument, Literal)
    ]
    return [*chosen, *before]


def named(role: str) -> str:
    """The name of a function after what it is for."""
    name = role.strip("_")
    if len(name) < 3 or not name.isidentifier() or keyword.iskeyword(name) or hasattr(builtins, name):
        return "callback"
    return name


def parameter_names(types: Iterable[Type]) -> list[str]:
    """Names for the parameters of a function."""
    taken: set[str] = set()
    return [unused(noun(each.cls) if isinstance(each, Instance) else "value", taken) for each in types]


def noun(cls: type) -> str:
    """What an instance of a class is called."""
    known = _NOUNS.get(cls)
    if known is None:
        spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", cls.__name__)
        known = re.sub(r"\W+", "_", spaced).strip("_").lower()
    return known if known.isidentifier() and not keyword.iskeyword(known) and not hasattr(builtins, known) else "value"


def unused(name: str, taken: set[str]) -> str:
    """A name that is not taken yet, and is from now on."""
    chosen, number = name, 2
    while chosen in taken:
        chosen, number = f"{name}{number}", number + 1
    taken.add(chosen)
    return chosen
