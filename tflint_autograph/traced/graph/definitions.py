"""Resolves a name with a single assignment to the assigned node. Does not evaluate values."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

import libcst as cst

from tflint_autograph.project.bodies.single import assigned_to
from tflint_autograph.traced.graph.branches import bindings
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.nodes import children

_FOUND: WeakKeyDictionary[TracedFunction, dict[str, cst.BaseExpression]] = WeakKeyDictionary()


def meant(node: cst.BaseExpression, fn: TracedFunction) -> cst.BaseExpression:
    """Returns the expression assigned to a name used around the current statement; other expressions unchanged."""
    if not isinstance(node, cst.Name) or fn.statement is None or assigned_to(node.value, fn.body, fn.statement.ordinal) is None:
        return node
    if fn not in _FOUND:
        _FOUND[fn] = dict(_assigned(fn.node))
    return _FOUND[fn].get(node.value, node)


def _assigned(node: cst.CSTNode) -> Iterator[tuple[str, cst.BaseExpression]]:
    """Yields the names bound by the assignments in a node, each with the assigned expression. Nested functions are left out."""
    for child in children(node):
        if isinstance(child, (cst.FunctionDef, cst.ClassDef, cst.Lambda)):
            continue
        if isinstance(child, (cst.Assign, cst.AnnAssign)) and child.value is not None:
            yield from ((name, child.value) for name, _ in bindings(child))
        yield from _assigned(child)
