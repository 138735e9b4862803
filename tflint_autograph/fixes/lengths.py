"""Fixes and code that read static lengths and shapes with `tf.shape` when the graph runs."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixes.edits import commented
from tflint_autograph.fixes.tensor_context import partners, shared_dtype, turns_float
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.traced.graph.symbolic import inlined, inlined_operand
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.nodes import descendants
from tflint_autograph.traced.tree.spelling import spelled


def owner_of_shape(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """Returns the tensor if this is its whole static shape: `x.shape`, `x.get_shape()`, `x.shape.as_list()`; else None."""
    if isinstance(node, cst.Call) and not node.args and isinstance(node.func, cst.Attribute):
        word = node.func.attr.value
        return owner_of_shape(node.func.value) if word == "as_list" else node.func.value if word == "get_shape" else None
    return node.value if isinstance(node, cst.Attribute) and node.attr.value == "shape" else None


def dynamic(node: cst.BaseExpression, fn: TracedFunction) -> str:
    """Returns the code, for a message, that reads a length or shape when the graph runs; empty if the tensor is unknown."""
    owner = owner_of_shape(node)
    if owner is not None:
        return f"tf.shape({inlined(owner)})"
    ranked = owner_of_shape(node.value) if isinstance(node, cst.Attribute) and node.attr.value in ("rank", "ndims") else None
    if ranked is not None:
        return f"tf.rank({inlined(ranked)})"
    if isinstance(node, cst.Subscript) and len(node.slice) == 1:
        whole, index = dynamic(node.value, fn), node.slice[0].slice
        return f"{whole}[{inlined(index)}]" if whole else ""
    return _of_name(node.value, fn) if isinstance(node, cst.Name) else ""


def _of_name(name: str, fn: TracedFunction) -> str:
    """Returns that code for a name bound by one assignment, alone or by unpacking the shape."""
    found = ""
    for node in descendants(fn.node):
        targets = [each.target for each in node.targets] if isinstance(node, cst.Assign) else []
        for target in targets:
            place = _place(name, target)
            if place is None or not isinstance(node, cst.Assign):
                continue
            if found:
                return ""
            whole = "" if isinstance(node.value, cst.Name) else dynamic(node.value, fn)
            found = whole and f"{whole}{place}"
    return found


def _place(name: str, target: cst.BaseExpression) -> str | None:
    """Returns where a target binds a name: an index in brackets, an empty string for the target itself, or None."""
    if isinstance(target, cst.Name):
        return "" if target.value == name else None
    if isinstance(target, (cst.Tuple, cst.List)):
        for number, element in enumerate(target.elements):
            if isinstance(element.value, cst.Name) and element.value.value == name:
                return f"[{number}]"
    return None


def as_dynamic(node: cst.BaseExpression, fn: TracedFunction) -> Fix | None:
    """Returns a fix that replaces `x.shape[0]` by `tf.shape(x)[0]`, if a tensor works there and its dtype is known; else None."""
    tf = spelled(fn, "tensorflow")
    owner = owner_of_shape(node.value) if isinstance(node, cst.Subscript) else owner_of_shape(node)
    if tf is None or owner is None or commented(node) or node.lpar:
        return None
    met = partners(node, fn)
    dtype = shared_dtype(met, fn, tf.name) if met is not None else None
    if dtype is None:
        return None
    if dtype == "" and turns_float(node, fn):
        dtype = f"{tf.name}.float32"
    index = fn.source(node)[len(fn.source(node.value)) :] if isinstance(node, cst.Subscript) else ""
    text = f"{tf.name}.shape({fn.source(owner)}){index}"
    if dtype not in ("", f"{tf.name}.int32"):
        text = f"{tf.name}.cast({text}, {dtype})"
    return Fix("read the length when the graph runs", (fn.edit(node, text),), Safety.UNSAFE, tf.imports)


def inlined_dtype(node: cst.BaseExpression, dtype: str) -> str:
    """Returns the dtype of a tensor as code for a message: its name if known, else `x.dtype`."""
    return f"tf.{dtype}" if dtype not in ("", "floating", "integer") else f"{inlined_operand(node)}.dtype"
