"""Finds keys and attributes that a branch adds to an object that did not have them."""

from __future__ import annotations

from itertools import takewhile

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.values import Origin
from tflint_autograph.project.bodies.liveness import flat
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.traced.graph.branches import other_part
from tflint_autograph.traced.tree.binding import bindings_of
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import EnclosingScope

_NAMESPACE = "types.SimpleNamespace"


def new_member(node: cst.BaseExpression, frame: EnclosingScope, fn: TracedFunction) -> bool:
    """Whether what an assignment sets is a new key of a local dict, or a new attribute of an object of the project.

    The other branch of the `if` must lack it too (FACTS mutation_dict_new_key_in_tensor_if).
    """
    target = fn.expression(node)
    if any(_sets(target, each) for each in walk(other_part(frame))):
        return False
    if isinstance(target, ir.Subscript) and isinstance(target.value, ir.Name) and isinstance(target.item, ir.Constant):
        return _new_key(target.value, target.item, frame, fn)
    return isinstance(target, ir.Attribute) and _new_attribute(target, fn)


def new_in(node: cst.BaseExpression, fn: TracedFunction) -> tuple[EnclosingScope, ...]:
    """Returns the statements around an assignment before which the member that it sets did not exist, innermost first."""
    target = fn.expression(node)
    if not isinstance(target, (ir.Subscript, ir.Attribute)) or not fn.frames:
        return ()
    members = bindings_of(fn).members(target)
    first = next((ordinal for ordinal, each in members if _same(target, each)), fn.frames[-1].statement.ordinal)
    return tuple(takewhile(lambda frame: frame.statement.ordinal <= first, fn.frames))[::-1]


def _sets(target: Expr, statement: Statement) -> bool:
    return any(_same(target, each) for each in flat(getattr(statement, "targets", ())))


def _same(one: Expr, other: Expr) -> bool:
    """Whether two targets have the same text, wherever they are."""
    if isinstance(one, ir.Attribute) and isinstance(other, ir.Attribute):
        return one.attr == other.attr and _same(one.value, other.value)
    return one == other


def _new_key(name: ir.Name, key: ir.Constant, frame: EnclosingScope, fn: TracedFunction) -> bool:
    """Whether the name refers to a dict literal, assigned once, without the key."""
    binding = bindings_of(fn).of(name.id, fn.body.statements)
    made = [each for each in binding if isinstance(each, ir.Assign) and each.ordinal < frame.statement.ordinal]
    if len(made) != 1 or not isinstance(made[0], ir.Assign) or not isinstance(made[0].value, ir.Mapping):
        return False
    keys = made[0].value.keys
    touched = any(site.method in ("update", "setdefault") for site in fn.flow.calls.values())
    return not touched and all(isinstance(each, ir.Constant) for each in keys) and key not in keys


def _new_attribute(target: ir.Attribute, fn: TracedFunction) -> bool:
    """Whether no other method, base class or statement sets the attribute of the object."""
    assert fn.statement is not None
    owner = fn.value_at(target.value, fn.statement.ordinal)
    if owner.type == _NAMESPACE and owner.origin is Origin.FRESH and owner.items_by_key is not None:
        return target.attr not in dict(owner.items_by_key)
    own = owner.cls is not None and fn.fact.owner == owner.cls.qualname
    if owner.cls is None or not (own or owner.origin is Origin.FRESH) or fn.analysis.classes.external(owner.cls):
        return False
    others = set(fn.analysis.classes.writers(owner.cls, target.attr)) - {fn.key}
    is_field = target.attr in {field.name for field in fn.analysis.classes.filled_fields(owner.cls)}
    return not others and not is_field and fn.analysis.classes.attribute_expressions(owner.cls, target.attr) is None
