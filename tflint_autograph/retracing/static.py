"""Joins linter findings about retracing with the reasons a run has shown. Runs no user code."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.location import Span
from tflint_autograph.retracing.places import split, with_cell
from tflint_autograph.retracing.records import Line
from tflint_autograph.retracing.report import Group, Report, StaticFinding, Traced, with_findings

_CODES = {
    "value": ("TFA402",),
    "object": ("TFA404", "TFA403"),
    "gone": ("TFA404", "TFA403"),
    "new-function": ("TFA403",),
    "new-instance": ("TFA404",),
    "recursion": ("TFA212",),
    "shape": ("TFA405",),
    "smaller-batch": ("TFA405",),
    "relaxed": ("TFA405",),
    "dtype": ("TFA405",),
    "type": ("TFA402", "TFA405"),
}
"""The rules that may predict a reason before the program runs."""

_CREATED = "TFA403"


def joined(given: Report, settings: Settings) -> Report:
    """Returns the report with the finding of each group that has one at its lines."""
    groups = [(each, group) for each in given.functions for group in each.groups if group.reason.kind in _CODES]
    files = sorted({split(line.file)[0] for each, group in groups for line in _lines(each, group)})
    files = [file for file in files if os.path.isfile(file)]
    if not files:
        return given
    findings = _findings(files, settings)
    found = {id(group): _at(each, group, findings, settings) for each, group in groups}
    return with_findings(given, {key: one for key, one in found.items() if one is not None})


def _findings(files: Sequence[str], settings: Settings) -> tuple[Finding, ...]:
    codes = tuple(sorted({code for codes in _CODES.values() for code in codes}))
    # A run writes nothing but its report
    wanted = replace(settings, select=codes, ignore=(), no_cache=True)
    return check_paths(wanted, files).findings


def _lines(each: Traced, group: Group) -> Iterator[Line]:
    """Yields the lines a finding about the group may be at, the most specific first."""
    if group.line is not None:
        yield group.line
    yield from group.made[0].trace.stack
    yield from group.made[0].function.made
    if each.is_own:
        yield Line(each.file, each.line)


def _at(each: Traced, group: Group, findings: Sequence[Finding], settings: Settings) -> StaticFinding | None:
    wanted = [finding for finding in findings if finding.code in _CODES[group.reason.kind]]
    for line in _lines(each, group):
        for finding in wanted:
            if any(_is_at(span, line, settings) for span in _spans(finding)):
                return _shown(finding, settings)
    return None


def _spans(finding: Finding) -> Iterator[Span]:
    """Yields the places of a finding; one about a re-created function is also at its decorator."""
    yield finding.span
    if finding.code == _CREATED and finding.trace is not None:
        yield from (step.span for step in finding.trace.steps)


def _is_at(span: Span, line: Line, settings: Settings) -> bool:
    file, cell = split(line.file)
    is_file = os.path.realpath(settings.root / span.path) == os.path.realpath(file) and span.cell == cell
    return is_file and span.start.line <= line.line <= span.end.line


def _shown(finding: Finding, settings: Settings) -> StaticFinding:
    at = Line(with_cell(str(settings.root / finding.span.path), finding.span.cell), finding.span.start.line)
    return StaticFinding(finding.code, finding.message, at, finding.help, _written(finding))


def _written(finding: Finding) -> str:
    """Returns the code the fix writes, if it is one piece on one line, else its title."""
    if finding.fix is None:
        return ""
    texts = [edit.text for edit in finding.fix.edits]
    if len(texts) == 1 and texts[0].strip() and "\n" not in texts[0]:
        return f"write `{texts[0]}` at line {finding.fix.edits[0].span.start.line}"
    return finding.fix.title
