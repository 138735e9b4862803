"""Rules in SARIF (3.49), with their pages as help."""

from __future__ import annotations

from tflint_autograph.model.levels import Severity
from tflint_autograph.model.report import Report
from tflint_autograph.report.document import Object
from tflint_autograph.report.pages import address, command
from tflint_autograph.rules.api import Rule, load

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
"""The words of SARIF (3.27.10) for severities."""

# GitHub's own words, and its name for what is less than a warning.
_SEVERITIES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "recommendation"}
_GROUPS = {
    "TFA1": "python-effects",
    "TFA2": "control-flow",
    "TFA3": "tensors-as-python-values",
    "TFA4": "retracing",
    "TFA5": "state",
    "TFA9": "suppression-comments",
}


def descriptors(report: Report) -> list[Object]:
    """Returns every rule by its code, and a bare entry for an unknown code in the report."""
    known = {rule.code: rule for rule in load()}
    names = {finding.code: finding.name for finding in report.findings if finding.code not in known}
    bare: list[Object] = [{"id": code, "name": pascal_case(name)} for code, name in sorted(names.items())]
    return [*(_descriptor(rule, report.rule_url) for rule in known.values()), *bare]


def pascal_case(name: str) -> str:
    """Returns `PythonPrint` for `python-print`."""
    return "".join(word.capitalize() for word in name.split("-"))


def _descriptor(rule: Rule, rule_url: str) -> Object:
    url = address(rule_url, rule.code, rule.name)
    end = "" if url else f"\n`{command(rule.code)}` prints this page.\n"
    page = f"# {rule.code} {rule.name}\n\n{rule.page.summary}.\n\n{rule.page.markdown}{end}"
    return {
        "id": rule.code,
        "name": pascal_case(rule.name),
        "shortDescription": {"text": f"{rule.page.summary}."},
        "fullDescription": {"text": f"{rule.page.summary}."},
        "help": {"text": page, "markdown": page},
        **({"helpUri": url} if url else {}),
        "defaultConfiguration": {"enabled": rule.default, "level": LEVELS[rule.severity]},
        "properties": {
            "precision": rule.confidence.value,
            "problem.severity": _SEVERITIES[rule.severity],
            "tags": ["tensorflow", "autograph", _GROUPS[rule.code[:4]]],
        },
    }
