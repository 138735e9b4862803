"""The `html` page of a project with many findings, in headless Chromium: files that open, views, sizes of a phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.report.browsing import becomes, choose, on_screen, press, visible
from tests.report.sample_report import APPEND, HELPERS, PRINT, RANGE, TRAIN
from tflint_autograph.model.fingerprint import with_fingerprints
from tflint_autograph.model.report import Report
from tflint_autograph.report import html

MANY = 191
LONG = "pkg/" + "a_folder_with_a_long_name/" * 3


def large() -> Report:
    """As many findings as a project that is new to the linter has, of three rules, in forty files of long names."""
    kinds = (PRINT, replace(APPEND, note="appends `x` to `seen` once per trace"), RANGE)
    findings = []
    for number in range(MANY):
        path = f"{LONG}module_{number % 40:02}.py"
        finding = kinds[number % 3]
        message = f"{finding.message}, the {number}th" + (" and only needle" if number == 150 else "")
        findings.append(replace(finding, message=message, span=replace(finding.span, path=path), labels=()))
    sources = {(finding.span.path, None): HELPERS for finding in findings}
    return Report(with_fingerprints(findings), sources=(*sources.items(), (("pkg/train.py", None), TRAIN)))


@pytest.fixture
def project(started: Chrome, tmp_path: Path) -> Iterator[Chrome]:
    """The page of the large report, opened as wide as a screen."""
    file = tmp_path / "report.html"
    file.write_text(html.render(large()), encoding="utf-8")
    started.get("about:blank")
    started.get(file.as_uri())
    yield started
    started.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert started.get_log("browser") == []  # type: ignore[no-untyped-call]


def test_many_findings_are_a_list_of_files(project: Chrome) -> None:
    assert visible(project) == []
    files = project.find_elements(By.CSS_SELECTOR, "details.file > summary")
    assert len(files) == 40
    assert files[0].text.splitlines()[0].startswith(f"{LONG}module_00.py")
    assert project.execute_script("return document.documentElement.scrollHeight") < 40 * 70 + 500
    files[1].click()
    assert len(visible(project)) == 5
    everything = project.find_element(By.CSS_SELECTOR, "button.all")
    everything.click()
    assert len(visible(project)) == MANY
    becomes(lambda: everything.text, "Close all")
    everything.click()
    assert visible(project) == []


def test_a_search_after_scrolling_brings_its_match_to_the_screen(project: Chrome) -> None:
    project.find_element(By.CSS_SELECTOR, "button.all").click()
    project.execute_script("scrollTo(0, document.documentElement.scrollHeight)")
    project.find_element(By.NAME, "text").send_keys("only needle")
    assert len(visible(project)) == 1
    assert project.find_element(By.CLASS_NAME, "count").text == f"1 of {MANY} shown"
    assert on_screen(project, "article.finding:not([hidden])")


@pytest.mark.parametrize("far", [0, 3000])
def test_a_filter_opens_what_it_leaves_and_clearing_closes_it_again(project: Chrome, far: int) -> None:
    project.find_elements(By.CSS_SELECTOR, "details.file > summary")[2].click()
    project.execute_script("scrollTo(0, arguments[0])", far)
    choose(project, "path", f"{LONG}module_07.py")
    assert len(visible(project)) == 5
    assert on_screen(project, "article.finding:not([hidden])")
    choose(project, "rule", "TFA503")
    assert set(visible(project)) == {"TFA503"}
    (file,) = [each for each in project.find_elements(By.CSS_SELECTOR, "details.file > summary") if each.is_displayed()]
    assert f"{len(visible(project))} of 5 shown" in file.text
    press(project, Keys.ESCAPE)
    becomes(lambda: len(visible(project)), 5)
    assert project.find_element(By.CLASS_NAME, "count").text == f"{MANY} shown"


def test_a_filter_that_leaves_much_keeps_the_files_closed(project: Chrome) -> None:
    choose(project, "rule", "TFA101")
    assert visible(project) == []
    assert project.find_element(By.CLASS_NAME, "count").text == f"64 of {MANY} shown"


def test_walking_opens_the_files(project: Chrome) -> None:
    for _ in range(6):
        press(project, "j")
    assert project.switch_to.active_element.get_dom_attribute("data-path") == f"{LONG}module_01.py"
    assert on_screen(project, "article.finding:focus")
    press(project, "k")
    assert project.switch_to.active_element.get_dom_attribute("data-path") == f"{LONG}module_00.py"


def test_a_link_to_a_finding_opens_its_file(project: Chrome) -> None:
    finding = large().findings[100]
    project.execute_script("location.hash = arguments[0]", f"#finding-{finding.fingerprint}")
    article = project.find_element(By.ID, f"finding-{finding.fingerprint}")
    becomes(article.is_displayed, True)


def test_pages_of_rules_are_a_view_of_their_own(project: Chrome) -> None:
    page = project.find_element(By.ID, "rule-TFA503")
    assert not page.is_displayed()
    project.find_element(By.CSS_SELECTOR, "button.all").click()
    project.execute_script("scrollTo(0, 5000)")
    project.execute_script("document.querySelectorAll('article[data-rule=TFA503] a.rule')[9].click()")
    becomes(page.is_displayed, True)
    assert page.get_attribute("open")
    assert visible(project) == []
    assert not project.find_element(By.CSS_SELECTOR, "form.filters").is_displayed()
    assert 0 <= page.rect["y"] - project.execute_script("return scrollY") < 200
    assert project.find_element(By.LINK_TEXT, f"{MANY} findings").is_displayed()
    project.back()
    becomes(page.is_displayed, False)
    assert project.execute_script("return scrollY") == 5000
    project.find_element(By.LINK_TEXT, "3 rules").click()
    becomes(page.is_displayed, True)
    headings = [each.text for each in project.find_elements(By.CSS_SELECTOR, ".rule-page > summary")]
    assert [text.split()[0] for text in headings] == ["TFA101", "TFA401", "TFA503"]
    assert headings[0] == "TFA101 python-print: A call of print or of another Python writer in traced code"


def test_words_with_code_in_them_stay_on_their_line(project: Chrome) -> None:
    project.find_element(By.CSS_SELECTOR, "button.all").click()
    rows = project.find_elements(By.CSS_SELECTOR, "article[data-rule=TFA503] .frame .row")
    note = project.find_element(By.CSS_SELECTOR, "article[data-rule=TFA503] .frame .note")
    assert note.text.strip() == "appends x to seen once per trace"
    assert note.rect["height"] < 1.5 * rows[0].rect["height"]


@pytest.mark.parametrize("width", [320, 390])
def test_nothing_is_wider_than_a_phone(project: Chrome, width: int) -> None:
    size = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    project.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    project.refresh()
    wide = "return [document.documentElement.scrollWidth, innerWidth]"
    assert project.execute_script(wide) == [width, width]
    project.execute_script("document.querySelectorAll('details').forEach((block) => { block.open = true; })")
    assert project.execute_script(wide) == [width, width]
    note = project.find_element(By.CSS_SELECTOR, ".frame .note").rect
    assert note["x"] >= 0
    assert note["x"] + note["width"] <= width
    project.execute_script("location.hash = '#rules'")
    becomes(project.find_element(By.ID, "rule-TFA503").is_displayed, True)
    assert project.execute_script(wide) == [width, width]


def test_on_paper_everything_is_open(project: Chrome) -> None:
    project.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert len(visible(project)) == MANY
    assert project.find_element(By.CSS_SELECTOR, "details.chain").get_attribute("open")
