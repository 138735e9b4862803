"""The pages of the rules with findings, as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from markdown_it import MarkdownIt

from tflint_autograph.model.finding import Finding
from tflint_autograph.report.html.text import prose, tag
from tflint_autograph.rules.api import Rule, load

_HEADING = re.compile(r"(</?h)(\d)>")


def hit(findings: Iterable[Finding]) -> tuple[Rule, ...]:
    """Returns the rules among the findings, sorted by code."""
    codes = {finding.code for finding in findings}
    return tuple(rule for rule in load() if rule.code in codes)


def pages(rules: Sequence[Rule]) -> Iterator[str]:
    """Yields a collapsed block for each rule, in a separate view."""
    if not rules:
        return
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    yield '<section class="rules" id="rules"><h2>The rules</h2>'
    for rule in rules:
        title = tag("h3", f"{tag('code', rule.code)} {rule.name}: {prose(rule.page.summary)}")
        # The sections of a page are two levels below the heading of the view.
        page = _HEADING.sub(lambda match: f"{match[1]}{min(6, int(match[2]) + 2)}>", markdown.render(rule.page.markdown))
        yield tag("details", f"{tag('summary', title)}{page}", cls="rule-page", id=f"rule-{rule.code}")
    yield "</section>"
