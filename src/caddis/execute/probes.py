"""Branch probes: rewriting a module so that the first visit to each side of each branch is noticed.

A probe is the statement `if _caddis_p17: _caddis_new(17)`. Its flag is a global of the module and is cleared by the
first visit, so a visited probe costs one look at a global. Counted as branches is what coverage.py counts by default.

That a loop ran not even once shows only in what did not happen. In a function, a variable of its own notes that:

    _caddis_z17 = True
    for item in items:
        if _caddis_z17: _caddis_z17 = _caddis_p17 and _caddis_new(17)
        ...
    else:
        if _caddis_z17 and _caddis_p18: _caddis_new(18)
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib.util import decode_source
from types import CodeType
from typing import Any

from caddis.execute.conditions import Conditions, Sides, position_of
from caddis.execute.reading import Loop, Text, head_of, is_irrefutable
from caddis.execute.statements import Probes, Statements, joined

FLAG = "_caddis_p"
"""The name of a probe's flag, followed by its number; a leading double underscore would be mangled in classes."""
NEW = "_caddis_new"
"""The name of the function a probe calls on its first visit."""
LOOK, SEE, TELL = "_caddis_q", "_caddis_see", "_caddis_tell"
"""The name of the flag of a look at a comparison, followed by the number of the look; and the functions that are shown
operands, and outcomes."""
RUN = 0
"""The number that stands for a module having been run."""
NOT_YET = "_caddis_z"
"""The name of the variable that is true until a loop has run once, followed by the number of the probe in its body."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What the probes of a module stand for."""

    lines: tuple[int, ...]
    """The line of each by its number."""
    counted: frozenset[int]
    """Those that coverage.py counts as branches."""
    waived: frozenset[int]
    """Those of the counted ones that need not be reached: who wrote `# pragma: no branch` there has waived them."""
    shows: dict[int, tuple[int, ...]]
    """By the numbers of probes, the lines that each shows to be run."""
    statements: int
    """How many lines coverage.py counts."""


@dataclass(frozen=True)
class Instrumented:
    """A module with probes: what it takes to run it, and notes that are read when somebody asks."""

    code: CodeType
    probes: tuple[str, ...]
    """The names of the flags of probes, and of looks at comparisons."""
    looks: tuple[str, ...]
    compared: tuple[Sides | None, ...]
    """For each comparison that is looked at, the probes that tell of its outcomes, if it stands in a test."""
    written: Callable[[], Notes]

    @cached_property
    def notes(self) -> Notes:
        """What its probes stand for."""
        return self.written()


def instrument(source: bytes | str, filename: str) -> Instrumented:
    """Compile a module with probes; raises whatever parsing and compiling raise."""
    tree = ast.parse(source, filename)
    text = decode_source(source) if isinstance(source, bytes) else source
    ran = Statements(compile(tree, filename, "exec", dont_inherit=True))
    rewriting = _Rewriting(text, ran)
    rewriting.module(tree)
    code = compile(tree, filename, "exec", dont_inherit=True)
    shown_by = ran.shown_by
    shows: dict[int, tuple[int, ...]] = {}
    for line, numbers in shown_by.items():
        for number in numbers:
            shows[number] = (*shows.get(number, ()), line)
    counted, waived = frozenset(rewriting.counted), frozenset(rewriting.waived)
    notes = Notes(tuple(rewriting.lines), counted, waived, shows, len(shown_by))
    return Instrumented(
        code,
        # the very names that stand in the code
        probes=tuple(sys.intern(f"{FLAG}{number}") for number in range(len(rewriting.lines))),
        looks=tuple(sys.intern(f"{LOOK}{number}") for number in range(len(rewriting.compared))),
        compared=tuple(rewriting.compared),
        written=lambda: notes,
    )


_Function = ast.FunctionDef | ast.AsyncFunctionDef
_JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_LEAVES_LOOP = (ast.Return, ast.Raise)
_NOT_RUN = frozenset({"Global", "Nonlocal", "Import", "ImportFrom", "TypeAlias", "Pass", "Break", "Continue"})
"""Statements without expressions, or with some that are only evaluated when somebody asks."""

_SHOWS_VARIABLES = re.compile(r"\b(?:locals|vars|dir|eval|exec|_getframe|currentframe|stack)\b")
"""What a function mentions that may look at all its variables."""
_SHOWS_OTHERS = "f_locals"
"""What a module mentions that may look at the variables of functions that do not know."""

_EVALUATED_FIRST: dict[type[ast.AST], str] = {
    ast.Assert: "test",
    ast.Assign: "value",
    ast.AnnAssign: "value",
    ast.AsyncFor: "iter",
    ast.AsyncFunctionDef: "decorator_list",
    ast.AsyncWith: "items",
    ast.Attribute: "value",
    ast.AugAssign: "target",
    ast.Await: "value",
    ast.BinOp: "left",
    ast.BoolOp: "values",
    ast.Call: "func",
    ast.ClassDef: "decorator_list",
    ast.Compare: "left",
    ast.Expr: "value",
    ast.For: "iter",
    ast.FunctionDef: "decorator_list",
    ast.If: "test",
    ast.IfExp: "test",
    ast.Match: "subject",
    ast.Raise: "exc",
    ast.Return: "value",
    ast.Subscript: "value",
    ast.UnaryOp: "operand",
    ast.While: "test",
    ast.With: "items",
    ast.withitem: "context_expr",
}


class _Rewriting:
    """Inserts probes into the suites it is given, statement by statement, and notes where they stand."""

    def __init__(self, text: str, ran: Statements) -> None:
        self._ran = ran
        self.lines: list[int] = []
        self.counted: set[int] = set()
        self.waived: set[int] = set()
        self.compared: list[Sides | None] = []
        self._text = Text(text)
        self._shows_others = _SHOWS_OTHERS in text
        self._flags_in_scope: list[str] = []
        self._has_variables = False
        """Whether what is rewritten belongs to a function, where nobody sees a variable of ours."""
        self._ahead: list[ast.stmt] = []
        """What is to stand ahead of the statement that was rewritten last."""
        self._following: ast.stmt | None = None
        """What is run behind the statement that is rewritten next."""
        self._conditions = Conditions(self)

    def module(self, tree: ast.Module) -> None:
        """The first number is that of the module itself, which is run by whoever imports it."""
        self.lines.append(1)
        self._ran.now = frozenset({RUN})
        self.suite(tree.body, counting=True, docstring=_docstring(tree))

    def suite(
        self,
        body: list[ast.stmt],
        counting: bool,
        docstring: ast.stmt | None = None,
        *,
        then: ast.stmt | None = None,
    ) -> None:
        """Rewrite statements in place; those after a jump are never compiled, so count no branches.

        What is run `then`, behind all of them, may be none: who leaves a function or goes back to the head of a loop.
        """
        rewritten: list[ast.stmt] = []
        for statement, following in zip(body, [*body[1:], then], strict=False):
            self._following = following
            if counting and statement is not docstring and not self._text.leaves_out(statement):
                self._note(statement)
            rewrite = _REWRITES.get(type(statement))
            sides = None if rewrite is None else rewrite(self, statement, counting)
            rewritten += [*self._ahead, statement]
            self._ahead = []
            if type(statement).__name__ not in _NOT_RUN and _constant(getattr(statement, "test", None)) is None:
                self._conditions.within(statement, sides)
            if isinstance(statement, _JUMPS):
                counting = False
                self._ran.jump(statement)
        body[:] = rewritten

    def _note(self, statement: ast.stmt) -> None:
        """Note the lines of a statement, of a compound one its head, each decorator by itself."""
        start, stop = head_of(statement)
        for decorator in getattr(statement, "decorator_list", ()):
            self._ran.note(decorator.lineno, (decorator.end_lineno or decorator.lineno) + 1, self._ran.now)
            start = statement.lineno
        self._ran.note(start, stop, self._ran.now)

    def function(self, node: _Function, counting: bool) -> None:
        """A probe at the entry, behind the docstring."""
        outer, self._flags_in_scope = self._flags_in_scope, []
        around, self._has_variables = self._has_variables, not self._shows_variables(node)
        docstring = _docstring(node)
        documented = docstring is not None
        number = self.next_number
        entry = self._probe(_beginning(node.body[documented:], otherwise=node), counted=False)
        with self._ran.apart(number):
            self.suite(node.body, counting and not self._text.leaves_out(node), docstring)
        node.body.insert(int(documented), entry)
        self._flags_in_scope, self._has_variables = outer, around

    def class_(self, node: ast.ClassDef, counting: bool) -> None:
        """Flags used by the class body itself are declared global: its namespace may be any mapping."""
        outer, self._flags_in_scope = self._flags_in_scope, []
        around, self._has_variables = self._has_variables, False
        docstring = _docstring(node)
        self.suite(node.body, counting and not self._text.leaves_out(node), docstring)
        if self._flags_in_scope:
            declared = ast.Global([*self._flags_in_scope, NEW], **position_of(node))
            node.body.insert(int(docstring is not None), declared)
        self._flags_in_scope, self._has_variables = outer, around

    def if_(self, node: ast.If, counting: bool) -> Sides | None:
        """A probe on both sides, unless the test is a constant."""
        constant = _constant(node.test)
        counts_body = counting and constant is not False and not self._text.leaves_out(node)
        counts_else = counting and constant is not True and not self._text.leaves_out_else(node)
        if constant is None:
            falls_through = (
                self._text.is_inline(node.body) and not isinstance(node.body[-1], _JUMPS) and not node.orelse
            )
            counted = (
                counts_body
                and counts_else
                and not falls_through
                and not self._text.leaves_out_sides(node, self._following)
            )
            return self._both_sides(node, _evaluated_first(node.test), counted, counts_body, counts_else)
        before, then = self._ran.now, self._following
        self._ran.now = before if constant else None
        self.suite(node.body, counts_body, then=then)
        left, self._ran.now = self._ran.now, None if constant else before
        self.suite(node.orelse, counts_else, then=then)
        self._ran.now = joined((left, self._ran.now))
        return None

    def loop(self, node: Loop, counting: bool) -> Sides | None:
        """A probe in the body, one for the loop that ends by itself, and one for that without having run, if it can."""
        constant = _constant(node.test) if isinstance(node, ast.While) else None
        counts_body = counting and constant is not False and not self._text.leaves_out(node)
        counts_else = counting and not self._text.leaves_out_else(node)
        if constant is None:
            returns_to_start = self._text.is_inline(node.body) and not isinstance(node.body[-1], _LEAVES_LOOP)
            counted = (
                counts_body
                and counts_else
                and not returns_to_start
                and not self._text.leaves_out_sides(node, self._following)
            )
            header = _evaluated_first(node.test) if isinstance(node, ast.While) else node.iter
            return self._both_sides(node, header, counted, counts_body, counts_else)
        before, then = self._ran.now, self._following
        with self._ran.loop():
            self._entered(node.body, False, counts_body)
            self._ran.now = None if constant else before
            self.suite(node.orelse, counts_else, then=then)
        return None

    def try_(self, node: ast.Try | ast.TryStar, counting: bool) -> None:
        """A probe in each handler."""
        before, behind = self._ran.now, self._following
        after = next(iter(node.finalbody), behind)
        self.suite(node.body, counting and not self._text.leaves_out(node), then=next(iter(node.orelse), after))
        tried, left, entries = self._ran.now, [], []
        for handler in node.handlers:
            entries.append(self.next_number)
            self._entered(handler.body, False, counting and not self._text.leaves_out(handler), then=after)
            left.append(self._ran.now)
        for place, handler in enumerate(node.handlers):
            if counting and not self._text.leaves_out(handler):
                # whether it is this one is asked unless it was one before it
                self._ran.note(*head_of(handler), frozenset(entries[place:]))
        self._ran.now = tried
        self.suite(node.orelse, counting, then=after)
        done = joined((self._ran.now, *left))
        # what is run whatever happens
        self._ran.now = joined((before, done))
        self.suite(node.finalbody, counting, then=behind)
        if self._ran.now is not None:
            self._ran.now = done

    def with_(self, node: ast.With | ast.AsyncWith, counting: bool) -> None:
        """No probe of its own."""
        self.suite(node.body, counting and not self._text.leaves_out(node), then=self._following)

    def match(self, node: ast.Match, counting: bool) -> None:
        """A probe in each case, and one behind it for the subjects it does not match: a case that never matches."""
        cases: list[ast.match_case] = []
        numbers: list[int] = []
        left: list[Probes] = []
        then = self._following
        for case, following in zip(node.cases, [*node.cases[1:], None], strict=True):
            counts_body = counting and not self._text.leaves_out(case)
            certain = case.guard is None and is_irrefutable(case.pattern)
            falls_through = (
                following is None and self._text.is_inline(case.body) and not isinstance(case.body[-1], _JUMPS)
            )
            counted = not (
                certain
                or falls_through
                or not counts_body
                or self._text.leaves_out(case.body[0])
                or (following is not None and self._text.leaves_out_case(following))
            )
            first = self.next_number
            self._entered(case.body, counted, counts_body, then=then)
            left.append(self._ran.now)
            numbers.append(first)
            cases.append(case)
            if not certain:
                passed = self.next_number
                cases.append(self._passed_by(following or case, counted))
                if counted and self._text.waives(case.pattern):
                    self.waived |= {first, passed}
                if following is None:
                    left.append(frozenset({passed}))
                    numbers.append(passed)
        for place, case in enumerate(node.cases):
            if counting and not self._text.leaves_out(case):
                self._ran.note(*head_of(case), frozenset(numbers[place:]))
        self._ran.now = joined(left)
        node.cases = cases

    def _counts_sides(self, node: ast.If | Loop) -> bool:
        """Whether coverage.py counts where the sides of a statement lead."""
        return not self._text.leaves_out_sides(node, self._following)

    def _both_sides(
        self, node: ast.If | Loop, header: ast.AST, counted: bool, counts_body: bool, counts_else: bool
    ) -> Sides:
        if isinstance(node, ast.If):
            return self._two_sides(node, header, counted, counts_body, counts_else)
        with self._ran.loop():
            return self._two_sides(node, header, counted, counts_body, counts_else)

    def _two_sides(
        self, node: ast.If | Loop, header: ast.AST, counted: bool, counts_body: bool, counts_else: bool
    ) -> Sides:
        true = self.next_number
        noting = f"{NOT_YET}{true}" if self._has_variables and not isinstance(node, ast.If) else ""
        behind = _beginning(node.orelse, otherwise=node.orelse[0]) if node.orelse else header
        then = self._following
        self._entered(node.body, counted, counts_body, noting, then=then if isinstance(node, ast.If) else None)
        left = self._ran.now
        false = self.next_number
        if counted and self._text.waives(node):
            self.waived |= {true, false}
        if node.orelse:
            self._entered(node.orelse, counted, counts_else, then=then)
        else:
            node.orelse.append(self._probe(header, counted))
            self._ran.now = frozenset({false})
        if isinstance(node, ast.If):
            # whoever comes to the end of a loop's body goes back to its head
            self._ran.now = joined((left, self._ran.now))
        if noting:
            node.orelse.insert(0, self._not_once(noting, _evaluated_first(header), behind))
        return false, true

    def _not_once(self, noting: str, header: ast.AST, behind: ast.AST) -> ast.stmt:
        """A probe behind a loop that looks at a variable which is true until the body has run."""
        position = position_of(header)
        name = ast.Name(noting, ast.Store(), **position)
        self._ahead = [ast.Assign([name], ast.Constant(True, **position), **position)]
        position = position_of(behind)
        flag, call = self._flag_and_call(behind, counted=False)
        test = ast.BoolOp(ast.And(), [ast.Name(noting, ast.Load(), **position), flag], **position)
        return ast.If(test, [ast.Expr(call, **position)], [], **position)

    def _shows_variables(self, node: _Function) -> bool:
        """Whether a variable of ours in a function might be seen."""
        if self._shows_others:
            return True
        lines = self._text.lines[node.lineno - 1 : node.end_lineno]
        return any(map(_SHOWS_VARIABLES.search, lines))

    def _entered(
        self, body: list[ast.stmt], counted: bool, counting: bool, noting: str = "", *, then: ast.stmt | None = None
    ) -> None:
        self._ran.now = frozenset({self.next_number})
        entry = self._probe(_beginning(body, otherwise=body[0]), counted, noting)
        self.suite(body, counting, then=then)
        body.insert(0, entry)

    def _passed_by(self, case: ast.match_case, counted: bool) -> ast.match_case:
        position = position_of(case.pattern)
        flag, call = self._flag_and_call(case.pattern, counted)
        guard = ast.BoolOp(ast.And(), [flag, call], **position)
        return ast.match_case(ast.MatchAs(**position), guard, [ast.Pass(**position)])

    def _probe(self, place: ast.AST, counted: bool, noting: str = "") -> ast.stmt:
        """A probe; one that notes its visits in a variable is not asked again while that is false."""
        position = position_of(place)
        flag, call = self._flag_and_call(place, counted)
        if not noting:
            return ast.If(flag, [ast.Expr(call, **position)], [], **position)
        told = ast.BoolOp(ast.And(), [flag, call], **position)
        noted = ast.Assign([ast.Name(noting, ast.Store(), **position)], told, **position)
        return ast.If(ast.Name(noting, ast.Load(), **position), [noted], [], **position)

    @property
    def next_number(self) -> int:
        """The number of the probe that is made next."""
        return len(self.lines)

    def inside(self, place: ast.AST) -> tuple[ast.expr, ast.expr]:
        """A probe inside an expression, which coverage.py has no branches for."""
        return self._flag_and_call(place, counted=False)

    def look(self, sides: Sides | None) -> int:
        """A look at a comparison, of whose outcomes these probes tell, if any do."""
        self.compared.append(sides)
        return len(self.compared) - 1

    def wanted(self, look: int, place: ast.expr) -> ast.expr:
        """The flag of a look."""
        name = f"{LOOK}{look}"
        self._flags_in_scope.append(name)
        return ast.Name(name, ast.Load(), **position_of(place))

    def see(self, look: int, operands: list[ast.expr]) -> ast.expr:
        """The first of some operands, all of which are shown."""
        return self._given(SEE, look, operands)

    def tell(self, look: int, outcome: ast.expr) -> ast.expr:
        """An outcome that is told of."""
        return self._given(TELL, look, [outcome])

    def _given(self, function: str, look: int, values: list[ast.expr]) -> ast.expr:
        position = position_of(values[0])
        self._flags_in_scope.append(function)
        number = ast.Constant(look, **position)
        return ast.Call(ast.Name(function, ast.Load(), **position), [number, *values], [], **position)

    def _flag_and_call(self, place: ast.AST, counted: bool) -> tuple[ast.expr, ast.expr]:
        """The two halves of a new probe."""
        position = position_of(place)
        number = len(self.lines)
        self.lines.append(position["lineno"])
        if counted:
            self.counted.add(number)
        name = f"{FLAG}{number}"
        self._flags_in_scope.append(name)
        load = ast.Load()
        function = ast.Name(NEW, load, **position)
        call = ast.Call(function, [ast.Constant(number, **position)], [], **position)
        return ast.Name(name, load, **position), call


_REWRITES: dict[type[ast.stmt], Callable[[_Rewriting, Any, bool], Sides | None]] = {
    ast.FunctionDef: _Rewriting.function,
    ast.AsyncFunctionDef: _Rewriting.function,
    ast.ClassDef: _Rewriting.class_,
    ast.If: _Rewriting.if_,
    ast.For: _Rewriting.loop,
    ast.AsyncFor: _Rewriting.loop,
    ast.While: _Rewriting.loop,
    ast.Try: _Rewriting.try_,
    ast.TryStar: _Rewriting.try_,
    ast.With: _Rewriting.with_,
    ast.AsyncWith: _Rewriting.with_,
    ast.Match: _Rewriting.match,
}


def _docstring(node: ast.Module | ast.ClassDef | _Function) -> ast.stmt | None:
    """The docstring of what may have one."""
    return node.body[0] if ast.get_docstring(node, clean=False) is not None else None


def _beginning(body: list[ast.stmt], otherwise: ast.stmt) -> ast.AST:
    """The part of a suite that runs first: a probe that stands there shows a tracer no other line."""
    return _evaluated_first(next((statement for statement in body if not _without_code(statement)), otherwise))


def _evaluated_first(node: ast.AST) -> ast.AST:
    while (field := _EVALUATED_FIRST.get(type(node))) is not None:
        inner = getattr(node, field)
        if isinstance(inner, list):
            inner = inner[0] if inner else None
        if inner is None:
            break
        node = inner
    return node


def _without_code(statement: ast.stmt) -> bool:
    declares = isinstance(statement, ast.AnnAssign) and statement.value is None
    return declares or isinstance(statement, ast.Global | ast.Nonlocal)


def _constant(test: ast.expr | None) -> bool | None:
    """The truth of a test that the compiler knows, as far as people write such tests."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Name(id="__debug__"):
            return __debug__
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            truth = _constant(operand)
            return None if truth is None else not truth
        case ast.BoolOp(op=operator, values=values):
            decisive = isinstance(operator, ast.Or)
            return next((truth for truth in map(_constant, values) if truth is not (not decisive)), not decisive)
        case _:
            return None
