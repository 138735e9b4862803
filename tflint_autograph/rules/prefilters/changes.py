"""Prefilters by what a function changes, or reads although others change it."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.values import UNKNOWN, Kind, Origin, Value
from tflint_autograph.project.bodies.changes import is_swapped
from tflint_autograph.project.bodies.walks import targets, walk
from tflint_autograph.rules.prefilters.conditions import has_graph_flow
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.escape.free_variables import changed, changed_field, changed_member
from tflint_autograph.traced.escape.guards import is_builder, is_scoped
from tflint_autograph.traced.tree.function_view import FunctionView, once_a_function
from tflint_autograph.traced.tree.kinds import (
    OUT,
    as_container,
    changed_arguments,
    changes,
    keeps_first,
    keeps_traced,
    lasting_container,
    lasting_object,
)


def reads_changing_global(fn: FunctionView) -> bool:
    """Whether the function, or a lambda in it, reads a free name or a member of a module that eager code changes."""
    if fn.body.functions and has_graph_flow(fn):
        return True
    return _reads_changing_name(fn) or _reads_changing_member(fn)


def _reads_changing_name(fn: FunctionView) -> bool:
    """Whether the function reads a free name that eager code changes. Each name is tested once."""
    known: set[str] = set()
    bound = fn.body.bound
    for expr, value in fn.seen.get(ir.Name, ()):
        assert isinstance(expr, ir.Name)
        if expr.id not in bound and expr.id not in known and keeps_traced(value):
            known.add(expr.id)
            if changed(expr.id, value, fn) is not None:
                return True
    return False


def _reads_changing_member(fn: FunctionView) -> bool:
    """Whether the function reads a member of a project module that eager code changes."""
    for expr, value in fn.seen.get(ir.Attribute, ()):
        assert isinstance(expr, ir.Attribute)
        receiver = fn.seen_value(expr.value)
        if receiver.module and keeps_traced(value) and changed_member(receiver, expr.attr, value, fn) is not None:
            return True
    return False


def reads_changing_attribute(fn: FunctionView) -> bool:
    """Whether the function reads an attribute of an object that outlives the call and that eager code sets again."""
    return bool(changing_attributes(fn))


@once_a_function
def changing_attributes(fn: FunctionView) -> Iterator[str]:
    """Yields the names of all such attributes, possibly repeated."""
    known: set[tuple[ClassKey, str]] = set()
    asked = False
    for expr, value in fn.seen.get(ir.Attribute, ()):
        assert isinstance(expr, ir.Attribute)
        if value.cls is not None or value.kind is Kind.OBJECT or (value.name and not fn.analysis.name_writes.is_set(expr.attr, value)):
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


def is_namespace(receiver: Value) -> bool:
    """Whether an object that outlives the call has attributes but no project class."""
    return receiver.type == "types.SimpleNamespace" and receiver.origin is Origin.OUTER


def owner_of(expr: ir.Attribute, receiver: Value, fn: FunctionView) -> ClassKey | None:
    """Returns the class of the object, named and outliving the call, whose attribute is read, or the class itself; else None.

    For the receiver of a method called through a base, it is the class of the method: its siblings do not matter.
    """
    if receiver.cls is None and receiver.klass is not None:
        return receiver.klass
    if receiver.cls is None or receiver.origin is Origin.FRESH or not isinstance(expr.value, (ir.Name, ir.Attribute)):
        return None
    return fn.own_class(expr.value, receiver) or receiver.cls


def changes_something(fn: FunctionView) -> bool:
    """Whether the function changes something that may outlive the call. A builder may, except to store a symbolic tensor."""
    if not fn.body.shared and not any(_lasts(owner, by_attribute=by_attribute) for owner, by_attribute in _changed(fn)):
        return False
    is_once = is_builder(fn.analysis, fn.key) and not is_scoped(fn.analysis, fn.key)
    return not is_once or any(map(_holds_tensor, fn.values()))


def _lasts(owner: Value, *, by_attribute: bool) -> bool:
    # An attribute known by its dotted name is not looked up.
    return owner is UNKNOWN or (lasting_object(owner) if by_attribute else lasting_container(owner))


def _holds_tensor(value: Value, depth: int = 3) -> bool:
    """Whether the value is a tensor, or a container of known elements that contains one."""
    return value.kind is Kind.TENSOR or (depth > 0 and any(_holds_tensor(item, depth - 1) for item in value.items or ()))


def changes_argument(fn: FunctionView) -> bool:
    """Whether the function changes a container that the caller of the root passed."""
    return any(owner.origin is Origin.ARGUMENT for owner, _ in _changed(fn))


def keeps_something(fn: FunctionView) -> bool:
    """Whether the function changes something that may live outside the call, or Python caches its result."""
    return changes_something(fn) or fn.caches_result


def changes_in_graph_flow(fn: FunctionView) -> bool:
    """Whether the function, directly or by a call, changes something and has graph conditionals or loops; or is a nested function that
    does.
    """
    if fn.body.shared or (fn.fact.parent and _changed(fn)):
        return True
    return has_graph_flow(fn) and (bool(_changed(fn)) or any(site.func.callees for site in fn.calls))


_Changed = tuple[Value, bool]
"""What is changed, and whether by setting one of its attributes."""


@once_a_function
def _changed(fn: FunctionView) -> Iterator[_Changed]:
    """Yields the values that statements and calls of the function change in place."""
    for statement in walk(fn.body.statements):
        if statement.ordinal in fn.flow.states:
            yield from _by_statement(statement, fn)
    for site in fn.calls:
        receiver = as_container(site.receiver, site.method, fn.analysis) if site.receiver is not None else None
        if site.method and receiver is not None and changes(receiver, site.method):
            yield receiver, False
        name = canonical(site.func.name) if site.func.name else ""
        for position in changed_arguments(name) if name else ():
            if position < len(site.args):
                yield site.args[position][1], name == "builtins.setattr"
        if name.startswith("numpy."):
            yield from ((value, False) for keyword, value in site.args if keyword == OUT)


def _by_statement(statement: Statement, fn: FunctionView) -> Iterator[_Changed]:
    for target in targets(statement):
        yield from _owners(target, fn)
    if isinstance(statement, ir.Augment):
        before = fn.flow.states[statement.ordinal].get(getattr(statement.target, "id", ""))
        before = before or fn.seen_value(statement.target)
        if before.kind in (Kind.CONTAINER, Kind.NUMPY):
            yield before, False


def _owners(target: Expr, fn: FunctionView) -> Iterator[_Changed]:
    """Yields the object in which an attribute or item is stored."""
    if isinstance(target, ir.Attribute):
        yield fn.seen_value(target.value), True
    elif isinstance(target, ir.Subscript):
        yield as_container(fn.seen_value(target.value), "__setitem__", fn.analysis), False
    elif isinstance(target, ir.Display):
        for item in target.items:
            yield from _owners(item, fn)
    elif isinstance(target, ir.Starred):
        yield from _owners(target.value, fn)
