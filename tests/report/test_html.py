"""The `html` format: what it holds, and that it stays shut to the user's own words. `test_html_browser` opens it."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given, settings

from tests.report.read_back import page
from tests.report.report_strategies import reports
from tests.report.sample_report import APPEND, HELPERS, PRINT, WIDE_PRINT, assert_golden, one, sample, span
from tflint_autograph.model.finding import Evidence, Label
from tflint_autograph.model.report import Report
from tflint_autograph.report import html

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'</style></title>&amp;'
TAGS = {
    "a", "article", "body", "button", "code", "del", "details", "em", "form", "h1", "h2", "h3", "h4", "head", "header", "html",
    "input", "ins", "kbd", "label", "li", "main", "mark", "meta", "nav", "ol", "option", "p", "pre", "script", "section",
    "select", "span", "strong", "style", "summary", "table", "tbody", "td", "th", "thead", "title", "tr", "ul", "wbr",
}  # fmt: skip


def body(report: Report) -> str:
    """The page without its style, its script and the pages of rules."""
    text = html.render(report).split("<body>")[1].split("<script>")[0]
    return text.split('<section class="rules"')[0]


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
    assert all(target.startswith("#") for target in re.findall(r'href="([^"]*)"', text.split('<section class="rules"')[0]))


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


def test_the_chain_is_closed_and_told_once() -> None:
    (block,) = re.findall('<details class="chain">(.*?)</details>', body(one(PRINT, *HELPERS)))
    way = re.sub("<wbr>|</?code>", "", block.partition("</summary>")[0])
    assert way.endswith("tf.function → train.step → losses.total → loss</span>")
    steps = re.findall("<li>(.*?)</li>", block)
    assert len(steps) == 3
    assert "<code>losses.total</code> calls <code>helpers.loss</code>" in steps[2]


def test_of_a_long_way_the_ends_are_named() -> None:
    assert PRINT.trace
    steps = tuple(replace(PRINT.trace.steps[0], text=f"`m.f{number}` calls `m.g`") for number in range(9))
    (block,) = re.findall('<details class="chain">(.*?)</details>', body(one(replace(PRINT, trace=replace(PRINT.trace, steps=steps)))))
    names = re.sub("<[^>]*>", "", block.partition("</summary>")[0])
    assert names == "Why it is traced: tf.function → m.f1 → … → m.f8 → loss"
    assert block.count("<li>") == 9


def test_words_under_the_caret_are_told_without_the_source_too() -> None:
    assert '<p class="note">runs once per trace, not once per step</p>' in body(one(PRINT))


def test_a_label_in_the_frame_is_told_there_and_no_second_time() -> None:
    text = body(one(APPEND, *HELPERS))
    assert text.count("is made outside the traced function") == 1
    assert 'class="labels"' not in text
    assert 'class="labels"' in body(one(WIDE_PRINT, *HELPERS))


def test_files_are_closed_where_there_are_many_findings() -> None:
    findings = tuple(replace(PRINT, span=span("a.py", line, 1, 2)) for line in range(1, 12))
    assert '<details class="file">' in body(Report(findings=findings))
    assert '<details class="file" open>' in body(Report(findings=findings[:10]))


def test_headings_of_rules_hold_code_and_no_backticks() -> None:
    rules = html.render(one(PRINT)).split('<section class="rules"')[1]
    heading = rules.split("<summary>")[1].split("</summary>")[0]
    assert "<code>print</code>" in heading
    assert "`" not in heading


def test_fix_and_evidence() -> None:
    fixed = body(one(PRINT, *HELPERS))
    assert '<span class="line">6 -</span>    print(&quot;loss&quot;, x)</del>' in fixed
    assert '<span class="line">6 +</span>    tf.print(&quot;loss&quot;, x)</ins>' in fixed
    assert "1 element after 3 calls" in body(one(APPEND, *HELPERS))


def test_a_rule_that_is_hit_brings_its_page() -> None:
    text = html.render(one(PRINT))
    assert 'id="rule-TFA101"' in text
    assert "Why it matters</h4>" in text
    assert 'id="rule-TFA110"' not in text
