"""Small meaningful values of the standard types, as a reader would write them."""

from __future__ import annotations

import ast
import enum
import sys
from dataclasses import dataclass
from functools import cache

from caddis.generate.draft import Draft
from caddis.model.operation import Kind, Operation, Parameter, Place, constant, display
from caddis.model.sequence import Literal


@dataclass(frozen=True, slots=True)
class Recipe:
    """A call, a display or a name, with all it is made of."""

    operation: Operation
    arguments: tuple[Literal | Recipe | None, ...] = ()
    """None where a parameter is left to its default."""

    def make(self, draft: Draft) -> int:
        """Add what is needed to a draft; the position of the value."""
        made = [each.make(draft) if isinstance(each, Recipe) else each for each in self.arguments]
        return draft.add(self.operation, list(made))


FEW = 4
"""How many members of a standard enumeration are enough."""

_DATES = ("datetime.date(2024, 2, 29)", "datetime.date(2000, 1, 1)", "datetime.date(1999, 12, 31)")
_MOMENTS = (
    "datetime.datetime(2024, 2, 29, 12, 30)",
    "datetime.datetime(2000, 1, 1)",
    "datetime.datetime(2024, 2, 29, tzinfo=datetime.timezone.utc)",
)
_ZONES = ("datetime.timezone.utc", "datetime.timezone(datetime.timedelta(hours=1))")
_PATHS = ('pathlib.Path("file.txt")', 'pathlib.Path("a/b")', 'pathlib.Path(".")')
_PURE_PATHS = ('pathlib.PurePosixPath("a/b.txt")', 'pathlib.PurePosixPath("/")')
_TEXTS = (r'io.StringIO("a\nb\n")', "io.StringIO()", 'io.StringIO("a,b")')
_BYTES = (r'io.BytesIO(b"a\nb\n")', "io.BytesIO()")
_READERS = ('io.BufferedReader(io.BytesIO(b"abc"))',)
_WRITERS = ("io.BufferedWriter(io.BytesIO())",)
_DECIMALS = ('decimal.Decimal("1.5")', 'decimal.Decimal("0")', 'decimal.Decimal("-1")', 'decimal.Decimal("100")')
_FRACTIONS = ("fractions.Fraction(1, 2)", "fractions.Fraction(0, 1)", "fractions.Fraction(-3, 4)")
_CONTEXTS = ("contextlib.nullcontext()", "contextlib.nullcontext(1)")
_AWAITED = ("asyncio.sleep(0)", "asyncio.sleep(0, 1)")

_SOURCES: dict[str, tuple[str, ...]] = {
    "builtins.range": ("range(3)", "range(0)", "range(1, 10, 2)"),
    "builtins.slice": ("slice(0, 2)", "slice(None)", "slice(None, None, -1)"),
    "builtins.bytearray": ('bytearray(b"abc")', "bytearray()"),
    "builtins.memoryview": ('memoryview(b"abc")', 'memoryview(b"")'),
    "builtins.ellipsis": ("Ellipsis",),
    "builtins.NotImplementedType": ("NotImplemented",),
    "builtins.module": ("os.path",),
    "caddis.properties.monitoring.Monitor": ("caddis.Monitor()",),
    "types.SimpleNamespace": ("types.SimpleNamespace()", "types.SimpleNamespace(a=1)"),
    "decimal.Decimal": _DECIMALS,
    "fractions.Fraction": _FRACTIONS,
    "numbers.Number": (_DECIMALS[0], _FRACTIONS[0]),
    "numbers.Complex": _FRACTIONS[:1],
    "numbers.Real": _FRACTIONS[:1],
    "numbers.Rational": _FRACTIONS,
    "uuid.UUID": ('uuid.UUID("12345678-1234-5678-1234-567812345678")', "uuid.UUID(int=0)"),
    "datetime.date": _DATES,
    "datetime.datetime": _MOMENTS,
    "datetime.time": ("datetime.time(12, 30)", "datetime.time(0, 0)", "datetime.time(23, 59, 59)"),
    "datetime.timedelta": ("datetime.timedelta(days=1)", "datetime.timedelta(0)", "datetime.timedelta(hours=-1)"),
    "datetime.tzinfo": _ZONES,
    "datetime.timezone": _ZONES,
    "pathlib.Path": _PATHS,
    "pathlib.PosixPath": _PATHS,
    "pathlib.PurePath": _PURE_PATHS,
    "pathlib.PurePosixPath": _PURE_PATHS,
    "os.PathLike": _PATHS,
    "io.StringIO": _TEXTS,
    "io.BytesIO": _BYTES,
    "io.IOBase": (*_TEXTS, *_BYTES),
    "io.TextIOBase": _TEXTS,
    "io.BufferedIOBase": _BYTES,
    "io.BufferedReader": _READERS,
    "io.BufferedWriter": _WRITERS,
    "io.TextIOWrapper": ('io.TextIOWrapper(io.BytesIO(b"abc"), encoding="utf-8")',),
    "re.Pattern": ('re.compile("a+")', 're.compile("")', r're.compile("(\\w)(\\d*)")'),
    "re.Match": ('re.match("a+", "aab")', 're.match("(a)(b)?", "a")'),
    "ipaddress.IPv4Address": ('ipaddress.IPv4Address("127.0.0.1")', 'ipaddress.IPv4Address("192.168.0.1")'),
    "ipaddress.IPv6Address": ('ipaddress.IPv6Address("::1")',),
    "ipaddress.IPv4Network": ('ipaddress.IPv4Network("10.0.0.0/8")', 'ipaddress.IPv4Network("192.168.0.0/24")'),
    "ipaddress.IPv6Network": ('ipaddress.IPv6Network("::/64")',),
    "ipaddress.IPv4Interface": ('ipaddress.IPv4Interface("10.0.0.1/8")',),
    "ipaddress.IPv6Interface": ('ipaddress.IPv6Interface("::1/64")',),
    "array.array": ('array.array("i", [1, 2])', 'array.array("d")'),
    "random.Random": ("random.Random(0)",),
    "string.Template": ('string.Template("$a")',),
    "struct.Struct": ('struct.Struct("i")',),
    "contextlib.AbstractContextManager": _CONTEXTS,
    "contextlib.AbstractAsyncContextManager": _CONTEXTS,
    "collections.abc.Awaitable": _AWAITED,
    "collections.abc.Coroutine": _AWAITED,
    "builtins.coroutine": _AWAITED,
}
_SOURCES |= {
    # where they are defined since 3.13, and in C
    **{f"pathlib._local.{path.partition('.')[2]}": made for path, made in _SOURCES.items() if "pathlib" in path},
    **{f"_io.{path.partition('.')[2]}": made for path, made in _SOURCES.items() if path.startswith("io.")},
    **{f"_io._{path.partition('.')[2]}": made for path, made in _SOURCES.items() if path.startswith("io.")},
    "_pydatetime.tzinfo": _ZONES,
    "_struct.Struct": _SOURCES["struct.Struct"],
}
_OF_BYTES: dict[str, tuple[str, ...]] = {
    "re.Pattern": ('re.compile(b"a+")',),
    "re.Match": ('re.match(b"a+", b"aab")',),
}
"""Where a generic is asked for with bytes."""

_EXCEPTIONS: dict[str, tuple[str, ...]] = {
    "BaseException": ('ValueError("a")', "KeyboardInterrupt()"),
    "Exception": ('ValueError("a")', 'KeyError("a")', "Exception()"),
    "LookupError": ('KeyError("a")', 'IndexError("a")'),
    "ArithmeticError": ('ZeroDivisionError("a")', 'OverflowError("a")'),
    "OSError": ('FileNotFoundError(2, "a")', 'OSError("a")'),
    "ExceptionGroup": ('ExceptionGroup("a", [ValueError("b")])',),
    "BaseExceptionGroup": ('ExceptionGroup("a", [ValueError("b")])',),
    "UnicodeDecodeError": ('UnicodeDecodeError("utf-8", b"a", 0, 1, "b")',),
    "UnicodeEncodeError": ('UnicodeEncodeError("utf-8", "a", 0, 1, "b")',),
}


def recipes_of(cls: type, argument: type | None = None) -> tuple[Recipe, ...]:
    """How to make a few instances of a standard class; `argument` is the first one of a generic."""
    name = f"{cls.__module__}.{cls.__qualname__}"
    if argument is bytes and name in _OF_BYTES:
        return tuple(map(recipe, _OF_BYTES[name]))
    if cls.__module__ == "builtins" and issubclass(cls, BaseException):
        return tuple(map(recipe, _EXCEPTIONS.get(cls.__name__, (f'{cls.__name__}("a")', f"{cls.__name__}()"))))
    if issubclass(cls, enum.Enum) and cls.__module__ in sys.stdlib_module_names:
        members = list(cls.__members__)[:FEW]
        return tuple(Recipe(constant(cls.__module__, f"{cls.__qualname__}.{member}")) for member in members)
    return tuple(map(recipe, _SOURCES.get(name, ())))


@cache
def recipe(source: str) -> Recipe:
    """The recipe for what is written; the first of several names is that of a module."""
    made = _ingredient(ast.parse(source, mode="eval").body)
    assert isinstance(made, Recipe)
    return made


def _ingredient(node: ast.expr) -> Literal | Recipe:
    match node:
        case ast.Call(func=function, args=positional, keywords=keywords):
            parameters = [Parameter(f"argument{i}", Place.POSITIONAL) for i in range(len(positional))]
            parameters += [Parameter(keyword.arg or "", Place.KEYWORD) for keyword in keywords]
            given = (*positional, *(keyword.value for keyword in keywords))
            return Recipe(_called(function, tuple(parameters)), tuple(map(_ingredient, given)))
        case ast.List(elts=items):
            return Recipe(display("[", len(items)), tuple(map(_ingredient, items)))
        case ast.Dict(keys=[]):
            return Recipe(display("{:", 0))
        case ast.Attribute(value=ast.List() | ast.Dict() | ast.Call() | ast.Constant() as receiver, attr=name):
            parameter = Parameter("self", Place.POSITIONAL)
            return Recipe(Operation(Kind.READ, "builtins", "", name, (parameter,)), (_ingredient(receiver),))
        case ast.Attribute() | ast.Name():
            return Recipe(constant(*_placed(ast.unparse(node))))
        case _:
            return Literal(ast.literal_eval(node))


def _called(function: ast.expr, parameters: tuple[Parameter, ...]) -> Operation:
    module, path = _placed(ast.unparse(function))
    name = path.rpartition(".")[2]
    if name[0].isupper() or f"{module}.{path}" in _SOURCES:
        return Operation(Kind.CONSTRUCTOR, module, path, name, parameters)
    return Operation(Kind.FUNCTION, module, "", path, parameters)


def _placed(dotted: str) -> tuple[str, str]:
    """The module of a name, and its path there."""
    module, _, path = dotted.partition(".")
    return (module, path) if path and module not in _BUILTIN else ("builtins", dotted)


_BUILTIN = ("str", "list", "dict")
"""The builtin classes whose methods are named."""
