"""Recognizes tests that have another result for a symbolic tensor than for an eager one."""

from __future__ import annotations

from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.kinds import passed

TYPE = "builtins.type"
_STATIC_VALUE = "tensorflow.get_static_value"
_BY_NAME = frozenset({"builtins.hasattr", "builtins.getattr"})
_QUESTIONS = frozenset({*_BY_NAME, "builtins.isinstance", _STATIC_VALUE})
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
    if name == _STATIC_VALUE:
        return given[0].kind is Kind.TENSOR
    if len(given) < 2:
        return False
    if name in _BY_NAME:
        # Without a default `getattr` raises in a graph, and tests nothing.
        return given[1].const == "numpy" and (name == "builtins.hasattr" or len(given) > 2)
    return _asks_for_type(given[0], given[1], fn)


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
