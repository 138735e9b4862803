"""Detects changes that store how tensors and mappings are made: names, shapes, dtypes and keys, which stay the same within a trace."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.project.bodies.single import assigned_to, given_to
from tflint_autograph.tfapi.tables import STATIC
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.mutations import Mutation, MutationKind

_ADDING = frozenset({"add", "update", "setdefault"})
"""Methods that change nothing when they are called again with the same argument."""

_COPYING = frozenset({"dict", "frozenset", "len", "list", "set", "sorted", "str", "tuple"})
"""Built-ins whose result contains nothing but what their arguments do."""

_NAMING = frozenset({*STATIC, "name", "__name__"})


def structure_stored(mutation: Mutation, fn: TracedFunction) -> str:
    """Returns why a change is probably meant once per trace, as a clause, or an empty string.

    It stores names, shapes, dtypes or keys and no value, in a way that changes nothing when it is repeated.
    """
    expr = _stored(mutation, fn)
    return "stores names, shapes, dtypes or keys, which are the same whenever this trace runs" if expr and _is_structure(expr) else ""


def _stored(mutation: Mutation, fn: TracedFunction) -> Expr | None:
    """Returns the expression that a change stores, if it may be repeated without effect, or None."""
    node = mutation.node
    made = fn.statement
    if isinstance(made, ir.Assign) and made.value is not None and isinstance(node, cst.Assign) and mutation.how is not MutationKind.CALL and not mutation.augmented:
        return fn.written_out(given_to(mutation.spoken, made) or made.value)
    place = made.ordinal if made is not None else 0
    if isinstance(node, cst.AugAssign) and isinstance(node.operator, cst.BitOrAssign):
        return fn.expression(node.value)
    is_added = isinstance(node, cst.Call) and mutation.word in _ADDING and len(node.args) == 1 and node.args[0].keyword is None
    given = fn.expression(node.args[0].value) if isinstance(node, cst.Call) and is_added else None
    return (isinstance(given, ir.Name) and assigned_to(given.id, fn.body, place)) or given


def _is_structure(expr: Expr) -> bool:
    """Whether all parts of an expression say how a tensor or mapping is made, and at least one does."""
    parts = list(_parts(expr))
    return all(_says_structure(part) or isinstance(part, ir.Constant) for part in parts) and any(map(_says_structure, parts))


def _parts(expr: Expr) -> list[Expr]:
    """Returns what an expression is put together from, by displays and by built-ins that copy."""
    if isinstance(expr, (ir.Display, ir.Mapping)):
        return [part for item in (expr.items if isinstance(expr, ir.Display) else expr.values) for part in _parts(item)]
    if isinstance(expr, ir.Call) and isinstance(expr.func, ir.Name) and expr.func.id in _COPYING and expr.args:
        return [part for each in expr.args for part in _parts(each.value)]
    return [expr]


def _says_structure(expr: Expr) -> bool:
    """Whether it is a shape, dtype, name or the keys of a mapping, or a part of one: `x.shape[0]`, `x.shape.as_list()`."""
    if isinstance(expr, ir.Subscript):
        return _says_structure(expr.value)
    if isinstance(expr, ir.Call) and isinstance(expr.func, ir.Attribute) and not expr.args:
        return expr.func.attr in ("keys", "get_shape") or (expr.func.attr == "as_list" and _says_structure(expr.func.value))
    return isinstance(expr, ir.Attribute) and expr.attr in _NAMING
