"""The expression that a name represents which one assignment binds, as it is written. Values nothing."""

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
    """What an expression around the current statement is that is a name, itself for any other."""
    if not isinstance(node, cst.Name) or fn.statement is None or assigned_to(node.value, fn.body, fn.statement.ordinal) is None:
        return node
    if fn not in _FOUND:
        _FOUND[fn] = dict(_assigned(fn.node))
    return _FOUND[fn].get(node.value, node)


def _assigned(node: cst.CSTNode) -> Iterator[tuple[str, cst.BaseExpression]]:
    """The names that the assignments in a node bind, each with what is assigned; those of functions inside it left out."""
    for child in children(node):
        if isinstance(child, (cst.FunctionDef, cst.ClassDef, cst.Lambda)):
            continue
        if isinstance(child, (cst.Assign, cst.AnnAssign)) and child.value is not None:
            yield from ((name, child.value) for name, _ in bindings(child))
        yield from _assigned(child)
