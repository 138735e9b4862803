"""Examines the context of an expression: whether a tensor works in its place, and with which tensors it is combined."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import libcst as cst

from tflint_autograph.fixes.dtypes import CASTS, FLOATS, dtype_code, dtype_of
from tflint_autograph.model import body as ir
from tflint_autograph.model.values import Kind
from tflint_autograph.project.bodies.liveness import stored
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.traced.graph.symbolic import ancestors
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.nodes import descendants
from tflint_autograph.traced.tree.point import made_once

Partners = list[cst.BaseExpression]
_Climb = Callable[[cst.CSTNode, TracedFunction, int], Partners | None]

_NUMBERS_ONLY = frozenset({"axis", "name", "dtype", "seed", "num", "num_or_size_splits", "depth", "method", "out_type"})
"""Keywords of TensorFlow functions that take no tensor, or for which a number is more precise."""

_MEET = frozenset(
    f"tensorflow.{name}"
    for name in ("add", "subtract", "multiply", "divide", "maximum", "minimum", "pow", "where", "stack", "concat", "equal",
                 "less", "greater", "less_equal", "greater_equal", "add_n", "matmul", "clip_by_value", "math.divide_no_nan")
)  # fmt: skip
"""Functions whose arguments share one dtype."""

_TRUTHS = frozenset(
    f"tensorflow.{name}" for name in ("cast", "cond", "where", "print", "debugging.Assert", "reduce_any", "reduce_all", "logical_and",
                                      "logical_or", "logical_not", "logical_xor", "boolean_mask", "identity", "stack")
)  # fmt: skip
"""Functions that accept a bool tensor in place of a Python bool."""

_NEVER = ("tensorflow.image.random_", "tensorflow.image.stateless_random_", "tensorflow.keras.", "tensorflow.data.",
          "tensorflow.constant", "tensorflow.Variable", "tensorflow.TensorSpec")  # fmt: skip
_LOOKS_AHEAD = 2
"""Maximum depth to which names assigned from names are followed."""


def partners(node: cst.BaseExpression, fn: TracedFunction) -> Partners | None:
    """Returns the tensors that an expression is combined with, or None if Python needs the number, or it is unclear."""
    return _climb(node, fn, _LOOKS_AHEAD)


def lands_as_truth(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether a bool tensor works in place of a Python bool."""
    return _climb_truth(node, fn, _LOOKS_AHEAD) is not None


def turns_float(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether Python would turn an integer into a float there: it is divided, or combined with a Python float."""
    parent = next(ancestors(node, fn), None)
    if isinstance(parent, cst.UnaryOperation):
        return turns_float(parent, fn)
    if not isinstance(parent, cst.BinaryOperation):
        return False
    return _is_float(parent, fn) or turns_float(parent, fn)


def uses(name: str, fn: TracedFunction, key: str = "") -> Partners | None:
    """Returns the tensors that a parameter, or its item `key`, is combined with at every use, or None."""
    return _reads(name, fn, _LOOKS_AHEAD, key)


def shared_dtype(met: Partners, fn: TracedFunction, tf: str) -> str | None:
    """Returns the common dtype of the tensors as code; empty if there are none, None if unknown."""
    found = {dtype_code(each, fn, tf) for each in met}
    if len(found) > 1 or "" in found:
        return None
    return found.pop() if found else ""


def _climb(node: cst.CSTNode, fn: TracedFunction, ahead: int) -> Partners | None:
    """Returns the tensors that a value is combined with in the enclosing expressions. Cached for each expression."""
    known, env = fn.table(_climb), fn.env
    key = node, id(env), fn.statement.ordinal if fn.statement is not None else -1, ahead
    if key not in known:
        known[key] = _met_around(node, fn, ahead), env  # which stays: its identity is a part of the key
    met: Partners | None = known[key][0]
    return met


def _met_around(node: cst.CSTNode, fn: TracedFunction, ahead: int) -> Partners | None:
    parent = next(ancestors(node, fn), None)
    if isinstance(parent, (cst.Return, cst.Lambda)):
        return []
    if isinstance(parent, cst.BinaryOperation):
        return _beside(parent, parent.right if node is parent.left else parent.left, fn, ahead)
    if isinstance(parent, cst.UnaryOperation) and not isinstance(parent.operator, cst.Not):
        return _climb(parent, fn, ahead)
    if isinstance(parent, (cst.Comparison, cst.ComparisonTarget)):
        return _compared(node, parent, fn, ahead)
    if isinstance(parent, cst.AugAssign):
        return [parent.target] if fn.value(parent.target).kind.graph else None
    if isinstance(parent, cst.Assign):
        target = parent.targets[0].target
        return (
            _reads(target.value, fn, ahead - 1) if len(parent.targets) == 1 and isinstance(target, cst.Name) else None
        )
    return _held(parent, fn, ahead)


def _climb_truth(node: cst.CSTNode, fn: TracedFunction, ahead: int) -> Partners | None:
    """Returns an empty result if a bool tensor works in the enclosing expressions, else None. Nothing is computed with a bool."""
    parent = next(ancestors(node, fn), None)
    if isinstance(parent, (cst.Return, cst.Lambda)):
        return []
    if isinstance(parent, cst.UnaryOperation) and isinstance(parent.operator, cst.Not):
        return _climb_truth(parent, fn, ahead) if fn.converted else None
    if isinstance(parent, cst.BooleanOperation):
        other = parent.right if node is parent.left else parent.left
        return _climb_truth(parent, fn, ahead) if fn.converted and _is_bool(other, fn) else None
    if isinstance(parent, cst.If) and node is parent.test:
        return [] if _may_be_graph(fn) else None
    if isinstance(parent, cst.IfExp) and node is parent.test:
        codes = {dtype_code(each, fn, "tf") for each in (parent.body, parent.orelse)}
        return [] if fn.converted and len(codes) == 1 and "" not in codes else None
    if isinstance(parent, cst.Assign):
        target = parent.targets[0].target
        alone = len(parent.targets) == 1 and isinstance(target, cst.Name)
        return _reads(target.value, fn, ahead - 1, climb=_climb_truth) if alone and isinstance(target, cst.Name) else None
    if isinstance(parent, cst.Element):
        display = next(ancestors(parent, fn))
        return _climb_truth(display, fn, ahead) if isinstance(display, (cst.Tuple, cst.List)) else None
    call = next(ancestors(parent, fn), None) if isinstance(parent, cst.Arg) else None
    return [] if isinstance(call, cst.Call) and fn.called(call) in _TRUTHS else None


def _is_bool(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    return fn.value(node).type == "builtins.bool" or dtype_of(node, fn) == "bool"


def _held(parent: cst.CSTNode | None, fn: TracedFunction, ahead: int) -> Partners | None:
    """Returns the tensors that an argument, index or list item is combined with, or None."""
    if isinstance(parent, cst.Arg):
        return _given(parent, parent, fn, ahead)
    if isinstance(parent, (cst.Index, cst.Slice)):
        owner = next((each for each in ancestors(parent, fn) if isinstance(each, cst.Subscript)), None)
        return [] if owner is not None and fn.value(owner.value).kind is Kind.TENSOR else None
    if isinstance(parent, cst.Element):
        display = next(ancestors(parent, fn))
        arg = next(ancestors(display, fn), None)
        if isinstance(arg, cst.Return):
            return []
        return _given(arg, parent, fn, ahead) if isinstance(arg, cst.Arg) else None
    return None


def _beside(
    operation: cst.BinaryOperation, other: cst.BaseExpression, fn: TracedFunction, ahead: int
) -> Partners | None:
    value = fn.value(other)
    if value.kind.graph:
        return [other]
    number = value.kind is Kind.PYTHON and value.type != "builtins.str" and not isinstance(value.const, str)
    met = _climb(operation, fn, ahead) if number else None
    # The float result is converted to the dtype of an integer tensor that it meets. Converted earlier, it would be another number.
    rounds = met is not None and _is_float(operation, fn) and not all(dtype_of(each, fn) in FLOATS for each in met)
    return None if rounds else met


def _is_float(operation: cst.BinaryOperation, fn: TracedFunction) -> bool:
    """Whether an operation on numbers gives a float, whatever the numbers are: a division, or one operand is a Python float."""
    sides = operation.left, operation.right
    return isinstance(operation.operator, cst.Divide) or any(fn.value(each).type == "builtins.float" for each in sides)


def _compared(node: cst.CSTNode, parent: cst.CSTNode, fn: TracedFunction, ahead: int) -> Partners | None:
    comparison = parent if isinstance(parent, cst.Comparison) else next(ancestors(parent, fn))
    assert isinstance(comparison, cst.Comparison)
    if len(comparison.comparisons) > 1 or isinstance(
        comparison.comparisons[0].operator, (cst.In, cst.NotIn, cst.Is, cst.IsNot)
    ):
        return None
    other = comparison.comparisons[0].comparator if node is comparison.left else comparison.left
    value = fn.value(other)
    if value.kind.graph:
        return [other]
    return _climb_truth(comparison, fn, ahead) if value.kind is Kind.PYTHON else None


def _given(arg: cst.Arg, holder: cst.CSTNode, fn: TracedFunction, ahead: int) -> Partners | None:
    call = next(ancestors(arg, fn), None)
    if not isinstance(call, cst.Call) or arg.star:
        return None
    name = fn.called(call)
    if name == "builtins.abs":
        return _climb(call, fn, ahead)
    if name in CASTS:
        outside = _climb(call, fn, ahead) if fn.converted else None
        return [] if outside is not None and all(dtype_of(each, fn) == CASTS[name] for each in outside) else None
    if name == "tensorflow.print" and arg.keyword is None:
        return []
    if not name.startswith("tensorflow.") or name.startswith(_NEVER) or not fn.value(call).kind.graph:
        return None
    if arg.keyword is not None and arg.keyword.value in _NUMBERS_ONLY:
        return None
    if name not in _MEET or (name == "tensorflow.where" and arg is call.args[0]):
        return []
    around = holder if holder is not arg else call
    return [each for each in _values(call) if fn.value(each).kind is Kind.TENSOR and not _holds(each, around, arg)]


def _values(call: cst.Call) -> Iterator[cst.BaseExpression]:
    for arg in call.args:
        if isinstance(arg.value, (cst.List, cst.Tuple)):
            yield from (element.value for element in arg.value.elements)
        elif arg.keyword is None or arg.keyword.value not in _NUMBERS_ONLY:
            yield arg.value


def _holds(node: cst.BaseExpression, element: cst.CSTNode, arg: cst.Arg) -> bool:
    return node is arg.value or (isinstance(element, cst.Element) and node is element.value)


def _may_be_graph(fn: TracedFunction) -> bool:
    """Whether the enclosing `if` may become a graph conditional: it only rebinds or returns tensors."""
    statement = fn.statement
    if not isinstance(statement, ir.If) or not fn.converted:
        return False
    inside = [*walk(statement.body), *walk(statement.orelse)]
    if not all(isinstance(each, ir.Assign) or _returns_tensor(each, fn) for each in inside):
        return False
    if any(isinstance(each, ir.Return) for each in inside) and not _returns_tensor(fn.body.statements[-1], fn):
        return False
    names = stored(statement.body) | stored(statement.orelse)
    return all(fn.env[name].kind is Kind.TENSOR if name in fn.env else False for name in names)


def _returns_tensor(statement: ir.Statement, fn: TracedFunction) -> bool:
    if not isinstance(statement, ir.Return) or statement.value is None:
        return False
    return fn.value_at(statement.value, statement.ordinal).kind.graph


def _reads(name: str, fn: TracedFunction, ahead: int, key: str = "", climb: _Climb = _climb) -> Partners | None:
    """Returns the tensors that a name is combined with at every read; it must be bound once, and read only in the function itself."""
    if ahead < 0:
        return None
    met: Partners = []
    nodes = _names(fn).get(name, ())
    bindings = 0
    with _knowing_all(fn):
        for node in nodes:
            around = list(ancestors(node, fn))
            if not around or isinstance(around[0], (cst.Param, cst.AssignTarget)):
                bindings += 1
                continue
            if isinstance(around[0], cst.Attribute) and node is around[0].attr:
                continue
            if isinstance(around[0], cst.Arg) and node is around[0].keyword:
                continue
            inner = any(isinstance(each, (cst.FunctionDef, cst.Lambda)) and each is not fn.node for each in around)
            found = None if inner else _item(around[0], key, fn, ahead) if key else climb(node, fn, ahead)
            if found is None:
                return None
            met += found
    return met if bindings == 1 else None


@made_once
def _names(fn: TracedFunction) -> dict[str, list[cst.Name]]:
    """Returns the name nodes of a function by name."""
    found: dict[str, list[cst.Name]] = {}
    for each in descendants(fn.node):
        if isinstance(each, cst.Name):
            found.setdefault(each.value, []).append(each)
    return found


def _item(parent: cst.CSTNode, key: str, fn: TracedFunction, ahead: int) -> Partners | None:
    """Returns the tensors that the item `key` of a dict is combined with; other items are ignored."""
    if (
        not isinstance(parent, cst.Subscript)
        or len(parent.slice) != 1
        or not isinstance(parent.slice[0].slice, cst.Index)
    ):
        return None
    index = parent.slice[0].slice.value
    known = index.evaluated_value if isinstance(index, cst.SimpleString) else None
    return None if known is None else _climb(parent, fn, ahead) if known == key else []


@contextmanager
def _knowing_all(fn: TracedFunction) -> Iterator[None]:
    """Context manager in which `fn` also evaluates names that are bound later."""
    before = fn.env
    fn.env = {**fn.flow.bindings, **before}
    try:
        yield
    finally:
        fn.env = before
