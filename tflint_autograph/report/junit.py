"""The `junit` format: a failed test for each finding, for CI servers that list tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from tflint_autograph.model.finding import Finding, Problem
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.report import Report
from tflint_autograph.report import order
from tflint_autograph.report.place import line_place, one_line, place
from tflint_autograph.report.raw import Raw

# XML 1.0 has no way to write these, not even as a reference; `one_line` has escaped the other ones it lacks.
_NOT_XML = re.compile("[\ufffe\uffff]")
_START = Position(1, 1)

Entry = Finding | Problem


def render(report: Report) -> str:
    """Returns an XML document with a final newline: a suite for each file, and one passed test if there are no findings."""
    entries: list[Entry] = [*order.findings(report), *order.problems(report)]
    failures, errors = len(report.findings), len(report.problems)
    root = Element("testsuites", _counts("tflint-autograph", max(1, failures + errors), failures, errors))
    raw = Raw(report)
    for path, group in groupby(sorted(entries, key=lambda entry: entry.span.path), key=lambda entry: entry.span.path):
        _suite(root, path, list(group), raw)
    if not entries:
        suite = SubElement(root, "testsuite", _counts("tflint-autograph", 1, 0, 0))
        SubElement(suite, "testcase", {"name": "no findings", "classname": "tflint-autograph", "time": "0"})
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _suite(root: Element, path: str, entries: Sequence[Entry], raw: Raw) -> None:
    failures = sum(isinstance(entry, Finding) for entry in entries)
    suite = SubElement(root, "testsuite", _counts(path, len(entries), failures, len(entries) - failures))
    for entry in entries:
        _case(suite, entry, raw.span(entry.span))


def _counts(name: str, tests: int, failures: int, errors: int) -> dict[str, str]:
    return {
        "name": _text(name),
        "tests": str(tests),
        "failures": str(failures),
        "errors": str(errors),
        "skipped": "0",
        "time": "0",
    }


def _case(suite: Element, entry: Entry, span: Span) -> None:
    # Readers tell tests apart by class and name: the place keeps two findings of one rule in one file from being one.
    where = place(Span("", entry.span.start, _START, entry.span.cell)).lstrip(":")
    word = f"{entry.code} {entry.name}" if isinstance(entry, Finding) else entry.kind.value
    names = {"name": f"{word} at {where}", "classname": _text(entry.span.path), "file": _text(entry.span.path)}
    case = SubElement(suite, "testcase", {**names, "line": str(span.start.line), "time": "0"})
    if isinstance(entry, Finding):
        result = SubElement(case, "failure", {"message": _text(entry.message), "type": entry.severity.value})
    else:
        result = SubElement(case, "error", {"message": _text(entry.message), "type": entry.kind.value})
    result.text = "\n".join(_text(line) for line in _details(entry))


def _details(entry: Entry) -> Iterator[str]:
    yield f"{place(entry.span)}: {entry.message}"
    if isinstance(entry, Problem):
        yield from (f"help: {entry.hint}",) if entry.hint else ()
        return
    if entry.note:
        yield f"note: {entry.note}"
    for label in entry.labels:
        yield f"note: {label.text} ({line_place(label.span)})"
    for step in entry.trace.steps if entry.trace else ():
        yield f"why traced: {step.text} ({line_place(step.span)})"
    if entry.help:
        yield f"help: {entry.help}"
    if entry.fix:
        yield f"{entry.fix.safety.value} fix: {entry.fix.title}"
    if entry.evidence:
        yield f"{entry.evidence.verdict}: {entry.evidence.text} ({entry.evidence.command})"


def _text(text: str) -> str:
    return _NOT_XML.sub(lambda match: f"\\u{ord(match[0]):04x}", one_line(text))
