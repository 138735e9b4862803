"""Fixes that pass tensors instead of Python scalars to a traced function, if it only uses the value."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixes.dtypes import dtype_of
from tflint_autograph.fixes.tensor_context import uses
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.finding import Edit, Fix
from tflint_autograph.model.levels import Confidence, Safety
from tflint_autograph.model.trace import Trace
from tflint_autograph.model.values import Kind
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.callsites.caller import ProgramPoint
from tflint_autograph.project.callsites.root_calls import RootCall
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.slices import Places, cut, expression, text_at
from tflint_autograph.traced.tree.spelling import spelled_at

_UNKNOWN = frozenset({"", "floating", "integer"})
"""What is said of the dtype of a tensor where the body does not show it."""


def as_tensor(use: RootCall, call: ir.Call, parameter: str, expr: Expr, varies: str, place: ProgramPoint) -> Fix | None:
    """Returns a fix with `tf.constant` around the varying number: an argument, or an item of a dict; else None.

    A suggestion only if the function may need a Python scalar, for example in a shape, or another dtype.
    """
    tf = spelled_at(place, "tensorflow")
    number = next((index for index, each in enumerate(call.args) if each.value is expr), None)
    lines = use.caller.analysis.project.lines(use.caller.key.path)
    if tf is None or number is None or use.at.line == 0:
        return None
    part = expression(lines, use.at)
    if not isinstance(part.node, cst.Call) or number >= len(part.node.args) or any(each.star for each in part.node.args):
        return None
    node, key = _varying(part.node.args[number].value, varies)
    inner = _inner(expr, key)
    if node is None or inner is None or isinstance(node, (cst.Await, cst.Yield)):
        return None
    dtype = _dtype(use, parameter, key, inner, place, tf.name)
    at = Places(part).of(node)
    text = f"{tf.name}.constant({text_at(lines, at)}{f', {dtype}' if dtype else ''})"
    edit = Edit(use.caller.analysis.project.span(use.caller.key.path, at), text)
    safety = Safety.DISPLAY if dtype is None else Safety.UNSAFE
    return Fix("pass a tensor: one trace for all values", (edit,), safety, tf.imports)


def _varying(node: cst.BaseExpression, varies: str) -> tuple[cst.BaseExpression | None, str]:
    """Returns the argument itself, or the one item of a dict that varies, with its key."""
    if not isinstance(node, cst.Dict):
        return (node, "") if not isinstance(node, (cst.List, cst.Tuple, cst.Set)) else (None, "")
    found = [
        (element.value, element.key.evaluated_value)
        for element in node.elements
        if isinstance(element, cst.DictElement) and isinstance(element.key, cst.SimpleString)
        if isinstance(element.value, cst.Name) and element.value.value == varies
    ]
    value, key = found[0] if len(found) == 1 else (None, "")
    return value, key if isinstance(key, str) else ""


def _inner(expr: Expr, key: str) -> Expr | None:
    if not key:
        return expr
    assert isinstance(expr, ir.Mapping)
    return next((value for name, value in zip(expr.keys, expr.values, strict=True) if name == ir.Constant(key)), None)


def _dtype(use: RootCall, parameter: str, key: str, expr: Expr, place: ProgramPoint, tf: str) -> str | None:
    """Returns the dtype to specify, empty for the default; None if a tensor may not work."""
    fn = _traced(use.caller.analysis, use.key)
    if fn is None:
        return None
    met = uses(parameter, fn, key)
    if met is None:
        return None
    found = {dtype_of(each, fn) for each in met if fn.value(each).kind is not Kind.PYTHON}
    kind = place.value(expr).type
    if kind == "builtins.float":
        return "" if found <= {"float32"} else f"{tf}.{found.pop()}" if len(found) == 1 and not found & _UNKNOWN else None
    if kind != "builtins.int":
        return None
    if found <= {"int32"}:
        return ""
    return f"{tf}.{found.pop()}" if len(found) == 1 and not found & _UNKNOWN else None


def _traced(analysis: Analysis, key: FunctionKey) -> TracedFunction | None:
    """Returns the called function, to examine its parameters, or None."""
    if key not in analysis.results:
        return None
    fn = TracedFunction(analysis, key, Trace("tf.function", (), key not in analysis.unconverted, Confidence.HIGH))
    try:
        fn.take(cut(analysis.project.lines(key.path), fn.fact))
    except cst.ParserSyntaxError:
        return None
    fn.env = fn.flow.states.get(0, {})
    return fn
