"""Finds the call path on which the length in an expression is unknown at trace time."""

from __future__ import annotations

import libcst as cst

from tflint_autograph.model.body import Statement
from tflint_autograph.model.trace import Trace
from tflint_autograph.project.bodies.walks import calls, expressions, names_in, targets, walk
from tflint_autograph.project.tracing.unconverted import rank
from tflint_autograph.tfapi.tracing import escapes
from tflint_autograph.traced.tree.function import TracedFunction


def opening_path(node: cst.BaseExpression, fn: TracedFunction) -> Trace | None:
    """Returns the best call path on which a parameter that the expression derives from has an unknown length.

    None if there is no such parameter: then the length is unknown on every path.
    """
    names = _sources(node, fn) if fn.opening else frozenset[str]()
    return min((fn.opening[name] for name in sorted(names & fn.opening.keys())), key=rank, default=None)


def _sources(node: cst.BaseExpression, fn: TracedFunction) -> frozenset[str]:
    """Returns the names that the value of an expression may derive from, through the assignments of the function.

    The result of Python code, such as a `tf.py_function`, has no length whatever it is passed.
    """
    statements = [each for each in walk(fn.body.statements) if not _runs_python(each, fn)]
    found, waiting = frozenset[str](), names_in(fn.expression(node))
    while waiting:
        found |= waiting
        binding = (each for each in statements if waiting & names_in(targets(each)))
        waiting = names_in(tuple(part for each in binding for part in expressions(each))) - found
    return found


def _runs_python(statement: Statement, fn: TracedFunction) -> bool:
    sites = (fn.flow.calls.get(call.at) for call in calls(statement))
    return any(site is not None and escapes(site.func.name) for site in sites)
