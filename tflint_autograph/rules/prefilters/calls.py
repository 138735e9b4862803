"""Prefilters by what a function calls."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.bodies.walks import descendants, walk
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.tfapi import arrays, eager, keras, xla
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.escape.class_state import makes_state
from tflint_autograph.traced.escape.guards import is_builder
from tflint_autograph.traced.graph.compiled import compiled
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.kinds import passed, symbolic, symbolic_in

ARRAY_METHODS = frozenset({"dot", "take", "compress", "choose", "put", "searchsorted", "itemset", "fill"})
"""Methods of NumPy arrays that convert their arguments to arrays."""

ARRAY_MODULES = ("numpy.", "scipy.", "skimage.", "sklearn.", "librosa.", "cv2.")
VALUE_METHODS = frozenset({"numpy", "item", "tolist", "eval", "to_list"})
"""Methods of tensors that need a value."""

_WRITES = frozenset({"write", "scatter", "split", "unstack"})
_STATIC_VALUE = "tensorflow.get_static_value"
TYPE = "builtins.type"
_BY_NAME = frozenset({"builtins.hasattr", "builtins.getattr"})
_QUESTIONS = frozenset({*_BY_NAME, "builtins.isinstance", _STATIC_VALUE})
MEASURES = frozenset({"tensorflow.shape", "tensorflow.size", "builtins.len"})
"""Functions that return the length of a tensor."""

_ARITHMETIC = frozenset({"+", "-", "*", "/", "//", "**", "%"})
_EAGER_ONLY = frozenset({"as_numpy_iterator", *eager.MODEL, *eager.CHECKPOINT})


def asks_for_eagerness(fn: FunctionView) -> bool:
    """Whether the function has a test with another result for symbolic tensors, or an index under a condition on the length."""
    if not _QUESTIONS.isdisjoint(fn.called_names) and any(
        eager_question(canonical(site.func.name), tuple(value for _, value in site.args), fn) for site in fn.calls if site.func.name
    ):
        return True
    if TYPE in fn.called_names and any(site.func.name == TYPE and any(is_of_graph(value) for _, value in site.args) for site in fn.calls):
        return True
    return not MEASURES.isdisjoint(fn.called_names) and any(
        fn.seen_value(expr.value).kind is Kind.TENSOR and _is_later(expr.item, fn) for expr in fn.every(ir.Subscript)
    ) and any(
        fn.seen_value(part).kind is Kind.TENSOR and canonical(fn.seen_value(part.func).name) in MEASURES
        for statement in walk(fn.body.statements)
        if isinstance(statement, ir.If)
        for part in descendants(statement.test)
        if isinstance(part, ir.Call)
    )


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


_CLASSES = ("EagerTensor", "SymbolicTensor")
"""Names of tensor types that exist in one of the modes only."""


def _asks_for_type(value: Value, given: Value, fn: FunctionView) -> bool:
    """Whether `isinstance` tests a type that does not occur in the graph: array arguments of the root arrive as tensors."""
    names = [each.name for each in (given.items if given.items is not None else (given,))]
    if any(name.startswith("tensorflow.") and not name.endswith("EagerTensor") for name in names):
        return False
    handed_in = passed(value) or (fn.is_root and bool(value.parameter))
    return (handed_in and "numpy.ndarray" in names) or any(name.endswith(".EagerTensor") for name in names)


def _is_later(index: Expr, fn: FunctionView) -> bool:
    """Whether an index, or the first of several, is a constant that few tensors have besides the first and last."""
    first = index.items[0] if isinstance(index, ir.Display) and index.items else index
    return is_later(fn.seen_value(first).const)


def is_later(index: object) -> bool:
    """Whether a tensor may be too short for an index, although it is not empty."""
    return type(index) is int and index not in (0, -1)


def calls_itself(fn: FunctionView) -> bool:
    """Whether the function is recursive, and a tensor or the caller of a root may decide how often."""
    if not fn.cycle or not any(target.key in fn.cycle for site in fn.calls for target in site.func.callees):
        return False
    chosen = (fn.seen_value(expr.test) for expr in fn.every(ir.Conditional))
    return (fn.is_root and fn.trace.root == "tf.function") or any(map(symbolic, (*fn.tests, *chosen)))


def sorts(fn: FunctionView) -> bool:
    """Whether the function calls `sorted`."""
    return "builtins.sorted" in fn.called_names


def checks(fn: FunctionView) -> bool:
    """Whether the function calls a TensorFlow check that the graph drops, as a statement."""
    if not any(map(_is_check, fn.called_names)):
        return False
    alone = {call.at for call in fn.alone}
    return any(site.at in alone and _is_check(canonical(site.func.name)) for site in fn.calls)


def _is_check(name: str) -> bool:
    return name == "tensorflow.ensure_shape" or name.startswith("tensorflow.tensor_scatter_nd_")


def asks_for_value(fn: FunctionView) -> bool:
    """Whether the function needs the value of something that may be a tensor."""
    return any(
        site.method in VALUE_METHODS
        and site.receiver is not None
        and (site.receiver.kind is Kind.UNKNOWN or site.receiver.kind.graph or site.receiver.type == "ragged")
        for site in fn.calls
    )


def gives_numpy_tensors(fn: FunctionView) -> bool:
    """Whether the function passes a tensor to something that converts it to an array."""
    return any(
        (site.func.name.startswith(ARRAY_MODULES) or _is_of_array(site))
        and not site.func.name.startswith("numpy.random.")
        and any(
            symbolic_in(value) is not None and not (value.kind.graph and arrays.static_on_tensors(site.func.name))
            for _, value in site.args
        )
        for site in fn.calls
    )


def _is_of_array(site: CallSite) -> bool:
    """Whether the call is a method of a NumPy array that converts its arguments to arrays."""
    return site.method in ARRAY_METHODS and site.receiver is not None and site.receiver.kind is Kind.NUMPY


def reckons_with_length(fn: FunctionView) -> bool:
    """Whether the function uses a tensor length in arithmetic that is only known when the graph runs."""
    return "builtins.len" in fn.called_names and fn.converted and any(
        isinstance(operand, ir.Call)
        and canonical(fn.seen_value(operand.func).name) == "builtins.len"
        and any(has_open_length(fn.seen_value(argument.value)) for argument in operand.args)
        for expr in fn.every(ir.Operation)
        if expr.operators[0] in _ARITHMETIC
        for operand in expr.operands
    )


def has_open_length(value: Value) -> bool:
    """Whether the value is a tensor whose length is only known when the graph runs."""
    return value.kind is Kind.TENSOR and 0 in value.unknown_axes


def is_eager_only(fn: FunctionView) -> bool:
    """Whether the function calls something that needs values, files or a graph of its own."""
    if any(name in eager.CALLS or name.startswith(eager.DRAWING) for name in fn.called_names):
        return True
    return not _EAGER_ONLY.isdisjoint(fn.body.attributes) and any(
        eager_method(method, receiver, fn.seen_value(func), fn) for method, func, receiver in fn.methods
    )


def eager_method(method: str, receiver: Value, func: Value, fn: FunctionView) -> str:
    """Returns the help for a method that needs values or a graph of its own, or an empty string."""
    if method == "as_numpy_iterator" and receiver.kind in (Kind.DATASET, Kind.UNKNOWN) and not receiver.name:
        return eager.AS_NUMPY
    if canonical(receiver.factory) in eager.CHECKPOINTS or canonical(receiver.type) in eager.CHECKPOINTS:
        return eager.CHECKPOINT.get(method, "")
    if method not in eager.MODEL or func.callees:
        return ""
    if receiver.cls is not None and fn.analysis.classes.writers(receiver.cls, method):
        # `self.predict = Dense(3)` replaces the method that Keras has under this name.
        return ""
    kind = fn.keras_kind(receiver.cls) if receiver.cls is not None else receiver.type
    return eager.MODEL[method] if kind == "model" else ""


def may_fail_in_xla(fn: FunctionView) -> bool:
    """Whether the function is compiled by XLA, and calls something that XLA does differently from TensorFlow."""
    told = any(xla.unknown(name) or xla.dropped(name) or xla.clamped(name) for name in fn.called_names) or (
        not xla.TABLE_METHODS.isdisjoint(fn.body.attributes)
        and any(method in xla.TABLE_METHODS and receiver.type == "table" for method, _, receiver in fn.methods)
    )
    return told and compiled(fn)


def makes_variables(fn: FunctionView) -> bool:
    """Whether the function calls something that creates variables, and is no builder."""
    found = any(map(keras.makes_variables, fn.called_names)) or (
        any(map(keras.method_makes_variables, fn.body.attributes))
        and any(variable_method(method, receiver, fn.seen_value(func), fn) for method, func, receiver in fn.methods)
    )
    return found and not _makes_once(fn)


def variable_method(method: str, receiver: Value, func: Value, fn: FunctionView) -> bool:
    """Whether the call is a Keras method that creates a variable of a layer, model, metric or optimizer."""
    if not keras.method_makes_variables(method):
        return False
    if receiver.cls is not None and fn.keras_kind(receiver.cls) and not func.callees:
        return True
    return receiver.kind is Kind.OBJECT and receiver.type in ("layer", "model", "metric", "optimizer")


def _makes_once(fn: FunctionView) -> bool:
    """Whether what the function creates is created once by design. A constructor may be called repeatedly."""
    return fn.fact.name != "__init__" and is_builder(fn.analysis, fn.key)


def makes_layers(fn: FunctionView) -> bool:
    """Whether the function creates an instance of a class that may have variables, and is no builder."""
    names = {site.func.name for site in fn.calls}
    classes = {site.func.klass for site in fn.calls if not site.func.name}
    return (
        any(keras.makes_state(name, fn.generation(name)) for name in names if name)
        or any(makes_state(fn.analysis, cls, fn.generation) for cls in classes if cls is not None)
        or any(makes_of_name(site, fn) for site in fn.calls)
    ) and not _makes_once(fn)


def makes_of_name(site: CallSite, fn: FunctionView) -> bool:
    """Whether a call creates an object with variables from a name or a configuration."""
    name = site.func.name
    given = site.args[0][1] if name and site.args and keras.makes_state_of_name(name, fn.generation(name)) else None
    return given is not None and given.type in ("builtins.str", "builtins.dict")


def writes_arrays(fn: FunctionView) -> bool:
    """Whether the function calls a `TensorArray` method that returns the changed array, as a statement."""
    return not _WRITES.isdisjoint(fn.body.attributes) and any(
        isinstance(call.func, ir.Attribute)
        and call.func.attr in _WRITES
        and fn.seen_value(call.func.value).kind is Kind.TENSORARRAY
        for call in fn.alone
    )
