"""Recognizes tests that have another result for a symbolic tensor than for an eager one."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.single import asks_for_none, only_assignment
from tflint_autograph.project.bodies.walks import descendants, expressions, read_in, walk
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.kinds import passed
from tflint_autograph.traced.tree.point import TracedPoint

TYPE = "builtins.type"
STATIC_VALUE = "tensorflow.get_static_value"
_BY_NAME = frozenset({"builtins.hasattr", "builtins.getattr"})
_QUESTIONS = frozenset({*_BY_NAME, "builtins.isinstance", STATIC_VALUE})
_CONSTANT = frozenset(f"tensorflow.{word}" for word in ("constant", "zeros", "ones"))
"""Functions whose results have a value in the graph, too."""

_CLASSES = ("EagerTensor", "SymbolicTensor")
"""Names of tensor types that exist in one of the modes only."""


def tests_eagerness(fn: FunctionView) -> bool:
    """Whether the function calls one of these tests, or asks for the type of a symbolic tensor."""
    if fn.called_names.isdisjoint((*_QUESTIONS, TYPE)):
        return False
    made = ((canonical(site.func.name), tuple(value for _, value in site.args)) for site in fn.calls if site.func.name)
    return any(eager_question(name, given, fn) or (name == TYPE and any(map(is_of_graph, given))) for name, given in made)


def eager_question(name: str, given: tuple[Value, ...], fn: FunctionView) -> bool:
    """Whether a call is a test with different results for symbolic tensors and eager ones, or arrays."""
    if name not in _QUESTIONS or not given or given[0].origin is Origin.OUTER or given[0].kind not in (Kind.TENSOR, Kind.UNKNOWN):
        return False
    if name == STATIC_VALUE:
        return given[0].kind is Kind.TENSOR and not (given[0].provenance is not None and given[0].provenance.source in _CONSTANT)
    if len(given) < 2:
        return False
    if name in _BY_NAME:
        # Without a default `getattr` raises in a graph, and tests nothing.
        return given[1].const == "numpy" and (name == "builtins.hasattr" or len(given) > 2)
    return _asks_for_type(given[0], given[1], fn)


def named_for_none(fn: TracedPoint) -> bool:
    """Whether the current statement names a value that may be None, and the code asks for None, or only hands the value on.

    What a helper returns is named by the statement of its only call.
    """
    statement = fn.statement
    caller, ordinal, _ = (isinstance(statement, ir.Return) and fn.only_call()) or (None, 0, {})
    if caller is not None:
        outer = TracedPoint(fn.analysis, caller)
        outer.statement = order(outer.body).statements.get(ordinal)
        return named_for_none(outer)
    target = _named_here(fn)
    if target is None:
        return False
    is_asked = any(asks_for_none(part) and target in part.operands for part in read_in(fn.body.statements) if isinstance(part, ir.Operation))
    return is_asked or not any(target in _used(each) for each in walk(fn.body.statements))


def only_passed(fn: TracedPoint) -> bool:
    """Whether the current statement names a value, and the name is read as an argument of calls alone."""
    target = _named_here(fn)
    if target is None:
        return False
    parts = list(read_in(fn.body.statements))
    given = sum(each.value == target for part in parts if isinstance(part, ir.Call) for each in part.args)
    return 0 < given == parts.count(target)


def _named_here(fn: TracedPoint) -> ir.Name | None:
    """Returns the name that the current statement alone assigns to, if no nested function reads it."""
    target = fn.statement.targets[0] if isinstance(fn.statement, ir.Assign) else None
    if not isinstance(target, ir.Name) or only_assignment(fn.body, target.id) is not fn.statement:
        return None
    inner = (fn.analysis.project.body(FunctionKey(fn.key.path, each)) for each in fn.body.functions)
    return None if any(target.id in body.names and target.id not in body.bound for body in inner) else target


def _used(statement: Statement) -> Iterator[Expr]:
    """Yields the expressions whose value a statement computes or decides with, rather than handing it on."""
    if isinstance(statement, (ir.If, ir.While, ir.Assert)):
        yield statement.test
    for part in descendants(tuple(expressions(statement))):
        if isinstance(part, ir.Operation):
            yield from part.operands
        elif isinstance(part, ir.Conditional):
            yield part.test
        elif isinstance(part, ir.Attribute):
            yield part.value
        elif isinstance(part, ir.Subscript):
            yield from (part.value, *descendants(part.item))


def is_of_graph(value: Value) -> bool:
    """Whether the value is a symbolic tensor, or assumed to be one."""
    return value.kind is Kind.TENSOR and value.origin is not Origin.OUTER


def asks_for_type(value: Value, given: Value, fn: FunctionView) -> bool:
    """Whether comparing the type of a tensor, or its name, with something has another result in a graph."""
    return is_of_graph(value) and (given.const in _CLASSES if given.kind is Kind.PYTHON else _asks_for_type(value, given, fn))


def _asks_for_type(value: Value, given: Value, fn: FunctionView) -> bool:
    """Whether `isinstance` tests a type that does not occur in the graph: array arguments of the root arrive as tensors."""
    names = [each.name for each in (given.items if given.items is not None else (given,))]
    if any(name.startswith("tensorflow.") and not name.endswith("EagerTensor") for name in names):
        return False
    handed_in = passed(value) or (fn.is_root and bool(value.parameter))
    return (handed_in and "numpy.ndarray" in names) or any(name.endswith(".EagerTensor") for name in names)
