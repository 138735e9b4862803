"""Predicates on values: whether they are symbolic, may be frozen by the graph, or have an unknown length."""

from __future__ import annotations

from functools import cache

from tflint_autograph.model import body as ir
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import CONVERTED, NO_TENSOR, SHAPE, Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.changes import is_swapped
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.bound import ENUMERATION
from tflint_autograph.project.values.shapes import EVERY
from tflint_autograph.tfapi import effects
from tflint_autograph.traced.tree.point import TracedPoint

_DEPTH = 3
"""Maximum depth of nested containers that are examined."""

_FROZEN = frozenset(
    {Kind.PYTHON, Kind.NUMPY, Kind.CONTAINER, Kind.TENSOR, Kind.NONE, Kind.UNKNOWN, Kind.OBJECT}
)

_PYTHON_ITERATORS = frozenset(
    {f"builtins.{word}" for word in ("generator", "iterator", "enumerate", "zip", "map", "filter")} | {"numpy-iterator", "builtins.open"}
)


def symbolic(value: Value) -> bool:
    """Whether the value is a symbolic tensor or a variable.

    A tensor from outside the call is an eager constant, whose value is known while it is captured (FACTS
    topython_numpy_of_global_eager_tensor); a variable from outside has none at trace time (topython_variable_numpy).
    """
    return value.kind is Kind.VARIABLE or (value.kind is Kind.TENSOR and value.origin is not Origin.OUTER)


def symbolic_in(value: Value, depth: int = _DEPTH) -> Value | None:
    """Returns the value, or a part of it, that is a symbolic tensor or a variable, or None."""
    if symbolic(value):
        return value
    if value.kind is not Kind.CONTAINER or value.origin is Origin.OUTER or not depth:
        return None
    found = (symbolic_in(part, depth - 1) for part in value.contents)
    return next((part for part in found if part is not None), None)


def of_dataset(value: Value) -> bool:
    """Whether the value is a dataset, or an iterator over one."""
    return value.kind is Kind.DATASET or (value.kind is Kind.ITERATOR and value.type.startswith("dataset"))


def is_python_iterator(value: Value) -> bool:
    """Whether the value is certainly a Python iterator, not one of `tf.data`, so that a loop exhausts it."""
    if value.kind not in (Kind.OBJECT, Kind.UNKNOWN):
        return False
    return value.type in _PYTHON_ITERATORS or value.factory.startswith("itertools.")


def is_member(value: Value) -> bool:
    """Whether the value is a member of an enumeration, which has no state of its own."""
    return value.factory == ENUMERATION


def can_freeze(value: Value) -> bool:
    """Whether the graph may keep a copy of the value: it is no variable, dataset, function, class or module."""
    return is_member(value) or (value.kind in _FROZEN and not (value.name or value.callees or value.klass or value.module))


def keeps_traced(value: Value) -> bool:
    """Whether the graph keeps using the value that a name had at trace time: a copy, or a function that may be replaced."""
    return can_freeze(value) or is_swapped(value)


def keeps_first(value: Value) -> bool:
    """Whether the graph keeps using the first value of an attribute: a copy, or a variable that may be replaced.

    FACTS variables, "rebinding the attribute to a NEW tf.Variable is not seen".
    """
    return can_freeze(value) or value.kind is Kind.VARIABLE or _may_be_either(value)


def _may_be_either(value: Value) -> bool:
    """Whether the value is one of several functions. A wrapped function counts as the same."""
    return len({target.key for target in value.callees}) > 1 and value.klass is None and not value.name


def lasting_container(owner: Value) -> bool:
    """Whether the value may be a mutable Python container that outlives the call."""
    if owner.name or owner.module or owner.cls is not None:
        return False
    if owner.origin is not Origin.OUTER:
        return held_by_argument(owner) and owner.kind is Kind.CONTAINER
    return owner.kind in (Kind.CONTAINER, Kind.NUMPY, Kind.ITERATOR, Kind.UNKNOWN)


def held_by_argument(owner: Value) -> bool:
    """Whether the value is an attribute of an argument: TensorFlow compares arguments after the trace, and not the attributes of an object."""
    return owner.origin is Origin.ARGUMENT and "." in owner.spelling.replace("[...]", "")


def lasting_object(owner: Value) -> bool:
    """Whether the value may be a Python object that outlives the call and stores attributes."""
    if owner.module:
        return True
    if owner.origin not in (Origin.OUTER, Origin.ARGUMENT) or owner.name or owner.kind.graph or not owner.spelling:
        return False
    return owner.kind not in (Kind.TENSORARRAY, Kind.DATASET, Kind.PYTHON) and (owner.kind is not Kind.OBJECT or owner.cls is not None)


def assigns(owner: Value, attr: str, fn: TracedPoint) -> bool:
    """Whether setting an attribute of the object may assign to a variable of an optimizer (FACTS keras_lr_attribute_python_fit)."""
    if attr not in _SET_BY_OPTIMIZERS:
        return False
    kind = fn.analysis.keras_kind(owner.cls) if owner.cls is not None else "optimizer"
    return kind == "optimizer" or (owner.cls is not None and not kind and not fn.analysis.classes.is_of_project(owner.cls))


_SET_BY_OPTIMIZERS = frozenset({"learning_rate", "lr"})
"""Attributes of optimizers that are variables."""


def is_graph_loop(iterated: Value) -> bool:
    """Whether a loop over the value is certainly a graph loop. An argument only assumed to be a tensor is not."""
    sure = iterated.confidence is Confidence.HIGH or not iterated.parameter
    return iterated.kind is Kind.DATASET or (iterated.kind.graph and sure and iterated.confidence > Confidence.LOW)


def passed(value: Value) -> bool:
    """Whether the value is an argument of the traced root, possibly forwarded unchanged to a helper."""
    return bool(value.parameter) and value.origin is Origin.ARGUMENT


def fits_variable(value: Value) -> bool:
    """Whether a `tf.Variable` can contain the value: a number, an array or a tensor."""
    number = value.kind is Kind.PYTHON and value.type in ("builtins.int", "builtins.float", "builtins.bool")
    return number or value.kind in (Kind.NUMPY, Kind.TENSOR)


def is_file(value: Value) -> bool:
    """Whether the value is an open file."""
    return effects.opens(value.factory) or effects.opens(value.type)


def is_path(value: Value) -> bool:
    """Whether the value is a path object of `pathlib`."""
    return value.type.startswith("pathlib.") or value.factory.startswith("pathlib.Path.")


def is_logger(value: Value) -> bool:
    """Whether the value is a logger, by its creation or annotation."""
    return effects.is_logger(value.type)


def logs_by(site: CallSite) -> bool:
    """Whether the call is a method of a logger that writes a record."""
    return effects.logger_writes(site.method) and site.receiver is not None and is_logger(site.receiver)


def open_length(value: Value) -> bool:
    """Whether the value is a static length that is None, or a static shape with one."""
    return value.kind is Kind.PYTHON and bool(value.unknown_axes)


def open_rank(value: Value) -> bool:
    """Whether the value is a static shape of which not even the number of axes is known."""
    return value.type == SHAPE and value.unknown_axes == EVERY


def outer_iterator(value: Value) -> bool:
    """Whether the value is a Python iterator that was created outside the call."""
    return value.origin >= Origin.ARGUMENT and is_python_iterator(value)


def is_whole(value: Value) -> bool:
    """Whether the value is a whole number of Python's."""
    return value.kind is Kind.PYTHON and value.type == "builtins.int"


def has_open_length(value: Value) -> bool:
    """Whether the value is a tensor whose length is only known when the graph runs."""
    return value.kind is Kind.TENSOR and 0 in value.unknown_axes


OUT = "out"
"""The argument of NumPy's functions into which they write what they compute."""


@cache
def changed_arguments(name: str) -> tuple[int, ...]:
    """Returns the positions of the arguments a function changes in place: 0 for `list.append(parts, x)`."""
    kind, _, method = name.removeprefix("builtins.").rpartition(".")
    if kind != "numpy" and effects.is_mutable_type(kind) and effects.mutates(kind, method):
        return (0,)
    return effects.mutated_arguments(name) if name else ()


def as_container(value: Value, method: str, analysis: Analysis) -> Value:
    """Returns an object of a class that derives from a container of Python's and has no such method itself as that container."""
    if value.cls is None or analysis.classes.method(value.cls, method) is not None:
        return value
    base = next((name for name in analysis.classes.external(value.cls) if effects.is_mutable_type(name.removeprefix("builtins."))), "")
    return value._replace(kind=Kind.CONTAINER, type=base, cls=None, exact=False, possible_classes=()) if base else value


def changes(receiver: Value, method: str) -> bool:
    """Whether calling the method changes the receiver in place, judged by its type."""
    if receiver.kind is Kind.CONTAINER:
        return effects.mutates(receiver.type.removeprefix("builtins."), method)
    if receiver.kind is Kind.NUMPY or converted_array(receiver):
        return effects.mutates("numpy", method)
    is_enough = effects.only_of_container_arguments if receiver.origin is Origin.ARGUMENT else effects.only_of_containers
    if receiver.kind is not Kind.UNKNOWN or receiver.type not in ("", NO_TENSOR) or not is_enough(method):
        return False
    return not (receiver.name or receiver.cls or receiver.klass or receiver.module or receiver.callees)


def was_array(value: Value) -> bool:
    """Whether the value is a tensor in the graph and, eagerly, the NumPy array that was passed, or computed from it by NumPy."""
    return value.kind is Kind.TENSOR and value.type == CONVERTED


def converted_array(value: Value) -> bool:
    """Whether the value was an array of a known dtype (`was_array`)."""
    return was_array(value) and bool(value.dtype)


def array_in_place(value: Value) -> bool:
    """Whether `x += y` changes an array in place: eagerly an argument that is a tensor in the graph, or else in both."""
    return value.kind is Kind.NUMPY or (was_array(value) and value.origin is Origin.ARGUMENT)


def is_said_to_have_own(argument: str, method: str, fn: TracedPoint) -> bool:
    """Whether the annotation or default of an argument, also where the only call passes it on, is a project class with its own method of this name."""
    parameter = next((each for each in fn.fact.parameters if each.name == argument), None) if argument else None
    caller, _, given = (parameter is not None and fn.only_call()) or (None, 0, {})
    if caller is not None and isinstance(passed := given.get(argument), ir.Name) and is_said_to_have_own(passed.id, method, TracedPoint(fn.analysis, caller)):
        return True
    said: list[Value | None] = []
    if parameter is not None and parameter.annotation is not None:
        said.append(fn.analysis.annotated(parameter.annotation, fn.key.path))
    if parameter is not None and parameter.default is not None:
        said.append(fn.analysis.evaluate_at_definition(fn.key.path, fn.fact.parent, parameter.default))
    classes = [each.cls or each.klass for each in said if each is not None]
    return any(cls is not None and fn.analysis.classes.method(cls, method) is not None for cls in classes)
