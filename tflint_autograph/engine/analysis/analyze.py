"""Runs rules over one traced function and returns their findings, unfiltered and unsorted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import libcst as cst

from tflint_autograph.engine.results import FunctionResult
from tflint_autograph.model.body import At
from tflint_autograph.model.finding import Finding, Problem, ProblemKind
from tflint_autograph.model.location import Span
from tflint_autograph.project.bodies import test_code
from tflint_autograph.rules.api import Check, Hit, Rule
from tflint_autograph.traced.escape import (
    chosen_methods,
    entering_calls,
    expected_errors,
    passed_arguments,
    prepared,
    switched_off,
    two_programs,
    warned_of_graphs,
)
from tflint_autograph.traced.escape.deliberate import VERSION_1, of_version_1
from tflint_autograph.traced.graph import eager_checks, exceptions
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.slices import cut
from tflint_autograph.traced.tree.walk import walk


def analyze(fn: TracedFunction, rules: Sequence[Rule]) -> FunctionResult:
    """Returns the findings of the rules for one traced function."""
    try:
        part = cut(fn.analysis.project.lines(fn.key.path), fn.fact)
    except cst.ParserSyntaxError as error:
        return FunctionResult((), (_unparsable(fn, error),), 0)
    fn.take(part)
    fn.analysis.running = fn.key
    try:
        found = tuple(_findings(fn, rules))
    finally:
        fn.analysis.running = None
    return FunctionResult(found, (), part.length)


def _findings(fn: TracedFunction, rules: Sequence[Rule]) -> Iterator[Finding]:
    wanted: dict[type[cst.CSTNode], list[tuple[Rule, Check]]] = {}
    for rule in rules:
        for kind, checks in rule.checks.items():
            wanted.setdefault(kind, []).extend((rule, check) for check in checks)
    for node, (rule, check) in walk(fn, wanted):
        for hit in check(node, fn):
            yield _finding(fn, rule, hit)


def _finding(fn: TracedFunction, rule: Rule, hit: Hit) -> Finding:
    trace = hit.trace or fn.trace
    at = hit.node if isinstance(hit.node, At) else fn.place(hit.node)
    return hit.finding(rule, fn.span(at), fn.name, trace, lambda: _doubt(fn, rule), fn.assumed)


def _doubt(fn: TracedFunction, rule: Rule) -> str:
    """Returns why a finding in the current statement is probably not worth a change, as a clause, or an empty string."""
    found = next((text for holds, text in _EXCUSES if holds(fn)), "") or test_code.excuse(fn.analysis.importing, fn.key.path)
    expected = not found and not expected_errors.ERRORS.isdisjoint(rule.proof) and expected_errors.excuse(fn)
    return found or expected or (VERSION_1 if of_version_1(fn) else "")


_EXCUSES: tuple[tuple[Callable[[TracedFunction], bool], str], ...] = (
    (switched_off.is_off, switched_off.OFF),
    (switched_off.is_eager, switched_off.EAGER),
    (passed_arguments.is_for_missing, passed_arguments.PASSED),
    (entering_calls.is_unreached, entering_calls.UNREACHED),
    (prepared.is_built, prepared.BUILT),
    (prepared.is_prepared, prepared.PREPARED),
    (warned_of_graphs.is_warned_of, warned_of_graphs.WARNED),
    (two_programs.are_apart, two_programs.APART),
    (two_programs.run_eagerly, two_programs.EAGER),
    (chosen_methods.is_other, chosen_methods.CHOSEN),
    (eager_checks.is_for_arrays, eager_checks.NO_TENSOR),
    (exceptions.handles_graph, exceptions.HANDLES_GRAPH),
)
"""What may be known of a statement that says that no trace runs it, or that its author knows what happens, with the clause for it."""


def _unparsable(fn: TracedFunction, error: cst.ParserSyntaxError) -> Problem:
    message = f"`{fn.name}` is valid Python, but this version of libcst cannot parse it"
    place = Span.point(fn.key.path, fn.fact.at.line, fn.fact.at.column)
    return Problem(ProblemKind.SYNTAX, message, place, hint="upgrade libcst", partial=True)
