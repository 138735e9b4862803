"""Decides whether the attributes of an object are known: whether anything is seen to set one, or a body sets those with unknown names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Value
from tflint_autograph.project.bodies.walks import read_parts, walk

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def is_missing(analysis: Analysis, cls: ClassKey, attr: str) -> bool:
    """Whether no project code sets the attribute on an object of the class, and its body does not declare it."""
    classes = analysis.classes
    if attr.startswith("__") or classes.declared(cls, attr) is not None or analysis.attributes.stored(cls, attr) is not None:
        return False
    return not classes.meant(cls, attr, exact=False) and not is_filled(analysis, cls)


def is_filled(analysis: Analysis, cls: ClassKey) -> bool:
    """Whether a method of the class, or of a base in the project, sets attributes with unknown names on its objects."""
    keys = (FunctionKey(base.path, qualname) for base in analysis.classes.lineage(cls) for qualname in analysis.classes.methods_of(base).values())
    return any(method is not None and fills_itself(method.body) for method in map(analysis.project.lowered, keys))


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


def says_what_is_given(analysis: Analysis, cls: ClassKey, writer: FunctionKey) -> bool:
    """Whether the known arguments of a constructor hold for objects of a class, which may be a subclass of its own class.

    They do not if the class has a constructor of its own that passes on what it is given, and no call of that is known: the arguments are
    those of other classes then.
    """
    own = analysis.classes.method(cls, "__init__")
    if own is None or own == writer or analysis.arguments_of(own) is not None:
        return True
    sites = (site for site in analysis.eager_calls(own).calls.values() if any(target.key == writer for target in site.func.callees))
    return not any(value.parameter for site in sites for _, value in site.args)


def without_those_of_others(analysis: Analysis, cls: ClassKey, constructors: Iterable[FunctionKey], value: Value) -> Value:
    """Returns an attribute without the functions that these constructors get only for objects which are not of the class."""
    given = [pair for key in constructors for pair in analysis.constructor_arguments.creations(key)]
    fitting = {function for function, made in given if cls in analysis.classes.mro(made)}
    others = {function for function, _ in given} - fitting
    return value._replace(callees=tuple([target for target in value.callees if target.key not in others])) if others else value
