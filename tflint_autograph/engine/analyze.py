"""Run the rules over the traced functions of one file and say what they find. Filters and sorts nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.finding import Finding, Problem, ProblemKind
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import record
from tflint_autograph.model.trace import Trace
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.flow import Flow
from tflint_autograph.rules.api import Check, Hit, Rule
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.function import TracedFunction
from tflint_autograph.traced.slices import cut
from tflint_autograph.traced.walk import walk


@record
class Analyzed:
    """What the rules say of one function. `lines` is how many lines were given to libcst."""

    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    lines: int


NOTHING = Analyzed((), (), 0)


def analyze(analysis: Analysis, key: FunctionKey, trace: Trace, rules: Sequence[Rule]) -> Analyzed:
    """Look into one traced function with the rules it gives a reason to run."""
    module = analysis.project.module(key.path)
    flow = analysis.flows.get(key)
    if module is None or flow is None:
        return NOTHING
    wanted = _triggered(rules, flow, analysis, key)
    if not wanted:
        return NOTHING
    fn = TracedFunction(analysis, key, trace)
    try:
        part = cut(module.lines, fn.fact)
    except cst.ParserSyntaxError as error:
        return Analyzed((), (_unparsable(fn, error),), 0)
    fn.take(part)
    analysis.running = key
    hits = list(_hits(fn, wanted))
    analysis.running = None
    if not hits:
        return Analyzed((), (), part.length)
    findings = (_finding(fn, rule, hit) for rule, hit in hits)
    return Analyzed(tuple(findings), (), part.length)


def _hits(fn: TracedFunction, rules: Sequence[Rule]) -> Iterator[tuple[Rule, Hit]]:
    wanted: dict[type[cst.CSTNode], list[tuple[Rule, Check]]] = {}
    for rule in rules:
        for kind, checks in rule.checks.items():
            wanted.setdefault(kind, []).extend((rule, check) for check in checks)
    for node, (rule, check) in walk(fn, wanted):
        for hit in check(node, fn):
            yield rule, hit


def _triggered(rules: Sequence[Rule], flow: Flow, analysis: Analysis, key: FunctionKey) -> list[Rule]:
    """The rules for which the function holds at least one trigger."""
    lowered = analysis.project.lowered(key)
    assert lowered is not None
    present = {f"node:{kind}" for kind in lowered.body.kinds} | {f"method:{name}" for name in lowered.body.attributes}
    called = {canonical(site.func.name) for site in flow.calls.values() if site.func.name}
    return [
        rule
        for rule in rules
        if rule.checks
        and (not rule.triggers or any(_present(trigger, present, called) for trigger in rule.triggers))
    ]


def _present(trigger: str, present: set[str], called: set[str]) -> bool:
    kind, _, name = trigger.partition(":")
    if kind != "call":
        return trigger in present
    return any(one.startswith(name) for one in called) if name.endswith(".") else name in called


def _finding(fn: TracedFunction, rule: Rule, hit: Hit) -> Finding:
    trace = hit.trace or fn.trace
    confidence = min(rule.confidence, trace.confidence, hit.confidence)
    at = hit.node if isinstance(hit.node, At) else fn.place(hit.node)
    return Finding(
        rule.code, rule.name, hit.message, fn.span(at), hit.severity or rule.severity,
        confidence, fn.name, trace, hit.note, hit.labels, hit.help, hit.fix,
    )  # fmt: skip


def _unparsable(fn: TracedFunction, error: cst.ParserSyntaxError) -> Problem:
    message = f"`{fn.name}` is valid Python, but this version of libcst cannot parse it"
    return Problem(ProblemKind.SYNTAX, message, Span.point(fn.key.path, fn.fact.at.line, fn.fact.at.column), hint="upgrade libcst")
