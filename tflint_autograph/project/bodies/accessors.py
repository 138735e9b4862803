"""Finds methods that only return an attribute of their receiver, and functions that only return what another one returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Callee
from tflint_autograph.project.bodies.single import only_assignment
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.index.classes import is_text
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.queries.memoize import FEW, memoised_by_body

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def accessed(project: SourceProject, key: FunctionKey) -> str:
    """Returns the attribute of its receiver that a method returns, if it only names it and others before, or an empty string."""
    lowered = project.lowered(key)
    if lowered is None:
        return ""
    statements, parameters = lowered.body.statements, lowered.fact.parameters
    value = statements[-1].value if statements and isinstance(statements[-1], ir.Return) else None
    if isinstance(value, ir.Name) and (kept := only_assignment(lowered.body, value.id)) is not None:
        value = kept.value
    if not parameters or not isinstance(value, ir.Attribute) or not all(map(_only_names, statements[:-1])):
        return ""
    return value.attr if value.value == ir.Name(parameters[0].name) else ""


def _only_names(statement: Statement) -> bool:
    """Whether a statement does nothing but to give names to what it calls nothing for."""
    if isinstance(statement, ir.Assign) and statement.value is not None:
        return all(isinstance(each, ir.Name) for each in statement.targets) and isinstance(statement.value, (ir.Name, ir.Attribute, ir.Constant))
    return is_text(statement)


def kept_as(analysis: Analysis, cls: ClassKey, attr: str) -> str:
    """Returns the attribute in which objects of a class keep what `attr` is: another one for a property that only returns that."""
    getter = analysis.classes.method(cls, attr)
    is_property = getter is not None and "builtins.property" in analysis.decorator_names(getter)
    return (accessed(analysis.project, getter) if getter is not None and is_property else "") or attr


def giving(project: SourceProject, targets: tuple[Callee, ...]) -> tuple[Callee, ...]:
    """Returns those of the functions that a call may run whose result it gives: no wrapper that returns the result of another one."""
    return (len(targets) > 1 and tuple([each for each in targets if not _returns_for_another(project, each.key)])) or targets


def _returns_for_another(project: SourceProject, key: FunctionKey) -> bool:
    """Whether a nested function returns what a parameter of the enclosing function returns when it is called, and nothing else.

    The function that a decorator puts around another one is of this kind where it leaves the result as it is.
    """
    parent = project.function(FunctionKey(key.path, key.qualname.rpartition(".<locals>.")[0]))
    lowered = project.lowered(key) if parent is not None else None
    if parent is None or lowered is None:
        return False
    name = _called_for_result(lowered.body)
    return name not in lowered.body.bound and any(each.name == name for each in parent.parameters)


@memoised_by_body(FEW)
def _called_for_result(body: ir.Body) -> str:
    """Returns the name of the only function that a body calls to return what that returns, or an empty string."""
    called = set[str]()
    for value in [each.value for each in walk(body.statements) if isinstance(each, ir.Return)]:
        kept = only_assignment(body, value.id) if isinstance(value, ir.Name) else None
        made = kept.value if kept is not None else value
        called.add(made.func.id if isinstance(made, ir.Call) and isinstance(made.func, ir.Name) else "")
    return called.pop() if len(called) == 1 else ""
