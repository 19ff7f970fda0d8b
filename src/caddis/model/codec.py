"""One codec for pipe, corpus and cluster: JSON values in which each operation and statement is spelt once."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from caddis.model.definition import Definition, Formal, Gives, Method
from caddis.model.finding import Assertion, Case, Finding, Refusal
from caddis.model.operation import Kind, Operation, Parameter, Place, Waiting
from caddis.model.sequence import Argument, Literal, Sequence, Statement
from caddis.model.verdict import Confidence, Location, Violation

Json = Any
"""What `json` reads and writes; its shape is this module's own business."""


_address = object.__hash__
"""Tells objects apart like `id`, which every audit hook hears of."""


Statements = tuple[Statement, ...]
Parts = tuple[Statements, Statements]
"""A sequence whose beginning may be that of others."""


def numbers_of(row: str) -> array[int]:
    """The numbers of the statements that an Encoder has spelt."""
    numbers = array("I", bytes.fromhex(row))
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers


def row_of(numbers: Iterable[int]) -> str:
    """The spelling of statements by their numbers."""
    return "".join([f"{number:08x}" for number in numbers])


class Encoder:
    """Spells sequences as a row of statement numbers, each eight hexadecimal digits.

    `drain` gives the definitions of those numbers that were not given yet.
    """

    def __init__(self) -> None:
        self._operations: dict[Operation, int] = {}
        self._statements: dict[Statement, str] = {}
        self._met: dict[int, str] = {}
        """The spellings of statements met before, by address: most are the very same objects again and again."""
        self._rows: dict[int, str] = {}
        """The spellings of whole tuples of statements that will come again, by address."""
        self._held: list[object] = []
        self._new: dict[str, list[Json]] = {"operations": [], "statements": []}

    def sequence(self, sequence: Sequence) -> str:
        """The spelling of a sequence."""
        return self._spelt(sequence.statements)

    def recurring(self, statements: Statements) -> str:
        """The spelling of statements that begin many another sequence, as the very same tuple."""
        row = self._rows[_address(statements)] = self._spelt(statements)
        self._held.append(statements)
        return row

    def parts(self, parts: Parts) -> str:
        """The spelling of a sequence made of two parts."""
        first, second = parts
        return (self._rows.get(_address(first)) or self._spelt(first)) + self._spelt(second)

    def _spelt(self, statements: Statements) -> str:
        try:
            return "".join(map(self._met.__getitem__, map(_address, statements)))
        except KeyError:
            return "".join(map(self._meet, statements))

    def _meet(self, statement: Statement) -> str:
        spelling = self._statements.get(statement)
        if spelling is None:
            spelling = self._define(statement)
        self._met[_address(statement)] = spelling
        # an address is that of this one as long as it lives
        self._held.append(statement)
        return spelling

    def drain(self) -> Json:
        """The definitions that the sequences encoded since the last call need."""
        new = self._new
        self._new = {"operations": [], "statements": []}
        return new

    def violation(self, violation: Violation) -> Json:
        """A violation."""
        return asdict(violation)

    def finding(self, finding: Finding) -> Json:
        """A finding, its sequence as spelt."""
        return {
            "sequence": self.sequence(finding.sequence),
            "violation": asdict(finding.violation),
            "type_names": list(finding.type_names),
            "occurrences": finding.occurrences,
            "limit": finding.limit,
            "output": finding.output,
            "about": finding.about,
        }

    def case(self, case: Case) -> Json:
        """A case, its sequence as spelt."""
        return {
            "sequence": self.sequence(case.sequence),
            "assertions": [asdict(assertion) for assertion in case.assertions],
            "type_names": list(case.type_names),
            "writes": case.writes,
            "refusal": asdict(case.refusal) if case.refusal is not None else None,
        }

    def _define(self, statement: Statement) -> str:
        operation = statement.operation
        if operation not in self._operations:
            self._operations[operation] = len(self._operations)
            self._new["operations"].append(_encode_operation(operation))
        spelling = self._statements[statement] = f"{len(self._statements):08x}"
        self._new["statements"].append(
            [self._operations[operation], [_encode_argument(argument) for argument in statement.arguments]]
        )
        return spelling


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

    def sequence(self, row: Json) -> Sequence:
        """The sequence that is spelt so."""
        return Sequence(tuple([self._statements[number] for number in numbers_of(row)]))

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
            data["about"],
        )

    def case(self, data: Json) -> Case:
        """The case that `Encoder.case` encoded."""
        return Case(
            self.sequence(data["sequence"]),
            tuple(map(_decode_assertion, data["assertions"])),
            tuple(data["type_names"]),
            data["writes"],
            Refusal(**data["refusal"]) if data["refusal"] is not None else None,
        )


def _decode_assertion(data: Json) -> Assertion:
    names = tuple((module, path) for module, path in data["names"])
    return Assertion(**{**data, "others": tuple(data["others"]), "names": names})


def _encode_operation(operation: Operation) -> Json:
    return [
        operation.kind.value,
        operation.module,
        operation.owner,
        operation.name,
        [[parameter.name, parameter.place.value, parameter.required] for parameter in operation.parameters],
        operation.waiting.value,
        *([] if operation.definition is None else [_encode_definition(operation.definition)]),
    ]


def _decode_operation(data: Json) -> Operation:
    kind, module, owner, name, parameters, waiting, *definitions = data
    return Operation(
        Kind(kind),
        module,
        owner,
        name,
        tuple(Parameter(spelt, Place(place), required) for spelt, place, required in parameters),
        Waiting(waiting),
        *map(_decode_definition, definitions),
    )


def _encode_definition(definition: Definition) -> Json:
    """A definition, with its bodies spelt out."""
    return {
        "name": definition.name,
        "base": definition.base,
        "methods": [
            {
                "name": method.name,
                "formals": [
                    [each.spelling, _encode_argument(each.default), each.by_keyword] for each in method.formals
                ],
                "body": [
                    [_encode_operation(each.operation), [_encode_argument(argument) for argument in each.arguments]]
                    for each in method.body
                ],
                "waits": method.waits,
                "decorator": method.decorator,
                "gives": method.gives.value,
            }
            for method in definition.methods
        ],
    }


def _decode_definition(data: Json) -> Definition:
    return Definition(
        data["name"],
        tuple(
            Method(
                method["name"],
                tuple(
                    Formal(spelling, _decode_literal(default), by_keyword)
                    for spelling, default, by_keyword in method["formals"]
                ),
                Sequence(
                    tuple(
                        Statement(_decode_operation(operation), tuple(map(_decode_argument, arguments)))
                        for operation, arguments in method["body"]
                    )
                ),
                method["waits"],
                method["decorator"],
                Gives(method["gives"]),
            )
            for method in data["methods"]
        ),
        None if data["base"] is None else (data["base"][0], data["base"][1]),
    )


def _decode_literal(data: Json) -> Literal | None:
    decoded = _decode_argument(data)
    return decoded if isinstance(decoded, Literal) else None


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
        Confidence(data["confidence"]),
        data["why"],
        data["blame"],
        data["culprit"],
        data["inside"],
    )
