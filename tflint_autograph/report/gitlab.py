"""The `gitlab` format: a Code Quality report, whose entries GitLab compares by fingerprint. Contains no call path and no fix."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

from tflint_autograph.model.levels import Severity
from tflint_autograph.model.location import Span
from tflint_autograph.model.report import Report
from tflint_autograph.report import order
from tflint_autograph.report.document import Object, Value
from tflint_autograph.report.pages import reference
from tflint_autograph.report.raw import Raw, cell_words

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(report: Report) -> str:
    """Returns a JSON array with a final newline. No two entries share a fingerprint, since GitLab would drop one of them."""
    return json.dumps([*_findings(report), *_problems(report)], indent=2) + "\n"


def _findings(report: Report) -> list[Value]:
    raw = Raw(report)
    return [
        {
            "type": "issue",
            "check_name": finding.code,
            "description": f"{cell_words(finding.span)}{finding.code}: {finding.message}",
            "content": {"body": "\n\n".join(filter(None, (finding.note, finding.help, reference(report.rule_url, finding.code, finding.name))))},
            "categories": ["Bug Risk"],
            "severity": _SEVERITIES[finding.severity],
            "fingerprint": finding.fingerprint,
            "location": _location(raw.span(finding.span)),
        }
        for finding in order.findings(report)
    ]


def _problems(report: Report) -> list[Value]:
    raw = Raw(report)
    seen: Counter[tuple[str, ...]] = Counter()
    entries: list[Value] = []
    for problem in order.problems(report):
        words = (problem.kind.value, problem.span.path, problem.message)
        entries.append(
            {
                "type": "issue",
                "check_name": problem.kind.value,
                "description": f"{cell_words(problem.span)}{problem.kind.value}: {problem.message}",
                "content": {"body": problem.hint},
                "categories": ["Compatibility"],
                "severity": "critical",
                "fingerprint": _digest((*words, str(seen[words]))),
                "location": _location(raw.span(problem.span)),
            }
        )
        seen[words] += 1
    return entries


def _location(span: Span) -> Object:
    ends = (("begin", span.start), ("end", span.end))
    return {
        "path": span.path,
        "positions": {name: {"line": end.line, "column": end.column} for name, end in ends},
    }


def _digest(words: tuple[str, ...]) -> str:
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:16]
