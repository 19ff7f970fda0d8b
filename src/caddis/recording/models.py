"""Histories merged into a graph for each class: which call may follow which, and with what (section 2.2.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from caddis.model.sequence import Literal
from caddis.model.usage import LEFT, RESULT, Callee, Held, Known, Model, Node, Shaped, Template, Usage
from caddis.recording.histories import Histories, Step, is_public
from caddis.recording.sites import Sort
from caddis.recording.store import CallRow, Recording, reading
from caddis.recording.values import Recorded

MOST_VALUES = 40
"""Values that are kept for a parameter of a node."""
MOST_GIVEN = 80
"""Values that are kept for a parameter of a function."""
DEEPEST = 64
"""Steps from a source past which a call leads back to where it was made before."""
MOST_NODES = 2_000
_BRACKETS = {"list": "[", "tuple": "(", "set": "{", "frozenset": "frozenset", "dict": "{:"}
Label = tuple[Callee, tuple[int, ...]]


@dataclass(slots=True)
class _State:
    """A node in the making."""

    label: Label
    parameters: tuple[str, ...]
    depth: int
    given: list[dict[Template, None]]
    following: dict[Label, int] = field(default_factory=dict)


class _Graph:
    """The model of one class in the making."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._states: list[_State] = []
        self._sources: dict[Label, int] = {}
        self.histories = 0

    def add(self, steps: list[Step]) -> None:
        """Take in a history; one that does not say how the object came to be is of no use."""
        if steps and _makes(steps[0]):
            self.histories += 1
            self._walk(set(), steps)

    def _walk(self, states: set[int], steps: list[Step]) -> set[int]:
        for step in steps:
            states = self._step(states, step)
        return states

    def _step(self, states: set[int], step: Step) -> set[int]:
        """Where a step leads from several states, by itself or by what could be done instead of it."""
        ends = {self._go(states, step)}
        instead = step.instead
        if instead and (states or _makes(instead[0])):
            through = self._walk(states, instead)
            if step.complete:
                ends |= through
        return ends

    def _go(self, states: set[int], step: Step) -> int:
        label = (_callee(step.call), step.positions)
        number = self._known(states, label)
        if number is None:
            number = len(self._states)
            depth = 1 + max((self._states[each].depth for each in states), default=0)
            parameters = _parameters(step.call)
            self._states.append(_State(label, parameters, depth, [{} for _ in parameters]))
        for each in states:
            self._states[each].following[label] = number
        if not states:
            self._sources[label] = number
        for place, value in enumerate(step.call.arguments[: len(self._states[number].given)]):
            given = self._states[number].given[place]
            if len(given) < MOST_VALUES:
                template = template_of(self._recording.values[value], self._recording)
                if template is not None:
                    given[template] = None
        return number

    def _known(self, states: set[int], label: Label) -> int | None:
        """The node for a call from some states, if there is one: one made before from there, or the same call again."""
        if not states:
            return self._sources.get(label)
        ordered = sorted(states)
        for each in ordered:
            if self._states[each].label == label:
                return each
        for each in ordered:
            if label in self._states[each].following:
                return self._states[each].following[label]
        if len(self._states) >= MOST_NODES or self._states[ordered[0]].depth >= DEEPEST:
            return next((number for number, state in enumerate(self._states) if state.label == label), ordered[0])
        return None

    def finished(self, cls: str) -> Model:
        """The model."""
        return Model(
            cls,
            tuple(
                Node(*state.label, state.parameters, tuple(tuple(each) for each in state.given))
                for state in self._states
            ),
            tuple(tuple(dict.fromkeys(state.following.values())) for state in self._states),
            tuple(self._sources.values()),
            self.histories,
        )


def usage_of(recording: Recording, non_mutators: Iterable[str] = ()) -> Usage:
    """What a recording teaches."""
    histories = Histories(recording, non_mutators)
    graphs: dict[str, _Graph] = {}
    for thing, cls in recording.objects.items():
        graphs.setdefault(cls, _Graph(recording)).add(histories.filtered(thing))
    models = {cls: graph.finished(cls) for cls, graph in sorted(graphs.items()) if graph.histories}
    return Usage(models, _parameters_of(recording), recording.bases, tuple(histories.observers()))


def read_usage(file: Path, non_mutators: Iterable[str] = ()) -> Usage:
    """What the recording in a file teaches."""
    with reading(file) as recording:
        return usage_of(recording, non_mutators)


def _parameters_of(recording: Recording) -> dict[Callee, dict[str, tuple[Template, ...]]]:
    """What each parameter of each public function was given when that went well."""
    found: dict[Callee, dict[str, dict[Template, None]]] = {}
    for call in recording.calls():
        if call.exception is not None or call.function.sort in (Sort.FOREIGN, Sort.WRITE):
            continue
        if call.born is None and not is_public(call.function):
            continue
        given = found.setdefault(_callee(call), {})
        for name, value in zip(_parameters(call), call.arguments, strict=True):
            several = given.setdefault(name, {})
            if len(several) < MOST_GIVEN:
                template = template_of(recording.values[value], recording)
                if template is not None:
                    several[template] = None
    return {
        callee: {name: tuple(several) for name, several in given.items() if several} for callee, given in found.items()
    }


def _makes(step: Step) -> bool:
    """Whether a step makes the object, and is not the constructor of another that is given it."""
    return step.positions == (RESULT,) or (_callee(step.call).sort == Sort.CONSTRUCTOR and 0 in step.positions)


def _callee(call: CallRow) -> Callee:
    if call.born is not None and call.cls is not None:
        module, _, path = call.cls.partition(":")
        return Callee(module, path, Sort.CONSTRUCTOR.value)
    return Callee(call.function.module, call.function.path, call.function.sort)


def _parameters(call: CallRow) -> tuple[str, ...]:
    return call.function.parameters


def template_of(value: Recorded, recording: Recording) -> Template | None:
    """A recorded value with objects by their class; None if a test could not have it."""
    match value:
        case None | bool() | int() | float() | str():
            return Literal(value)
        case ["default"]:
            return LEFT
        case ["bytes", text]:
            return Literal(bytes.fromhex(text))
        case ["float", text]:
            return Literal(float(text))
        case ["complex", real, imaginary]:
            return Literal(complex(float(real), float(imaginary)))
        case ["object", number]:
            return Held(recording.objects[number])
        case ["other", cls]:
            return Held(cls)
        case ["name", name]:
            return Known(name)
        case ["dict", pairs]:
            return _shaped("{:", [each for pair in pairs for each in pair], recording)
        case [("list" | "tuple" | "set" | "frozenset") as kind, items]:
            return _shaped(_BRACKETS[kind], items, recording)
        case _:
            return None


def _shaped(bracket: str, items: list[Recorded], recording: Recording) -> Shaped | None:
    made = [template_of(each, recording) for each in items]
    whole = tuple(each for each in made if each is not None)
    return Shaped(bracket, whole) if len(whole) == len(made) else None
