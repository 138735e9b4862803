"""Estimates how often a Python loop runs."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.constants import range_length
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.bodies.single import assigned_to
from tflint_autograph.project.bodies.walks import descendants, expressions, walk
from tflint_autograph.project.index.blocks import blocks
from tflint_autograph.traced.graph.element_counts import Counts, is_of_model
from tflint_autograph.traced.tree.binding import bindings_of
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import open_length, passed

_WRAPPERS = frozenset({"builtins.enumerate", "builtins.reversed", "builtins.zip", "builtins.list", "builtins.tuple"})
_STOP = 1
"""The place of the last bound in a slice."""

_LENGTHS = frozenset({"builtins.len", "builtins.int", "builtins.min", "builtins.max"})


@record
class Rounds:
    """What is known of the number of iterations. `confidence`: that they are many; None if they are not."""

    text: str
    confidence: Confidence | None
    source: Value | None = None


_FEW = Rounds("for each element", None)


def rounds(iterable: cst.BaseExpression, fn: TracedFunction) -> Rounds:
    """Returns how often a Python loop over the expression runs (FACTS loops, "unrolled-python-loop")."""
    found = _by_value(iterable, fn)
    if found.confidence is Confidence.HIGH or fn.statement is None:
        return found
    counts = Counts.at(fn, fn.statement.ordinal)
    count = counts.of(fn.expression(iterable))
    if found.confidence is Confidence.MEDIUM and not count:
        return found
    many = count is not None and count > fn.unroll_limit and not is_of_model(fn.value(iterable))
    if found.confidence is not None and count is not None and not many:
        return _FEW
    if not many or (counts.asked_objects and _picks_parts(fn)):
        return found
    return Rounds(f"for each of {count} elements", Confidence.MEDIUM if counts.asked_objects else Confidence.HIGH)


def _picks_parts(fn: TracedFunction) -> bool:
    """Whether a loop uses its counter to index something other than a tensor: as many layers, or states, as the model has."""
    loop = fn.statement
    if not isinstance(loop, ir.For):
        return False
    inner = [each for block in blocks(loop) for statement in walk(block) for expr in expressions(statement) for each in descendants(expr)]
    picked = [each.value for each in inner if isinstance(each, ir.Subscript) and loop.target in descendants(each.item)]
    return any(not fn.seen_value(each).kind.graph for each in picked)


def _by_value(iterable: cst.BaseExpression, fn: TracedFunction) -> Rounds:
    if isinstance(iterable, cst.Call):
        name = fn.called(iterable)
        if name in ("builtins.range", "numpy.arange"):
            return _range(iterable, fn)
        if name in _WRAPPERS:
            found = [_by_value(arg.value, fn) for arg in iterable.args]
            # A loop over several things ends with the shortest of them.
            sure = [each for each in found if each.confidence is not None]
            return sure[0] if found and len(sure) == len(found) else _FEW
    value = fn.value(iterable)
    if _is_outer_array(value):
        return Rounds("for each row of a NumPy array", Confidence.MEDIUM, value)
    if value.items is not None and len(value.items) > fn.unroll_limit:
        return Rounds(f"for each of {len(value.items)} elements", Confidence.HIGH)
    if _is_list_passed(value, fn):
        return Rounds("for each element the caller passes", Confidence.LOW, value)
    return _FEW


def _is_list_passed(value: Value, fn: TracedFunction) -> bool:
    return passed(value) and value.kind is Kind.CONTAINER and fn.parameter_is_list(value.parameter)


def _is_outer_array(value: Value) -> bool:
    """Whether it is an array from outside the call whose rows are not written out."""
    return value.kind is Kind.NUMPY and value.origin is not Origin.FRESH and not value.constant_seed


def _range(call: cst.Call, fn: TracedFunction) -> Rounds:
    values = [fn.value(arg.value) for arg in call.args]
    if not values or any(value.kind.graph and value.confidence is Confidence.HIGH for value in values):
        return _FEW
    count = range_length([value.const for value in values])
    if count is not None:
        confidence = Confidence.HIGH if count > fn.unroll_limit else None
        return Rounds(f"for each of {count} iterations", confidence)
    stop = call.args[0 if len(call.args) == 1 else 1].value
    return bounded(stop, fn)


def bounded(stop: cst.BaseExpression, fn: TracedFunction) -> Rounds:
    """Returns the iterations up to an argument of the root, or to the length of a tensor, an array or a list that the caller passes.

    A length unknown at trace time is a tensor, and the loop a graph loop (FACTS loops, "len-of-dynamic-tensor").
    """
    if isinstance(stop, cst.BinaryOperation) and isinstance(stop.operator, _SHIFTING):
        sides = [each for each in (stop.left, stop.right) if type(fn.value(each).const) is not int]
        return bounded(sides[0], fn) if len(sides) == 1 else _FEW
    value = fn.value(stop)
    if passed(value):
        if value.kind is Kind.PYTHON:
            return Rounds("for each iteration, and a retrace for each number", value.confidence, value)
        return Rounds("for each iteration, if the bound is a Python scalar", Confidence.LOW, value)
    if isinstance(stop, cst.Call) and fn.called(stop) in _LENGTHS and len(stop.args) == 1:
        inner = fn.value(stop.args[0].value)
        if _is_outer_array(inner):
            return Rounds("for each row of a NumPy array", Confidence.MEDIUM, inner)
        if _is_list_passed(inner, fn):
            return Rounds("for each element the caller passes", Confidence.LOW, inner)
        is_measured = inner.kind.graph and fn.called(stop) == "builtins.len" and 0 not in inner.unknown_axes
        if is_measured and not _is_shape(stop.args[0].value, fn) and not _is_cut_short(fn.expression(stop.args[0].value), fn):
            return Rounds("for each row of the tensor", min(inner.confidence, Confidence.MEDIUM), inner)
        return _FEW
    axis, tensor = (_axis(stop, fn) if not open_length(value) else None) or (None, None)
    if axis == 0 and tensor is not None and _is_cut_short(tensor, fn):
        return _FEW
    if axis == 0:
        return Rounds("for each row of the tensor", Confidence.MEDIUM, value)
    # Another axis than that of examples or steps may be as short as the channels of an image.
    return Rounds("for each step along the axis", Confidence.LOW, value) if axis is not None else _FEW


_SHIFTING = (cst.Add, cst.Subtract)
"""Operators that leave a length with a number about as long as it is."""


def _is_shape(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether it is the result of `tf.shape`, which has one element for each axis."""
    if not isinstance(node, cst.Name):
        return isinstance(node, cst.Call) and fn.called(node) == "tensorflow.shape"
    binding = bindings_of(fn).of(node.value, fn.body.statements)
    made = [fn.library_call(each.value, each.ordinal) for each in binding if isinstance(each, ir.Assign)]
    return 0 < len(made) == len(binding) and all(each == "tensorflow.shape" for each in made)


def _is_cut_short(tensor: Expr, fn: TracedFunction) -> bool:
    """Whether a tensor is a slice that ends after a few elements: `x[:3]`."""
    assert fn.statement is not None
    ordinal = fn.statement.ordinal
    if isinstance(tensor, ir.Name):
        tensor = assigned_to(tensor.id, fn.body, ordinal) or tensor
    item = tensor.item if isinstance(tensor, ir.Subscript) else None
    first = item.items[0] if isinstance(item, ir.Display) and item.items else item
    stops = [part for part, place in zip(first.parts, first.places, strict=True) if place == _STOP] if isinstance(first, ir.Slice) else []
    known = [fn.value_at(each, ordinal).const for each in stops]
    return any(isinstance(each, int) and 0 <= each <= fn.unroll_limit for each in known)


def _axis(node: cst.BaseExpression, fn: TracedFunction) -> tuple[int, Expr] | None:
    """Returns the axis of which it is the length, and the tensor, if it is `x.shape[0]` or a name that stands for that; else None."""
    assert fn.statement is not None
    expr, ordinal = fn.expression(node), fn.statement.ordinal
    if isinstance(expr, ir.Name):
        expr = assigned_to(expr.id, fn.body, ordinal) or expr
    if not isinstance(expr, ir.Subscript) or not isinstance(expr.value, ir.Attribute) or expr.value.attr != "shape":
        return None
    axis = fn.value_at(expr.item, ordinal).const
    return (axis, expr.value.value) if isinstance(axis, int) and fn.value_at(expr.value.value, ordinal).kind.graph else None
