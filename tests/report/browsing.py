"""What a reader of the `html` page does, and sees of it. Opens no page."""

from __future__ import annotations

from collections.abc import Callable

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from tests.processes.stuck import wait_for


def becomes(read: Callable[[], object], expected: object) -> None:
    """Assert that what is read becomes this: the page answers links, resets and toggles only in a later task of its event loop."""
    wait_for(lambda: read() == expected, seconds=20)
    assert read() == expected


def on_screen(browser: Chrome, selector: str) -> bool:
    """Whether the top of what the selector finds is to be seen, below the filters."""
    return bool(browser.execute_script(ON_SCREEN, selector))


ON_SCREEN = """
const box = document.querySelector(arguments[0]).getBoundingClientRect();
const form = document.querySelector("form.filters");
const bar = getComputedStyle(form).position === "sticky" ? form.getBoundingClientRect().bottom : 0;
return box.height > 0 && box.top >= bar - 1 && box.top < innerHeight - 20;
"""


def visible(browser: Chrome) -> list[str]:
    """The rules of the findings that can be seen."""
    return [str(rule) for rule in browser.execute_script(VISIBLE)]


# One request of the driver, for there may be hundreds.
VISIBLE = """
return [...document.querySelectorAll("article.finding")].filter((each) => each.checkVisibility()).map((each) => each.dataset.rule);
"""


def choose(browser: Chrome, name: str, value: str) -> None:
    Select(browser.find_element(By.NAME, name)).select_by_value(value)


def press(browser: Chrome, keys: str) -> None:
    browser.switch_to.active_element.send_keys(keys)
