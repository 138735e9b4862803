"""Recognises what configuration decides: constants, and attributes, globals and variables of eager code around that nothing sets later."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.values import Origin
from tflint_autograph.project.bodies.globals_ import bindings
from tflint_autograph.project.bodies.single import assigned_to
from tflint_autograph.project.index.scopes import enclosing
from tflint_autograph.traced.escape.free_variables import changed
from tflint_autograph.traced.tree.inherited import over_frames
from tflint_autograph.traced.tree.point import EnclosingScope, TracedPoint

DEEPEST = 4
"""Maximum depth to which local names that stand for an expression are followed."""

_ASKING = frozenset(f"builtins.{word}" for word in ("all", "any", "bool", "callable", "getattr", "hasattr", "isinstance", "len", "str"))
"""Functions whose result depends only on their arguments."""


@over_frames(start=False)
def under_configuration(frame: EnclosingScope, fn: TracedPoint, outside: bool) -> bool:
    """Whether configuration decides a condition around the current statement: it is the same whenever the function is traced."""
    return outside or (isinstance(frame.statement, ir.If) and is_configured(frame.statement.test, frame.statement.ordinal, fn))


def is_configured(expr: Expr, ordinal: int, fn: TracedPoint, depth: int = DEEPEST) -> bool:
    """Whether everything that an expression reads exists before the function is called, and never changes."""
    if isinstance(expr, ir.Constant):
        return True
    if isinstance(expr, ir.Name):
        return _is_configured_name(expr, ordinal, fn, depth)
    if isinstance(expr, ir.Attribute):
        return _is_configured_attribute(expr, ordinal, fn)
    if isinstance(expr, ir.Call):
        return _is_configured_call(expr, ordinal, fn, depth)
    parts = _parts(expr)
    return bool(parts) and all(is_configured(part, ordinal, fn, depth) for part in parts)


def _parts(expr: Expr) -> tuple[Expr, ...]:
    """Returns the direct subexpressions of an expression; nothing for unsupported ones."""
    if isinstance(expr, ir.Operation):
        return expr.operands
    if isinstance(expr, ir.Display):
        return expr.items
    return (expr.value, expr.item) if isinstance(expr, ir.Subscript) else ()


def _is_configured_name(name: ir.Name, ordinal: int, fn: TracedPoint, depth: int) -> bool:
    given = assigned_to(name.id, fn.body, ordinal)
    if given is not None:
        return bool(depth) and is_configured(given, ordinal, fn, depth - 1)
    module = fn.analysis.project.module(fn.key.path)
    is_global = module is not None and name.id not in fn.body.bound and name.id not in module.rebound
    is_fixed = is_global and len(fn.analysis.names.binding(fn.key.path, name.id)) == 1
    return (is_fixed or is_of_eager_code(name, ordinal, fn)) and not fn.value_at(name, ordinal).kind.graph


def is_of_eager_code(name: ir.Name, ordinal: int, fn: TracedPoint) -> bool:
    """Whether a free name is a parameter of the eager function around, which nothing rebinds or changes."""
    for owner in enclosing(fn.analysis.project, fn.key) if name.id not in fn.body.bound else ():
        fact = fn.analysis.project.function(owner)
        if fact is None or owner in fn.analysis.results:
            return False
        if name.id in (fn.analysis.project.bound(owner) or ()):
            is_given = any(each.name == name.id for each in fact.parameters) and name.id not in bindings(fn.analysis.project.body(owner))
            return is_given and changed(name.id, fn.value_at(name, ordinal), fn) is None
    return False


def _is_configured_attribute(attribute: ir.Attribute, ordinal: int, fn: TracedPoint) -> bool:
    """Whether only a constructor or builder sets the attribute, of an object that outlives the call."""
    value, owner, project = fn.value_at(attribute, ordinal), fn.value_at(attribute.value, ordinal), fn.analysis.project
    if value.kind.graph or (owner.origin is not Origin.OUTER and not owner.module):
        return False
    return not project.resets(attribute.attr) and not project.setting(attribute.attr)


def _is_configured_call(call: ir.Call, ordinal: int, fn: TracedPoint, depth: int) -> bool:
    """Whether a call tests something configured: `isinstance(self.net, Net)`, `self.mode.startswith("a")`."""
    arguments = [each.value for each in call.args]
    value = fn.value_at(call.func, ordinal)
    if isinstance(call.func, ir.Attribute) and not value.callees and not value.name:
        return all(is_configured(each, ordinal, fn, depth) for each in (call.func.value, *arguments))
    asked = arguments[:1] if value.name == "builtins.isinstance" else arguments
    return value.name in _ASKING and all(is_configured(each, ordinal, fn, depth) for each in asked)
