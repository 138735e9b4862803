"""What an editor shows over traced defs and findings: hovers and code lenses. Decides nothing about tracing."""

from __future__ import annotations

from tflint_autograph.engine.session import TracedDef
from tflint_autograph.model.finding import Finding
from tflint_autograph.report.pages import address, command
from tflint_autograph.rules.api import Rule, load


def traced(each: TracedDef) -> str:
    """Why a def is traced, as Markdown: one line a step of the chain, the root first."""
    how = "" if each.trace.converted else ", not converted by AutoGraph"
    head = f"**traced**: `{each.name}` (confidence {each.trace.confidence.value}{how})"
    steps = [f"- {step.text} ({step.span.path}:{step.span.start.line})" for step in each.trace.steps]
    return "\n".join([head, "", *steps])


def lens(each: TracedDef) -> str:
    """The same in a few words, to be above the def."""
    if len(each.trace.steps) < 2:
        return f"traced: {each.trace.root}"
    caller = each.trace.steps[-1].text.split("`")[1]
    return f"traced via {caller}"


def explained(finding: Finding, rule_url: str) -> str:
    """A finding with its note, its help and the head of its rule's page, as Markdown; at its end the way to the rest of it."""
    rule = _rule(finding.code)
    parts = [f"**{finding.code}** {finding.name}: {finding.message}"]
    parts += [text for text in (finding.note, f"help: {finding.help}" if finding.help else "") if text]
    if rule is not None:
        heading, text = rule.page.sections[0]
        parts += [f"---\n#### {heading}\n\n{text.strip()}"]
    page = address(rule_url, finding.code, finding.name)
    return "\n\n".join([*parts, f"[{finding.code}]({page})" if page else f"`{command(finding.code)}`"])


def summary(code: str) -> str:
    """Code, name and first sentence of a rule's page, with a blank behind it; empty for a code that is no rule's."""
    rule = _rule(code)
    return f"{code} {rule.name}: {rule.page.summary}. " if rule is not None else ""


def _rule(code: str) -> Rule | None:
    return next((rule for rule in load() if rule.code == code), None)
