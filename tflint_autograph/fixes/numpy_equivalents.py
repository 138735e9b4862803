"""Fixes that replace NumPy functions by TensorFlow functions with the same meaning and arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from tflint_autograph.fixes.dtypes import FLOATS, dtype_code, dtype_of
from tflint_autograph.fixes.edits import commented
from tflint_autograph.fixes.loops import as_tf_range
from tflint_autograph.fixes.tensor_context import lands_as_truth, partners, shared_dtype, turns_float
from tflint_autograph.model.body import At
from tflint_autograph.model.finding import Edit, Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.values import Kind
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.spelling import spelled

_ONE = {"sqrt": "sqrt", "square": "square", "exp": "exp", "abs": "abs", "absolute": "abs", "sin": "sin", "cos": "cos",
        "tan": "tan", "tanh": "tanh", "sign": "sign", "floor": "floor", "round": "round", "log": "math.log",
        "log1p": "math.log1p", "isnan": "math.is_nan", "isfinite": "math.is_finite", "size": "size",
        "zeros_like": "zeros_like", "ones_like": "ones_like", "transpose": "transpose", "squeeze": "squeeze"}  # fmt: skip
_TWO = {"maximum": "maximum", "minimum": "minimum", "power": "pow", "matmul": "matmul", "expand_dims": "expand_dims"}
_THREE = {"where": "where", "clip": "clip_by_value"}
_REDUCE = {"sum": "reduce_sum", "mean": "reduce_mean", "max": "reduce_max", "amax": "reduce_max", "min": "reduce_min",
           "amin": "reduce_min", "prod": "reduce_prod", "any": "reduce_any", "all": "reduce_all",
           "std": "math.reduce_std", "var": "math.reduce_variance"}  # fmt: skip
_JOIN = {"stack": "stack", "concatenate": "concat"}
_COUNTS = "numpy.arange"
_FLOATING = frozenset({"sqrt", "exp", "sin", "cos", "tan", "tanh", "floor", "log", "log1p", "mean", "std", "var"})
"""Functions for which NumPy converts integers to floats, and TensorFlow does not or raises."""

_CLASSIFY = frozenset({"isnan", "isfinite"})
_BOOLEAN = _CLASSIFY | {"any", "all"}
"""Functions that return booleans."""

_ADDING = frozenset({"sum", "prod"})

_MAKE_TENSORS = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor"})


def namesake(call: cst.Call, name: str, fn: TracedFunction) -> Fix | None:
    """Returns a fix with the TensorFlow function, or None. A suggestion only if a relevant dtype is unknown, or an array is needed."""
    tf = spelled(fn, "tensorflow")
    target = counterpart(call, name.removeprefix("numpy.")) if name.startswith("numpy.") else ""
    if tf is None or not target or commented(call.func):
        return None
    if name == _COUNTS:
        loop = next(ancestors(call, fn), None)
        return as_tf_range(loop, fn) if isinstance(loop, cst.For) and loop.iter is call else None
    edits = [fn.edit(call.func, f"{tf.name}.{target}")]
    if target == "concat" and len(call.args) == 1:
        edits.append(_behind(call.args[0], ", axis=0", fn))
    outer = _converted(call, fn)
    if outer is not None:
        at, inner = fn.place(outer), fn.place(call)
        edits += [
            fn.edit(At(at.line, at.column, inner.line, inner.column), ""),
            fn.edit(At(inner.end_line, inner.end_column, at.end_line, at.end_column), ""),
        ]
    own = _dtype(call, fn, tf.name)
    wanted = _wanted(call, fn, tf.name)
    if wanted not in (None, "", own):
        edits += [_before(call, f"{tf.name}.cast(", fn), _behind(call, f", {wanted})", fn)]
    safety = Safety.UNSAFE if own is not None and wanted is not None else Safety.DISPLAY
    return Fix(f"use `tf.{target}`", tuple(sorted(edits, key=lambda edit: edit.span.start)), safety, tf.imports)


def _dtype(call: cst.Call, fn: TracedFunction, tf: str) -> str | None:
    """Returns the dtype of TensorFlow's result as code, empty if unknown; None if it may reject what NumPy accepts.

    NumPy converts integers to floats, joins different dtypes, and sums integers as int64; TensorFlow does not.
    """
    member = _member(call, fn)
    tensors = [each for each in _operands(call, fn) if fn.value(each).kind.graph or _is_of_numpy(each, fn)]
    words = {_word(each, fn) for each in tensors}
    if member in _BOOLEAN:
        return f"{tf}.bool" if words <= (FLOATS if member in _CLASSIFY else {"bool"}) else None
    codes = {_code(each, fn, tf) for each in tensors}
    floats = any(fn.value(each).type == "builtins.float" for each in _operands(call, fn))
    if (member in _FLOATING or floats) and not words <= FLOATS:
        return None
    if "bool" in words or (member in _ADDING and not words <= FLOATS | {"int64"}):
        return None
    if len(tensors) > 1 and (len(codes) > 1 or "" in codes):
        return None
    return f"{tf}.int32" if member == "size" else next(iter(codes), "")


def _word(node: cst.BaseExpression, fn: TracedFunction) -> str:
    """Returns the dtype of a tensor, or of a call that is replaced too, as a word; empty if unknown."""
    if not _is_of_numpy(node, fn):
        return dtype_of(node, fn)
    assert isinstance(node, cst.Call)
    if _member(node, fn) in _BOOLEAN | {"size"}:
        return "bool" if _member(node, fn) in _BOOLEAN else "int32"
    words = {_word(each, fn) for each in _operands(node, fn) if fn.value(each).kind.graph or _is_of_numpy(each, fn)}
    return words.pop() if len(words) == 1 else ""


def _code(node: cst.BaseExpression, fn: TracedFunction, tf: str) -> str:
    """Returns the dtype of a tensor, or of a call that is replaced too, as code; empty if unknown."""
    if not _is_of_numpy(node, fn):
        return dtype_code(node, fn, tf)
    assert isinstance(node, cst.Call)
    return _dtype(node, fn, tf) or ""


def _wanted(call: cst.Call, fn: TracedFunction, tf: str) -> str | None:
    """Returns the dtype needed at the call, empty for any; None if a tensor does not work."""
    if _converted(call, fn) is not None:
        return ""
    outer = _outer(call, fn)
    if outer is not None:
        is_known = _dtype(outer, fn, tf) is not None
        return "" if is_known and _wanted(outer, fn, tf) is not None else None
    if _member(call, fn) in _BOOLEAN:
        return "" if lands_as_truth(call, fn) else None
    whole = _joined(call, fn)
    if whole is not None:
        return _in_sum(whole, fn, tf)
    met = partners(call, fn)
    wanted = shared_dtype(met, fn, tf) if met is not None else None
    if wanted != "" or not turns_float(call, fn):
        return wanted
    if _member(call, fn) == "size":
        return f"{tf}.float32"
    return "" if _word(call, fn) in FLOATS else None


def _member(call: cst.Call, fn: TracedFunction) -> str:
    return fn.called(call).removeprefix("numpy.")


def _operands(call: cst.Call, fn: TracedFunction) -> Iterator[cst.BaseExpression]:
    """Yields the array arguments that the result is computed from, including list elements."""
    for number, arg in enumerate(call.args):
        if isinstance(arg.value, (cst.List, cst.Tuple)):
            yield from (element.value for element in arg.value.elements)
        elif arg.keyword is None and (number > 0 or _member(call, fn) != "where"):
            yield arg.value


def _is_of_numpy(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether it is a call that is replaced by TensorFlow too."""
    if not isinstance(node, cst.Call) or not fn.called(node).startswith("numpy.") or not counterpart(node, _member(node, fn)):
        return False
    return any(fn.value(arg.value).kind.graph or _is_of_numpy(arg.value, fn) for arg in node.args) or any(
        fn.value(each).kind.graph or _is_of_numpy(each, fn) for each in _operands(node, fn)
    )


def _joined(call: cst.Call, fn: TracedFunction) -> cst.BaseExpression | None:
    """Returns the whole sum or product that combines several such calls: `np.sqrt(x) + 2 * np.log(x)`; else None."""
    top: cst.BaseExpression = call
    for each in ancestors(call, fn):
        if not isinstance(each, (cst.BinaryOperation, cst.UnaryOperation)) or isinstance(each.operator, cst.Not):
            break
        top = each
    return top if any(each is not call and _is_of_numpy(each, fn) for each in _joints(top)) else None


def _joints(node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """Yields the operands of a sum or product."""
    if isinstance(node, cst.BinaryOperation):
        yield from _joints(node.left)
        yield from _joints(node.right)
    elif isinstance(node, cst.UnaryOperation) and not isinstance(node.operator, cst.Not):
        yield from _joints(node.expression)
    else:
        yield node


def _in_sum(whole: cst.BaseExpression, fn: TracedFunction, tf: str) -> str | None:
    """Returns the dtype common to all tensors in a sum and what it is combined with; empty for any, None if there is none."""
    joints, met = [*_joints(whole)], partners(whole, fn)
    if met is None or not all(fn.value(each).kind in (Kind.TENSOR, Kind.PYTHON) or _is_of_numpy(each, fn) for each in joints):
        return None
    tensors = [each for each in joints if fn.value(each).kind is Kind.TENSOR or _is_of_numpy(each, fn)]
    codes = {dtype_code(each, fn, tf) for each in met} | {_code(each, fn, tf) for each in tensors}
    if any(turns_float(each, fn) for each in tensors) and not {_word(each, fn) for each in tensors} <= FLOATS:
        return None
    return codes.pop() if len(codes) == 1 and "" not in codes else None


def _before(node: cst.CSTNode, text: str, fn: TracedFunction) -> Edit:
    at = fn.place(node)
    return fn.edit(At(at.line, at.column, at.line, at.column), text)


def _behind(node: cst.CSTNode, text: str, fn: TracedFunction) -> Edit:
    at = fn.place(node)
    return fn.edit(At(at.end_line, at.end_column, at.end_line, at.end_column), text)


def _converted(call: cst.Call, fn: TracedFunction) -> cst.Call | None:
    """Returns the call of `tf.constant` directly around the call, which rejects symbolic tensors, or None."""
    arg, outer = [*ancestors(call, fn), None, None][:2]
    if not isinstance(arg, cst.Arg) or not isinstance(outer, cst.Call) or len(outer.args) > 1 or commented(outer):
        return None
    return outer if fn.called(outer) in _MAKE_TENSORS and not call.lpar else None


def _outer(call: cst.Call, fn: TracedFunction) -> cst.Call | None:
    """Returns the call that takes it as an argument, directly or in a list, if that is replaced too; else None."""
    above = [each for each in ancestors(call, fn) if not isinstance(each, (cst.Element, cst.List, cst.Tuple))]
    arg, outer = [*above, None, None][:2]
    return outer if isinstance(arg, cst.Arg) and isinstance(outer, cst.Call) and _is_of_numpy(outer, fn) else None


def counterpart(call: cst.Call, name: str) -> str:
    """Returns the name under `tf` of the function with the same meaning for these arguments, or an empty string."""
    plain = [arg for arg in call.args if arg.keyword is None and not arg.star]
    named = {arg.keyword.value for arg in call.args if arg.keyword is not None}
    if len(plain) + len(named) != len(call.args):
        return ""
    if f"numpy.{name}" == _COUNTS:
        return "range" if plain and not named else ""
    for count, names in enumerate((_ONE, _TWO, _THREE), 1):
        if name in names:
            return names[name] if len(plain) == count and not named else ""
    if name == "array":
        flat = len(plain) == 1 and isinstance(plain[0].value, (cst.List, cst.Tuple))
        return "stack" if flat and not named and not _nested(plain[0].value) else ""
    return _with_axis(name, len(plain), named)


def _with_axis(name: str, plain: int, named: set[str]) -> str:
    tables: tuple[tuple[Mapping[str, str], set[str]], ...] = ((_REDUCE, {"axis", "keepdims"}), (_JOIN, {"axis"}))
    found = (names[name] for names, known in tables if name in names and named <= known and plain in (1, 2))
    return next(found, "")


def _nested(node: cst.BaseExpression) -> bool:
    assert isinstance(node, (cst.List, cst.Tuple))
    return any(isinstance(element.value, (cst.List, cst.Tuple)) for element in node.elements)
