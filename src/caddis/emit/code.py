"""The body of a test: a sequence as lines of Python, with what is asserted of it."""

from __future__ import annotations

import ast
import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from caddis.emit import literals
from caddis.emit.definitions import definition_source, free_name, names_inside
from caddis.emit.displays import display
from caddis.emit.layout import defines, lay_out
from caddis.emit.names import FORBIDDEN, made_by, variable_name
from caddis.emit.printer import INDENT
from caddis.model.definition import SELF, SUPER, Definition
from caddis.model.finding import Assertion, Refusal
from caddis.model.operation import HAS_RECEIVER, Kind, Operation, Waiting, constant
from caddis.model.operators import ENTERING, IN_PLACE, OPERATORS, STATEMENTS
from caddis.model.respelling import respelt
from caddis.model.sequence import Atom, Literal, Sequence

_WRITTEN_AS_STATEMENTS = ENTERING.union(STATEMENTS, IN_PLACE)
_PATTERN = re.compile(r"[\\.^$*+?{}\[\]|()]")
"""What has a meaning in a pattern."""
LAST = "{last}"
"""Where in a claim the last statement stands, if not before it."""
_EMPTY_BUILTINS = {
    "list": "[]",
    "dict": "{}",
    "tuple": "()",
    "str": '""',
    "bytes": 'b""',
    "int": "0",
    "float": "0.0",
    "bool": "False",
}


def body(
    sequence: Sequence,
    type_names: tuple[str, ...],
    spell: Callable[[Operation], str],
    imported: frozenset[str] = frozenset(),
    *,
    assertions: tuple[Assertion, ...] = (),
    subjects: tuple[int, ...] = (),
    claim: tuple[str, ...] = (),
    refusal: Refusal | None = None,
    indent: int = INDENT,
) -> list[str]:
    """The lines of a test, laid out to stand `indent` columns from the left, and without that indentation.

    `spell` says how an operation is written in the file, `imported` are names it must not hide; the claim's `{0}`,
    `{1}` are the values at `subjects`, and a line `{last}` of it is where the last statement stands. With a `refusal`,
    that is what the last statement raises.
    """
    asserted = [_Asserted.of(one, spell) for one in assertions]
    written = ["\n".join(claim), *(text for one in asserted for text in (one.template, one.expected))]
    forbidden = FORBIDDEN.union(imported, names_inside(sequence), *map(_names_in, written))
    types = type_names + ("",) * (len(sequence) - len(type_names))
    writer = _Writer(sequence, types, spell, forbidden=forbidden, assertions=asserted, subjects=subjects, indent=indent)
    last = len(sequence) - 1 if LAST in "".join(claim) or refusal is not None else None
    for index in range(len(sequence)):
        if index != last:
            writer.write(index)
    if refusal is not None:
        writer.refuse(raising(refusal, spell))
        writer.close_coroutines()
    elif claim:
        texts = [writer.subject(subject) for subject in subjects]
        lines = [(line, writer.aside(last) if last is not None and LAST in line else [LAST]) for line in claim]
        stated = [fill(line, texts).replace(LAST, text) for line, several in lines for text in several]
        writer.close_coroutines()
        writer.add("\n".join(stated))
    else:
        writer.close_coroutines()
    return writer.lines


def raising(refusal: Refusal, spell: Callable[[Operation], str]) -> str:
    """What a test enters to expect an exception."""
    said = literals.source(refusal.match)
    pattern = f"re.escape({said})" if needs_escaping(refusal) else said
    expected = spell(constant(refusal.module, refusal.name))
    return f"pytest.raises({expected}{f', match={pattern}' if refusal.match else ''})"


def needs_escaping(refusal: Refusal) -> bool:
    """Whether the message that is expected means something else as a pattern."""
    return _PATTERN.search(refusal.match) is not None


def fill(template: str, texts: list[str]) -> str:
    """A template with texts for `{0}`, `{1}` and so on; other braces are left alone."""
    return re.sub(r"\{(\d+)\}", lambda found: _safe(texts[int(found[1])]), template)


def _names_in(template: str) -> set[str]:
    tree = ast.parse(re.sub(r"\{(\d+|last)\}", "_", template))
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _safe(text: str) -> str:
    return text if text.isidentifier() or text == SUPER else f"({text})"


def _needs_name(operation: Operation, position: int, value: Atom) -> bool:
    """Whether a literal cannot stand in a place: it is written to, or linters would call the code a mistake."""
    if operation.kind in HAS_RECEIVER and position == 0:
        return True
    if operation.kind is Kind.OPERATOR:
        singleton = value is None or isinstance(value, bool)
        formatted = operation.name == "__rmod__" and isinstance(value, str | bytes)
        nan = isinstance(value, float) and math.isnan(value)
        return formatted or nan or (singleton and operation.name in ("__eq__", "__ne__"))
    same = type(value).__name__ == operation.name
    return operation.module == "builtins" and (same or operation.name in ("print", "range", "round"))


def _is_call(operation: Operation) -> bool:
    """Whether linters let an operation stand as a line; they take other expressions for a slip."""
    match operation.kind:
        case Kind.READ | Kind.DISPLAY | Kind.CONSTANT:
            return operation.waiting is Waiting.AWAITED
        case Kind.OPERATOR:
            return re.match(r"await |[\w.]+\(", OPERATORS[operation.name]) is not None
        case Kind.CONSTRUCTOR:
            return operation.module != "builtins"
        case _:
            return True


@dataclass(frozen=True, slots=True)
class _Asserted:
    """An assertion as one file writes it."""

    subjects: tuple[int, ...]
    template: str
    expected: str
    after: int
    relation: str

    @classmethod
    def of(cls, assertion: Assertion, spell: Callable[[Operation], str]) -> _Asserted:
        """What has to be imported, by its name in the file."""

        def spelt(source: str) -> str:
            return respelt(source, assertion.names, lambda name: spell(constant(*name)))

        relation = "is" if assertion.by_identity else "=="
        subjects = (assertion.subject, *assertion.others)
        return cls(subjects, spelt(assertion.template), spelt(assertion.expected), assertion.after, relation)


class _Writer:
    """Writes the statements of one sequence in order."""

    def __init__(
        self,
        sequence: Sequence,
        types: tuple[str, ...],
        spell: Callable[[Operation], str],
        *,
        forbidden: frozenset[str],
        assertions: list[_Asserted],
        subjects: tuple[int, ...],
        indent: int,
    ) -> None:
        self.lines: list[str] = []
        self._after_definition = False
        self._sequence = sequence
        self._types = types
        self._spell = spell
        self._forbidden = forbidden
        self._assertions = assertions
        self._subjects = subjects
        self._indent = indent
        self._first: list[str] | None = None
        """Lines that come before a block whose inside is being written."""
        self._texts: dict[int, str] = {}
        self._taken: set[str] = set()
        self._own: set[str] = set()
        """Names that are bound here, and not around a body."""
        self._arguments = Counter(source for index in range(len(sequence)) for source in sequence.sources(index))
        self._asked = Counter([*subjects, *(subject for one in assertions for subject in one.subjects)])

    def add(self, source: str) -> None:
        """Append statements, laid out, definitions with an empty line before and after."""
        self._append(lay_out(source, self._indent))

    def _append(self, lines: list[str]) -> None:
        if self.lines and (defines(lines) or self._after_definition):
            self.lines.append("")
        self._after_definition = defines(lines)
        self.lines += lines

    def subject(self, index: int) -> str:
        """How a claim speaks of the value at `index`."""
        return self._name_literal(None) if self._texts[index] == "None" else self._texts[index]

    def write(self, index: int) -> None:
        """Write the statement at `index`, if it has a line of its own, and what is asserted after it."""
        statement = self._sequence.statements[index]
        operation = statement.operation
        assertions = [one for one in self._assertions if one.after == index]
        if operation.kind is Kind.CONSTANT and (self._arguments[index] or self._asked[index]):
            self._texts[index] = self._spell(operation)
        elif operation.definition is not None:
            self._define(index, operation.definition)
        elif operation.kind is Kind.RESULT:
            self._return(self._in_order(index)[0])
        elif self._inlined(index) or self._is_returned(index):
            self._texts[index] = self._expression(index)
        elif operation.kind in (Kind.WRITE, Kind.DELETE) or operation.name in _WRITTEN_AS_STATEMENTS:
            self._write_statement(index)
        else:
            expression = self._expression(index)
            if folded := self._foldable(index, assertions):
                assertions.remove(folded)
                self._texts[index] = expression
                self._assert(folded)
                self._texts[index] = "None"
            else:
                self._bind(index, expression)
        for assertion in assertions:
            # a statement has no value to ask about
            if self._texts[assertion.subjects[0]] != "None":
                self._assert(assertion)

    def _return(self, text: str) -> None:
        # nothing is returned all the same
        if text != "None":
            self.add(f"return {text}")

    def _define(self, index: int, definition: Definition) -> None:
        name = free_name(definition.name, self._taken, self._forbidden)
        self._taken.add(name)
        self._texts[index] = name
        captured = [
            self._name_literal(one.value) if isinstance(one, Literal) else self._visible(index, place, index + one)
            for place, one in enumerate(self._sequence.statements[index].arguments)
            if one is not None
        ]
        self.add(definition_source(definition, name, captured, self._spell, self._body))

    def _visible(self, index: int, place: int, source: int) -> str:
        """The name of a value that a definition uses: another one where a parameter inside would hide it."""
        statement, text = self._sequence.statements[index], self._texts[source]
        if text not in (SELF, "cls", *names_inside([statement])):
            return text
        wanted = statement.operation.parameters[place].name
        name = self._take(free_name(wanted, {*self._taken, *names_inside([statement])}, self._forbidden))
        self.add(f"{name} = {text}")
        return name

    def _body(self, body: Sequence, slots: list[str], formals: frozenset[str]) -> list[str]:
        """The lines of a body."""
        types = tuple(made_by(statement.operation) for statement in body)
        inner = _Writer(
            body,
            types,
            self._spell,
            forbidden=self._forbidden,
            assertions=[],
            subjects=(),
            indent=self._indent + INDENT,
        )
        inner._taken = {*self._taken, *formals}
        inner._texts = dict(enumerate(slots))
        for index in range(len(slots), len(body)):
            inner.write(index)
        return inner.lines

    def _is_returned(self, index: int) -> bool:
        """Whether a value is nothing but what the next line returns."""
        last = self._sequence.statements[-1]
        expression = self._sequence.statements[index].operation
        return (
            index == len(self._sequence) - 2
            and last.operation.kind is Kind.RESULT
            and last.arguments == (-1,)
            and expression.kind not in (Kind.WRITE, Kind.DELETE)
            and expression.name not in _WRITTEN_AS_STATEMENTS
        )

    def aside(self, index: int) -> list[str]:
        """The lines of the statement at `index`, for others to put somewhere."""
        before, self.lines = self.lines, []
        after_definition, self._after_definition = self._after_definition, False
        self.write(index)
        written, self.lines, self._after_definition = self.lines, before, after_definition
        return written

    def refuse(self, entered: str) -> None:
        """Write the last statement inside a block, and before that what it needs."""
        lines, self.lines, self._first = self.lines, [], []
        after_definition, self._after_definition = self._after_definition, False
        self._indent += INDENT
        self.write(len(self._sequence) - 1)
        self._indent -= INDENT
        inside, self.lines, first, self._first = self.lines, lines, self._first, None
        self._after_definition = after_definition
        if first:
            self._append(first)
        head = lay_out(f"with {entered}:\n    pass", self._indent)[:-1]
        self._append([*head, *(" " * INDENT + line if line else "" for line in inside)])

    def _add_first(self, source: str) -> None:
        """Append statements that belong before the block that is being written, if any is."""
        if self._first is None:
            self.add(source)
        else:
            self._first += lay_out(source, self._indent - INDENT)

    def close_coroutines(self) -> None:
        """Close what was never awaited, since Python warns of it."""
        for index, type_name in enumerate(self._types):
            if type_name == "coroutine" and not self._arguments[index]:
                self.add(f"{self._texts[index]}.close()")

    def _foldable(self, index: int, assertions: list[_Asserted]) -> _Asserted | None:
        """The assertion that can hold the call itself: `assert stack.pop() == 3`."""
        about = [
            one
            for one in assertions
            if one.subjects[0] == index and one.template in ("{0}", "{0} is {1}", "{0} == {1}")
        ]
        used = 0 if self._types[index] == "NoneType" else self._arguments[index] + self._asked[index] - 1
        display = self._sequence.statements[index].operation.kind is Kind.DISPLAY
        return about[0] if about and not used and not display else None

    def _assert(self, asserted: _Asserted) -> None:
        left = fill(asserted.template, [self._texts[subject] for subject in asserted.subjects])
        expected = f" {asserted.relation} ({asserted.expected})" if asserted.expected else ""
        self.add(f"assert ({left}){expected}")

    def _bind(self, index: int, expression: str) -> None:
        """A line for an expression: an assignment when its value is used."""
        operation = self._sequence.statements[index].operation
        if self._types[index] == "NoneType":
            self._texts[index] = "None"
        elif self._arguments[index] or self._asked[index] or self._types[index] == "coroutine":
            self._texts[index] = self._name(index)
            self.add(f"{self._texts[index]} = {expression}")
            return
        self.add(expression if _is_call(operation) else f"_ = {expression}")

    def _name(self, index: int) -> str:
        operation = self._sequence.statements[index].operation
        return self._take(variable_name(operation, self._types[index], self._types, self._taken, self._forbidden))

    def _take(self, name: str) -> str:
        self._taken.add(name)
        self._own.add(name)
        return name

    def _name_literal(self, value: Atom) -> str:
        """A line that gives a literal a name, where it cannot stand itself."""
        name = self._take(variable_name(None, type(value).__name__, (), self._taken, self._forbidden))
        self._add_first(f"{name} = {literals.source(value)}")
        return name

    def _inlined(self, index: int) -> bool:
        """Whether a value is a display of nothing but literals and constants, for one argument."""
        kind = self._sequence.statements[index].operation.kind
        if kind is not Kind.DISPLAY or self._arguments[index] != 1 or self._asked[index]:
            return False
        where = self._sequence.users(index)[0]
        user = self._sequence.statements[where]
        if user.operation.definition is not None:
            # it would be made anew by each call
            return False
        if user.operation.kind in HAS_RECEIVER and user.arguments[0] == index - where:
            return False
        if user.operation.module == "builtins" and user.operation.kind in (Kind.CONSTRUCTOR, Kind.FUNCTION):
            return False
        return all(
            self._sequence.statements[source].operation.kind is Kind.CONSTANT or self._inlined(source)
            for source in self._sequence.sources(index)
        )

    def _argument(self, index: int, position: int, argument: int | Literal) -> str:
        """The text of an argument; a literal that cannot stand there gets a name first."""
        operation = self._sequence.statements[index].operation
        if isinstance(argument, Literal):
            needs_name = _needs_name(operation, position, argument.value)
            return self._name_literal(argument.value) if needs_name else literals.source(argument.value)
        text = self._texts[index + argument]
        return self._name_literal(None) if text == "None" and _needs_name(operation, position, None) else text

    def _in_order(self, index: int) -> list[str]:
        arguments = self._sequence.statements[index].arguments
        return [self._argument(index, place, one) for place, one in enumerate(arguments) if one is not None]

    def _expression(self, index: int) -> str:
        statement = self._sequence.statements[index]
        operation = statement.operation
        match operation.kind:
            case Kind.CONSTANT:
                return self._spell(operation)
            case Kind.DISPLAY:
                return display(operation.name, self._in_order(index))
            case Kind.OPERATOR:
                return fill(OPERATORS[operation.name], self._in_order(index))
            case Kind.READ:
                text = f"{_safe(self._in_order(index)[0])}.{operation.name}"
            case _:
                text = self._call(index, operation, *statement.call())
        return f"await {text}" if operation.waiting is Waiting.AWAITED else text

    def _call(
        self,
        index: int,
        operation: Operation,
        positional: list[int | Literal],
        keywords: list[tuple[str, int | Literal]],
    ) -> str:
        texts = [self._argument(index, position, argument) for position, argument in enumerate(positional)]
        named = [f"{name}={self._argument(index, -1, argument)}" for name, argument in keywords]
        if operation.kind is Kind.CALL:
            return f"{_safe(texts[0])}({', '.join(texts[1:] + named)})"
        if operation.kind is Kind.METHOD:
            return f"{_safe(texts[0])}.{operation.name}({', '.join(texts[1:] + named)})"
        if operation.module == "builtins" and operation.kind is Kind.CONSTRUCTOR and not texts + named:
            return _EMPTY_BUILTINS.get(operation.name, f"{operation.name}()")
        return f"{self._spell(operation)}({', '.join(texts + named)})"

    def _write_statement(self, index: int) -> None:
        operation = self._sequence.statements[index].operation
        texts = self._in_order(index)
        self._texts[index] = "None"
        if operation.name in IN_PLACE:
            self._write_in_place(index, texts)
        elif operation.kind is Kind.WRITE:
            self.add(f"{_safe(texts[0])}.{operation.name} = {texts[1]}")
        elif operation.kind is Kind.DELETE:
            self.add(f"del {_safe(texts[0])}.{operation.name}")
        elif operation.name in ENTERING:
            used = (self._arguments[index] or self._asked[index]) and self._types[index] != "NoneType"
            if used:
                self._texts[index] = self._name(index)
            head, _, _ = OPERATORS[operation.name].partition(" as ")
            self.add(f"{fill(head, texts)}{f' as {self._texts[index]}' if used else ''}:\n    pass")
        else:
            self.add(fill(OPERATORS[operation.name], texts))

    def _write_in_place(self, index: int, texts: list[str]) -> None:
        """Rebind the receiver if nobody asks for it again, and otherwise a new name for it."""
        statement = self._sequence.statements[index]
        receiver = statement.arguments[0]
        target = texts[0]
        if target not in self._own or (type(receiver) is int and not self._may_rebind(index + receiver, index)):
            target = self._name(index)
            self._add_first(f"{target} = {texts[0]}")
        self.add(fill(OPERATORS[statement.operation.name], [target, *texts[1:]]))
        self._texts[index] = "None" if self._types[index] == "NoneType" else target

    def _may_rebind(self, receiver: int, index: int) -> bool:
        users = self._sequence.users(receiver)
        if any(self._sequence.statements[user].operation.definition is not None for user in users):
            # what was defined would see the other value
            return False
        later = any(user > index for user in users) or receiver in self._subjects
        asked = any(receiver in one.subjects and one.after >= index for one in self._assertions)
        return not later and not asked and self._types[index] in ("", self._types[receiver])
