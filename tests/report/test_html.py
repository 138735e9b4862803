"""The `html` format: what it holds, and that it stays shut to the user's own words. `test_html_browser` opens it."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

from hypothesis import given, settings

from tests.report.read_back import page
from tests.report.report_strategies import reports
from tests.report.sample_report import APPEND, HELPERS, PRINT, assert_golden, one, sample, span
from tflint_autograph.model.finding import Evidence, Label
from tflint_autograph.model.report import Report
from tflint_autograph.report import html

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'</style></title>&amp;'
TAGS = {
    "a", "article", "body", "button", "code", "del", "details", "em", "form", "h1", "h2", "h3", "head", "header", "html",
    "input", "ins", "kbd", "label", "li", "main", "mark", "meta", "ol", "option", "p", "path", "pre", "rect", "script",
    "section", "select", "span", "strong", "style", "summary", "svg", "table", "tbody", "td", "text", "th", "thead", "title",
    "tr", "ul",
}  # fmt: skip


def body(report: Report) -> str:
    """The page without its style, its script and the pages of rules."""
    text = html.render(report).split("<body>")[1].split("<script>")[0]
    return text.split('<section class="rules">')[0]


def test_sample() -> None:
    assert_golden("html-body.html", body(sample()))


def test_nothing_is_a_whole_page() -> None:
    text = html.render(Report(findings=()))
    assert text.endswith("</html>\n")
    assert "No Python files found" in text


def test_nothing_can_be_loaded_or_sent() -> None:
    text = html.render(sample())
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert not re.search(r'(src|action)="|@import|url\(|<link', text)
    assert all(target.startswith("#") for target in re.findall(r'href="([^"]*)"', text.split('<section class="rules">')[0]))


def test_the_users_words_are_no_markup() -> None:
    finding = replace(
        PRINT, message=EVIL, note=EVIL, help=EVIL, function=EVIL, span=span(EVIL, 1, 1, 4), fingerprint=EVIL,
        labels=(Label(span(EVIL, 1, 1, 3), EVIL),), evidence=Evidence("confirmed", EVIL, EVIL),
    )  # fmt: skip
    read = page(html.render(one(finding, EVIL, EVIL)))
    assert read.tags <= TAGS
    assert "onerror" not in read.attributes
    assert html.render(one(finding, EVIL)).count("<script>") == 1


@settings(max_examples=40)
@given(reports())
def test_any_report_is_shown_and_does_nothing(report: Report) -> None:
    text = html.render(report)
    assert page(text).tags <= TAGS
    assert page(text).attributes <= page(html.render(sample())).attributes | {"open", "hidden", "role"}
    text.encode("utf-8")


def test_code_is_marked_where_the_finding_is() -> None:
    text = body(one(PRINT, *HELPERS))
    assert '<mark class="primary">print(&quot;loss&quot;, x)</mark>' in text
    assert "runs once per trace, not once per step" in text


def test_the_chain_is_drawn_and_told() -> None:
    (drawing,) = re.findall("<svg.*?</svg>", body(one(PRINT, *HELPERS)))
    parsed = ElementTree.fromstring(drawing)
    names = [text.text for text in parsed.iter("text") if text.attrib["class"] != "at"]
    assert names == ["tf.function", "train.step", "losses.total", "loss", "TFA101 python-print"]
    assert len(list(parsed.iter("path"))) == 4
    assert parsed.attrib["role"] == "img"
    assert "calls loss, traced by tf.function" in (parsed.findtext("title") or "")


def test_fix_and_evidence() -> None:
    fixed = body(one(PRINT, *HELPERS))
    assert '<span class="line">6 -</span>    print(&quot;loss&quot;, x)</del>' in fixed
    assert '<span class="line">6 +</span>    tf.print(&quot;loss&quot;, x)</ins>' in fixed
    assert "1 element after 3 calls" in body(one(APPEND, *HELPERS))


def test_a_rule_that_is_hit_brings_its_page() -> None:
    text = html.render(one(PRINT))
    assert 'id="rule-TFA101"' in text
    assert "Why it matters</h3>" in text
    assert 'id="rule-TFA110"' not in text
