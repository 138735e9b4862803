"""What can be said of a value alone: whether the graph holds it, may freeze it, or leaves its length open. Knows no code."""

from __future__ import annotations

from functools import cache

from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import NO_TENSOR, Kind, Origin, Value
from tflint_autograph.project.bodies.changes import is_swapped
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.tfapi import effects

SHAPE = "tensorflow.TensorShape"

_DEPTH = 3
"""Containers in containers are looked into this far."""

_FROZEN = frozenset(
    {Kind.PYTHON, Kind.NUMPY, Kind.CONTAINER, Kind.TENSOR, Kind.NONE, Kind.UNKNOWN, Kind.OBJECT}
)

_PYTHON_ITERATORS = frozenset(
    {f"builtins.{word}" for word in ("generator", "iterator", "enumerate", "zip", "map", "filter")} | {"numpy-iterator", "builtins.open"}
)


def symbolic(value: Value) -> bool:
    """Whether the value is a tensor or variable of the graph.

    A tensor from outside the call is an eager constant, which keeps its value while it is captured (FACTS
    topython_numpy_of_global_eager_tensor); a variable from outside does not (topython_variable_numpy).
    """
    return value.kind is Kind.VARIABLE or (value.kind is Kind.TENSOR and value.origin is not Origin.OUTER)


def symbolic_in(value: Value, depth: int = _DEPTH) -> Value | None:
    """The value, or what it holds, that is a tensor or variable of the graph; None when nothing is."""
    if symbolic(value):
        return value
    if value.kind is not Kind.CONTAINER or value.origin is Origin.OUTER or not depth:
        return None
    parts = value.items if value.items is not None else (value.element,) if value.element is not None else ()
    found = (symbolic_in(part, depth - 1) for part in parts)
    return next((part for part in found if part is not None), None)


def of_dataset(value: Value) -> bool:
    """Whether the value is a dataset, or an iterator over one."""
    return value.kind is Kind.DATASET or (value.kind is Kind.ITERATOR and value.type.startswith("dataset"))


def is_python_iterator(value: Value) -> bool:
    """Whether the value is proven to be an iterator of Python's, not of `tf.data`, that a loop uses up."""
    if value.kind not in (Kind.OBJECT, Kind.UNKNOWN):
        return False
    return value.type in _PYTHON_ITERATORS or value.factory.startswith("itertools.")


def can_freeze(value: Value) -> bool:
    """Whether the graph may keep a copy of the value: no variable, dataset, function, class or module."""
    return value.kind in _FROZEN and not (value.name or value.callees or value.klass or value.module)


def keeps_traced(value: Value) -> bool:
    """Whether the graph goes on with what a name held when it was traced: a copy, or the calls of a function that another may replace."""
    return can_freeze(value) or is_swapped(value)


def keeps_first(value: Value) -> bool:
    """Whether the graph goes on with what an attribute held at first: a copy, or a variable that another may take the place of.

    FACTS variables, "rebinding the attribute to a NEW tf.Variable is not seen".
    """
    return can_freeze(value) or value.kind is Kind.VARIABLE or _may_be_either(value)


def _may_be_either(value: Value) -> bool:
    """Whether this is one of several functions: one that is wrapped is no other."""
    return len({target.key for target in value.callees}) > 1 and value.klass is None and not value.name


def lasting_container(owner: Value) -> bool:
    """Whether the value may be something of Python's that lives on after the call and changes in place."""
    if owner.origin is not Origin.OUTER or owner.name or owner.module or owner.cls is not None:
        return False
    return owner.kind in (Kind.CONTAINER, Kind.NUMPY, Kind.ITERATOR, Kind.UNKNOWN)


def lasting_object(owner: Value) -> bool:
    """Whether the value may be an object that lives on after the call and keeps what is set of it in Python."""
    if owner.module:
        return True
    if owner.origin not in (Origin.OUTER, Origin.ARGUMENT) or owner.name or owner.kind.graph or not owner.spelling:
        return False
    return owner.kind not in (Kind.TENSORARRAY, Kind.DATASET, Kind.PYTHON) and (owner.kind is not Kind.OBJECT or owner.cls is not None)


def is_graph_loop(iterated: Value) -> bool:
    """Whether a loop over the value is surely one of the graph; an argument only taken for a tensor is not sure."""
    sure = iterated.confidence is Confidence.HIGH or not iterated.parameter
    return iterated.kind is Kind.DATASET or (iterated.kind.graph and sure and iterated.confidence > Confidence.LOW)


def passed(value: Value) -> bool:
    """Whether it is what the caller of the traced root passed, forwarded unchanged where a helper looks at it."""
    return bool(value.parameter) and value.origin is Origin.ARGUMENT


def fits_variable(value: Value) -> bool:
    """Whether a `tf.Variable` can hold the value: a number, an array or a tensor."""
    number = value.kind is Kind.PYTHON and value.type in ("builtins.int", "builtins.float", "builtins.bool")
    return number or value.kind in (Kind.NUMPY, Kind.TENSOR)


def is_file(value: Value) -> bool:
    """Whether the value is an open file."""
    return value.factory in ("builtins.open", "io.open", "os.fdopen", "gzip.open") or value.factory.endswith("gfile.GFile")


def is_path(value: Value) -> bool:
    """Whether the value is a path object of `pathlib`."""
    return value.type.startswith("pathlib.") or value.factory.startswith("pathlib.Path.")


def is_logger(value: Value) -> bool:
    """Whether the value is what writes log records, made or annotated as one."""
    return value.type == "logger" or effects.makes_logger(value.type)


def logs_by(site: CallSite) -> bool:
    """Whether the call is one of a logger's, and writes a record."""
    return effects.logger_writes(site.method) and site.receiver is not None and is_logger(site.receiver)


def open_length(value: Value) -> bool:
    """Whether the value is a static length that is None, or a static shape that holds one."""
    return value.kind is Kind.PYTHON and bool(value.unknown_axes)


OUT = "out"
"""The argument of NumPy's functions into which they write what they compute."""


@cache
def changed_arguments(name: str) -> tuple[int, ...]:
    """Positions of the arguments a function changes in place: the first of `list.append(parts, x)`."""
    kind, _, method = name.removeprefix("builtins.").rpartition(".")
    if kind != "numpy" and effects.is_mutable_type(kind) and effects.mutates(kind, method):
        return (0,)
    return effects.mutated_arguments(name) if name else ()


def changes(receiver: Value, method: str) -> bool:
    """Whether calling the method changes the receiver in place, as far as its type is known."""
    if receiver.kind is Kind.CONTAINER:
        return effects.mutates(receiver.type.removeprefix("builtins."), method)
    if receiver.kind is Kind.NUMPY:
        return effects.mutates("numpy", method)
    if receiver.kind is not Kind.UNKNOWN or receiver.type not in ("", NO_TENSOR) or not effects.only_of_containers(method):
        return False
    return not (receiver.name or receiver.cls or receiver.klass or receiver.module or receiver.callees)
