"""Takes the assertions out of a suite, so that only what raises can fail."""

from __future__ import annotations

import ast


def without_assertions(source: str) -> str:
    """The same tests, with every assertion replaced by what it looked at.

    As in the paper, input that makes the original raise is no part of it: what expects an exception goes altogether.
    """
    return ast.unparse(ast.fix_missing_locations(_Remover().visit(ast.parse(source)))) + "\n"


def private_assertions(source: str) -> list[str]:
    """The assertions that look at what is private: nobody else's implementation has it."""
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assert)]
    return [ast.unparse(node) for node in found if any(_private(inner) for inner in ast.walk(node))]


class _Remover(ast.NodeTransformer):
    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        looked_at = node.test.left if isinstance(node.test, ast.Compare) else node.test
        return ast.copy_location(ast.Expr(looked_at), node)

    def visit_With(self, node: ast.With) -> ast.stmt:
        if any("raises" in ast.unparse(item.context_expr) for item in node.items):
            return ast.copy_location(ast.Pass(), node)
        self.generic_visit(node)
        return node


def _private(node: ast.AST) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else ""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        name = node.value if node.value.isidentifier() else ""
    return name.startswith("_") and not name.endswith("__")
