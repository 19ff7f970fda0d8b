"""The order of the tests of a module: grouped by class, constructors first, simple ones first; alike ones merged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from caddis.emit.drafts import Draft, Entry, merged, single
from caddis.emit.merging import MOST_ROWS, alike
from caddis.emit.telling import Scenery, focus, title_of
from caddis.emit.titles import Title, common_title, named
from caddis.model.finding import Case
from caddis.model.operation import HAS_RECEIVER, Kind
from caddis.model.sequence import Sequence

FUNCTIONS = "functions"
"""The heading of what belongs to no class."""


def arranged(drafts: Mapping[Case, Draft], scenery: Scenery, reserved: frozenset[str]) -> tuple[Entry, ...]:
    """The functions of a file, in order and with their names; no parameter of theirs has a reserved name.

    The order depends on what is tested and not on the order of the cases, so that a file changes little from one run
    to the next.
    """
    in_order = sorted(drafts, key=lambda case: _simple(case, drafts[case]))
    # cases may differ in what is not written down
    distinct = {(drafts[case].statements, drafts[case].frame): case for case in reversed(in_order)}
    titles = {case: title_of(case, scenery) for case in distinct.values()}
    groups = _together([case for case in in_order if case in titles], drafts, titles)
    several = [common_title(titles[case] for case in group) for group in groups]
    names = named(several)
    taken = set(names)
    entries: dict[tuple[object, ...], Entry] = {}
    smallest: dict[str, tuple[object, ...]] = {}
    for name, group in zip(names, groups, strict=True):
        operation = focus(group[0], scenery).operation
        heading = operation.owner or FUNCTIONS
        size = _simple(group[0], drafts[group[0]])
        first = smallest.setdefault(str(operation), size)
        if len(group) == 1:
            entry = single(replace(drafts[group[0]], name=name), heading)
        else:
            own = [next(titles[case].names()) for case in group]
            rows = [
                replace(drafts[case], name=name if one in taken else one) for case, one in zip(group, own, strict=True)
            ]
            entry = merged(name, rows, reserved, heading)
        makes = operation.kind in (Kind.CONSTRUCTOR, Kind.CLASS_METHOD)
        entries[bool(operation.owner), operation.owner, not makes, first, str(operation), size, name] = entry
    return tuple(entries[key] for key in sorted(entries))


def _simple(case: Case, draft: Draft) -> tuple[object, ...]:
    """By what cases are sorted: the shortest first; two with the same text may still have been made differently."""
    return (len(draft.statements), len(case.sequence), draft.statements, tuple(map(repr, case.sequence)))


def _together(cases: list[Case], drafts: Mapping[Case, Draft], titles: Mapping[Case, Title]) -> list[list[Case]]:
    """Cases that become one function together; where they are too many, those that show the same stay together."""
    codes = {case: drafts[case].code for case in cases}
    shapes: dict[tuple[str, object], list[Case]] = {}
    for case in cases:
        shapes.setdefault((codes[case].shape, drafts[case].frame), []).append(case)
    groups = []
    for (_, frame), several in shapes.items():
        crowded = len(several) > MOST_ROWS
        shown = [(frame, next(titles[case].names())) if crowded else frame for case in several]
        groups += alike((case, codes[case], one) for case, one in zip(several, shown, strict=True))
    return groups


def signatures(sequence: Sequence) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The names of positional parameters of all that is called, without the receiver."""
    called = {}
    for statement in sequence:
        operation = statement.operation
        names = tuple(parameter.name for parameter in operation.parameters)
        called[operation.name] = names[operation.kind in HAS_RECEIVER :]
    return tuple(called.items())
