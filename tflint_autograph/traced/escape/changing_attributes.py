"""Finds the attributes that traced code reads although eager code sets them again."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.values import Kind, Origin, Value
from tflint_autograph.project.bodies.changes import is_swapped
from tflint_autograph.project.bodies.walks import attribute_read, place_path
from tflint_autograph.traced.escape.free_variables import changed_field
from tflint_autograph.traced.escape.guards import is_builder
from tflint_autograph.traced.tree.function_view import FunctionView, once_a_function
from tflint_autograph.traced.tree.kinds import is_member, keeps_first


@once_a_function
def changing_attributes(fn: FunctionView) -> Iterator[str]:
    """Yields the names of attributes of objects that outlive the call and that eager code sets again, possibly repeated."""
    known: set[tuple[ClassKey, str]] = set()
    asked = False
    for expr, value in _reads(fn):
        is_object = (value.cls is not None or value.kind is Kind.OBJECT) and not is_member(value)
        if is_object or (value.name and not fn.analysis.name_writes.is_set(expr.attr, value)):
            continue
        receiver = fn.seen_value(expr.value)
        if is_namespace(receiver) and keeps_first(value):
            module = fn.seen_value(expr.value.value).module if isinstance(expr.value, ir.Attribute) else ""
            if changed_field(expr, module, value, fn) is not None:
                yield expr.attr
        if (receiver.cls or receiver.klass) is None or not fn.analysis.name_writes.is_set(expr.attr, value):
            continue
        if not (keeps_first(value) or is_swapped(value)):
            continue
        cls = owner_of(expr, receiver, fn)
        if cls is None or (cls, expr.attr) in known:
            continue
        known.add((cls, expr.attr))
        if not fn.analysis.name_writes.may_change(cls, expr.attr, value):
            continue
        if not asked and is_builder(fn.analysis, fn.key):
            # What a builder reads, it reads once by design.
            return
        asked = True
        if fn.analysis.name_writes.of_attribute(cls, expr.attr, value, fn.key, of_class=receiver.cls is None) is not None:
            yield expr.attr


def _reads(fn: FunctionView) -> Iterator[tuple[ir.Attribute, Value]]:
    """Yields the attributes that the function reads, in any spelling, with their values."""
    for kind in (ir.Attribute, ir.Call, ir.Subscript):
        for expr, value in fn.seen.get(kind, ()):
            read = attribute_read(expr)
            if read is not None:
                yield read, value


def is_namespace(receiver: Value) -> bool:
    """Whether an object that outlives the call has attributes but no project class: a namespace, or a function."""
    has_attributes = receiver.type == "types.SimpleNamespace" or (receiver.kind is Kind.CALLABLE and bool(receiver.callees))
    return has_attributes and receiver.origin is Origin.OUTER


def owner_of(expr: ir.Attribute, receiver: Value, fn: FunctionView) -> ClassKey | None:
    """Returns the class of the object, named and outliving the call, whose attribute is read, or the class itself; else None.

    For the receiver of a method called through a base, it is the class of the method: its siblings do not matter.
    """
    if receiver.cls is None and receiver.klass is not None:
        return receiver.klass
    if receiver.cls is None or receiver.origin is Origin.FRESH or not place_path(expr):
        return None
    own = fn.own_class(expr.value, receiver) if isinstance(expr.value, (ir.Name, ir.Attribute)) else None
    return own or receiver.cls
