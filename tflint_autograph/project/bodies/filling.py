"""Finds bodies that set attributes with unknown names: by `setattr`, or in the `__dict__` of an object."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.project.bodies.walks import read_parts, walk

_SETTING = frozenset({"setattr", "__setattr__", "update", "setdefault"})


def fills_itself(body: Body) -> bool:
    """Whether a body may set attributes with unknown names on an object."""
    if "__dict__" not in body.attributes and "__setattr__" not in body.attributes and "setattr" not in body.names:
        return False
    return any(map(_fills, walk(body.statements)))


def _fills(statement: Statement) -> bool:
    targets = statement.targets if isinstance(statement, ir.Assign) else ()
    return any(map(_is_item, targets)) or any(_is_setting(part) for part in read_parts(statement))


def _is_item(target: Expr) -> bool:
    """Whether this is `self.__dict__`, or an item of it whose key is not a literal."""
    if isinstance(target, ir.Subscript):
        return _is_table(target.value) and not isinstance(target.item, ir.Constant)
    return _is_table(target)


def _is_setting(part: Expr) -> bool:
    """Whether this is a call that sets attributes with unknown names."""
    if not isinstance(part, ir.Call):
        return False
    if isinstance(part.func, ir.Attribute):
        is_table = part.func.attr != "__setattr__"
        if part.func.attr not in _SETTING or (is_table and not _is_table(part.func.value)):
            return False
        return is_table or not any(isinstance(each.value, ir.Constant) for each in part.args[:-1])
    return part.func == ir.Name("setattr") and len(part.args) > 1 and not isinstance(part.args[1].value, ir.Constant)


def _is_table(expr: Expr) -> bool:
    return isinstance(expr, ir.Attribute) and expr.attr == "__dict__"
