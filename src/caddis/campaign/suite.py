"""The suite while it is being confirmed: what its tests show, and what is left of it when some of them waver."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from caddis.campaign.replays import Failure, Seen
from caddis.emit.module import TestFile
from caddis.emit.regenerating import merged
from caddis.model.finding import Case

Emit = Callable[[list[Case]], dict[str, TestFile]]
"""Makes files of cases, by name."""
OTHER_MESSAGE = "did not match"
"""What pytest says when an exception of the right class says something else."""


@dataclass(frozen=True)
class Suite:
    """Cases, and the tests of an earlier suite that still pass."""

    cases: tuple[Case, ...]
    emit: Emit
    earlier: Mapping[str, TestFile] = field(default_factory=dict)

    @cached_property
    def files(self) -> dict[str, TestFile]:
        """The files of the suite by name; a test of the earlier one shows no case."""
        emitted = self.emit(list(self.cases))
        made = {
            name: merged(emitted[name], self.earlier[name])
            if name in emitted and name in self.earlier
            else emitted.get(name) or self.earlier[name]
            for name in sorted({*emitted, *self.earlier})
        }
        return {name: file for name, file in made.items() if file.entries}

    def asserting(self) -> Suite:
        """Without the cases whose tests would state nothing: not everything that can be asked about can be written."""
        silent: set[int] = set()
        for file in self.files.values():
            for entry in file.entries:
                if not _assertions(ast.parse(entry.source)):
                    silent.update(id(case) for case in entry.cases if case.refusal is None)
        return replace(self, cases=tuple(case for case in self.cases if id(case) not in silent)) if silent else self

    def after(self, seen: Seen, *, gently: bool = True, unseen: bool = True) -> Suite:
        """What is left when all that failed is taken out: of a case, gently, only the assertion that did.

        `unseen` takes out what was not run, too. The same suite, if there is nothing to take out.
        """
        changed: dict[int, Case | None] = {}
        earlier = dict(self.earlier)
        for name, file in self.files.items():
            for entry in file.entries:
                failure = seen.get((name, entry.name), UNSEEN if unseen else None)
                if failure is None:
                    continue
                cases = entry.cases
                if not cases:
                    others = {one.name for one in earlier[name].entries} - {entry.name}
                    earlier[name] = earlier[name].only(others)
                elif len(cases) > 1:
                    whole = not gently or failure is UNSEEN or failure.row >= len(cases)
                    failed = [*cases] if whole else [cases[failure.row]]
                    changed |= {id(case): None for case in failed}
                else:
                    changed[id(cases[0])] = self._mended(cases[0], file, entry.name, failure) if gently else None
        if not changed and earlier == self.earlier:
            return self
        cases_left = (changed.get(id(case), case) for case in self.cases)
        kept = tuple(case for case in cases_left if case is not None)
        return replace(self, cases=kept, earlier=earlier).asserting()

    def _mended(self, case: Case, file: TestFile, test: str, failure: Failure) -> Case | None:
        """A case without the assertion that failed; None if none did, or nothing would be left to assert."""
        if case.refusal is not None:
            other_message = failure.name == "AssertionError" and OTHER_MESSAGE in failure.said and case.refusal.match
            return replace(case, refusal=replace(case.refusal, match="")) if other_message else None
        if failure.name != "AssertionError" or not failure.here:
            return None
        stated = _assertions(_function(file.source, test))
        failed = next((text for first, last, text in stated if first <= failure.line <= last), None)
        if failed is None or len(case.assertions) < 2:
            return None
        before = Counter(text for _, _, text in stated)
        best: Case | None = None
        fewest = 0
        for position in range(len(case.assertions)):
            fewer = replace(case, assertions=case.assertions[:position] + case.assertions[position + 1 :])
            lost = before - Counter(text for _, _, text in _assertions(self._alone(fewer)))
            if failed in lost and (best is None or lost.total() < fewest):
                best, fewest = fewer, lost.total()
        return best

    def _alone(self, case: Case) -> ast.AST:
        """The one test of a case."""
        [file] = self.emit([case]).values()
        return ast.parse(file.source)


UNSEEN = Failure("", "was not run")


def size(files: Mapping[str, TestFile]) -> int:
    """How many tests there are, each row counted."""
    return sum(entry.rows for file in files.values() for entry in file.entries)


def _function(source: str, name: str) -> ast.AST:
    found = (ast.FunctionDef, ast.AsyncFunctionDef)
    return next(node for node in ast.parse(source).body if isinstance(node, found) and node.name == name)


def _assertions(tree: ast.AST) -> list[tuple[int, int, str]]:
    """The first and last line of each assertion, and itself."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    return [(node.lineno, node.end_lineno or node.lineno, ast.unparse(node)) for node in nodes]
