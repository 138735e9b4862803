"""The `full` format: findings with code frames, the call path that explains why the code is traced, problems and a summary.

Equal reports give equal bytes: the output does not depend on the terminal, its width or the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflint_autograph.model.finding import Finding, Label, Problem
from tflint_autograph.model.levels import Severity
from tflint_autograph.model.location import Span
from tflint_autograph.model.report import Report
from tflint_autograph.model.trace import Trace
from tflint_autograph.report import order
from tflint_autograph.report.full.cells import width
from tflint_autograph.report.full.frame import Mark, frame, label_mark, line_before, primary_marks
from tflint_autograph.report.full.gathered import gathered
from tflint_autograph.report.full.patch import patch
from tflint_autograph.report.full.style import Ink, Style
from tflint_autograph.report.pages import address
from tflint_autograph.report.place import Executions, line_place, place, url
from tflint_autograph.report.summary import summary

# A label at most this many lines away from the finding is shown in its frame; a call path shows this many steps.
_NEAR = 8
_STEPS = 6

_INKS = {Severity.ERROR: Ink.ERROR, Severity.WARNING: Ink.WARNING, Severity.INFO: Ink.INFO}

Sources = dict[tuple[str, int | None], tuple[str, ...]]


def render(report: Report, *, color: bool, unicode: bool = True, quiet: bool = False, links: bool = False) -> str:
    """Returns the report as text, with ANSI colors if `color`, in ASCII unless `unicode`, without the summary if `quiet`.

    With `links`, places are terminal links (OSC 8), and so are codes if `rule-url` is set. Removing the colors gives the plain text. Empty
    if there is nothing to report.
    """
    style = Style(color, unicode, links, report.rule_url, Executions(report))
    sources = dict(report.sources)
    blocks = [*_findings(tuple(gathered(order.findings(report))), sources, style)]
    blocks += ["\n".join(_difference(each, sources, style)) for each in order.differences(report)]
    blocks += ["\n".join(_problem(problem, sources, style)) for problem in order.problems(report)]
    if not quiet:
        blocks.append("\n".join(summary(report, unicode=unicode)))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _findings(findings: Sequence[Finding], sources: Sources, style: Style) -> Iterator[str]:
    previous: tuple[str, str, Trace | None] | None = None
    for finding in findings:
        chain = (finding.span.path, finding.function, finding.trace)
        yield "\n".join(_finding(finding, sources, style, folded=chain == previous))
        previous = chain


def _finding(finding: Finding, sources: Sources, style: Style, *, folded: bool) -> Iterator[str]:
    ink = _INKS[finding.severity]
    lines = sources.get((finding.span.path, finding.span.cell), ())
    marks = primary_marks(finding.span, ink, finding.note, lines)
    near, far = _labels(finding, marks, lines)
    shown = (*marks, *near)
    gutter = _gutter(finding.span, shown)
    page = address(style.rule_url, finding.code, finding.name)
    code = style.link(finding.code, page) if page else finding.code
    yield _title(f"{finding.severity.value}[{code}]", finding.message, ink, style)
    yield from _source(finding.span, shown, lines, gutter, style)
    remarks = [*_notes(finding, far, style, framed=bool(marks)), *_why(finding.trace, style, folded=folded)]
    if shown and remarks:
        yield style.margin(gutter, " |")
    for remark in remarks:
        yield f"{style.margin(gutter, ' =')} {remark}"
    if finding.evidence is not None:
        yield f"{finding.evidence.verdict}: {style.words(finding.evidence.text)}"
    yield from _help(finding.help, style)
    if finding.fix:
        yield from patch(finding.fix, finding.span, sources, style)


def _problem(problem: Problem, sources: Sources, style: Style) -> Iterator[str]:
    lines = sources.get((problem.span.path, problem.span.cell), ())
    marks = primary_marks(problem.span, Ink.ERROR, "", lines)
    yield _title(f"error[{problem.kind.value}]", problem.message, Ink.ERROR, style)
    yield from _source(problem.span, marks, lines, _gutter(problem.span, marks), style)
    yield from _help(problem.hint, style)


def _difference(difference: Label, sources: Sources, style: Style) -> Iterator[str]:
    lines = sources.get((difference.span.path, difference.span.cell), ())
    marks = primary_marks(difference.span, Ink.WARNING, "", lines)
    yield _title("also differs", difference.text, Ink.WARNING, style)
    yield from _source(difference.span, marks, lines, _gutter(difference.span, marks), style)


def _title(kind: str, message: str, ink: Ink, style: Style) -> str:
    return f"{style.paint(kind, ink)}{style.paint(f': {style.words(message)}', Ink.TITLE)}"


def _source(span: Span, marks: Sequence[Mark], lines: Sequence[str], gutter: int, style: Style) -> Iterator[str]:
    run = style.executions.of(span)
    yield f"{style.margin(gutter, '-->')} {_linked(style.words(place(span)), span, style)}{run and f'  {run}'}"
    if marks:
        yield style.margin(gutter, " |")
        yield from frame(marks, line_before(span.start.line, lines), lines, gutter, style)


def _gutter(span: Span, marks: Sequence[Mark]) -> int:
    return len(str(max((mark.line for mark in marks), default=span.start.line)))


def _labels(finding: Finding, marks: Sequence[Mark], lines: Sequence[str]) -> tuple[list[Mark], list[Label]]:
    """Returns marks for the labels that fit into the finding's frame, and the other labels."""
    near, far = [], []
    for label in sorted(finding.labels, key=lambda label: (*label.span.sort_key(), label.text)):
        mark = label_mark(label.span, label.text, lines) if marks and _is_near(label.span, finding.span) else None
        if mark:
            near.append(mark)
        else:
            far.append(label)
    return near, far


def _is_near(label: Span, finding: Span) -> bool:
    if (label.path, label.cell) != (finding.path, finding.cell):
        return False
    return finding.start.line - _NEAR <= label.start.line <= finding.end.line + _NEAR


def _notes(finding: Finding, far: Sequence[Label], style: Style, *, framed: bool) -> Iterator[str]:
    if finding.note and not framed:
        yield f"note: {style.words(finding.note)}"
    for label in far:
        yield f"note: {style.words(label.text)}  {_step_place(label.span, style)}"


def _why(trace: Trace | None, style: Style, *, folded: bool) -> Iterator[str]:
    if trace is None:
        return
    if folded:
        yield "why traced: as above"
        return
    steps = [(style.words(step.text), _step_place(step.span, style)) for step in trace.steps[:_STEPS]]
    widest = max((width(text) for text, _ in steps), default=0)
    lead = "why traced:"
    for text, where in steps:
        yield f"{lead} {text}{' ' * (widest - width(text))}   {where}"
        lead = " " * len(lead)
    if len(trace.steps) > _STEPS:
        yield f"{lead} {style.ellipsis} {len(trace.steps) - _STEPS} more (tflint-autograph why shows all)"


def _linked(text: str, span: Span, style: Style) -> str:
    return style.link(text, url(span)) if style.links else text


def _step_place(span: Span, style: Style) -> str:
    return style.paint(_linked(style.words(line_place(span)), span, style), Ink.PLACE)


def _help(text: str, style: Style) -> Iterator[str]:
    if text:
        yield f"{style.paint('help', Ink.HELP)}: {style.words(text)}"
