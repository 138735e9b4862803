"""Changes the folder that the paths of a report are relative to."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from tflint_autograph.config.toml import shown
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.location import Span
from tflint_autograph.model.report import Report

Move = Callable[[str], str]


def relocate(report: Report, move: Move) -> Report:
    """Returns the report with every path of a finding, problem or source converted by `move`, each once."""
    move = cache(move)
    return replace(
        report,
        findings=tuple(_finding(finding, move) for finding in report.findings),
        suppressed=tuple(_finding(finding, move) for finding in report.suppressed),
        uncounted=tuple(_finding(finding, move) for finding in report.uncounted),
        refuted=tuple(_finding(finding, move) for finding in report.refuted),
        problems=tuple(replace(problem, span=_span(problem.span, move)) for problem in report.problems),
        differences=tuple(replace(each, span=_span(each.span, move)) for each in report.differences),
        sources=tuple(((move(path), cell), lines) for (path, cell), lines in report.sources),
        notebooks=tuple((move(path), data) for path, data in report.notebooks),
    )


def _finding(finding: Finding, move: Move) -> Finding:
    trace = finding.trace
    if trace is not None:
        trace = replace(trace, steps=tuple(replace(step, span=_span(step.span, move)) for step in trace.steps))
    labels = tuple(replace(label, span=_span(label.span, move)) for label in finding.labels)
    fix = finding.fix
    if fix is not None:
        fix = replace(fix, edits=tuple(replace(edit, span=_span(edit.span, move)) for edit in fix.edits))
    why = finding.suppressed
    if why is not None:
        why = replace(why, span=_span(why.span, move))
    return replace(finding, span=_span(finding.span, move), trace=trace, labels=labels, fix=fix, suppressed=why)


def _span(span: Span, move: Move) -> Span:
    path = move(span.path)
    return span if path == span.path else replace(span, path=path)


def here(path: Path) -> str:
    """Returns the path relative to the current folder if it is below it."""
    return shown(path, Path.cwd())


def from_here(root: Path, report: Report) -> Report:
    """Returns the report with paths relative to the current folder instead of the project's root."""
    folder = Path.cwd()
    if root == folder:
        # What lies below the root is written as it is.
        return relocate(report, lambda path: shown(Path(path), folder) if os.path.isabs(path) else path)
    return relocate(report, lambda path: shown(root / path, folder))
