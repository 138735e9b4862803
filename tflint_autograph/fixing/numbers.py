"""Functions of Python that need a number as operations that take a tensor. Leaves alone what has no exact counterpart."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.fixing.dtypes import dtype_code, dtype_of
from tflint_autograph.fixing.edits import argument, commented
from tflint_autograph.fixing.landing import partners, shared_dtype
from tflint_autograph.model.finding import Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.values import Kind
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import symbolic
from tflint_autograph.traced.tree.spelling import spelled

_MATH = {"sqrt": "sqrt", "exp": "exp", "sin": "sin", "cos": "cos", "tan": "tan", "tanh": "tanh", "log": "math.log",
         "fabs": "abs", "erf": "math.erf", "log1p": "math.log1p", "asin": "asin", "acos": "acos", "atan": "atan"}  # fmt: skip
_TWO = {"builtins.max": "maximum", "builtins.min": "minimum", "math.pow": "pow"}
_TRUTHS = {"builtins.any": "reduce_any", "builtins.all": "reduce_all"}
_CASTS = {"builtins.float": "float32", "builtins.int": "int32"}
_NUMBERS = {"builtins.float": "float32", "builtins.int": "int32"}


def in_its_place(node: cst.CSTNode, fn: TracedFunction) -> Fix | None:
    """The operation in place of what needs a number: a call, an index of a list, or `in`."""
    if isinstance(node, cst.Comparison) and isinstance(node.comparisons[0].operator, (cst.In, cst.NotIn)):
        return compared_with_each(node, fn)
    parent = next(ancestors(node, fn), None)
    if isinstance(parent, cst.Index) and isinstance(node, cst.BaseExpression):
        return as_gather(node, fn)
    return as_operation(node, fn.called(node), fn) if isinstance(node, cst.Call) else None


def as_operation(call: cst.Call, name: str, fn: TracedFunction) -> Fix | None:
    """The operation in place of a call of a built-in or of `math`."""
    tf = spelled(fn, "tensorflow")
    if tf is None or commented(call) or any(arg.keyword or arg.star for arg in call.args):
        return None
    met = partners(call, fn)
    dtype = shared_dtype(met, fn, tf.name) if met is not None else ""
    text = _operation(call, name, dtype or "", fn, tf.name)
    safety = Safety.UNSAFE if met is not None and dtype is not None else Safety.DISPLAY
    return Fix("use the operation of TensorFlow", (fn.edit(call, text),), safety, tf.imports) if text else None


def _operation(call: cst.Call, name: str, dtype: str, fn: TracedFunction, tf: str) -> str:
    sources, module = [argument(arg.value, fn) for arg in call.args], name.partition(".")[0]
    if module == "math" and name.rpartition(".")[2] in _MATH and len(sources) == 1:
        own = dtype_code(call.args[0].value, fn, tf)
        text = f"{tf}.{_MATH[name.rpartition('.')[2]]}({sources[0]})"
        known = own.startswith(f"{tf}.") and dtype.startswith(f"{tf}.")
        return f"{tf}.cast({text}, {dtype})" if known and own != dtype else text
    if name in _TWO and len(sources) == 2:
        return f"{tf}.{_TWO[name]}({', '.join(sources)})"
    if name in _TRUTHS and len(sources) == 1 and isinstance(call.args[0].value, (cst.List, cst.Tuple)):
        return f"{tf}.{_TRUTHS[name]}({sources[0]})"
    if name in _CASTS and len(sources) == 1:
        return f"{tf}.cast({sources[0]}, {dtype or f'{tf}.{_CASTS[name]}'})"
    if name == "builtins.len" and len(sources) == 1 and symbolic(fn.value(call.args[0].value)):
        text = f"{tf}.shape({sources[0]})[0]"
        around = [*ancestors(call, fn), None, None][1]
        cast = isinstance(around, cst.Call) and fn.called(around) in _CASTS
        return f"{tf}.cast({text}, {dtype})" if not cast and dtype not in ("", f"{tf}.int32") else text
    if name == "builtins.bool" and len(sources) == 1 and dtype_of(call.args[0].value, fn) == "bool":
        return f"({sources[0]})"
    return ""


def as_gather(index: cst.BaseExpression, fn: TracedFunction) -> Fix | None:
    """`tf.gather` in place of an index of a list of numbers."""
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
    met = partners(node, fn)
    dtype = shared_dtype(met, fn, tf.name) if met is not None else None
    if (
        dtype is None
        or len(types) != 1
        or owner.type not in ("builtins.list", "builtins.tuple")
        or not types <= _NUMBERS.keys()
    ):
        return None
    values = fn.source(node.value)
    if dtype not in ("", f"{tf.name}.{_NUMBERS[types.pop()]}"):
        values = f"{tf.name}.constant({values}, {dtype})"
    text = f"{tf.name}.gather({values}, {fn.source(index)})"
    return Fix("look up with `tf.gather`", (fn.edit(node, text),), Safety.UNSAFE, tf.imports)


def compared_with_each(node: cst.Comparison, fn: TracedFunction) -> Fix | None:
    """A comparison with each of some numbers in place of `in`."""
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
    safety = Safety.UNSAFE if partners(node, fn) is not None else Safety.DISPLAY
    return Fix("compare with operations", (fn.edit(node, text),), safety, tf.imports)
