"""Code under a flag that is off by default and that nothing in the project turns on: `if self.debug:`."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.values import Value, truth_of
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.globals_ import bindings
from tflint_autograph.project.values.signature import bind
from tflint_autograph.traced.tree.function import EnclosingScope, TracedFunction
from tflint_autograph.traced.tree.inherited import over_frames

DEEPEST = 3
"""Callers of callers are asked this far what they give."""

_GIVEN_BY_KERAS = frozenset({"training", "mask"})

OFF = "its condition does not hold by default, and nothing in the project changes that"


def excuse(fn: TracedFunction) -> str:
    """Why the current statement is likely to run nowhere, in words; empty where nothing says so."""
    return OFF if _is_off(fn) else ""


@over_frames(start=False)
def _is_off(frame: EnclosingScope, fn: TracedFunction, outside: bool) -> bool:
    """Whether a condition around the current statement asks a flag for what it never is."""
    if outside or not isinstance(frame.statement, ir.If):
        return outside
    asked = _asked(frame.statement.test, frame.part == "body")
    known = ((_flag(expr, frame.statement.ordinal, fn), wanted) for expr, wanted in asked)
    return any(truth is not None and truth is not wanted for truth, wanted in known)


def _asked(test: Expr, holds: bool) -> Iterator[tuple[Expr, bool]]:
    """The names and attributes of which a condition says the truth where it holds, or where it fails."""
    if isinstance(test, (ir.Name, ir.Attribute)):
        yield test, holds
    elif isinstance(test, ir.Operation) and test.operators[0] == "not":
        yield from _asked(test.operands[0], not holds)
    elif isinstance(test, ir.Operation) and test.operators[0] == ("and" if holds else "or"):
        for operand in test.operands:
            yield from _asked(operand, holds)


def _flag(expr: Expr, ordinal: int, fn: TracedFunction) -> bool | None:
    """The truth of a flag wherever the project runs the function; None where it may be either."""
    if isinstance(expr, ir.Attribute):
        owner = fn.value_at(expr.value, ordinal)
        return _of_attribute(fn.analysis, owner.cls, expr.attr) if owner.cls is not None else None
    assert isinstance(expr, ir.Name)
    is_given = expr.id in _GIVEN_BY_KERAS or expr.id in bindings(fn.body) or not fn.is_root
    return None if is_given else _of_parameter(fn.analysis, fn.key, expr.id, DEEPEST)


def _of_attribute(analysis: Analysis, cls: ClassKey, attr: str) -> bool | None:
    """The truth of what each object of a class has under an attribute, which only constructors and builders set."""
    project, attributes = analysis.project, analysis.attributes
    if project.resets(attr) or project.setting(attr) or attributes.is_filled(cls):
        return None
    body = attributes.class_value(cls, attr)
    truths = set() if body is None else {truth_of(body)}
    for writer in analysis.classes.writers(cls, attr):
        for write in analysis.eager_summary(writer).writes.values():
            if write.name == attr and write.receiver is not None and write.receiver.cls is not None:
                truths.add(_of_value(analysis, writer, write.value, DEEPEST))
    return truths.pop() if len(truths) == 1 else None


def _of_value(analysis: Analysis, key: FunctionKey, value: Value, depth: int) -> bool | None:
    """The truth of a value in a function that may be what that is given."""
    known = truth_of(value)
    return known if known is not None or not value.parameter else _of_parameter(analysis, key, value.parameter, depth)


def _of_parameter(analysis: Analysis, key: FunctionKey, name: str, depth: int) -> bool | None:
    """The truth of a parameter by its default and by what each call in the project gives it; None without a default."""
    fact = analysis.project.function(key)
    default = next((each.default for each in fact.parameters if each.name == name), None) if fact is not None else None
    if fact is None or default is None or not depth:
        return None
    truths = {truth_of(analysis.evaluate_at_definition(key.path, fact.parent, default))}
    for call in analysis.call_sites.of(key):
        if any(word in ("*", "**") for word, _ in call.site.args):
            return None
        given = bind(fact, call.target, call.site.args)
        if name in given:
            truths.add(_of_value(analysis, call.caller, given[name], depth - 1))
    return truths.pop() if len(truths) == 1 else None
