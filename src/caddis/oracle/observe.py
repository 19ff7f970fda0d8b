"""What is asserted of a sequence that ran well: what its last call gave, and what that changed."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from caddis.model.finding import Assertion, Name, is_on_container
from caddis.model.operation import Kind
from caddis.model.operators import COPYING, ENTERING, STATEMENTS
from caddis.model.sequence import Literal, Sequence
from caddis.oracle.expecting import LONGEST_TEXT, Expected, Expecting
from caddis.oracle.observers import MOST_ITEMS, Answer, Observers, gives_numbers
from caddis.oracle.texts import beginning, ending
from caddis.oracle.wavering import Wavering, steady_parts, unsteady

MOST = 8
"""Assertions that are proposed for a case."""
READABLE = 4
"""Those of them that a test has if nobody knows better which of them matter."""
EACH = 4
"""Assertions on one value."""
FIRST = 3
"""Items by which a long list is told."""
_CONTENT = ("list({0})", "dict({0})", "list({0}.items())", "set({0})")
_IMPLIED_BY_CONTENT = ("len({0})", "str({0})", "repr({0})")
_PLACE = re.compile(r"\{\d+\}")
_ATOMS = (int, float, str, bytes, bool, type(None), complex)

Said = tuple[str, Expected]
"""A template, and what it is expected to give."""


def observations(
    sequence: Sequence,
    before: list[object],
    after: list[object],
    observers: Observers,
    public: Callable[[type], Name | None],
    *,
    whole: bool = False,
) -> list[Assertion]:
    """What can be asserted of a sequence, the most telling first; nothing if its last call shows nothing.

    `before` are the values of a run that stopped short of the last call, `after` those of a whole run. `public` tells
    where a class is imported from. The `whole` has all that objects answer to their observers at the end besides,
    changed or not (section 2.3.2 of Palulu). Those are asked that the last call has to do with: what the others answer
    is told by the tests of earlier calls.
    """
    if _reads_a_constant(sequence, after):
        return []
    observing = _Observing(sequence, before, after, observers, public)
    if not whole:
        return observing.found()[:MOST]
    if is_on_container(sequence):
        # that Python's own containers work is taken for granted; but whose are they?
        return observing.standing()
    found = observing.found()
    return list(dict.fromkeys([*found, *observing.standing()])) if found else []


def readable(assertions: list[Assertion]) -> list[Assertion]:
    """As many assertions as people read, without those that others imply."""
    whole = {one.subject for one in assertions if one.template == "{0}"}
    content = {one.subject: _items(one.expected) for one in assertions if one.template in _CONTENT}
    chosen = [
        one
        for one in assertions
        if one.template == "{0}" or one.others or not (one.subject in whole or _is_implied(one, content))
    ]
    return chosen[:READABLE]


def _is_implied(assertion: Assertion, content: dict[int, set[str]]) -> bool:
    """Whether what an object contains says as much."""
    if assertion.subject not in content or assertion.template in _CONTENT:
        return False
    if assertion.template in _IMPLIED_BY_CONTENT or not assertion.expected:
        return assertion.template in _IMPLIED_BY_CONTENT
    inside = _items(assertion.expected)
    return bool(inside) and inside <= content[assertion.subject]


def _items(source: str) -> set[str]:
    """The atoms in the source of a container, which may be one itself."""
    return {ast.unparse(node) for node in ast.walk(ast.parse(source, mode="eval")) if isinstance(node, ast.Constant)}


class _Observing:
    """Looks at the values of one sequence."""

    def __init__(
        self,
        sequence: Sequence,
        before: list[object],
        after: list[object],
        observers: Observers,
        public: Callable[[type], Name | None],
    ) -> None:
        self._sequence = sequence
        self._last = len(sequence) - 1
        self._before, self._after = before, after
        self._observers = observers
        self._public = public
        self._wavering = Wavering(after)
        self._expecting = Expecting(public, given=_floats(sequence), others=after)
        self._known: dict[int, list[Said]] = {}

    def found(self) -> list[Assertion]:
        """All there is, the most telling first."""
        sources = list(dict.fromkeys(self._sequence.sources(self._last)))
        changes = [self._changes(source) for source in sources]
        result = self._after[self._last]
        given = self._given(result, sources) if result is not None else []
        firsts = [several[:2] for several in changes]
        asserted = [*given[:2], *_joined(firsts), *given[2:], *_joined(several[2:] for several in changes)]
        return asserted or self._at_least(result)

    def standing(self) -> list[Assertion]:
        """What the result answers, and then what those do that took part in the last call, each once."""
        found: dict[int, list[Assertion]] = {}
        for place in self._concerned():
            value = self._after[place]
            if not _is_plain(value) and id(value) not in found:
                found[id(value)] = [self._assertion(place, *one) for one in self._said(value)]
        return [*_joined(found.values()), *self._equal()]

    def _equal(self) -> list[Assertion]:
        """That the result equals what it was made from, where it does, and is found in its place."""
        result = self._after[self._last]
        if _is_plain(result) or not _is_value(type(result)):
            return []
        sources = dict.fromkeys(self._sequence.sources(self._last))
        equal = [source for source in sources if _is_another_alike(result, self._after[source])]
        claims = ("{0} == {1}", "hash({0}) == hash({1})")
        return [Assertion(self._last, claim, "", self._last, (source,)) for source in equal for claim in claims]

    def _concerned(self) -> list[int]:
        """The last value, what it was made from, and those that gave or took a plain container that took part in it."""
        places = [self._last]
        for place in places:
            contained = place != self._last and type(self._after[place]) in (list, dict, set, bytearray)
            if place == self._last or contained:
                near = [*self._sequence.sources(place), *(self._sequence.users(place) if contained else ())]
                places += [other for other in near if other not in places]
        return places

    def _given(self, result: object, sources: list[int]) -> list[Assertion]:
        """What to assert of the value that the last call returned."""
        same = next((source for source in sources if self._after[source] is result), None)
        if same is not None and not isinstance(result, (*_ATOMS, type)):
            how = "==" if _is_value(type(result)) else "is"
            return [Assertion(self._last, f"{{0}} {how} {{1}}", "", self._last, (same,))]
        whole = self._whole(result)
        if whole is not None:
            return [self._assertion(self._last, "{0}", whole), *self._seen_of(result, sources)]
        return [*self._parts(result), *self._seen_of(result, sources)]

    def _whole(self, result: object) -> Expected | None:
        """The whole result, if it can be written down; not an object by the very call that made it."""
        operation = self._sequence.statements[self._last].operation
        if operation.kind is Kind.CONSTRUCTOR and operation.module != "builtins":
            return None
        if type(result) is bool and self._gives_numbers():
            result = int(result)
        return None if self._wavering.concerns(result, of=result) else self._expecting.of(result)

    def _gives_numbers(self) -> bool:
        """Whether the last call is one of a method, or reads a property, that is said to give numbers."""
        statement = self._sequence.statements[self._last]
        back = statement.receiver
        return back is not None and gives_numbers(type(self._after[self._last + back]), statement.operation.name)

    def _seen_of(self, result: object, sources: list[int]) -> list[Assertion]:
        """What the observers of a result show: first what is another than with what it was made from."""
        if type(result).__module__ == "builtins":
            return []
        said = self._said(result)
        alike = [self._said(self._before[source]) for source in sources if type(self._after[source]) is type(result)]
        known = {one for several in alike for one in several}
        ordered = sorted(said, key=lambda one: (one in known, one[1].source == "None"))
        return [self._assertion(self._last, template, expected) for template, expected in ordered[:EACH]]

    def _changes(self, source: int) -> list[Assertion]:
        """What of the receiver or an argument the last call changed."""
        before, after = self._before[source], self._after[source]
        if isinstance(after, (*_ATOMS, type)) or self._observers.is_unchanged(before, after):
            return []
        if type(after).__module__ == "builtins":
            seen = [("{0}", now)] if (now := self._expected(Answer("{0}", after), after)) is not None else []
            was = [("{0}", then)] if (then := self._expected(Answer("{0}", before), before)) is not None else []
        else:
            seen, was = self._said(after), self._said(before)
        changed = [self._assertion(source, *one) for one in seen if one not in was]
        return changed[:EACH]

    def _said(self, value: object) -> list[Said]:
        """What an object answers to its observers, so far as that can be written down; each is asked once."""
        known = self._known.get(id(value))
        if known is None:
            said = ((answer, self._expected(answer, value)) for answer in self._observers.ask(value))
            known = [(answer.question, expected) for answer, expected in said if expected is not None]
            self._known[id(value)] = known
        return known

    def _expected(self, answer: Answer, of: object) -> Expected | None:
        shown = answer.question in ("str({0})", "repr({0})")
        if self._wavering.concerns(answer.value, of=of, shown=shown):
            return None
        return self._expecting.of(answer.value)

    def _parts(self, result: object) -> list[Assertion]:
        """What to assert of a result too long to be written down, or that must be used up to be seen."""
        return [self._assertion(self._last, *part) for part in self._parts_of(result)]

    def _parts_of(self, result: Any) -> Iterator[Said]:
        if isinstance(result, (str, bytes)) and type(result) in (str, bytes):
            yield from _parts_of_text(result) if isinstance(result, str) else _parts_of_bytes(result)
        elif type(result) in (list, tuple):
            yield "len({0})", Expected(str(len(result)))
            few = self._expecting.of(result[:FIRST])
            if few is not None and not self._wavering.concerns(result[:FIRST]):
                yield f"{{0}}[:{FIRST}]", few
        elif type(result) in (dict, set, frozenset):
            yield "len({0})", Expected(str(len(result)))
            if type(result) is dict:
                yield from self._entries(result)
        elif hasattr(type(result), "__next__") or (
            type(result).__module__ == "builtins" and hasattr(type(result), "__iter__")
        ):
            items = list(islice(result, MOST_ITEMS))
            consumed = self._expecting.of(items)
            if len(items) < MOST_ITEMS and consumed is not None and not self._wavering.concerns(items):
                yield "list({0})", consumed

    def _entries(self, mapping: dict[Any, Any]) -> Iterator[Said]:
        """Some entries of a long mapping."""
        found = 0
        for key, value in mapping.items():
            name = self._expecting.of(key) if isinstance(key, _ATOMS) else None
            entry = None if name is None or self._wavering.concerns([key, value]) else self._expecting.of(value)
            if name is not None and entry is not None and not name.names and not _PLACE.search(name.source):
                yield f"{{0}}[{name.source}]", entry
                found += 1
            if found == FIRST:
                return

    def _at_least(self, result: object) -> list[Assertion]:
        """What to assert where nothing else can be."""
        operation = self._sequence.statements[self._last].operation
        cls = type(result)
        if operation.kind in (Kind.WRITE, Kind.DELETE) or operation.name in (*STATEMENTS, *ENTERING):
            # it has no value, and changed nothing that can be seen
            return []
        if result is None:
            return [Assertion(self._last, "{0}", "None", self._last)]
        if operation.kind is Kind.CONSTRUCTOR or operation.name in COPYING:
            return []
        if inspect.isroutine(result):
            return [Assertion(self._last, "callable({0})", "", self._last)]
        name = None if cls.__module__ == "builtins" else self._public(cls)
        if name is not None:
            return [Assertion(self._last, f"isinstance({{0}}, {'.'.join(name)})", "", self._last, names=(name,))]
        return [Assertion(self._last, "type({0}).__name__", repr(cls.__name__), self._last)]

    def _assertion(self, subject: int, template: str, expected: Expected) -> Assertion:
        return Assertion(subject, template, expected.source, self._last, names=expected.names)


def _is_value(cls: type) -> bool:
    """Whether of two equal objects of a class one is as good as the other: it says what equals, and can be hashed."""
    return getattr(cls, "__eq__", object.__eq__) is not object.__eq__ and getattr(cls, "__hash__", None) is not None


def _is_another_alike(one: object, other: object) -> bool:
    """Whether two are not the same, but equal, as their class has it."""
    try:
        return one is not other and type(one) is type(other) and bool(one == other) and hash(one) == hash(other)
    except Exception:  # noqa: BLE001 - code of the target may raise anything
        return False


def _is_plain(value: object) -> bool:
    """Whether a value is what it is, and has no state to ask after; or is one that others change."""
    return isinstance(value, type) or type(value).__module__ == "builtins"


def _parts_of_text(text: str) -> Iterator[Said]:
    """How a long text begins and ends; a part of it if something in it is another each time."""
    if unsteady(text):
        part = beginning(max((one.strip() for one in steady_parts(text)), key=len).strip())
        if len(part) > LONGEST_TEXT // 4:
            yield from _claimed(f"{part!r} in {{0}}", part)
        return
    first, last = beginning(text), ending(text)
    if first.strip():
        yield from _claimed(f"{{0}}.startswith({first!r})", first)
    if last.strip() and last != first:
        yield from _claimed(f"{{0}}.endswith({last!r})", last)
    yield "len({0})", Expected(str(len(text)))


def _parts_of_bytes(data: bytes) -> Iterator[Said]:
    yield from _claimed(f"{{0}}.startswith({data[: FIRST * 8]!r})", repr(data[: FIRST * 8]))
    yield "len({0})", Expected(str(len(data)))


def _claimed(template: str, text: str) -> Iterator[Said]:
    """A claim, unless what it quotes reads like a place in a template."""
    if not _PLACE.search(text):
        yield template, Expected("")


def _reads_a_constant(sequence: Sequence, values: list[object]) -> bool:
    """Whether the last call reads a constant, or what a class holds for all its instances."""
    statement = sequence.statements[-1]
    operation, back = statement.operation, statement.receiver
    if operation.kind is Kind.CONSTANT:
        return True
    if operation.kind is not Kind.READ or back is None:
        return False
    receiver = values[len(sequence) - 1 + back]
    cls = receiver if isinstance(receiver, type) else type(receiver)
    held = inspect.getattr_static(cls, operation.name, None)
    own = getattr(receiver, "__dict__", {})
    return held is not None and held is values[-1] and operation.name not in own


def _floats(sequence: Sequence) -> set[float]:
    """The floats that were put in."""
    literals = (one.value for statement in sequence for one in statement.arguments if isinstance(one, Literal))
    return {value for value in literals if isinstance(value, float)}


def _joined(several: Any) -> list[Assertion]:
    return [one for each in several for one in each]
