"""Extracts the source lines that a report shows.

A report may refer to ten thousand files: of each, only the lines around the referenced places are kept, with empty lines for the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from tflint_autograph.engine.workspace.files import Files
from tflint_autograph.model.finding import Finding, Label, Problem
from tflint_autograph.model.location import Span

AROUND = 3
"""Maximum number of lines before and after a place that formats show."""

Sources = tuple[tuple[tuple[str, int | None], tuple[str, ...]], ...]


def excerpts(
    files: Files, findings: Iterable[Finding], problems: Iterable[Problem], differences: Iterable[Label] = ()
) -> Sources:
    """Returns, by path and cell, the lines around all places of a report at their line numbers; for a cell all lines."""
    spans = [*(problem.span for problem in problems), *(label.span for label in differences)]
    for finding in findings:
        spans += _spans(finding)
    wanted: defaultdict[str, list[Span]] = defaultdict(list)
    for span in spans:
        wanted[span.path].append(span)
    found = []
    for path in sorted(wanted):
        for key, lines in files.sources(path):
            found.append((key, _excerpt(lines, wanted[path]) if key[1] is None else lines))
        files.release(path)
    return tuple(sorted(found, key=lambda pair: (pair[0][0], pair[0][1] or 0)))


def _spans(finding: Finding) -> list[Span]:
    """Returns all places shown with a finding; for a fix, in each file the range from its first to its last edit."""
    spans = [finding.span, *(label.span for label in finding.labels)]
    spans += [step.span for step in finding.trace.steps] if finding.trace else []
    edited: dict[str, Span] = {}
    for edit in finding.fix.edits if finding.fix else ():
        span, known = edit.span, edited.get(edit.span.path, edit.span)
        edited[span.path] = Span(span.path, min(known.start, span.start), max(known.end, span.end), span.cell)
    return [*spans, *edited.values()]


def _excerpt(lines: Sequence[str], spans: Iterable[Span]) -> tuple[str, ...]:
    shown = [""] * len(lines)
    for span in spans:
        first, last = max(span.start.line - 1 - AROUND, 0), span.end.line + AROUND
        shown[first:last] = lines[first:last]
    return tuple(shown)
