"""One finding as an HTML article: texts, code, evidence, fix, call path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflint_autograph.model.finding import Finding, Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.trace import Step, Trace
from tflint_autograph.report.chain import links
from tflint_autograph.report.html.frames import Sources, diff, frame, is_in_frame, line_of
from tflint_autograph.report.html.shell import name, prose, tag, words
from tflint_autograph.report.place import NONE, Executions, line_place, place

_START = Position(1, 1)
_SAFETIES = {
    Safety.SAFE: "Safe: --fix applies it",
    Safety.UNSAFE: "Unsafe, may change what the code does: --fix --unsafe-fixes applies it",
    Safety.DISPLAY: "Suggestion only, not applied by --fix",
}


def article(finding: Finding, sources: Sources, executions: Executions = NONE) -> str:
    """Returns the whole finding; its data attributes are used by the filters."""
    evidence = finding.evidence
    data = {
        "id": f"finding-{words(finding.fingerprint)}",
        "tabindex": "-1",
        "data-rule": words(finding.code),
        "data-severity": finding.severity.value,
        "data-confidence": finding.confidence.value,
        "data-path": words(finding.span.path),
        "data-place": words(place(finding.span)),
        "data-message": words(finding.message),
        "data-verdict": words(evidence.verdict) if evidence else "",
    }
    return tag("article", "".join(_parts(finding, sources, executions)), cls=f"finding {finding.severity.value}", **data)


def _parts(finding: Finding, sources: Sources, executions: Executions) -> Iterator[str]:
    severity = tag("span", finding.severity.value, cls=f"badge {finding.severity.value}")
    rule = tag("a", words(finding.code), cls="rule", href=f"#rule-{words(finding.code)}", title=words(finding.name))
    yield tag("h3", f"{severity} {rule} {prose(finding.message)}")
    # The file is in the heading above.
    where = place(Span("", finding.span.start, _START, finding.span.cell)).lstrip(":")
    run = executions.of(finding.span)
    inside = f" · in {tag('code', name(finding.function))}" if finding.function else ""
    yield tag("p", f"{words(where)}{run and f' · {run}'}{inside} · confidence {finding.confidence.value}", cls="place")
    code = frame(finding.span, finding.labels, finding.note, sources)
    yield code or (tag("p", prose(finding.note), cls="note") if finding.note else "")
    far = [label for label in finding.labels if not (code and is_in_frame(label, finding.span, sources))]
    if far:
        rows = (f"{prose(label.text)} {tag('span', name(line_place(label.span)), cls='place')}" for label in far)
        yield tag("ul", "".join(tag("li", row) for row in rows), cls="labels")
    if finding.help:
        yield tag("p", prose(finding.help[:1].upper() + finding.help[1:]), cls="help")
    yield from _evidence(finding)
    if finding.fix:
        yield _fix(finding.fix, finding.span, sources)
    if finding.trace:
        yield chain(finding, finding.trace, sources)


def _evidence(finding: Finding) -> Iterator[str]:
    evidence = finding.evidence
    if evidence:
        verdict = tag("strong", words(evidence.verdict), cls="verdict")
        command = tag("code", words(evidence.command)) if evidence.command else ""
        yield tag("p", f"{verdict} {prose(evidence.text)} {command}", cls=f"evidence {words(evidence.verdict)}")


def _fix(fix: Fix, home: Span, sources: Sources) -> str:
    changes = "".join(diff(fix.edits, home, sources))
    title = tag("summary", f"Fix: {prose(fix.title)}")
    return tag("details", f"{title}{tag('p', _SAFETIES[fix.safety])}{changes}", cls="fix", open="")


# Names of a longer way that are shown at its beginning and at its end.
_ENDS = 2


def chain(finding: Finding, trace: Trace, sources: Sources) -> str:
    """Returns a collapsed block: its heading lists the names, its steps the places with their source lines."""
    names = [tag("code", name(link.short(finding.span.path))) for link in links(finding)]
    title = tag("summary", f"Why it is traced: {tag('span', ' → '.join(_shortened(names)), cls='way')}")
    return tag("details", f"{title}{tag('ol', ''.join(_step(step, sources) for step in trace.steps), cls='steps')}", cls="chain")


def _shortened(names: Sequence[str]) -> Sequence[str]:
    return names if len(names) <= 2 * _ENDS + 1 else [*names[:_ENDS], "…", *names[-_ENDS:]]


def _step(step: Step, sources: Sources) -> str:
    where = tag("span", name(line_place(step.span)), cls="place")
    return tag("li", f"{prose(step.text)} {where}{line_of(step.span, sources)}")
