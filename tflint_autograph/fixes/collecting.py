"""Suggestions that replace a list filled in a graph loop by a `tf.TensorArray`."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixes.dtypes import dtype_of
from tflint_autograph.fixes.edits import argument, commented
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.nodes import descendants
from tflint_autograph.traced.tree.spelling import spelled

_STACKS = frozenset({"tensorflow.stack", "tensorflow.convert_to_tensor"})


def as_tensor_array(call: cst.Call, fn: TracedFunction) -> Fix | None:
    """Returns `out = out.write(out.size(), x)` for `out.append(x)`, with the array created instead of the list, and stacked where it is
    stacked.
    """
    tf, func = spelled(fn, "tensorflow"), call.func
    if tf is None or not isinstance(func, cst.Attribute) or not isinstance(func.value, cst.Name) or len(call.args) != 1:
        return None
    if func.attr.value != "append" or commented(call) or not isinstance(next(ancestors(call, fn), None), cst.Expr):
        return None
    name, item = func.value.value, call.args[0].value
    made = _made(name, fn)
    if made is None:
        return None
    dtype = dtype_of(item, fn)
    dtype = f"{tf.name}.{dtype}" if dtype not in ("", "floating", "integer") else f"{tf.name}.float32"
    edits = [
        fn.edit(made, f"{tf.name}.TensorArray({dtype}, size=0, dynamic_size=True)"),
        fn.edit(call, f"{name} = {name}.write({name}.size(), {argument(item, fn)})"),
    ]
    edits += [fn.edit(each, f"{name}.stack()") for each in descendants(fn.node) if _stacks(each, name, fn)]
    return Fix(f"collect in a `tf.TensorArray` of {dtype}", tuple(edits), Safety.DISPLAY, tf.imports)


def _made(name: str, fn: TracedFunction) -> cst.List | None:
    """Returns the empty list that the function binds to a name, if there is only one binding."""
    found = [
        each
        for each in descendants(fn.node)
        if isinstance(each, cst.Assign)
        and any(isinstance(target.target, cst.Name) and target.target.value == name for target in each.targets)
    ]
    value = found[0].value if len(found) == 1 and len(found[0].targets) == 1 else None
    return value if isinstance(value, cst.List) and not value.elements else None


def _stacks(node: cst.CSTNode, name: str, fn: TracedFunction) -> bool:
    if not isinstance(node, cst.Call) or len(node.args) != 1 or fn.called(node) not in _STACKS:
        return False
    value = node.args[0].value
    return isinstance(value, cst.Name) and value.value == name
