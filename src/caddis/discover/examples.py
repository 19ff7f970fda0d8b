"""Calls shown in documentation → the arguments they were given. The text is read, and nothing is run for that."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from caddis.discover.foreign import attempt
from caddis.discover.written import statements, written
from caddis.model.operation import Parameter, Place
from caddis.model.types import Spelt

_LONGEST = 200_000
"""The characters of a text that are read."""

_PROMPT = re.compile(r"\s*(?:>>>|In \[\d+\]:)(?: |$)(.*)")
_MORE = re.compile(r"\s*(?:\.\.\.|\.{3,}:)(?: |$)(.*)")
_FENCE = re.compile(r"\s*(```+|~~~+)\s*\{?\.?(\w*)")
_LANGUAGES = frozenset({"", "python", "py", "python3", "pycon", "ipython", "code", "doctest"})
_PIECE_BEGINS = re.compile(r"\n(?=[^\s)\]}])")
_RESULT = re.compile(r"\s(?:->|=>|→)\s")
_DIRECTIVE = re.compile(r"\s*\.\. (?:code|code-block|sourcecode|doctest|testcode)::")


@dataclass(frozen=True, slots=True)
class Example:
    """A call as documentation writes it, with the arguments that are atoms, or displays of them.

    None stands in the place of any other argument; keywords with another value are left out.
    """

    callee: str
    """The dotted path as written; where it begins with something else than a name, what follows that: `add`."""
    positional: tuple[Spelt | None, ...]
    keywords: dict[str, Spelt]

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.callee.rpartition(".")[2]


def examples_in(text: str) -> list[Example]:
    """The calls in the doctests and blocks of code of a docstring or a README, in their order."""
    calls = _Calls()
    for statement in statements_in(text):
        attempt(partial(calls.visit, statement), None)
    return calls.found


def statements_in(text: str) -> Iterator[ast.stmt]:
    """The statements in the doctests and blocks of code of a docstring or a README, in their order."""
    if "(" not in text:
        return
    for block in _blocks(text[:_LONGEST].expandtabs().splitlines()):
        # dots below a prompt may also be what is left out of the result
        yield from statements(block) or statements(block.partition("\n")[0])


def values_for(examples: Iterable[Example], name: str, parameters: Sequence[Parameter]) -> dict[str, tuple[Spelt, ...]]:
    """The values that the examples calling `name` give to each of the parameters, of which the receiver is none."""
    last = name.rpartition(".")[2]
    placed = [parameter.name for parameter in parameters if parameter.place is not Place.KEYWORD]
    named = {parameter.name for parameter in parameters if parameter.place in (Place.KEYWORD, Place.EITHER)}
    found: dict[str, dict[Spelt, None]] = {}
    for example in examples:
        # one with more arguments than there are places calls something else of that name
        if example.name != last or len(example.positional) > len(placed):
            continue
        by_keyword = [(keyword, value) for keyword, value in example.keywords.items() if keyword in named]
        for parameter, value in [*zip(placed, example.positional, strict=False), *by_keyword]:
            if value is not None:
                found.setdefault(parameter, {})[value] = None
    return {parameter: tuple(values) for parameter, values in found.items()}


def by_name(examples: Iterable[Example]) -> dict[str, list[Example]]:
    """The examples by the last part of what they call: what `values_for` would pick from all of them."""
    found: dict[str, list[Example]] = {}
    for example in examples:
        found.setdefault(example.name, []).append(example)
    return found


def readme_of(package: Path) -> str:
    """What README files and the metadata of its distribution say of a package, given as its directory or only file."""
    return attempt(lambda: "\n\n".join(_described_in(package))[:_LONGEST], "")


def _described_in(package: Path) -> Iterator[str]:
    beside = package.parent
    installed = beside.name in ("site-packages", "dist-packages")
    places = [package] if package.is_dir() else []
    if not installed:
        places += [beside, *([beside.parent] if beside.name == "src" else [])]
    for place in places:
        for file in sorted(place.iterdir()):
            if file.name.lower().partition(".")[0] == "readme" and file.suffix.lower() in ("", ".md", ".rst", ".txt"):
                yield _read(file)
    metadata = _metadata(beside, package.stem)
    if metadata is not None:
        yield _read(metadata).partition("\n\n")[2]


def _metadata(beside: Path, name: str) -> Path | None:
    """The METADATA of the distribution that brought a package: it has its name, or says that it contains it."""
    folders = sorted(beside.glob("*.dist-info"))
    same = [f for f in folders if _normalised(f.name.partition("-")[0]) == _normalised(name)]
    for folder in same or folders:
        if same or any(line.startswith((f"{name}/", f"{name}.py,")) for line in _read(folder / "RECORD").splitlines()):
            return folder / "METADATA"
    return None


def _normalised(name: str) -> str:
    return name.lower().replace("-", "_").replace(".", "_")


def _read(file: Path) -> str:
    if not file.is_file():
        return ""
    with file.open(encoding="utf-8", errors="replace") as text:
        return text.read(_LONGEST)


def _blocks(lines: list[str]) -> Iterator[str]:
    """The pieces of source in a text: statements behind prompts, and blocks set apart as code."""
    number = 0
    blank_before = True
    while number < len(lines):
        line = lines[number]
        fence = _FENCE.match(line)
        if _PROMPT.match(line):
            source, number = _prompted(lines, number)
            blank_before = False
            yield source
        elif fence is not None:
            end = next((n for n in range(number + 1, len(lines)) if lines[n].strip() == fence[1]), len(lines))
            if fence[2].lower() in _LANGUAGES:
                yield from _code(lines[number + 1 : end])
            number = end + 1
        elif line[:1] == " " and blank_before and line.strip():
            end = _end_of_indented(lines, number)
            yield from _code(lines[number:end])
            number = end
        else:
            blank_before = not line.strip() or _DIRECTIVE.match(line) is not None
            number += 1


def _prompted(lines: list[str], number: int) -> tuple[str, int]:
    """The statement behind a prompt, with the lines that go on with it, and the number of the line after."""
    first = _PROMPT.match(lines[number])
    found = [first[1] if first else ""]
    number += 1
    while number < len(lines) and (more := _MORE.match(lines[number])) is not None:
        found.append(more[1])
        number += 1
    return "\n".join(found), number


def _end_of_indented(lines: list[str], number: int) -> int:
    """Where lines that are indented as much as this one, or empty, end."""
    margin = len(lines[number]) - len(lines[number].lstrip())
    for end in range(number, len(lines)):
        if lines[end].strip() and len(lines[end]) - len(lines[end].lstrip()) < margin:
            return end
    return len(lines)


def _code(lines: list[str]) -> Iterator[str]:
    """The source in a block: what stands behind prompts if there are any, else all of it, or what of it is Python."""
    if any(map(_PROMPT.match, lines)):
        number = 0
        while number < len(lines):
            if _PROMPT.match(lines[number]):
                source, number = _prompted(lines, number)
                yield source
            else:
                number += 1
        return
    source = textwrap.dedent("\n".join(lines))
    if "(" not in source:
        return
    if statements(source):
        yield source
    else:
        # results are often written below the calls or behind them, and dots where something was left out
        for piece in _PIECE_BEGINS.split(source):
            if "(" in piece:
                yield _RESULT.split(piece, maxsplit=1)[0]


class _Calls(ast.NodeVisitor):
    """Collects the calls of statements, and the values that variables have by then."""

    def __init__(self) -> None:
        self.found: list[Example] = []
        self._values: dict[str, Spelt] = {}

    def visit_Call(self, node: ast.Call) -> None:
        callee = _callee(node.func)
        if callee:
            positional = []
            for argument in node.args:
                if isinstance(argument, ast.Starred):
                    break  # and what follows it may be in any place
                positional.append(written(argument, self._values))
            keywords = {
                each.arg: value
                for each in node.keywords
                if each.arg is not None and (value := written(each.value, self._values)) is not None
            }
            self.found.append(Example(callee, tuple(positional), keywords))
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self._assign(target, node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
            self._assign(node.target, node.value)

    def visit_For(self, node: ast.For) -> None:
        self._forget(node.target)
        self.generic_visit(node)

    def visit_With(self, node: ast.With) -> None:
        for item in node.items:
            if item.optional_vars is not None:
                self._forget(item.optional_vars)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        self._forget(node.target)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Names inside are not those outside."""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Names inside are not those outside."""

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Names inside are not those outside."""

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        self.visit(node.generators[0].iter)  # all else has names of its own

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815 (as above)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        match target, value:
            case (ast.Tuple(elts=targets), ast.Tuple(elts=values)) if len(targets) == len(values):
                for each, its_value in zip(targets, values, strict=True):
                    self._assign(each, its_value)
            case ast.Name(id=name), _:
                spelt = written(value, self._values)
                self._values.pop(name, None)
                if spelt is not None:
                    self._values[name] = spelt
            case _:
                self._forget(target)

    def _forget(self, target: ast.expr) -> None:
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                self._values.pop(node.id, None)


def _callee(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            before = _callee(value)
            return f"{before}.{name}" if before else name
        case _:
            return ""
