"""The `sarif` format, SARIF 2.1.0, for code scanning services and editors.

Section numbers are those of the standard (docs.oasis-open.org/sarif/sarif/v2.1.0). Its `{{` for a literal brace (3.11.5) is not written:
there are no placeholders, and readers show the doubled one.
"""

from __future__ import annotations

import json

from tflint_autograph import __version__
from tflint_autograph.model.finding import Problem
from tflint_autograph.model.report import Report
from tflint_autograph.report import order
from tflint_autograph.report.document import Object, Value
from tflint_autograph.report.raw import Raw, cell_words
from tflint_autograph.report.sarif.results import ROOT, location, result
from tflint_autograph.report.sarif.rules import descriptors

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(report: Report) -> str:
    """Returns one run as JSON with a final newline; results by severity, so that a service with a limit keeps the most severe."""
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(report)]}, indent=2) + "\n"


def _run(report: Report) -> Object:
    raw = Raw(report)
    rules = descriptors(report)
    indices = {str(rule["id"]): index for index, rule in enumerate(rules)}
    driver: Object = {
        "name": "tflint-autograph",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [*rules],
    }
    return {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the repository."}}},
        "invocations": [_invocation(report, raw)],
        "results": [result(finding, indices[finding.code], raw) for finding in order.worst_first(report)],
    }


def _invocation(report: Report, raw: Raw) -> Object:
    problems = order.problems(report)
    notifications: list[Value] = [_notification(problem, raw) for problem in problems]
    return {
        "executionSuccessful": all(problem.kind.exit_code < 2 for problem in problems),
        "exitCode": report.exit_code,
        "toolExecutionNotifications": notifications,
    }


def _notification(problem: Problem, raw: Raw) -> Object:
    sentences = f"{cell_words(problem.span)}{problem.message}{f'. {problem.hint}' if problem.hint else ''}"
    return {
        "descriptor": {"id": problem.kind.value},
        "level": "error",
        "message": {"text": sentences},
        "locations": [location(problem.span, raw)],
    }
