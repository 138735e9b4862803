"""The linter's findings about retracing, joined with the reasons that a run has shown. Runs nothing of the user's."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.finding import Finding
from tflint_autograph.retracing.places import split
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
"""The rules that may have found a reason before the program ran."""


def joined(given: Report, settings: Settings) -> Report:
    """The report with the finding of each group that has one at its lines."""
    groups = [(each, group) for each in given.functions for group in each.groups if group.reason.kind in _CODES]
    files = sorted({split(line.file)[0] for each, group in groups for line in _lines(each, group)})
    files = [file for file in files if os.path.isfile(file)]
    if not files:
        return given
    findings = _findings(files, settings)
    found = {id(group): _at(each, group, findings, settings) for each, group in groups}
    return with_findings(given, {key: one for key, one in found.items() if one is not None})


def _findings(files: Sequence[str], settings: Settings) -> tuple[Finding, ...]:
    wanted = replace(settings, select=tuple(sorted({code for codes in _CODES.values() for code in codes})), ignore=())
    return check_paths(wanted, files).findings


def _lines(each: Traced, group: Group) -> Iterator[Line]:
    """The lines a finding about the group may stand at, the most telling first."""
    if group.line is not None:
        yield group.line
    yield from group.made[0].trace.stack
    yield from group.made[0].function.made
    if each.is_own:
        yield Line(each.file, each.line)


def _at(each: Traced, group: Group, findings: Sequence[Finding], settings: Settings) -> StaticFinding | None:
    for line in _lines(each, group):
        file, cell = split(line.file)
        for finding in findings:
            span = finding.span
            is_there = os.path.realpath(settings.root / span.path) == os.path.realpath(file) and span.cell == cell
            if is_there and finding.code in _CODES[group.reason.kind] and span.start.line <= line.line <= span.end.line:
                fix = finding.fix.title if finding.fix is not None else ""
                shown = os.path.relpath(file) if os.path.realpath(file).startswith(os.getcwd() + os.sep) else file
                return StaticFinding(finding.code, finding.message, shown, span.start.line, finding.help, fix)
    return None
