"""The `html` page in headless Chromium: silent console, filters, keyboard, views, sizes. Skipped where there is no Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from tests.report.sample_report import APPEND, HELPERS, PRINT, RANGE, TRAIN, sample
from tflint_autograph.model.fingerprint import with_fingerprints
from tflint_autograph.model.report import Report
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


def on_screen(browser: Chrome, selector: str) -> bool:
    """Whether the top of what the selector finds is to be seen, below the filters."""
    return bool(browser.execute_script(ON_SCREEN, selector))


ON_SCREEN = """
const box = document.querySelector(arguments[0]).getBoundingClientRect();
const form = document.querySelector("form.filters");
const bar = getComputedStyle(form).position === "sticky" ? form.getBoundingClientRect().bottom : 0;
return box.height > 0 && box.top >= bar - 1 && box.top < innerHeight - 20;
"""


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
    assert everything.text == "Close all"
    everything.click()
    assert visible(project) == []


def test_few_findings_are_shown_at_once(browser: Chrome) -> None:
    assert len(visible(browser)) == 6


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
    assert len(visible(project)) == 5
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
    assert article.is_displayed()


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


def test_pages_of_rules_are_a_view_of_their_own(project: Chrome) -> None:
    page = project.find_element(By.ID, "rule-TFA503")
    assert not page.is_displayed()
    project.find_element(By.CSS_SELECTOR, "button.all").click()
    project.execute_script("scrollTo(0, 5000)")
    project.execute_script("document.querySelectorAll('article[data-rule=TFA503] a.rule')[9].click()")
    assert page.is_displayed()
    assert page.get_attribute("open")
    assert visible(project) == []
    assert not project.find_element(By.CSS_SELECTOR, "form.filters").is_displayed()
    assert 0 <= page.rect["y"] - project.execute_script("return scrollY") < 200
    assert project.find_element(By.LINK_TEXT, f"{MANY} findings").is_displayed()
    project.back()
    assert not page.is_displayed()
    assert project.execute_script("return scrollY") == 5000
    project.find_element(By.LINK_TEXT, "3 rules").click()
    headings = [each.text for each in project.find_elements(By.CSS_SELECTOR, ".rule-page > summary")]
    assert [text.split()[0] for text in headings] == ["TFA101", "TFA401", "TFA503"]
    assert headings[0] == "TFA101 python-print: A call of print or of another Python writer in traced code"


def test_words_under_the_code_begin_where_it_does(browser: Chrome) -> None:
    article = browser.find_element(By.CSS_SELECTOR, "article[data-rule=TFA503]")
    mark = article.find_element(By.CSS_SELECTOR, "mark.primary").rect
    note = browser.execute_script(TEXT_BOX, article.find_element(By.CSS_SELECTOR, ".note:not(.of-label)"))
    assert abs(note["x"] - mark["x"]) < 2
    assert 0 < note["y"] - mark["y"] < 40


def test_words_with_code_in_them_stay_on_their_line(project: Chrome) -> None:
    project.find_element(By.CSS_SELECTOR, "button.all").click()
    rows = project.find_elements(By.CSS_SELECTOR, "article[data-rule=TFA503] .frame .row")
    note = project.find_element(By.CSS_SELECTOR, "article[data-rule=TFA503] .frame .note")
    assert note.text.strip() == "appends x to seen once per trace"
    assert note.rect["height"] < 1.5 * rows[0].rect["height"]


TEXT_BOX = """
const range = document.createRange();
range.selectNodeContents(arguments[0]);
range.setStartAfter(arguments[0].querySelector(".indent"));
return range.getBoundingClientRect().toJSON();
"""


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
    assert project.execute_script(wide) == [width, width]


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
    assert len(visible(browser)) == 6


def test_the_help_of_a_rule_opens(browser: Chrome) -> None:
    page = browser.find_element(By.ID, "rule-TFA101")
    assert page.get_attribute("open") is None
    browser.find_element(By.CSS_SELECTOR, "a[href='#rule-TFA101']").click()
    assert page.get_attribute("open")
    assert "Why it matters" in page.text


@pytest.mark.parametrize(("view", "least"), [("#findings", 20), ("#rules", 5)])
def test_every_control_has_a_name(browser: Chrome, view: str, least: int) -> None:
    browser.execute_script("location.hash = arguments[0]", view)
    controls = browser.find_elements(By.CSS_SELECTOR, "select, input, button, svg, a, summary")
    names = [each.accessible_name for each in controls if each.is_displayed()]
    assert len(names) > least
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
