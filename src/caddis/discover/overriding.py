"""What may be overridden in a class: abstract methods, and those that the class itself calls.

To override a method that nobody but the test calls would show nothing of the class. A class that has nothing abstract
is taken for one to inherit from only if it invites to: one of its methods does nothing, or says that it is not
implemented.
"""

from __future__ import annotations

import ast
import enum
import inspect
import textwrap
import types
from functools import partial
from typing import Any

from caddis.discover import signatures
from caddis.discover.foreign import attempt, dynamic, is_a, namespace, text_of
from caddis.discover.protocols import is_protocol, members_asked
from caddis.discover.types import Reader
from caddis.model.classes import home, mro, public_name
from caddis.model.definition import Formal
from caddis.model.overriding import Base, Hook
from caddis.model.sequence import Literal
from caddis.model.types import ANYTHING, Instance

_MAY_BE_SUBCLASSED = 1 << 10
"""The flag of classes that let others inherit from them."""
_LEFT_ALONE = (BaseException, tuple, int, str, float, bytes, type, enum.Enum)
"""What is below these are values rather than objects."""
_ATOMS = (int, float, str, bytes, bool, type(None), complex)
_KEPT = frozenset({"__init__", "__new__", "__init_subclass__", "__class_getitem__", "__getattribute__", "__del__"})
_YIELDS = inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
_LONGEST_NOTHING = 200
"""Bytes of code that doing nothing takes at most, probes and all."""
_FOREIGN = ("builtins", "typing", "abc", "typing_extensions")


def base_of(cls: type) -> Base | None:
    """What a test can override in a class; None if nothing, or if it cannot be subclassed."""
    return attempt(lambda: _base_of(cls), None)


def _base_of(cls: type) -> Base | None:
    module, path = public_name(cls) or home(cls)
    closed = dynamic(cls, "__final__") is True or issubclass(cls, _LEFT_ALONE)
    if closed or not cls.__flags__ & _MAY_BE_SUBCLASSED or "<" in path:
        return None
    if not (inspect.isabstract(cls) or is_protocol(cls) or _invites(cls)):
        return None
    hooks = tuple(hook for hook in _hooks(cls) if hook is not None)
    abstract = set(dynamic(cls, "__abstractmethods__") or ()) if inspect.isabstract(cls) else set()
    if not hooks or not abstract <= {hook.name for hook in hooks}:
        # there is one that must be written and cannot be
        return None
    shape = signatures.of_constructor(cls, Reader())
    if is_protocol(cls):
        return Base(cls, module, path, hooks, (), ())
    return Base(cls, module, path, hooks, shape.parameters, shape.types)


def _invites(cls: type) -> bool:
    """Whether a class has a method that is there to be overridden."""
    return any(
        is_a(stored, types.FunctionType) and not name.startswith("_") and attempt(partial(_does_nothing, stored), False)
        for base in mro(cls)
        if text_of(base, "__module__") not in _FOREIGN
        for name, stored in namespace(base).items()
    )


def _does_nothing(function: types.FunctionType) -> bool:
    """Whether a function was written to do nothing, or to say that it is not implemented."""
    function = inspect.unwrap(function)
    if len(function.__code__.co_code) > _LONGEST_NOTHING:
        # not worth reading
        return False
    (written,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    return isinstance(written, ast.FunctionDef | ast.AsyncFunctionDef) and all(
        isinstance(each, ast.Pass)
        or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        or (isinstance(each, ast.Raise) and each.exc is not None and "NotImplementedError" in ast.unparse(each.exc))
        for each in written.body
    )


def _hooks(cls: type) -> list[Hook | None]:
    called = _called(cls)
    asked = members_asked(cls) if is_protocol(cls) else frozenset()
    found: list[Hook | None] = []
    met: set[str] = set()
    for definer in mro(cls):
        if definer is object or text_of(definer, "__module__") in _FOREIGN:
            continue
        for name, stored in namespace(definer).items():
            if name in met or name in _KEPT:
                continue
            met.add(name)
            asked_for = name in asked and callable(stored)
            abstract = dynamic(stored, "__isabstractmethod__") is True or asked_for
            if abstract or (name in called and not name.startswith("_")):
                found.append(_hook(cls, definer, name, stored, abstract=abstract))
    return found


def _called(cls: type) -> set[str]:
    """The attributes that the methods of a class ask for, each method for others than itself."""
    found: set[str] = set()
    for base in mro(cls):
        if text_of(base, "__module__") in _FOREIGN:
            continue
        for name, stored in namespace(base).items():
            inner = stored.__func__ if is_a(stored, staticmethod, classmethod) else stored
            inner = inner.fget if is_a(inner, property) else inner
            found |= _names_in(dynamic(attempt(partial(inspect.unwrap, inner), inner), "__code__")) - {name}
    return found


def _names_in(code: Any) -> set[str]:
    if not is_a(code, types.CodeType):
        return set()
    return set(code.co_names).union(*(_names_in(constant) for constant in code.co_consts))


def _hook(cls: type, definer: type, name: str, stored: Any, *, abstract: bool) -> Hook | None:
    """How a method is overridden; None if it may not be, or cannot be spelt."""
    decorator, function = "", stored
    for kind in (property, classmethod, staticmethod):
        if is_a(stored, kind):
            decorator = kind.__name__
            function = stored.fget if is_a(stored, property) else stored.__func__
    if decorator and not abstract:
        return None
    code = dynamic(attempt(lambda: inspect.unwrap(function), function), "__code__")
    if dynamic(function, "__final__") is True or not is_a(code, types.CodeType) or code.co_flags & _YIELDS:
        return None
    signature = attempt(lambda: inspect.signature(function), None)
    if signature is None:
        return None
    parameters = list(signature.parameters.values())[0 if decorator == "staticmethod" else 1 :]
    formals = [_formal(parameter, abstract=abstract) for parameter in parameters]
    spelt = tuple(formal for formal in formals if formal is not None)
    if len(spelt) < len(formals):
        return None
    shape = signatures.of_method(function, Reader(), cls, definer, name, bound=decorator == "staticmethod")
    known = {parameter.name: each for parameter, each in zip(shape.parameters, shape.types, strict=True)}
    taken = {"*": Instance(tuple), "**": Instance(dict)}
    return Hook(
        name,
        spelt,
        tuple(taken.get(_stars(formal), known.get(formal.name, ANYTHING)) for formal in spelt),
        shape.returns,
        abstract=abstract,
        waits=bool(code.co_flags & inspect.CO_COROUTINE),
        decorator=decorator,
    )


def _stars(formal: Formal) -> str:
    return formal.spelling[: len(formal.spelling) - len(formal.name)]


def _formal(parameter: inspect.Parameter, *, abstract: bool) -> Formal | None:
    match parameter.kind:
        case inspect.Parameter.VAR_POSITIONAL:
            return Formal(f"*{parameter.name}")
        case inspect.Parameter.VAR_KEYWORD:
            return Formal(f"**{parameter.name}")
    by_keyword = parameter.kind is inspect.Parameter.KEYWORD_ONLY
    if parameter.default is inspect.Parameter.empty:
        return Formal(parameter.name, by_keyword=by_keyword)
    if type(parameter.default) in _ATOMS:
        return Formal(parameter.name, Literal(parameter.default), by_keyword)
    # what the default is cannot be written down; who must write the method writes another
    return Formal(parameter.name, Literal(None), by_keyword) if abstract else None
