"""Finds static lengths that a method keeps in an attribute of its object, and replaces where they are None."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.values.body_result import Write
from tflint_autograph.traced.escape.missing_values import absent, assigned
from tflint_autograph.traced.tree.function import TracedFunction


def is_filled_in(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether each method that keeps a length of unknown size in this attribute sets the attribute to something else where it is None.

    Such as `if self.size is None: self.size = -1`. The value of an attribute joins whatever a method sets it to, one after the other.
    """
    length = fn.expression(node)
    if not isinstance(length, ir.Attribute):
        return False
    cls, analysis = fn.value_of(length.value).cls, fn.analysis
    if cls is None:
        return False
    flows = {key: analysis.results.get(key) or analysis.eager_summary(key) for key in analysis.classes.writers(cls, length.attr)}
    keeping = [key for key, flow in flows.items() if any(_keeps_unknown(each, length.attr) for each in flow.writes.values())]
    return bool(keeping) and all(_fills_in(key, length.attr, fn) for key in keeping)


def _keeps_unknown(write: Write, attr: str) -> bool:
    return write.name == attr and bool(write.value.unknown_axes)


def _fills_in(key: FunctionKey, attr: str, fn: TracedFunction) -> bool:
    """Whether a method tests an attribute of its object for being None, and sets it there."""
    fact = fn.analysis.project.function(key)
    if fact is None:
        return False
    conditions = [each for each in walk(fn.analysis.project.body(key).statements) if isinstance(each, ir.If)]
    return any(f"{fact.receiver}.{attr}" in absent(each.test) & assigned(each.body) for each in conditions)
