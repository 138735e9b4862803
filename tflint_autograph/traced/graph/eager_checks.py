"""Recognises code that first checks whether a value is eager, here or at each call of the function."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.values import Kind
from tflint_autograph.project.bodies.single import assigned_to
from tflint_autograph.project.bodies.walks import descendants
from tflint_autograph.tfapi.eager import VALUE_METHODS
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.graph.scopes import lifted
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.inherited import over_expressions, over_frames
from tflint_autograph.traced.tree.kinds import symbolic
from tflint_autograph.traced.tree.point import EnclosingScope, TracedPoint, on_every_path

NO_TENSOR = "its condition lets it run only for an argument that is no tensor, while a trace gets arrays as tensors"

_MISSES = frozenset({"AttributeError", "NotImplementedError", "Exception", "TypeError"})

_DEEPEST = 3
"""Maximum depth to which names that stand for a check are followed."""


def looks_first(node: cst.CSTNode, fn: TracedFunction) -> bool:
    """Whether the code first checks for an eager value: `hasattr(x, "numpy")`, `EagerTensor`, `except AttributeError`.

    Tensors created under `tf.init_scope` are eager, too. Code under `if not tf.is_tensor(x):` serves callers with NumPy arrays, which are
    not traced.
    """
    return _looks_around(fn) or lifted(fn) or _is_chosen_by_asking(node, fn)


def shows_eager_value(call: cst.Call, fn: TracedFunction) -> bool:
    """Whether a call is passed a value that no symbolic tensor has, where the code first checks for one: in a graph it is not made."""
    asked = (part.func for part in descendants(fn.expression(call)) if isinstance(part, ir.Call))
    needed = (func.value for func in asked if isinstance(func, ir.Attribute) and func.attr in VALUE_METHODS)
    return any(symbolic(fn.value_of(each)) for each in needed) and looks_first(call, fn)


def is_for_arrays(fn: TracedPoint) -> bool:
    """Whether a condition of a root lets the current statement run only for an argument that is no tensor: `if not tf.is_tensor(x):`."""
    return fn.key in fn.analysis.roots and _is_for_arrays(fn)


@on_every_path
@over_frames(start=False)
def _is_for_arrays(frame: EnclosingScope, fn: TracedPoint, around: bool) -> bool:
    statement = frame.statement
    if around or not isinstance(statement, ir.If):
        return around
    asked = {part.args[0].value for part in descendants(statement.test) if isinstance(part, ir.Call) and part.args}
    given = [each.id for each in asked if isinstance(each, ir.Name) and each.id in fn.fact.given]
    values = [fn.value_at(ir.Name(each), statement.ordinal) for each in given]
    if len(values) != 1 or values[0].kind not in (Kind.TENSOR, Kind.UNKNOWN):
        return False
    return _leaves_arrays(statement.test, statement.ordinal, fn, holds=frame.part == "body")


@on_every_path
@over_frames(start=False)
def _looks_around(frame: EnclosingScope, fn: TracedPoint, around: bool) -> bool:
    part = "" if around else _looks_in(frame.statement, fn)
    return around or (bool(part) and part in ("everywhere", frame.part))


@over_expressions(start=False)
def _is_chosen_by_asking(parent: cst.CSTNode, fn: TracedFunction, around: bool) -> bool:
    ordinal = fn.statement.ordinal if fn.statement is not None else 0
    return around or (isinstance(parent, cst.IfExp) and _asks(fn.expression(parent.test), ordinal, fn))


def _looks_in(statement: Statement, fn: TracedPoint) -> str:
    """Returns in which part of a compound statement the value has been checked to be eager: `everywhere`, a part, or an empty string."""
    if isinstance(statement, ir.If):
        test, ordinal = statement.test, statement.ordinal
        if _asks(test, ordinal, fn):
            return "everywhere"
        return next((part for part, holds in (("body", True), ("orelse", False)) if _leaves_arrays(test, ordinal, fn, holds=holds)), "")
    return "body" if isinstance(statement, ir.Try) and _caught(statement) & _MISSES else ""


def _asks(test: Expr, ordinal: int, fn: TracedPoint, depth: int = _DEEPEST) -> bool:
    """Whether a condition contains such a check, directly or through its names."""
    known: dict[tuple[int, int, int], tuple[Expr, bool]] = fn.table(_asks)
    key = id(test), ordinal, depth
    if key not in known:
        parts = [*descendants(test)]
        found = any(_asks_for_value(part, ordinal, fn) or _stands_for_asking(part, ordinal, fn, depth) for part in parts)
        # What is nested in a condition without a check has none either.
        known.update(((id(part), ordinal, depth), (part, found)) for part in (parts[:1] if found else parts))
    return known[key][1]


def _stands_for_asking(part: Expr, ordinal: int, fn: TracedPoint, depth: int) -> bool:
    given = assigned_to(part.id, fn.body, ordinal) if depth and isinstance(part, ir.Name) else None
    written = fn.written_out(part) if depth and isinstance(part, ir.Call) else part
    given = written if written is not part else given
    return given is not None and not isinstance(given, ir.Name) and _asks(given, ordinal, fn, depth - 1)


def _leaves_arrays(test: Expr, ordinal: int, fn: TracedPoint, *, holds: bool) -> bool:
    """Whether a condition that is true (`holds`) or false proves that something is not a tensor but may be a NumPy array."""
    test = fn.written_out((isinstance(test, ir.Name) and assigned_to(test.id, fn.body, ordinal)) or test)
    if isinstance(test, ir.Operation) and test.operators[0] == "not":
        return _leaves_arrays(test.operands[0], ordinal, fn, holds=not holds)
    if isinstance(test, ir.Operation) and test.operators[0] == ("and" if holds else "or"):
        return any(_leaves_arrays(each, ordinal, fn, holds=holds) for each in test.operands)
    if not isinstance(test, ir.Call):
        return False
    name = _called(test, ordinal, fn)
    if name == "builtins.isinstance" and len(test.args) == 2:
        return canonical(fn.value_at(test.args[1].value, ordinal).name) == ("numpy.ndarray" if holds else "tensorflow.Tensor")
    return not holds and name == "tensorflow.is_tensor"


def _called(call: ir.Call, ordinal: int, fn: TracedPoint) -> str:
    return canonical(fn.value_at(call.func, ordinal).name)


def _asks_for_value(part: Expr, ordinal: int, fn: TracedPoint) -> bool:
    """Whether this is `hasattr(x, "numpy")`, `hasattr(x, "graph")`, the eager tensor type, or its name, `str(type(x))`.

    An eager tensor has no `graph`. Code that examines type names distinguishes the tensors of several libraries.
    """
    if isinstance(part, ir.Call):
        name, given = _called(part, ordinal, fn), [each.value for each in part.args]
        if name == "builtins.hasattr" and len(given) > 1:
            word = given[1].value if isinstance(given[1], ir.Constant) else None
            return isinstance(word, str) and ("numpy" in word or word == "graph")
        return name == "builtins.str" and len(given) == 1 and _is_type(given[0], ordinal, fn)
    if isinstance(part, ir.Attribute):
        return part.attr == "EagerTensor" or (part.attr == "__module__" and _is_type(part.value, ordinal, fn))
    return isinstance(part, ir.Name) and part.id == "EagerTensor"


def _is_type(expr: Expr, ordinal: int, fn: TracedPoint) -> bool:
    return isinstance(expr, ir.Call) and len(expr.args) == 1 and _called(expr, ordinal, fn) == "builtins.type"


def _caught(statement: ir.Try) -> set[str]:
    found = {"Exception"} if any(handler.type is None for handler in statement.handlers) else set()
    for handler in statement.handlers:
        for part in descendants(handler.type) if handler.type is not None else ():
            found |= {part.id if isinstance(part, ir.Name) else part.attr} if isinstance(part, (ir.Name, ir.Attribute)) else set()
    return found
