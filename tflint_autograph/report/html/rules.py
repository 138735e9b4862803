"""The pages of the rules that were hit, as HTML. Writes no page: those are the rules' own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markdown_it import MarkdownIt

from tflint_autograph.model.finding import Finding
from tflint_autograph.report.html.text import tag, words
from tflint_autograph.rules.api import load


def help_pages(findings: Iterable[Finding]) -> Iterator[str]:
    """A closed block for each rule among the findings, in the order of their codes."""
    hit = {finding.code for finding in findings}
    rules = [rule for rule in load() if rule.code in hit]
    if not rules:
        return
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    yield '<section class="rules"><h2>The rules</h2>'
    for rule in rules:
        title = tag("summary", f"{tag('code', rule.code)} {rule.name}: {words(rule.page.summary)}")
        page = markdown.render(rule.page.markdown).replace("<h2>", "<h3>").replace("</h2>", "</h3>")
        yield tag("details", f"{title}{page}", cls="rule-page", id=f"rule-{rule.code}")
    yield "</section>"
