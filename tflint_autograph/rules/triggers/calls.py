"""Reasons to look that lie in what a function calls. Judges no value but those of the call."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.flow import CallSite
from tflint_autograph.project.walks import walk
from tflint_autograph.tfapi import arrays, eager, effects, keras
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.glimpse import Glimpse
from tflint_autograph.traced.guards import is_builder
from tflint_autograph.traced.kinds import is_file, is_path, symbolic, symbolic_in
from tflint_autograph.traced.state import makes_state

ARRAY_METHODS = frozenset({"dot", "take", "compress", "choose", "put", "searchsorted", "itemset", "fill"})
"""Methods of NumPy's arrays that make arrays of their arguments."""

ARRAY_MODULES = ("numpy.", "scipy.", "skimage.", "sklearn.", "librosa.", "cv2.")
VALUE_METHODS = frozenset({"numpy", "item", "tolist", "eval", "to_list"})
"""Methods of tensors that need a value."""

HANDLE_METHODS = frozenset({"read", "readline", "readlines", "write", "writelines", "flush", "seek", "close", "truncate"})
"""Methods of open files."""

FOLDED = frozenset({"tensorflow.io.read_file", "tensorflow.io.matching_files"})
"""Operations whose result for a constant path is computed once (FACTS constant-path-io-folded)."""

_WRITES = frozenset({"write", "scatter", "split", "unstack"})
_EAGER_ONLY = frozenset({"as_numpy_iterator", *eager.MODEL, *eager.CHECKPOINT})
_MAPPINGS = frozenset({"environ", "environb", "argv"})


def prints(fn: Glimpse) -> bool:
    """It writes to the terminal."""
    return any(map(effects.prints, fn.called_names))


def logs(fn: Glimpse) -> bool:
    """It writes log records or warnings."""
    return any(map(effects.logs, fn.called_names)) or any(
        effects.logger_writes(site.method) and site.receiver is not None and effects.makes_logger(site.receiver.maker)
        for site in fn.calls
        if site.method and site.receiver is not None and site.receiver.maker
    )


def touches_files(fn: Glimpse) -> bool:
    """It reads or writes files."""
    if any(effects.does_io(name) or name in FOLDED for name in fn.called_names):
        return True
    asked = any(effects.path_does_io(name) or name in HANDLE_METHODS for name in fn.body.attributes)
    return asked and any(
        (effects.path_does_io(method) and (is_path(receiver) or is_path(_joined(func.value, fn))))
        or (method in HANDLE_METHODS and is_file(receiver) and receiver.origin is Origin.OUTER)
        for method, func, receiver in _methods(fn)
    )


def _methods(fn: Glimpse) -> Iterator[tuple[str, ir.Attribute, Value]]:
    """The calls of methods, each with the expression that is called and the value of the object."""
    for call in fn.every(ir.Call):
        if isinstance(call.func, ir.Attribute):
            yield call.func.attr, call.func, fn.seen_value(call.func.value)


def _joined(expr: ir.Expr, fn: Glimpse) -> Value:
    """What a chain of `/` begins with: `folder / "gain.txt"` is a path where `folder` is one."""
    while isinstance(expr, ir.Operation) and expr.operators == ("/",):
        expr = expr.operands[0]
    return fn.seen_value(expr)


def has_effects(fn: Glimpse) -> bool:
    """It calls something for an effect that no table knows; much may be that."""
    return "Call" in fn.body.kinds or "With" in fn.body.kinds


def draws(fn: Glimpse) -> bool:
    """It draws random numbers in Python or NumPy."""
    return any(map(effects.draws, fn.called_names)) or any(
        effects.generator_draws(site.receiver.maker, site.method)
        for site in fn.calls
        if site.method and site.receiver is not None and site.receiver.maker
    )


def reads_clock(fn: Glimpse) -> bool:
    """It asks for the time."""
    return any(site.func.name and effects.clock(site.func.name, len(site.args)) for site in fn.calls)


def reads_environment(fn: Glimpse) -> bool:
    """It asks the process or the machine."""
    return bool(_MAPPINGS & (fn.body.names | fn.body.attributes)) or any(map(effects.reads_environment, fn.called_names))


def asks_for_eagerness(fn: Glimpse) -> bool:
    """It asks what a tensor of the graph answers otherwise, or takes an index under a condition."""
    asked = {"builtins.hasattr", "builtins.isinstance", "tensorflow.get_static_value"}
    return bool(asked & fn.called_names) or {"Subscript", "If"} <= fn.body.kinds


def calls_itself(fn: Glimpse) -> bool:
    """A call leads back to it, and a tensor or the caller of a root may say how often."""
    if not fn.cycle or not any(target.key in fn.cycle for site in fn.calls for target in site.func.targets):
        return False
    chosen = (fn.seen_value(expr.test) for expr in fn.every(ir.Conditional))
    return (fn.is_root and fn.trace.root == "tf.function") or any(map(symbolic, (*fn.tests, *chosen)))


def sorts(fn: Glimpse) -> bool:
    """It calls `sorted`."""
    return "builtins.sorted" in fn.called_names


def checks(fn: Glimpse) -> bool:
    """It calls a check of TensorFlow's that the graph leaves out, in a statement of its own."""
    if not any(map(_is_check, fn.called_names)):
        return False
    alone = {call.at for call in _alone(fn)}
    return any(site.at in alone and _is_check(canonical(site.func.name)) for site in fn.calls)


def _is_check(name: str) -> bool:
    return name == "tensorflow.ensure_shape" or name.startswith("tensorflow.tensor_scatter_nd_")


def _alone(fn: Glimpse) -> Iterator[ir.Call]:
    """The calls that are a statement of their own."""
    for statement in walk(fn.body.statements):
        if isinstance(statement, ir.Evaluate) and isinstance(statement.value, ir.Call):
            yield statement.value


def asks_for_value(fn: Glimpse) -> bool:
    """It asks a tensor, or what may be one, for its value."""
    return any(
        site.method in VALUE_METHODS
        and site.receiver is not None
        and (site.receiver.kind is Kind.UNKNOWN or site.receiver.kind.graph or site.receiver.type == "ragged")
        for site in fn.calls
    )


def gives_numpy_tensors(fn: Glimpse) -> bool:
    """It hands a tensor to what makes arrays."""
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
    """Whether it is a method of an array of NumPy's that makes arrays of its arguments."""
    return site.method in ARRAY_METHODS and site.receiver is not None and site.receiver.kind is Kind.NUMPY


def takes_length(fn: Glimpse) -> bool:
    """It calls `len`."""
    return "builtins.len" in fn.called_names


def is_eager_only(fn: Glimpse) -> bool:
    """It calls what needs values, files or a graph of its own."""
    if any(name in eager.CALLS or name.startswith(eager.DRAWING) for name in fn.called_names):
        return True
    return not _EAGER_ONLY.isdisjoint(fn.body.attributes) and any(
        eager_method(method, receiver, fn.seen_value(func), fn) for method, func, receiver in _methods(fn)
    )


def eager_method(method: str, receiver: Value, func: Value, fn: Glimpse) -> str:
    """What to do instead of calling a method that needs values or a graph of its own; empty for any other."""
    if method == "as_numpy_iterator" and receiver.kind in (Kind.DATASET, Kind.UNKNOWN) and not receiver.name:
        return "loop over the dataset itself"
    if receiver.maker in eager.CHECKPOINTS or receiver.type in eager.CHECKPOINTS:
        return eager.CHECKPOINT.get(method, "")
    if method not in eager.MODEL or func.targets:
        return ""
    kind = fn.keras_kind(receiver.cls) if receiver.cls is not None else receiver.type
    return eager.MODEL[method] if kind == "model" else ""


def may_fail_in_xla(fn: Glimpse) -> bool:
    """It calls an operation of TensorFlow."""
    return any(name.startswith("tensorflow.") for name in fn.called_names) or bool({"lookup", "insert"} & fn.body.attributes)


def makes_variables(fn: Glimpse) -> bool:
    """It calls what makes variables, and is no builder."""
    found = any(map(keras.makes_variables, fn.called_names)) or (
        any(map(keras.method_makes_variables, fn.body.attributes))
        and any(variable_method(method, receiver, fn.seen_value(func), fn) for method, func, receiver in _methods(fn))
    )
    return found and not _makes_once(fn)


def variable_method(method: str, receiver: Value, func: Value, fn: Glimpse) -> bool:
    """Whether this is a method of Keras that makes a variable of a layer, model, metric or optimizer."""
    if not keras.method_makes_variables(method):
        return False
    if receiver.cls is not None and fn.keras_kind(receiver.cls) and not func.targets:
        return True
    return receiver.kind is Kind.OBJECT and receiver.type in ("layer", "model", "metric", "optimizer")


def _makes_once(fn: Glimpse) -> bool:
    """Whether what it makes is made once by design; a constructor may be called over and over."""
    return fn.fact.name != "__init__" and is_builder(fn.analysis, fn.key)


def makes_layers(fn: Glimpse) -> bool:
    """It makes an instance of a class that may have variables, and is no builder."""
    names = {site.func.name for site in fn.calls}
    classes = {site.func.klass for site in fn.calls if not site.func.name}
    return (
        any(keras.makes_state(name, fn.generation(name)) for name in names if name)
        or any(makes_state(fn.analysis, cls, fn.generation) for cls in classes if cls is not None)
    ) and not _makes_once(fn)


def writes_arrays(fn: Glimpse) -> bool:
    """It calls, in a statement of its own, a method of `TensorArray` that gives the changed array."""
    return bool(_WRITES & fn.body.attributes) and any(
        isinstance(call.func, ir.Attribute)
        and call.func.attr in _WRITES
        and fn.seen_value(call.func.value).kind is Kind.TENSORARRAY
        for call in _alone(fn)
    )
