"""The `html` page in headless Chromium: silent console, filters, keyboard, colours. Skipped where there is no Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.report.browsing import becomes, choose, press, visible
from tests.report.sample_report import sample
from tflint_autograph.report import html


@pytest.fixture
def browser(started: Chrome, tmp_path: Path) -> Iterator[Chrome]:
    """The page of the sample report, opened; at the end its console must have been silent."""
    file = tmp_path / "report.html"
    file.write_text(html.render(sample()), encoding="utf-8")
    started.get(file.as_uri())
    yield started
    assert started.get_log("browser") == []  # type: ignore[no-untyped-call]


def test_few_findings_are_shown_at_once(browser: Chrome) -> None:
    assert len(visible(browser)) == 6


def test_the_chain_is_told_once_when_it_is_opened(browser: Chrome) -> None:
    article = browser.find_element(By.CSS_SELECTOR, "article[data-rule=TFA503]")
    chain = article.find_element(By.CSS_SELECTOR, "details.chain")
    closed = chain.text
    assert "tf.function → train.step → losses.total → loss" in closed.replace("\n", " ")
    assert "is decorated with" not in closed
    chain.find_element(By.TAG_NAME, "summary").click()
    assert chain.text.count("is decorated with") == 1
    assert chain.text.count("losses.total calls helpers.loss") == 1
    assert chain.find_elements(By.TAG_NAME, "svg") == []


def test_words_under_the_code_begin_where_it_does(browser: Chrome) -> None:
    article = browser.find_element(By.CSS_SELECTOR, "article[data-rule=TFA503]")
    mark = article.find_element(By.CSS_SELECTOR, "mark.primary").rect
    note = browser.execute_script(TEXT_BOX, article.find_element(By.CSS_SELECTOR, ".note:not(.of-label)"))
    assert abs(note["x"] - mark["x"]) < 2
    assert 0 < note["y"] - mark["y"] < 40


def test_code_in_words_under_the_code_stays_in_their_line(browser: Chrome) -> None:
    inside = browser.find_elements(By.CSS_SELECTOR, ".note code")
    assert inside
    assert {each.value_of_css_property("display") for each in inside} == {"inline"}


TEXT_BOX = """
const range = document.createRange();
range.selectNodeContents(arguments[0]);
range.setStartAfter(arguments[0].querySelector(".indent"));
return range.getBoundingClientRect().toJSON();
"""


def test_filters(browser: Chrome) -> None:
    assert len(visible(browser)) == 6
    choose(browser, "rule", "TFA101")
    assert visible(browser) == ["TFA101", "TFA101"]
    assert browser.find_element(By.CLASS_NAME, "count").text == "2 of 6 shown"
    choose(browser, "rule", "")
    choose(browser, "severity", "error")
    assert visible(browser) == ["TFA110", "TFA503"]
    choose(browser, "path", "pkg/helpers.py")
    assert visible(browser) == ["TFA503"]
    assert len([each for each in browser.find_elements(By.CSS_SELECTOR, "details.file") if each.is_displayed()]) == 1
    browser.find_element(By.CSS_SELECTOR, "button[type=reset]").click()
    browser.find_element(By.NAME, "text").send_keys("UNROLLED")
    assert visible(browser) == ["TFA401"]
    choose(browser, "confidence", "high")
    assert visible(browser) == []
    assert browser.find_element(By.CLASS_NAME, "none").is_displayed()


def test_keyboard(browser: Chrome) -> None:
    press(browser, "j")
    assert browser.switch_to.active_element.get_dom_attribute("data-rule") == "TFA110"
    press(browser, "j")
    assert browser.switch_to.active_element.get_dom_attribute("data-path") == "pkg/helpers.py"
    press(browser, "k")
    assert browser.switch_to.active_element.get_dom_attribute("data-rule") == "TFA110"
    press(browser, "/")
    assert browser.switch_to.active_element.get_dom_attribute("name") == "text"
    press(browser, "Outer List")
    assert visible(browser) == ["TFA503"]
    press(browser, Keys.ESCAPE)
    becomes(lambda: len(visible(browser)), 6)


def test_the_help_of_a_rule_opens(browser: Chrome) -> None:
    page = browser.find_element(By.ID, "rule-TFA101")
    assert page.get_attribute("open") is None
    browser.find_element(By.CSS_SELECTOR, "a[href='#rule-TFA101']").click()
    becomes(lambda: page.get_attribute("open"), "true")
    assert "Why it matters" in page.text


@pytest.mark.parametrize(("view", "least"), [("#findings", 20), ("#rules", 5)])
def test_every_control_has_a_name(browser: Chrome, view: str, least: int) -> None:
    browser.execute_script("location.hash = arguments[0]", view)
    becomes(lambda: browser.execute_script("return document.querySelector('nav a[aria-current=page]').hash"), view)
    controls = browser.find_elements(By.CSS_SELECTOR, "select, input, button, svg, a, summary")
    names = [each.accessible_name for each in controls if each.is_displayed()]
    assert len(names) > least
    assert all(names)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_their_ground(browser: Chrome, scheme: str) -> None:
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    for selector in ("body", ".summary", ".badge", ".place", ".note", "mark.primary", "a.rule", ".line", "kbd", "del.row", ".tally", "nav a", ".of-label"):
        assert browser.execute_script(CONTRAST, selector) >= 4.5, selector


CONTRAST = """
const light = (color) => {
  const [r, g, b] = color.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255)
    .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const element = document.querySelector(arguments[0]);
let ground = element;
while (/, 0\\)$/.test(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement;
const [high, low] = [getComputedStyle(element).color, getComputedStyle(ground).backgroundColor]
  .map(light).sort((one, other) => other - one);
return (high + 0.05) / (low + 0.05);
"""
"""The contrast of WCAG 2.1 between an element's text and what is behind it."""


@pytest.mark.parametrize("width", [360, 1100])
def test_nothing_is_cut_off(browser: Chrome, width: int, tmp_path: Path) -> None:
    size = {"width": width, "height": 1200, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert browser.save_screenshot(str(tmp_path / "page.png"))
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
