"""What the other methods of a class do with a parameter that they share with one."""

from __future__ import annotations

import ast
from functools import cache
from types import CodeType

from caddis.judge.sources import Method, methods_beside

_MAY_BE_LEFT_OUT = frozenset({"Optional", "Union"})


@cache
def merely_called_by(code: CodeType, name: str) -> str:
    """Another method that takes a parameter of the same name and type, and does nothing but call what it is given.

    The method that the code is of must call it, too; empty if there is no such method.
    """
    found = methods_beside(code)
    if found is None:
        return ""
    own, others = found
    asked = _types_asked(own, name)
    if not asked or not _uses(own, name)[0]:
        return ""
    for other in others:
        called, otherwise = _uses(other, name)
        if called and not otherwise and _types_asked(other, name) == asked:
            return other.name
    return ""


def _types_asked(method: Method, name: str) -> frozenset[str]:
    """The names in the annotation of a parameter, whether or not it may be left out."""
    given = method.args
    for each in (*given.posonlyargs, *given.args, *given.kwonlyargs):
        if each.arg == name and each.annotation is not None:
            names = {node.id for node in ast.walk(each.annotation) if isinstance(node, ast.Name)}
            return frozenset(names - _MAY_BE_LEFT_OUT)
    return frozenset()


def _uses(method: Method, name: str) -> tuple[int, int]:
    """How often a method calls what has a name, and how often it does anything else with it but compare it."""
    called = otherwise = 0
    for node in ast.walk(method):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Name) and child.id == name:
                if isinstance(node, ast.Call) and node.func is child:
                    called += 1
                elif not isinstance(node, ast.Compare):
                    otherwise += 1
    return called, otherwise
