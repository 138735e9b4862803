"""Tracks which axes of a tensor have unknown length at trace time. Shapes are not propagated through operations.

`Value.unknown_axes` contains each axis as it may be written: from the front and, if the rank is known, from the back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.joins import join_all
from tflint_autograph.model.values import NO_AXES, SHAPE, UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.bodies.walks import dotted_path
from tflint_autograph.project.values.body_result import CallSite, Env
from tflint_autograph.project.values.dtypes import named
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator

EVERY = frozenset(range(-8, 8))
"""The axes of a tensor of unknown rank: all lengths are unknown."""

BATCH = frozenset({0})
"""The batch axis (FACTS keras_call_batch_size_none): the last batch of an epoch may be smaller."""

_NEW_AXES = frozenset({"tensorflow.newaxis", "numpy.newaxis"})
_BATCHES = frozenset({"batch", "padded_batch"})
_KEEPS = frozenset(
    {"shuffle", "repeat", "prefetch", "cache", "take", "skip", "filter", "shard", "concatenate", "with_options",
     "take_while", "snapshot", "ignore_errors"}
)  # fmt: skip
KEEPS_SHAPE = frozenset(
    f"tensorflow.{name}"
    for name in ("cast", "identity", "convert_to_tensor", "abs", "square", "sqrt", "exp", "stop_gradient", "zeros_like",
                 "ones_like", "nn.relu", "math.log", "sigmoid", "tanh", "clip_by_value")
)  # fmt: skip
_SELECTING = {"tensorflow.where": "x", "tensorflow.boolean_mask": "axis"}
"""Operations whose result has as many rows as elements fulfil a condition, unless this argument is given."""


def of_spec(shape: Value | None) -> frozenset[int]:
    """Returns the axes without length in a literal shape, as in `tf.TensorSpec([None, 3])`."""
    if shape is None:
        return NO_AXES
    if shape.kind is Kind.NONE:
        return EVERY
    items = shape.items or ()
    found = [number for number, item in enumerate(items) if item.kind is Kind.NONE]
    return frozenset([*found, *(number - len(items) for number in found)]) if found else NO_AXES


def of_call(name: str, site: CallSite) -> frozenset[int]:
    """Returns the axes of unknown length in the result of an operation that keeps the shape of its first argument, or selects elements."""
    name = canonical(name)
    if name in _SELECTING:
        given = site.argument(1 if name == "tensorflow.where" else None, _SELECTING[name])
        return BATCH if given is None or given.kind is Kind.NONE else NO_AXES
    first = site.argument(0, "x")
    return first.unknown_axes if first is not None and name in KEEPS_SHAPE else NO_AXES


def of_elements(site: CallSite) -> frozenset[int]:
    """Returns the axes of unknown length common to all elements of the dataset that a call creates.

    A batch of constant size needs `drop_remainder=True`: the last one may be smaller.
    """
    if site.receiver is None or site.receiver.kind is not Kind.DATASET:
        return NO_AXES
    if site.method in _BATCHES:
        dropped = site.argument(1 if site.method == "batch" else 3, "drop_remainder")
        return BATCH if dropped is None or dropped.const is False else NO_AXES
    return site.receiver.unknown_axes if site.method in _KEEPS else NO_AXES


def with_unknown_batch_axis(value: Value, axes: frozenset[int]) -> Value:
    """Returns a structure of tensors with these axes of unknown length."""
    if not axes:
        return value
    if value.kind is Kind.TENSOR:
        return value._replace(unknown_axes=axes)
    return value.holding(lambda item: with_unknown_batch_axis(item, axes)) if value.kind is Kind.CONTAINER else value


def static(tensor: Value) -> Value:
    """Returns `x.shape` of a tensor with axes of unknown length."""
    return Value(
        Kind.PYTHON, Origin.FRESH, type=SHAPE, unknown_axes=tensor.unknown_axes,
        confidence=tensor.confidence, provenance=tensor.provenance,
    )  # fmt: skip


def attribute(owner: Value, attr: str) -> Value | None:
    """Returns `x.shape` of a tensor with axes of unknown length, `x.shape.rank` of such a shape, and None for other attributes."""
    if owner.kind is Kind.TENSOR and attr == "shape":
        return static(owner)
    return _length(owner, is_known=owner.unknown_axes != EVERY) if owner.kind is Kind.PYTHON and attr in ("rank", "ndims") else None


def dimension(shape: Value, axis: object) -> Value:
    """Returns `x.shape[axis]`: None for an axis of unknown length."""
    return _length(shape, is_known=type(axis) is not int or axis not in shape.unknown_axes)


def _length(shape: Value, *, is_known: bool) -> Value:
    """Returns a number that a shape tells. That it is None is recorded as an unknown axis of its own."""
    unsized = NO_AXES if is_known else BATCH
    return Value(
        Kind.PYTHON, Origin.FRESH, type="builtins.int", unknown_axes=unsized, confidence=shape.confidence, provenance=shape.provenance
    )


def with_open_slices(run: Evaluator, part: Value, tensor: Value, item: Expr, index: Value) -> Value:
    """Returns the part `tensor[item]` of a tensor with its axes of unknown length: those of the tensor, and those that an argument bounds.

    `index` is the value of `item`.
    """
    parts = _parts(item, index)
    if parts is None:
        return part
    axes, axis, place = set[int](), 0, 0
    bounded = False
    for each, value in parts:
        if isinstance(each, ir.Slice):
            is_bounded = any(_is_of_argument(run, bound) for bound in each.parts)
            axes.update([place] if is_bounded or axis in tensor.unknown_axes else ())
            bounded, axis, place = bounded or is_bounded, axis + 1, place + 1
        elif value.kind is Kind.NONE or value.name in _NEW_AXES:
            place += 1
        elif each == ir.Constant(...):
            break
        else:
            axis += 1
    else:
        axes.update(place + number - axis for number in tensor.unknown_axes if number >= axis)
    if axis == place:
        axes.update(number for number in tensor.unknown_axes if number < 0)
    because = run.step(run.at, "a tensor decides how long the slice is") if bounded and not tensor.unknown_axes else part.provenance
    return part._replace(unknown_axes=frozenset(axes), provenance=because) if axes else part


def _parts(item: Expr, index: Value) -> tuple[tuple[Expr, Value], ...] | None:
    """Returns the parts of an index with their values, or None where it unpacks a sequence: each of its items may stand for an axis."""
    if not isinstance(item, ir.Display) or item.type != "tuple":
        return ((item, index),)
    if index.items is None or any(isinstance(each, ir.Starred) for each in item.items):
        return None
    return tuple(zip(item.items, index.items, strict=True))


def _is_of_argument(run: Evaluator, bound: Expr) -> bool:
    """Whether a bound is computed from a tensor that is an argument, which no shape inference knows, and from nothing else but numbers."""
    if isinstance(bound, ir.Operation):
        return any(_is_of_argument(run, operand) for operand in bound.operands)
    while isinstance(bound, ir.Subscript):
        bound = bound.value
    value = run.name(bound.id) if isinstance(bound, ir.Name) else UNKNOWN
    is_created = value.provenance is not None and bool(value.provenance.source)
    return value.kind is Kind.TENSOR and bool(value.parameter) and not is_created


def found_known(env: Env, test: Expr, *, holds: bool) -> Iterator[tuple[str, Value]]:
    """Yields the names of which a condition that is true (`holds`) or false shows that a length is known, with what is known of them then.

    `if x.shape[0] is not None` and `if n`, where `n` is a length, do where they are true.
    """
    word = test.operators[0] if isinstance(test, ir.Operation) else ""
    if isinstance(test, ir.Operation) and word in ("not", "and", "or"):
        for operand in test.operands if word == "not" or holds is (word == "and") else ():
            yield from found_known(env, operand, holds=holds is not (word == "not"))
        return
    if isinstance(test, ir.Operation):
        others = [operand for operand in test.operands if operand != ir.Constant(None)]
        if len(others) != 1 or len(test.operands) != 2 or word not in ("is", "is not", "==", "!=") or holds is (word in ("is", "==")):
            return
        test = others[0]
    elif not holds:
        return
    tensor, axis = _length_of(test)
    value = env.get(dotted_path(tensor), UNKNOWN)
    if value.unknown_axes and (value.kind is Kind.TENSOR if axis is not None else value.kind is Kind.PYTHON and tensor is test):
        yield dotted_path(tensor), value._replace(unknown_axes=NO_AXES if axis is None else _without(value.unknown_axes, axis))


def _length_of(expr: Expr) -> tuple[Expr, int | None]:
    """Returns the tensor and the axis of `x.shape[0]` and the like; for another expression itself and None."""
    asked = expr.value if isinstance(expr, ir.Subscript) else expr
    while isinstance(asked, ir.Call) and not asked.args and isinstance(asked.func, ir.Attribute):
        asked = asked.func if asked.func.attr == "get_shape" else asked.func.value
    axis = expr.item.value if isinstance(expr, ir.Subscript) and isinstance(expr.item, ir.Constant) else None
    is_length = type(axis) is int and isinstance(asked, ir.Attribute) and asked.attr in ("shape", "get_shape")
    return (asked.value, axis) if is_length and isinstance(asked, ir.Attribute) and isinstance(axis, int) else (expr, None)


def _without(axes: frozenset[int], axis: int) -> frozenset[int]:
    """Returns the axes of unknown length but one, which is written from the front and from the back if the rank is known."""
    front, back = (sorted(each for each in axes if (each < 0) is behind) for behind in (False, True))
    both = zip(front, back, strict=True) if len(front) == len(back) and axes != EVERY else ()
    return axes - {axis} - {each for pair in both if axis in pair for each in pair}


def tensor_spec(run: Evaluator, site: CallSite) -> Value:
    """Evaluates `tf.TensorSpec(shape, dtype)`."""
    because = run.step(site.at, "the signature leaves the length open")
    shape, said = site.argument(0, "shape"), site.argument(1, "dtype")
    dtype = "float32" if said is None or said.kind is Kind.NONE else named(said)
    return Value(
        Kind.OBJECT, Origin.FRESH, type="tensorflow.TensorSpec", factory="tensorflow.TensorSpec",
        unknown_axes=of_spec(shape), dtype=dtype, provenance=because, items=shape.items if shape is not None else None,
    )  # fmt: skip


def tensor_shape(run: Evaluator, site: CallSite) -> Value:
    """Evaluates `tf.TensorShape(dims)`: a static shape like `x.shape`, from a literal."""
    return Value(Kind.PYTHON, Origin.FRESH, type=SHAPE)


def py_function(run: Evaluator, site: CallSite) -> Value:
    """Returns the result of a `tf.py_function`: tensors of unknown shape (FACTS side_effects_py_function_shape_lost)."""
    run.flow.ops.add(site.index)
    because = run.step(site.at, "results of Python code have no static shape")
    tensor = Value(
        Kind.TENSOR, Origin.FRESH, type="tensor", unknown_axes=EVERY if run.traced else NO_AXES, provenance=because
    )
    given = site.argument(2, "Tout")
    if given is None or given.kind is not Kind.CONTAINER:
        return tensor if given is not None else UNKNOWN
    items = None if given.items is None else (tensor,) * len(given.items)
    return Value(
        Kind.CONTAINER, Origin.FRESH, type="builtins.list", items=items, element=join_all((tensor,)), provenance=because
    )


def broadcast(shapes: Iterable[tuple[Any, ...] | None]) -> tuple[Any, ...] | None:
    """Returns the shape of an operation on arrays of these shapes, None for a length that is not known, or that does not fit."""
    result: tuple[Any, ...] = ()
    for shape in shapes:
        if shape is None:
            return None
        longer, shorter = (result, shape) if len(result) >= len(shape) else (shape, result)
        count = len(longer) - len(shorter)
        result = (*longer[:count], *map(_wider, longer[count:], shorter))
    return result


def _wider(one: Any, other: Any) -> Any:
    """Returns the broadcast length of two lengths; None if it is not known or they do not fit. An unknown one is 1 or the other length."""
    if one == 1 or other == 1:
        return other if one == 1 else one
    if one is None:
        return other
    return one if other in (None, one) else None
