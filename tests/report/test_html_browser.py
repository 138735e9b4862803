"""The `html` page in headless Chromium: silent console, filters, keyboard, colours. Skipped where there is no Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from tests.report.sample_report import sample
from tflint_autograph.report import html

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(not (BROWSER and DRIVER), reason="needs chromium and chromedriver on PATH")
# Nothing of Chromium's own may go to a network either.
ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1100,1400",
)  # fmt: skip


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    options = ChromeOptions()
    options.binary_location = str(BROWSER)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for argument in (*ARGUMENTS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(argument)
    driver = Chrome(options=options, service=Service(str(DRIVER)))
    yield driver
    driver.quit()


@pytest.fixture
def browser(started: Chrome, tmp_path: Path) -> Iterator[Chrome]:
    """The page of the sample report, opened; at the end its console must have been silent."""
    file = tmp_path / "report.html"
    file.write_text(html.render(sample()), encoding="utf-8")
    started.get(file.as_uri())
    yield started
    assert started.get_log("browser") == []  # type: ignore[no-untyped-call]


def visible(browser: Chrome) -> list[str]:
    """The rules of the findings that can be seen."""
    articles = browser.find_elements(By.CSS_SELECTOR, "article.finding")
    return [str(each.get_dom_attribute("data-rule")) for each in articles if each.is_displayed()]


def choose(browser: Chrome, name: str, value: str) -> None:
    Select(browser.find_element(By.NAME, name)).select_by_value(value)


def press(browser: Chrome, keys: str) -> None:
    browser.switch_to.active_element.send_keys(keys)


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
    assert len([each for each in browser.find_elements(By.CSS_SELECTOR, "section.file") if each.is_displayed()]) == 1
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
    assert len(visible(browser)) == 6


def test_the_help_of_a_rule_opens(browser: Chrome) -> None:
    page = browser.find_element(By.ID, "rule-TFA101")
    assert page.get_attribute("open") is None
    browser.find_element(By.CSS_SELECTOR, "a[href='#rule-TFA101']").click()
    assert page.get_attribute("open")
    assert "Why it matters" in page.text


def test_every_control_has_a_name(browser: Chrome) -> None:
    names = [each.accessible_name for each in browser.find_elements(By.CSS_SELECTOR, "select, input, button, svg, a, summary")]
    assert len(names) > 10
    assert all(names)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_their_ground(browser: Chrome, scheme: str) -> None:
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    for selector in ("body", ".summary", ".badge", ".place", ".note", "mark.primary", "a.rule", ".line", "kbd", "del.row"):
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
