"""One finding as an article: words, code, chain, evidence, fix. Knows nothing of the page around it."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.finding import Finding, Fix
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.trace import Trace
from tflint_autograph.report.html.frames import Sources, diff, frame, line_of
from tflint_autograph.report.html.graph import graph
from tflint_autograph.report.html.text import prose, tag, words
from tflint_autograph.report.place import line_place, place

_SAFETIES = {
    Safety.SAFE: "Safe: --fix applies it",
    Safety.UNSAFE: "Unsafe, may change what the code does: --fix --unsafe-fixes applies it",
    Safety.DISPLAY: "A sketch to adapt, which no flag applies",
}


def article(finding: Finding, sources: Sources) -> str:
    """The whole finding; its data attributes are what the filters ask for."""
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
    return tag("article", "".join(_parts(finding, sources)), cls=f"finding {finding.severity.value}", **data)


def _parts(finding: Finding, sources: Sources) -> Iterator[str]:
    severity = tag("span", finding.severity.value, cls=f"badge {finding.severity.value}")
    rule = tag("a", words(finding.code), cls="rule", href=f"#rule-{words(finding.code)}", title=words(finding.name))
    yield tag("h3", f"{severity} {rule} {prose(finding.message)}")
    inside = f" · in {tag('code', words(finding.function))}" if finding.function else ""
    yield tag("p", f"{words(place(finding.span))}{inside} · confidence {finding.confidence.value}", cls="place")
    yield frame(finding.span, finding.labels, finding.note, sources)
    if finding.labels:
        rows = (f"{prose(label.text)} {_place(line_place(label.span))}" for label in finding.labels)
        yield tag("ul", "".join(tag("li", row) for row in rows), cls="labels")
    if finding.help:
        yield tag("p", prose(finding.help[:1].upper() + finding.help[1:]), cls="help")
    yield from _evidence(finding)
    if finding.fix:
        yield _fix(finding.fix, sources)
    if finding.trace:
        yield _chain(finding, finding.trace, sources)


def _place(text: str) -> str:
    return tag("span", words(text), cls="place")


def _evidence(finding: Finding) -> Iterator[str]:
    evidence = finding.evidence
    if evidence:
        verdict = tag("strong", words(evidence.verdict), cls="verdict")
        command = tag("code", words(evidence.command)) if evidence.command else ""
        yield tag("p", f"{verdict} {prose(evidence.text)} {command}", cls=f"evidence {words(evidence.verdict)}")


def _fix(fix: Fix, sources: Sources) -> str:
    changes = "".join(diff(fix.edits, sources))
    title = tag("summary", f"Fix: {prose(fix.title)}")
    return tag("details", f"{title}{tag('p', _SAFETIES[fix.safety])}{changes}", cls="fix", open="")


def _chain(finding: Finding, trace: Trace, sources: Sources) -> str:
    steps = "".join(
        tag("li", f"{prose(step.text)} {_place(line_place(step.span))}{line_of(step.span, sources)}")
        for step in trace.steps
    )
    return tag(
        "details", f"{tag('summary', 'Why it is traced')}{graph(finding)}{tag('ol', steps, cls='steps')}", cls="chain", open=""
    )
