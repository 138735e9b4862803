"""The order in which every format lists findings and problems."""

from __future__ import annotations

from tflint_autograph.model.finding import Finding, Label, Problem
from tflint_autograph.model.report import Report


def findings(report: Report) -> tuple[Finding, ...]:
    """Returns the findings to show, by place, then rule and texts."""
    return tuple(sorted(report.findings, key=Finding.sort_key))


def worst_first(report: Report) -> tuple[Finding, ...]:
    """Returns the findings by severity, then as in `findings`: for readers that stop after some number of them."""
    return tuple(sorted(findings(report), key=lambda finding: -finding.severity.rank))


def differences(report: Report) -> tuple[Label, ...]:
    """Returns the differences without a finding, by place, then text."""
    return tuple(sorted(report.differences, key=lambda each: (*each.span.sort_key(), each.text)))


def problems(report: Report) -> tuple[Problem, ...]:
    """Returns the problems, by place, then kind and text."""
    return tuple(
        sorted(report.problems, key=lambda problem: (*problem.span.sort_key(), problem.kind.value, problem.message))
    )
