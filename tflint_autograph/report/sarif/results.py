"""A finding as a SARIF result (3.27): message, place, trace as a code flow, fix and evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

from tflint_autograph.model.finding import Finding, Fix, Label, Suppression
from tflint_autograph.model.levels import Safety
from tflint_autograph.model.location import Span
from tflint_autograph.model.trace import Trace
from tflint_autograph.report.document import Object, Value
from tflint_autograph.report.raw import Raw, by_source, cell_words
from tflint_autograph.report.sarif.rules import LEVELS

_SAFETIES = {Safety.SAFE: "", Safety.UNSAFE: " (unsafe: may change what the code does)"}


def result(finding: Finding, rule_index: int, raw: Raw) -> Object:
    """Returns the result, without optional parts that are empty."""
    suppressed = finding.suppressed
    optional: dict[str, list[Value]] = {
        "relatedLocations": [
            {"id": number, **location(label.span, raw, label.text or "label")}
            for number, label in enumerate(finding.labels, start=1)
        ],
        "codeFlows": [_code_flow(finding, finding.trace, raw)] if finding.trace else [],
        "fixes": [_fix(finding.fix, raw)] if finding.fix and _applies(finding.fix) else [],
        "suppressions": [_suppression(suppressed, raw)] if suppressed else [],
    }
    return {
        "ruleId": finding.code,
        "ruleIndex": rule_index,
        "level": LEVELS[finding.severity],
        "message": {"text": " ".join(_sentences(finding))},
        "locations": [location(finding.span, raw)],
        "partialFingerprints": {"tflintAutograph/v1": finding.fingerprint},
        **{name: value for name, value in optional.items() if value},
        "properties": _properties(finding),
    }


def _sentences(finding: Finding) -> Iterator[str]:
    """Yields the sentences of the message: the first one is the title, labels are links to related locations (3.11.6)."""
    yield f"{cell_words(finding.span)}{_literal(finding.message)}."
    if finding.note:
        yield f"{_literal(finding.note[0].upper() + finding.note[1:])}."
    if finding.help:
        yield f"{_literal(finding.help[0].upper() + finding.help[1:])}."
    if finding.evidence:
        yield f"{finding.evidence.verdict.capitalize()}: {_literal(finding.evidence.text)}."
    for number, label in enumerate(finding.labels, start=1):
        yield _link(number, label)


def _literal(text: str) -> str:
    return text.replace("[", r"\[").replace("](", r"\](") if "](" in text else text


def _link(number: int, label: Label) -> str:
    words = re.sub(r"([\\\[\]])", r"\\\1", label.text) or "label"
    return f"[{words}]({number})."


def _code_flow(finding: Finding, trace: Trace, raw: Raw) -> Object:
    steps: list[Value] = [
        {"location": location(step.span, raw, step.text or "step"), "nestingLevel": level}
        for level, step in enumerate(trace.steps)
    ]
    hazard: Object = {
        "location": location(finding.span, raw, finding.note or finding.message or "here"),
        "nestingLevel": len(steps),
        "importance": "essential",
    }
    return {"message": {"text": f"Traced by {trace.root}."}, "threadFlows": [{"locations": [*steps, hazard]}]}


def _applies(fix: Fix) -> bool:
    """Whether a reader may apply the fix; suggestions may not be applied."""
    return bool(fix.edits) and fix.safety is not Safety.DISPLAY


def _fix(fix: Fix, raw: Raw) -> Object:
    needed = f"; add {', '.join(f'`{line}`' for line in fix.imports)}" if fix.imports else ""
    edits: dict[str, list[Value]] = {}
    for group in by_source(fix.edits).values():
        for edit in map(raw.edit, group):
            replacement: Object = {"deletedRegion": region(edit.span), "insertedContent": {"text": edit.text}}
            edits.setdefault(edit.span.path, []).append(replacement)
    changes: list[Value] = [
        {"artifactLocation": artifact(path), "replacements": replacements} for path, replacements in edits.items()
    ]
    return {"description": {"text": f"{fix.title}{_SAFETIES[fix.safety]}{needed}"}, "artifactChanges": changes}


def _suppression(suppression: Suppression, raw: Raw) -> Object:
    return {
        "kind": "inSource",
        "justification": suppression.reason,
        "location": location(suppression.span, raw),
    }


def _properties(finding: Finding) -> Object:
    evidence = finding.evidence
    told: Object = {"confidence": finding.confidence.value, "function": finding.function}
    if evidence:
        told["evidence"] = {"verdict": evidence.verdict, "text": evidence.text, "command": evidence.command}
    return told


ROOT = "%SRCROOT%"
"""What relative addresses are relative to: the root of the repository, by the name GitHub uses."""

_DRIVE = re.compile("[A-Za-z]:/")


def location(span: Span, raw: Raw, text: str = "") -> Object:
    """Returns a location in the stored file, for a notebook in its JSON text, with a text."""
    place = raw.span(span)
    physical: Object = {"artifactLocation": artifact(place.path), "region": region(place)}
    return {"physicalLocation": physical, **({"message": {"text": text}} if text else {})}


def artifact(path: str) -> Object:
    """Returns a file by its percent-encoded address: relative to the root, or absolute if it is not below it."""
    # A name that is not UTF-8 contains lone surrogates, which Python writes back like this.
    encoded = quote(path.encode("utf-8", "surrogatepass"), safe="/")
    if path.startswith("/"):
        return {"uri": f"file://{encoded}"}
    if _DRIVE.match(path):
        return {"uri": f"file:///{path[0]}:{encoded[4:]}"}
    return {"uri": encoded, "uriBaseId": ROOT}


def region(span: Span) -> Object:
    """Returns a range of a file."""
    return {
        "startLine": span.start.line,
        "startColumn": span.start.column,
        "endLine": span.end.line,
        "endColumn": span.end.column,
    }
