"""The browser of the tests that open the `html` page; they are skipped where there is no Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
# Nothing of Chromium's own may go to a network either.
ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1100,1400",
)  # fmt: skip


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """A Chromium without a page."""
    yield from opened(tmp_path_factory.mktemp("profile"))


def opened(profile: Path) -> Iterator[Chrome]:
    """A Chromium without a page, with its profile in this folder; skips the test where there is none."""
    if not (BROWSER and DRIVER):
        pytest.skip("needs chromium and chromedriver on PATH")
    options = ChromeOptions()
    options.binary_location = str(BROWSER)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for argument in (*ARGUMENTS, f"--user-data-dir={profile}"):
        options.add_argument(argument)
    driver = Chrome(options=options, service=Service(str(DRIVER)))
    yield driver
    driver.quit()
