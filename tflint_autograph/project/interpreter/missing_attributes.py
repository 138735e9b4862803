"""Decides whether anything is seen to set an attribute of the objects of a class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.project.bodies.filling import fills_itself

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
