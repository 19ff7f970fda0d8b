"""Inputs of which a property does not hold, as programs to paste and as tests to keep."""

from __future__ import annotations

from collections.abc import Iterable

from caddis.emit.code import body
from caddis.emit.drafts import SCENARIO, Draft, Frame, in_loop, single
from caddis.emit.imports import Import, Imports, block, plan
from caddis.emit.module import TestFile, split_claim
from caddis.emit.names import snake_case, unique
from caddis.emit.printer import INDENT
from caddis.model.definition import all_operations
from caddis.model.finding import Finding
from caddis.model.operation import FIXTURES
from caddis.model.sequence import need_loop


def program(finding: Finding) -> str:
    """A program that breaks the property; fixtures stand in it by their names."""
    waits = need_loop(finding.sequence)
    imports = _imports([finding], waits=waits)
    lines = _lines(finding, imports, INDENT if waits else 0)
    needed = block(_needed(finding, imports, waits=waits))
    return "\n".join([*needed, *[""] * bool(needed), *(in_loop(lines, apart=2) if waits else lines)])


def properties_source(module: str, findings: Iterable[Finding]) -> TestFile:
    """A test for each input, which fails until the property holds of it."""
    several = list(findings)
    names = unique(f"test_{snake_case(one.operation.name).strip('_')}" for one in several)
    imports = _imports(several, waits=any(need_loop(one.sequence) for one in several))
    entries = []
    for name, finding in zip(names, several, strict=True):
        waits = need_loop(finding.sequence)
        frame = Frame((), fixtures_of(finding), waits)
        lines = tuple(_lines(finding, imports, frame.indent))
        entries.append(single(Draft(name, lines, _needed(finding, imports, waits=waits), frame)))
    return TestFile(f"inputs on which properties of {module} have failed", tuple(entries))


def fixtures_of(finding: Finding) -> tuple[str, ...]:
    """The fixtures that the property was given."""
    operations = list(all_operations(finding.sequence))
    return tuple(dict.fromkeys(one.name for one in operations if one.module == FIXTURES))


def _imports(findings: list[Finding], *, waits: bool) -> Imports:
    operations = (operation for finding in findings for operation in all_operations(finding.sequence))
    claimed = (one for finding in findings for one in split_claim(finding.violation.claim)[0])
    others = [Import("asyncio")] if waits else []
    fixtures = {name for finding in findings for name in fixtures_of(finding)}
    return plan(operations, [*claimed, *others], {*fixtures, *({SCENARIO} if waits else ())})


def _needed(finding: Finding, imports: Imports, *, waits: bool) -> frozenset[Import]:
    own = map(imports.needed, all_operations(finding.sequence))
    others = frozenset({Import("asyncio")} if waits else ())
    return frozenset(one for one in own if one is not None) | split_claim(finding.violation.claim)[0] | others


def _lines(finding: Finding, imports: Imports, indent: int) -> list[str]:
    return body(
        finding.sequence,
        finding.type_names,
        imports.spell,
        imports.names,
        claim=split_claim(finding.violation.claim)[1],
        indent=indent,
    )
