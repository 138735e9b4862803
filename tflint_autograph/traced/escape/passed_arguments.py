"""Detects code that runs only where an argument is missing, in a function that every traced call passes the argument."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import Kind
from tflint_autograph.project.bodies.liveness import bound
from tflint_autograph.project.bodies.walks import walk
from tflint_autograph.project.values.signature import bind
from tflint_autograph.traced.escape.missing_values import absent, present
from tflint_autograph.traced.tree.point import TracedPoint


def needs_missing_argument(fn: TracedPoint) -> bool:
    """Whether the current statement runs only if a parameter is None or false, while each traced call passes what may be something else.

    Of a root nothing is known: code outside of the project may call it.
    """
    calls = fn.analysis.sole_callers(fn.key)
    return bool(calls) and any(all(_passes(fn, caller, at, name) for caller, at in calls) for name in _needed(fn))


def _needed(fn: TracedPoint) -> Iterator[str]:
    """Yields the parameters that conditions around the current statement find missing, before the function binds them again."""
    parameters = {each.name for each in fn.fact.parameters}
    for frame in fn.guarded_by("If"):
        statement = frame.statement
        if isinstance(statement, ir.If) and not _joins(statement.test):
            found = absent(statement.test) if frame.part == "body" else present(statement.test)
            before = (each for each in walk(fn.body.statements) if each.ordinal < statement.ordinal)
            yield from (parameters & found).difference(*map(bound, before))


def _joins(test: Expr) -> bool:
    """Whether a condition consists of several, each of which may decide it alone."""
    return isinstance(test, ir.Operation) and test.operators[0] in ("and", "or")


def _passes(fn: TracedPoint, caller: FunctionKey, at: At, name: str) -> bool:
    """Whether a call passes a parameter a value that is neither known to be missing nor a parameter, which may be left out in turn."""
    flow = fn.analysis.results.get(caller)
    site = flow.calls.get(at) if flow is not None else None
    target = next((each for each in site.func.callees if each.key == fn.key), None) if site is not None else None
    given = bind(fn.fact, target, site.args).get(name) if site is not None and target is not None else None
    if given is None or given.kind is Kind.NONE or given.parameter:
        return False
    return given.kind is not Kind.PYTHON or bool(given.const)
