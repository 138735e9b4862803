"""Functions of NumPy as those of TensorFlow that say the same. Knows no function whose arguments mean something else."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

from tflint_autograph.fixing.edits import commented
from tflint_autograph.fixing.landing import partners
from tflint_autograph.model.body import At
from tflint_autograph.model.finding import Edit, Fix
from tflint_autograph.model.levels import Safety
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
_MAKE_TENSORS = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor"})


def namesake(call: cst.Call, name: str, fn: TracedFunction) -> Fix | None:
    """The function of TensorFlow in place of NumPy's; to be shown only where NumPy's array may be needed."""
    tf = spelled(fn, "tensorflow")
    target = _target(call, name.removeprefix("numpy.")) if name.startswith("numpy.") else ""
    if tf is None or not target or commented(call.func):
        return None
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
    fits = outer is not None or _inside_numpy(call, fn) or partners(call, fn) is not None
    safety = Safety.UNSAFE if fits else Safety.DISPLAY
    return Fix(f"use `tf.{target}`", tuple(sorted(edits, key=lambda edit: edit.span.start)), safety, tf.imports)


def _behind(node: cst.CSTNode, text: str, fn: TracedFunction) -> Edit:
    at = fn.place(node)
    return fn.edit(At(at.end_line, at.end_column, at.end_line, at.end_column), text)


def _converted(call: cst.Call, fn: TracedFunction) -> cst.Call | None:
    """`tf.constant` around the call and nothing else: it takes no tensor of the graph."""
    arg, outer = [*ancestors(call, fn), None, None][:2]
    if not isinstance(arg, cst.Arg) or not isinstance(outer, cst.Call) or len(outer.args) > 1 or commented(outer):
        return None
    return outer if fn.called(outer) in _MAKE_TENSORS and not call.lpar else None


def _inside_numpy(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether it is given to a function that becomes one of TensorFlow as well."""
    arg, outer = [*ancestors(call, fn), None, None][:2]
    if not isinstance(arg, cst.Arg) or not isinstance(outer, cst.Call):
        return False
    name = fn.called(outer)
    if not name.startswith("numpy.") or not _target(outer, name.removeprefix("numpy.")):
        return False
    return _inside_numpy(outer, fn) or _converted(outer, fn) is not None or partners(outer, fn) is not None


def _target(call: cst.Call, name: str) -> str:
    """The name under `tf` of what means the same with these arguments; empty where there is none."""
    plain = [arg for arg in call.args if arg.keyword is None and not arg.star]
    named = {arg.keyword.value for arg in call.args if arg.keyword is not None}
    if len(plain) + len(named) != len(call.args):
        return ""
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
