"""Hovers and code lenses for traced defs and findings."""

from __future__ import annotations

from tflint_autograph.engine.session import TracedDef
from tflint_autograph.model.finding import Finding
from tflint_autograph.report.pages import address, command
from tflint_autograph.rules.api import Rule, load


def traced(each: TracedDef) -> str:
    """Returns why a def is traced, as Markdown: one line for each step, the root first."""
    how = "" if each.trace.converted else ", not converted by AutoGraph"
    head = f"**traced**: `{each.name}` (confidence {each.trace.confidence.value}{how})"
    steps = [f"- {step.text} ({step.span.path}:{step.span.start.line})" for step in each.trace.steps]
    return "\n".join([head, "", *steps])


def lens(each: TracedDef) -> str:
    """Returns why a def is traced, in a few words for a code lens."""
    if len(each.trace.steps) < 2:
        return f"traced: {each.trace.root}"
    caller = each.trace.steps[-1].text.split("`")[1]
    return f"traced via {caller}"


def explained(finding: Finding, rule_url: str) -> str:
    """Returns a finding with its note, its help and the head of its rule's page, as Markdown, with a link to the rest."""
    rule = _rule(finding.code)
    parts = [f"**{finding.code}** {finding.name}: {finding.message}"]
    parts += [text for text in (finding.note, f"help: {finding.help}" if finding.help else "") if text]
    if rule is not None:
        heading, text = rule.page.sections[0]
        parts += [f"---\n#### {heading}\n\n{text.strip()}"]
    page = address(rule_url, finding.code, finding.name)
    return "\n\n".join([*parts, f"[{finding.code}]({page})" if page else f"`{command(finding.code)}`"])


def summary(code: str) -> str:
    """Returns code, name and first sentence of a rule's page, followed by a blank; empty for an unknown code."""
    rule = _rule(code)
    return f"{code} {rule.name}: {rule.page.summary}. " if rule is not None else ""


def _rule(code: str) -> Rule | None:
    return next((rule for rule in load() if rule.code == code), None)
