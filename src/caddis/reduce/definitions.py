"""Definitions made smaller: overrides left out, bodies changed, and with them the values that nobody uses any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from caddis.model.definition import Definition, Gives, Method, constructing, defining
from caddis.model.operation import Kind
from caddis.model.sequence import Argument, Literal, Sequence, Statement


def weight(statement: Statement) -> int:
    """How many lines a statement takes, as far as they count: those of bodies, too."""
    definition = statement.operation.definition
    if definition is None:
        return 1
    return 1 + sum(1 + sum(map(weight, method.steps)) for method in definition.methods)


def without_overrides(statement: Statement) -> Iterator[Statement]:
    """The definition of a class with one of its methods less."""
    definition = statement.operation.definition
    if definition is not None and definition.is_class:
        for place in range(len(definition.methods)):
            methods = (*definition.methods[:place], *definition.methods[place + 1 :])
            yield without_unused(_with_methods(statement, definition, methods))


def of_the_base(sequence: Sequence, index: int) -> Iterator[Sequence]:
    """The sequence with an instance of the base instead of one of a class that the test defines."""
    statement = sequence.statements[index]
    called = statement.arguments[0] if statement.operation.kind is Kind.CALL else None
    definition = sequence.statements[index + called].operation.definition if isinstance(called, int) else None
    if isinstance(called, int) and definition is not None and definition.base is not None:
        constructor = constructing(*definition.base, statement.operation.parameters[1:])
        changed = sequence.replacing(index, Statement(constructor, statement.arguments[1:]))
        if not changed.users(index + called):
            yield changed.only(place for place in range(len(changed)) if place != index + called)


def with_body(statement: Statement, place: int, body: Sequence) -> Statement | None:
    """The definition with another body for one of its methods.

    None if that does not begin with the same slots, or does not give what the method owes.
    """
    definition = statement.operation.definition
    assert definition is not None
    method = definition.methods[place]
    if body.statements[: method.slots] != method.body.statements[: method.slots] or not _gives_alike(method, body):
        return None
    methods = (*definition.methods[:place], replace(method, body=body), *definition.methods[place + 1 :])
    return _with_methods(statement, definition, methods)


def without_step(statement: Statement, place: int, position: int) -> Statement | None:
    """The definition without a step of one of its methods, and without what needs the value of that.

    None if the method would not give what it owes.
    """
    definition = statement.operation.definition
    assert definition is not None
    body = definition.methods[place].body
    return with_body(
        statement, place, body.only(index for index in range(len(body)) if position not in body.needed_by(index))
    )


def with_literal(statement: Statement, old: Literal, new: Literal) -> Statement:
    """The statement with a literal in place of another, also in all that it defines."""
    arguments = tuple(new if argument == old else argument for argument in statement.arguments)
    definition = statement.operation.definition
    changed = Statement(statement.operation, arguments)
    if definition is None:
        return changed
    methods = tuple(
        replace(method, body=Sequence(tuple(with_literal(each, old, new) for each in method.body)))
        for method in definition.methods
    )
    return _with_methods(changed, definition, methods)


def _gives_alike(method: Method, body: Sequence) -> bool:
    """Whether another body gives a value of the same type, as far as that can be told from the text."""
    before, after = _returned(method.body), _returned(body)
    if method.gives is Gives.ANYTHING or (after is None and method.gives is Gives.PERHAPS):
        return True
    if isinstance(before, Literal) and isinstance(after, Literal):
        return type(before.value) is type(after.value)
    return type(before) is type(after)


def _returned(body: Sequence) -> Argument:
    last = body.statements[-1] if body.statements else None
    return last.arguments[0] if last is not None and last.operation.kind is Kind.RESULT else None


def without_unused(statement: Statement) -> Statement:
    """The definition given only those values that its bodies use."""
    definition = statement.operation.definition
    assert definition is not None
    count = len(statement.arguments)
    used = sorted({source for method in definition.methods for source in _captured(method, count)})
    kept = tuple(replace(method, body=_only(method.body, used, count)) for method in definition.methods)
    names = [statement.operation.parameters[one].name for one in used]
    operation = defining(replace(definition, methods=kept), names)
    return Statement(operation, tuple(statement.arguments[one] for one in used))


def _with_methods(statement: Statement, definition: Definition, methods: tuple[Method, ...]) -> Statement:
    names = [parameter.name for parameter in statement.operation.parameters]
    return Statement(defining(replace(definition, methods=methods), names), statement.arguments)


def _captured(method: Method, count: int) -> set[int]:
    """Which of so many values of the test a method uses."""
    body = method.body
    return {source for index in range(count, len(body)) for source in body.sources(index) if source < count}


def _only(body: Sequence, used: list[int], count: int) -> Sequence:
    return body if len(used) == count else body.only([*used, *range(count, len(body))])
