"""Functions and classes made for a test: callbacks and subclasses, whose bodies use what is in scope."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import FunctionType

from caddis.generate.bodies import OPTIONAL_SHARE, Bodies, Slot, shape_of
from caddis.generate.draft import Choice, Draft
from caddis.generate.matching import fits
from caddis.generate.plan import Plan
from caddis.generate.supply import Maker, Random, Supply
from caddis.model.definition import SELF, SUPER, Definition, Formal, Gives, Method, calling, defining
from caddis.model.operation import HAS_RECEIVER, Kind, Known, Operation, Parameter, Place
from caddis.model.overriding import Base, Hook
from caddis.model.sequence import Literal, Sequence
from caddis.model.types import ANYTHING, Anything, Function, Instance, OneOf, Type, admits_none

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
OVERRIDDEN_SHARE = 0.35
"""How often a method is overridden that need not be."""
MOST_AWAITED = 20_000
"""Methods of which it is not known yet what they are called with."""

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
        self._supply_of = supply_of
        self.bodies = Bodies(random, supply_of)
        self._roles: dict[tuple[Definition, str], Role] = {}
        self._bases: dict[type, Base | None] = {}
        self.is_asked = False
        """Whether anything takes a function, or can be overridden."""
        self.subclasses: list[Maker] = []
        """What makes an instance of a class below another, for each that was met."""
        self._heard: dict[Role, tuple[Type, ...]] = {}

    def meet(self, cls: type, base_of: Callable[[type], Base | None]) -> Base | None:
        """What may be overridden in a class; from now on, classes below it are made now and then."""
        if cls not in self._bases:
            base = self._bases[cls] = base_of(cls)
            if base is not None:
                self.is_asked = True
                self.subclasses.append(self.subclass(base))
        return self._bases[cls]

    def learn(self, plan: Plan, *, helping: bool) -> None:
        """Let bodies call an operation."""
        told = (clue.known for clues in plan.signature.clues for clue in clues)
        if not helping and any(map(_is_called, (*plan.signature.parameters, *told))):
            self.is_asked = True
        if not helping or plan.operation.module in ("builtins", "collections"):
            self.bodies.learn(plan)

    def hear(self, definition: Definition, method: Method, values: list[object]) -> None:
        """A method of a definition is called: remember what it is given, where nothing else tells."""
        role = self._roles.pop((definition, method.name), None) if self._roles else None
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
        used = sorted(used_of(body, len(captured)))
        body = only_used(body, used, len(captured))
        definition = Definition(name, (Method(name, formals, body, gives=_gives(known.returns)),))
        self._await(definition, definition.methods[0], role)
        places = list(captured)
        return draft.add(defining(definition, [slots[one].name for one in used]), [places[one] for one in used])

    def subclass(self, base: Base) -> Maker:
        """Makes instances of classes below a class."""

        def make(draft: Draft) -> Choice:
            cls = self._class(base, draft)
            if cls is None:
                return None
            chosen: list[Choice] = [cls]
            for parameter, known in zip(base.parameters, base.types, strict=True):
                needed = parameter.required or (
                    parameter.place is not Place.VARIADIC and self._random() < OPTIONAL_SHARE and None not in chosen
                )
                choice = self._supply_of(known).pick(draft) if needed else None
                if choice is None and needed:
                    return None
                chosen.append(choice)
            return draft.add(calling(base.parameters, subclass_name(base.path)), chosen)

        return make

    def subclass_itself(self, base: Base) -> Maker:
        """Makes classes below a class."""
        return lambda draft: self._class(base, draft)

    def _class(self, base: Base, draft: Draft) -> int | None:
        if draft.depth >= DEEPEST:
            return None
        chosen = [hook for hook in base.hooks if hook.abstract or self._random() < OVERRIDDEN_SHARE]
        if not chosen:
            chosen = [base.hooks[int(self._random() * len(base.hooks))]]
        captured = self._captured(draft)
        size, methods = self._size(), []
        for place, hook in enumerate(chosen):
            share = size if place == len(chosen) - 1 else int(self._random() * (size + 1))
            size -= share
            method = self._override(base, hook, list(captured.values()), share, draft)
            if method is None:
                return None
            methods.append(method)
        used = sorted({source for method in methods for source in used_of(method.body, len(captured))})
        kept = [replace(method, body=only_used(method.body, used, len(captured))) for method in methods]
        definition = Definition(subclass_name(base.path), tuple(kept), (base.module, base.path))
        for method, hook in zip(kept, chosen, strict=True):
            self._await(definition, method, (f"{base.module}.{base.path}", hook.name))
        places, slots = list(captured), list(captured.values())
        return draft.add(defining(definition, [slots[one].name for one in used]), [places[one] for one in used])

    def _override(self, base: Base, hook: Hook, captured: list[Slot], size: int, draft: Draft) -> Method | None:
        types = self._better(hook.types, (f"{base.module}.{base.path}", hook.name))
        first = [] if hook.decorator == "staticmethod" else _receiver(base, hook)
        slots = [*captured, *first, *(Slot.of(one.name, known) for one, known in zip(hook.formals, types, strict=True))]
        upward = None
        if first and not hook.abstract and not hook.waits:
            upward = _upward(base, hook, len(captured) + 1)
        # where nobody says what a method gives, only the one that is overridden knows
        as_before = upward is not None and isinstance(hook.returns, Anything)
        body = self.bodies.body(
            slots,
            hook.returns,
            size,
            echo=_literals(draft),
            depth=draft.depth + 1,
            upward=upward,
            as_before=as_before,
        )
        if body is None:
            return None
        gives = Gives.ALWAYS if as_before else _gives(hook.returns)
        return Method(hook.name, hook.formals, body, hook.waits, hook.decorator, gives)

    def _await(self, definition: Definition, method: Method, role: Role) -> None:
        """Have it heard what a method is called with."""
        if len(self._roles) < MOST_AWAITED and role not in self._heard:
            self._roles[definition, method.name] = role

    def _better(self, parameters: tuple[Type, ...], role: Role) -> tuple[Type, ...]:
        """The types of parameters, as calls have shown them where that says more."""
        heard = self._heard.get(role, ())
        if len(heard) != len(parameters):
            return parameters
        return tuple(met if _says_more(met, each) else each for each, met in zip(parameters, heard, strict=True))

    def _size(self) -> int:
        """How many calls a definition may have: rather few."""
        return 1 + int(self._random() ** 3 * LARGEST)

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
            if shape and (place == first or self._random() < CAPTURED_SHARE):
                name = unused(noun(shape[0]), taken)
                found[place] = Slot(name, Instance(shape[0]), shape)
        return found


def _is_called(known: Type) -> bool:
    return isinstance(known, Function) or (isinstance(known, OneOf) and any(map(_is_called, known.options)))


def used_of(body: Sequence, captured: int) -> set[int]:
    """Which of the captured values a body uses."""
    return {source for index in range(captured, len(body)) for source in body.sources(index) if source < captured}


def only_used(body: Sequence, used: list[int], captured: int) -> Sequence:
    """A body without the slots of captured values that nobody uses."""
    return body if len(used) == captured else body.only([*used, *range(captured, len(body))])


def _gives(goal: Type) -> Gives:
    if isinstance(goal, Anything):
        return Gives.ANYTHING
    return Gives.PERHAPS if admits_none(goal) else Gives.ALWAYS


def _says_more(met: Type, known: Type) -> bool:
    """Whether what was met is below what is known."""
    if isinstance(known, Anything):
        return True
    below = isinstance(met, Instance) and isinstance(known, Instance) and met.cls is not known.cls
    return below and isinstance(met, Instance) and fits(known, (met.cls,))


def _receiver(base: Base, hook: Hook) -> list[Slot]:
    if hook.decorator == "classmethod":
        return [Slot("cls", ANYTHING, None), Slot(SUPER, ANYTHING, None)]
    return [Slot(SELF, Instance(base.cls), (base.cls,)), Slot(SUPER, ANYTHING, None)]


def _upward(base: Base, hook: Hook, place: int) -> Callable[[Draft], int]:
    """What adds a call of the method that is overridden, on the parameters; `place` is where `super()` stands."""
    names = [formal for formal in hook.formals if not formal.spelling.startswith("*")]
    parameters = tuple(
        Parameter(formal.name, Place.KEYWORD if formal.by_keyword else Place.POSITIONAL) for formal in names
    )
    operation = Operation(
        Kind.METHOD, base.module, base.path, hook.name, (Parameter(SELF, Place.POSITIONAL), *parameters)
    )
    returns = shape_of(hook.returns)

    def call(draft: Draft) -> int:
        given: list[Choice] = [place + 1 + hook.formals.index(formal) for formal in names]
        return draft.add(operation, [place, *given], returns)

    return call


def subclass_name(path: str) -> str:
    """The name of a class below another."""
    name = path.rpartition(".")[2].strip("_")
    plain = re.sub(r"^(Abstract|Base|I(?=[A-Z][a-z]))|(Base|Interface|ABC|Protocol|Mixin|(?<=[a-z])I)$", "", name)
    return plain if plain and plain != name and plain.isidentifier() else f"My{name}"


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
