"""Finds the methods that code calls on attributes of a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.project.bodies.walks import spelled_in

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


def methods_called_on(analysis: Analysis, name: str) -> frozenset[str] | None:
    """Returns the methods that are called on attributes of this name, or None if eager code uses one. A constructor may make it."""
    words: set[str] = set()
    for key in analysis.project.all_mentioning(frozenset({name}), ATTRIBUTE):
        parts = list(spelled_in(analysis.project.body(key).statements))
        is_used = any(isinstance(part, ir.Attribute) and part.attr == name for part in parts)
        if is_used and key not in analysis.results and not key.qualname.endswith(".__init__"):
            return None
        called = (part.func for part in parts if isinstance(part, ir.Call))
        words.update(each.attr for each in called if isinstance(each, ir.Attribute) and isinstance(each.value, ir.Attribute) and each.value.attr == name)
    return frozenset(words)
