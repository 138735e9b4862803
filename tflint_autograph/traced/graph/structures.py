"""The structure of values, which both branches of a graph conditional must share: a tensor, a list of length 2, a dict with keys, a
function.
"""

from __future__ import annotations

from collections.abc import Iterable

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.constants import as_constant
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import NOTHING, UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.tfapi import arrays, tables
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.graph.dtypes import dtypes
from tflint_autograph.traced.graph.results import is_remade
from tflint_autograph.traced.tree.function import TracedFunction

_LISTS = frozenset({"builtins.list", "builtins.tuple"})
_OPEN = " with items"


def structure(expr: Expr, ordinal: int, fn: TracedFunction) -> str:
    """Returns a description of an expression's structure at the statement `ordinal`; empty if it is unknown."""
    if isinstance(expr, ir.Display) and not any(isinstance(item, ir.Starred) for item in expr.items):
        return _of_length(expr.type, len(expr.items))
    if isinstance(expr, ir.Mapping) and None not in expr.keys:
        return _keys(expr)
    if isinstance(expr, ir.Constant) and isinstance(expr.value, (bool, int, float)):
        return "a tensor"
    return of_value(fn.value_at(expr, ordinal)) or ("a tensor" if _typed(expr, ordinal, fn) else "")


def of_value(value: Value) -> str:
    """Returns a description of a value's structure; empty if it is unknown. A tensor is never an item of a tuple's structure."""
    if value.kind is Kind.CONTAINER and value.items is not None:
        return _of_length(value.type, len(value.items))
    if _has_open_length(value):
        return f"a {value.type.removeprefix('builtins.')}{_OPEN}"
    if value.kind is Kind.CONTAINER and value.items_by_key is not None and value.type == "builtins.dict" and value.origin is Origin.FRESH:
        return _of_keys(key for key, _ in value.items_by_key)
    is_sure = value.confidence is Confidence.HIGH and bool(value.parameter)
    return "a tensor" if value.kind is Kind.TENSOR and (is_sure or is_of_tensorflow(value)) else ""


def _of_length(kind: str, length: int) -> str:
    name = kind.removeprefix("builtins.")
    return f"a {name} of length {length}" if length else f"an empty {name}"


def _has_open_length(value: Value) -> bool:
    """Whether the value is a new list or tuple with elements, as a comprehension or `tf.unstack` makes it, whose length is unknown."""
    is_list = value.kind is Kind.CONTAINER and value.type in _LISTS and value.origin is Origin.FRESH
    return is_list and value.items is None and value.element is not None


def differ(one: str, other: str) -> bool:
    """Whether two descriptions of `structure` cannot describe the same structure. An unknown length may be any but 0."""
    if not one or not other or one == other:
        return False
    open_one = next((each for each in (one, other) if each.endswith(_OPEN)), "")
    return not open_one or not (other if open_one == one else one).startswith(open_one.removesuffix(_OPEN) + " of length ")


def adds_items(statement: Statement, name: str, before: Value) -> bool:
    """Whether a statement binds the name to a new tuple or list with the items that it had `before`, and more. `+=` changes a list in place.
    """
    if isinstance(statement, ir.Augment) and before.type == "builtins.tuple" and statement.target == ir.Name(name):
        return statement.operator == "+" and _has_items(statement.value)
    value = statement.value if isinstance(statement, ir.Assign) and statement.targets == (ir.Name(name),) else None
    if isinstance(value, ir.Operation) and set(value.operators) == {"+"}:
        return value.operands.count(ir.Name(name)) == 1 and all(each == ir.Name(name) or _has_items(each) for each in value.operands)
    if isinstance(value, ir.Display):
        unpacked = [item for item in value.items if isinstance(item, ir.Starred)]
        return [item.value for item in unpacked] == [ir.Name(name)] and len(value.items) > 1
    return False


def _has_items(expr: Expr) -> bool:
    return isinstance(expr, ir.Display) and any(not isinstance(item, ir.Starred) for item in expr.items)


def is_of_tensorflow(value: Value) -> bool:
    """Whether a function of TensorFlow returned the value, or the object that it is a part of."""
    return value.provenance is not None and value.provenance.source.startswith("tensorflow.")


def _keys(expr: ir.Mapping) -> str:
    # A number that is too large to be a constant may be too long to be written.
    keys = [key.value for key in expr.keys if isinstance(key, ir.Constant) and (type(key.value) is not int or as_constant(key.value) is not NOTHING)]
    return _of_keys(map(str, keys)) if len(keys) == len(expr.keys) else ""


def _of_keys(keys: Iterable[str]) -> str:
    names = ", ".join(sorted(keys))
    return f"a dict with keys {names}" if names else "an empty dict"


def _typed(expr: Expr, ordinal: int, fn: TracedFunction) -> bool:
    """Whether the expression is a single value: its dtype is known, or an operator computes it."""
    types = dtypes(fn)
    if types.of(expr, types.before.get(ordinal, {})):
        return True
    return isinstance(expr, ir.Operation) and fn.value_at(expr, ordinal).kind is Kind.TENSOR


def is_callable(value: Value) -> bool:
    """Whether the value is a function or class, which cannot be the result of a graph conditional."""
    if value is UNKNOWN or value.kind.graph:
        return False
    if value.name and not arrays.is_number(value.name) and tables.result(value.name) not in ("unknown", "python"):
        return True
    return value.kind is Kind.CALLABLE or bool(value.callees) or value.klass is not None


def is_object(value: Value, fn: TracedFunction) -> bool:
    """Whether the value is an instance of a project class, or a bare `object()`, which no graph conditional can return. Named tuples, classes
    of `attrs` and tensors of Keras can be (FACTS control, "cond-returns-attrs").
    """
    if value.kind is not Kind.OBJECT or not (value.cls or value.possible_classes):
        return value.type == "builtins.object"
    classes = fn.analysis.classes
    every = (value.cls,) if value.cls is not None else value.possible_classes
    bases = {base for cls in every if cls is not None for base in classes.external(cls)}
    facts = [fn.analysis.project.cls(each) for cls in every if cls is not None for each in classes.mro(cls) if not isinstance(each, str)]
    if any(fact is None or any(not isinstance(base, (ir.Name, ir.Attribute)) for base in fact.bases) for fact in facts):
        return False  # A base that a call makes, such as `namedtuple(...)`, may be one that can be returned.
    if any(is_remade(each, fn.analysis) for cls in every if cls is not None for each in classes.mro(cls) if not isinstance(each, str)):
        return False
    becomes = any(classes.method(cls, each) is not None for cls in every if cls is not None for each in _CONVERTED)
    return not becomes and not _registered(fn.analysis).intersection(every) and all(base.startswith(_PLAIN) or base in _MODULES for base in map(canonical, bases))


_CONVERTED = ("__tf_flatten__", "__tf_tensor__", "__array__")
"""Methods of objects that TensorFlow takes apart, or converts to tensors."""

_REGISTERING = frozenset({"register_tensor_conversion_function"})


def _registered(analysis: Analysis) -> set[ClassKey | None]:
    """Returns the classes for whose objects the project registers a function that makes a tensor of one."""
    flows = (analysis.eager_calls(key) for key in analysis.project.all_mentioning(_REGISTERING))
    sites = (site for flow in flows for site in flow.calls.values() if site.func.name.rpartition(".")[2] in _REGISTERING)
    return {value.klass for site in sites for _, value in site.args[:1]}


_PLAIN = ("abc.", "builtins.object", "typing.Generic", "typing.Protocol")
_MODULES = frozenset({"tensorflow.Module", "keras.Model", "keras.layers.Layer", "keras.Layer", "tensorflow.keras.Model", "tensorflow.keras.layers.Layer"})
