"""Fixes that replace Python functions of numbers by TensorFlow operations with an exact counterpart."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixes.dtypes import CASTS, FLOATS, INTEGERS, dtype_code, dtype_of
from tflint_autograph.fixes.edits import argument, commented, operand
from tflint_autograph.fixes.tensor_context import lands_as_truth, partners, shared_dtype, turns_float
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.dtypes import REPRESENTED
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.values import Kind
from tflint_autograph.project.bodies.liveness import stored
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import symbolic
from tflint_autograph.traced.tree.nodes import descendants
from tflint_autograph.traced.tree.spelling import spelled

_MATH = {"sqrt": "sqrt", "exp": "exp", "sin": "sin", "cos": "cos", "tan": "tan", "tanh": "tanh", "log": "math.log",
         "fabs": "abs", "erf": "math.erf", "log1p": "math.log1p", "asin": "asin", "acos": "acos", "atan": "atan"}  # fmt: skip
_LARGEST = {"builtins.max": "maximum", "builtins.min": "minimum"}
_TRUTHS = {"builtins.any": "reduce_any", "builtins.all": "reduce_all"}


def in_its_place(node: cst.CSTNode, fn: TracedFunction) -> Fix | None:
    """Returns a fix with the operation for code that needs a number: a call, a list index, or `in`; else None."""
    if isinstance(node, cst.Comparison) and isinstance(node.comparisons[0].operator, (cst.In, cst.NotIn)):
        return compared_with_each(node, fn)
    parent = next(ancestors(node, fn), None)
    if isinstance(parent, cst.Index) and isinstance(node, cst.BaseExpression):
        return as_lookup(node, fn)
    return as_operation(node, fn.called(node), fn) if isinstance(node, cst.Call) else None


def as_operation(call: cst.Call, name: str, fn: TracedFunction) -> Fix | None:
    """Returns a fix that replaces a call of a built-in or of `math`, or None. A suggestion only if a relevant dtype is unknown."""
    tf = spelled(fn, "tensorflow")
    if tf is None or not call.args or commented(call) or any(arg.keyword or arg.star for arg in call.args):
        return None
    found = _operation(call, name, fn, tf.name)
    if found is None:
        return None
    text, is_known = found
    safety = Safety.UNSAFE if is_known else Safety.DISPLAY
    return Fix("use the TensorFlow operation", (fn.edit(call, text),), safety, tf.imports)


_Written = tuple[str, bool]
"""The code of an operation, and whether it certainly gives the same result as Python."""


def _operation(call: cst.Call, name: str, fn: TracedFunction, tf: str) -> _Written | None:
    source, count = argument(call.args[0].value, fn), len(call.args)
    if name.startswith("math."):
        return _of_math(call, name.removeprefix("math."), fn, tf)
    if name in _LARGEST and count == 2:
        return _larger(call, f"{tf}.{_LARGEST[name]}({source}, {argument(call.args[1].value, fn)})", fn, tf)
    if name in _TRUTHS and count == 1 and isinstance(call.args[0].value, (cst.List, cst.Tuple)):
        bools = all(dtype_of(each.value, fn) == "bool" for each in call.args[0].value.elements)
        return f"{tf}.{_TRUTHS[name]}({source})", bools and lands_as_truth(call, fn)
    if name == "builtins.bool" and count == 1:
        text = operand(call.args[0].value, fn) if dtype_of(call.args[0].value, fn) == "bool" else f"{tf}.cast({source}, {tf}.bool)"
        return text, lands_as_truth(call, fn)
    if name in CASTS and count == 1:
        return _cast(call, name == "builtins.int", fn, tf)
    if name == "builtins.len" and count == 1 and symbolic(fn.value(call.args[0].value)):
        return _length(call, fn, tf)
    return None


def _met(node: cst.BaseExpression, fn: TracedFunction, tf: str) -> str | None:
    """Returns the dtype of the tensors that a node is combined with, as `shared_dtype` does; None if a tensor does not work."""
    met = partners(node, fn)
    return shared_dtype(met, fn, tf) if met is not None else None


def _larger(call: cst.Call, text: str, fn: TracedFunction, tf: str) -> _Written:
    """Returns the code for `max` or `min`, whose result may be a number combined with a tensor of any dtype."""
    tensors = [arg.value for arg in call.args if fn.value(arg.value).kind.graph]
    met, words = _met(call, fn, tf), {dtype_of(each, fn) for each in tensors}
    is_known = met != "" or words <= FLOATS or not turns_float(call, fn)
    given = next(filter(None, (dtype_code(each, fn, tf) for each in tensors)), "")
    return _as_met(text, given, met, is_known=is_known, tf=tf)


def _of_math(call: cst.Call, member: str, fn: TracedFunction, tf: str) -> _Written | None:
    """Returns the code for a function of `math`, whose TensorFlow counterpart takes only floats, or None."""
    node = call.args[0].value
    source, own = argument(node, fn), dtype_of(node, fn)
    if member == "pow" and len(call.args) == 2:
        text = f"{tf}.pow({source}, {argument(call.args[1].value, fn)})"
    elif member in _MATH and len(call.args) == 1:
        text = f"{tf}.{_MATH[member]}({f'{tf}.cast({source}, {tf}.float64)' if own in INTEGERS else source})"
    else:
        return None
    is_known = own in FLOATS or (own in INTEGERS and member != "pow")
    given = f"{tf}.float64" if own in INTEGERS else dtype_code(node, fn, tf)
    return _as_met(text, given, _met(call, fn, tf), is_known=is_known, tf=tf)


def _as_met(text: str, given: str, met: str | None, *, is_known: bool, tf: str) -> _Written:
    """Returns an operation with its dtype converted to that of what it is combined with."""
    if met is None:
        return text, False
    same = met in ("", given) or (not given and met == f"{tf}.float32")
    return (text if same else f"{tf}.cast({text}, {met})"), is_known


def _cast(call: cst.Call, whole: bool, fn: TracedFunction, tf: str) -> _Written:
    """Returns the code for `int` or `float`. The dtype is narrowed only if it is combined with a narrower one."""
    node = call.args[0].value
    source, own, met = argument(node, fn), dtype_of(node, fn), _met(call, fn, tf)
    if whole:
        word = "int32" if own in REPRESENTED["int32"] & INTEGERS or met == f"{tf}.int32" else "int64"
        if own in INTEGERS and met:
            return f"{tf}.cast({source}, {met})", True
        text = f"{tf}.cast({source}, {tf}.{word})"
        return _as_met(text, f"{tf}.{word}", met, is_known=bool(own) and (bool(met) or own in INTEGERS), tf=tf)
    if met and _is_beside(call, fn):
        return f"{tf}.cast({source}, {met})", True
    word = "float32" if own in ("float16", "bfloat16", "float32") else "float64"
    text = f"{tf}.cast({source}, {tf}.{word})"
    return _as_met(text, f"{tf}.{word}", met, is_known=own not in ("", "floating", "integer"), tf=tf)


def _is_beside(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether a call is directly combined with a tensor."""
    parent = next(ancestors(call, fn), None)
    if isinstance(parent, cst.BinaryOperation):
        return fn.value(parent.right if call is parent.left else parent.left).kind.graph
    return isinstance(parent, (cst.Arg, cst.AugAssign, cst.Comparison, cst.ComparisonTarget))


def _length(call: cst.Call, fn: TracedFunction, tf: str) -> _Written:
    """Returns `tf.shape(x)[0]` with the dtype needed there. A cast around it is written separately."""
    text = f"{tf}.shape({argument(call.args[0].value, fn)})[0]"
    around = [*ancestors(call, fn), None, None][1]
    if isinstance(around, cst.Call) and fn.called(around) in CASTS:
        return text, partners(around, fn) is not None
    met = _met(call, fn, tf)
    if met == "" and turns_float(call, fn):
        met = f"{tf}.float32"
    return _as_met(text, f"{tf}.int32", met, is_known=True, tf=tf)


def as_lookup(index: cst.BaseExpression, fn: TracedFunction) -> Fix | None:
    """Returns a fix that replaces an indexed list of numbers by a tensor, or None."""
    tf = spelled(fn, "tensorflow")
    node = next((each for each in ancestors(index, fn) if isinstance(each, cst.Subscript)), None)
    if (
        tf is None
        or node is None
        or len(node.slice) != 1
        or not isinstance(node.slice[0].slice, cst.Index)
        or commented(node)
    ):
        return None
    owner = fn.value(node.value)
    types = {item.type for item in owner.items} if owner.items else {owner.element.type} if owner.element else set()
    dtype = _met(node, fn, tf.name)
    if dtype == "" and types == {"builtins.int"} and turns_float(node, fn):
        dtype = f"{tf.name}.float32"
    if (
        dtype is None
        or len(types) != 1
        or owner.type not in ("builtins.list", "builtins.tuple")
        or not types <= CASTS.keys()
    ):
        return None
    same = dtype in ("", f"{tf.name}.{CASTS[types.pop()]}")
    # An index from behind, which `tf.gather` does not take, means the same for a tensor as for a list.
    text = f"{tf.name}.constant({fn.source(node.value)}{'' if same else f', {dtype}'})[{fn.source(index)}]"
    return Fix("index a tensor", (fn.edit(node, text),), Safety.UNSAFE, tf.imports)


def compared_with_each(node: cst.Comparison, fn: TracedFunction) -> Fix | None:
    """Returns a fix that replaces `in` by a comparison with each of some numbers, or None."""
    tf = spelled(fn, "tensorflow")
    operator, right = node.comparisons[0].operator, node.comparisons[0].comparator
    if tf is None or len(node.comparisons) > 1 or not isinstance(right, (cst.Tuple, cst.List)) or commented(node):
        return None
    if not symbolic(fn.value(node.left)) or any(
        fn.value(each.value).kind is not Kind.PYTHON for each in right.elements
    ):
        return None
    items = ", ".join(argument(each.value, fn) for each in right.elements)
    every, compare = ("reduce_all", "not_equal") if isinstance(operator, cst.NotIn) else ("reduce_any", "equal")
    text = f"{tf.name}.{every}({tf.name}.{compare}({argument(node.left, fn)}, [{items}]))"
    safety = Safety.UNSAFE if lands_as_truth(node, fn) else Safety.DISPLAY
    return Fix("compare with TensorFlow operations", (fn.edit(node, text),), safety, tf.imports)


_EXACT = 2**24
"""The largest integer up to which all are exact in float32."""


def float_of(node: cst.BaseExpression | None) -> str:
    """Returns the literal with a decimal point: `0.0` for `0`; empty for anything but a decimal integer."""
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        inner = float_of(node.expression)
        return f"-{inner}" if inner else ""
    if not isinstance(node, cst.Integer) or not node.value.isdecimal() or int(node.value) > _EXACT:
        return ""
    return f"{node.value}.0"


def value_of(statement: Statement, fn: TracedFunction) -> cst.BaseExpression | None:
    """Returns the node of what a statement assigns to one name, or returns; else None."""
    if not isinstance(statement, ir.Return) and (not isinstance(statement, ir.Assign) or len(statement.targets) != 1):
        return None
    for node in descendants(fn.node):
        if isinstance(node, (cst.Assign, cst.Return)) and fn.place(node) == statement.at:
            return node.value
    return None


def in_float(node: cst.BaseExpression, dtype: str, beside: cst.BaseExpression | None, fn: TracedFunction) -> Fix:
    """Returns a fix that writes the literal as a float. A suggestion only if the dtype of the other value is unknown."""
    text = float_of(node)
    if dtype == "float32" and beside is not None and dtype_of(beside, fn) != dtype:
        dtype = "floating"  # The callers that are seen pass float32, others may not.
    tensor = as_constant(node, beside, fn) if dtype == "floating" and beside is not None else None
    return tensor or Fix(f"write `{text}`", (fn.edit(node, text),), Safety.DISPLAY if dtype == "floating" else Safety.UNSAFE)


def as_constant(node: cst.BaseExpression, beside: cst.BaseExpression, fn: TracedFunction) -> Fix | None:
    """Returns a fix that writes the literal as a tensor with the dtype of another expression, or None if that is not always known."""
    tf = spelled(fn, "tensorflow")
    code = dtype_code(beside, fn, tf.name) if tf is not None else ""
    if tf is None or not code:
        return None
    if code.removeprefix(f"{tf.name}.") not in FLOATS and code.removesuffix(".dtype") not in _kept(fn):
        return None
    text = f"{tf.name}.constant({fn.source(node)}, {code})"
    return Fix(f"write `{text}`", (fn.edit(node, text),), Safety.UNSAFE, tf.imports)


def _kept(fn: TracedFunction) -> frozenset[str]:
    """Returns the parameters that the function never rebinds."""
    return frozenset(each.name for each in fn.fact.parameters) - stored(fn.body.statements)
