"""One codec for pipe, corpus and cluster: JSON values in which each operation and statement is spelt once."""

from __future__ import annotations

from array import array
from dataclasses import asdict
from typing import Any, cast

from caddis.model.finding import Assertion, Case, Finding
from caddis.model.operation import Kind, Operation, Parameter, Place
from caddis.model.sequence import Argument, Literal, Sequence, Statement
from caddis.model.verdict import Location, Violation

Json = Any
"""What `json` reads and writes; its shape is this module's own business."""


_address = object.__hash__
"""Tells objects apart like `id`, which every audit hook hears of."""


Statements = tuple[Statement, ...]
Parts = tuple[Statements, Statements]
"""A sequence whose beginning may be that of others."""


class Encoder:
    """Turns sequences into lists of statement numbers; `drain` gives the definitions not sent yet."""

    def __init__(self) -> None:
        self._operations: dict[Operation, int] = {}
        self._statements: dict[Statement, int] = {}
        self._met: dict[int, int] = {}
        """The numbers of statements met before, by address: most are the very same objects again and again."""
        self._held: list[object] = []
        self._rows: dict[int, bytes] = {}
        """The numbers of whole tuples of statements that will come again, by address."""
        self._new: dict[str, list[Json]] = {"operations": [], "statements": []}

    def sequence(self, sequence: Sequence) -> list[int]:
        """The numbers of the statements of a sequence."""
        return self.statements(sequence.statements)

    def statements(self, statements: tuple[Statement, ...]) -> list[int]:
        """The numbers of statements."""
        numbers = list(map(self._met.get, map(_address, statements)))
        if None in numbers:
            return [self._meet(s) if number is None else number for s, number in zip(statements, numbers, strict=True)]
        return cast("list[int]", numbers)

    def recurring(self, statements: Statements) -> list[int]:
        """The numbers of statements that begin many another sequence, as the very same tuple."""
        numbers = self.statements(statements)
        self._rows[_address(statements)] = array("I", numbers).tobytes()
        self._held.append(statements)
        return numbers

    def row(self, parts: Parts) -> bytes:
        """The numbers of a sequence made of two parts, four bytes each."""
        first, second = parts
        known = self._rows.get(_address(first)) or array("I", self.statements(first)).tobytes()
        return known + array("I", self.statements(second)).tobytes()

    def _meet(self, statement: Statement) -> int:
        number = self._statements.get(statement)
        if number is None:
            number = self._define(statement)
        self._met[_address(statement)] = number
        # an address is that of this one as long as it lives
        self._held.append(statement)
        return number

    def drain(self) -> Json:
        """The definitions that the sequences encoded since the last call need."""
        new = self._new
        self._new = {"operations": [], "statements": []}
        return new

    def violation(self, violation: Violation) -> Json:
        """A violation."""
        return asdict(violation)

    def finding(self, finding: Finding) -> Json:
        """A finding, its sequence by numbers."""
        return {
            "sequence": self.sequence(finding.sequence),
            "violation": asdict(finding.violation),
            "type_names": list(finding.type_names),
            "occurrences": finding.occurrences,
            "limit": finding.limit,
            "output": finding.output,
        }

    def case(self, case: Case) -> Json:
        """A case, its sequence by numbers."""
        return {
            "sequence": self.sequence(case.sequence),
            "assertions": [asdict(assertion) for assertion in case.assertions],
            "type_names": list(case.type_names),
            "writes": case.writes,
        }

    def _define(self, statement: Statement) -> int:
        operation = statement.operation
        if operation not in self._operations:
            self._operations[operation] = len(self._operations)
            self._new["operations"].append(_encode_operation(operation))
        number = self._statements[statement] = len(self._statements)
        self._new["statements"].append(
            [self._operations[operation], [_encode_argument(argument) for argument in statement.arguments]]
        )
        return number


class Decoder:
    """The other end of an Encoder."""

    def __init__(self) -> None:
        self._operations: list[Operation] = []
        self._statements: list[Statement] = []

    def learn(self, definitions: Json) -> None:
        """Take in what `Encoder.drain` gave."""
        self._operations.extend(map(_decode_operation, definitions["operations"]))
        self._statements.extend(
            Statement(self._operations[number], tuple(map(_decode_argument, arguments)))
            for number, arguments in definitions["statements"]
        )

    def sequence(self, numbers: Json) -> Sequence:
        """The sequence of the statements with these numbers."""
        return Sequence(tuple(self._statements[number] for number in numbers))

    def violation(self, data: Json) -> Violation:
        """The violation that `Encoder.violation` encoded."""
        return _decode_violation(data)

    def finding(self, data: Json) -> Finding:
        """The finding that `Encoder.finding` encoded."""
        return Finding(
            self.sequence(data["sequence"]),
            _decode_violation(data["violation"]),
            tuple(data["type_names"]),
            data["occurrences"],
            data["limit"],
            data["output"],
        )

    def case(self, data: Json) -> Case:
        """The case that `Encoder.case` encoded."""
        return Case(
            self.sequence(data["sequence"]),
            tuple(Assertion(**assertion) for assertion in data["assertions"]),
            tuple(data["type_names"]),
            data["writes"],
        )


def _encode_operation(operation: Operation) -> Json:
    return [
        operation.kind.value,
        operation.module,
        operation.owner,
        operation.name,
        [[parameter.name, parameter.place.value, parameter.required] for parameter in operation.parameters],
    ]


def _decode_operation(data: Json) -> Operation:
    kind, module, owner, name, parameters = data
    return Operation(
        Kind(kind),
        module,
        owner,
        name,
        tuple(Parameter(spelt, Place(place), required) for spelt, place, required in parameters),
    )


def _encode_argument(argument: Argument) -> Json:
    if argument is None or isinstance(argument, int):
        return argument
    match argument.value:
        case None:
            return {"none": True}
        case bool(value):
            return {"bool": value}
        case int(value):
            # decimal digits of a large number hit the interpreter's conversion limit
            return {"int": hex(value)}
        case float(value):
            return {"float": value.hex()}
        case complex() as value:
            return {"complex": [value.real.hex(), value.imag.hex()]}
        case str(value):
            return {"str": value}
        case bytes(value):
            return {"bytes": value.hex()}


def _decode_argument(data: Json) -> Argument:
    match data:
        case None | int():
            return data
        case {"none": _}:
            return Literal(None)
        case {"bool": value} | {"str": value}:
            return Literal(value)
        case {"int": digits}:
            return Literal(int(digits, 16))
        case {"float": digits}:
            return Literal(float.fromhex(digits))
        case {"complex": [real, imaginary]}:
            return Literal(complex(float.fromhex(real), float.fromhex(imaginary)))
        case {"bytes": digits}:
            return Literal(bytes.fromhex(digits))
        case _:
            raise ValueError(f"not an argument: {data!r}")


def _decode_violation(data: Json) -> Violation:
    location = data["location"]
    return Violation(
        data["contract"],
        data["message"],
        tuple(data["subjects"]),
        tuple(data["claim"]),
        data["exception"],
        Location(**location) if location else None,
    )
