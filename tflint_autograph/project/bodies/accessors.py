"""Finds methods that only return an attribute of their receiver."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.project.index.classes import is_text
from tflint_autograph.project.index.project import SourceProject


def accessed(project: SourceProject, key: FunctionKey) -> str:
    """Returns the attribute of its receiver that a method returns, if it does nothing else, or an empty string."""
    lowered = project.lowered(key)
    if lowered is None:
        return ""
    statements, parameters = lowered.body.statements, lowered.fact.parameters
    value = statements[-1].value if statements and isinstance(statements[-1], ir.Return) else None
    if not parameters or not isinstance(value, ir.Attribute) or not all(map(is_text, statements[:-1])):
        return ""
    return value.attr if value.value == ir.Name(parameters[0].name) else ""
