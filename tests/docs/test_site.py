"""The documentation site: it builds without a warning, and reads well in a browser, on a phone too."""

from __future__ import annotations

import functools
import importlib.util
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.docs.documents import DOCS, ROOT
from tflint_autograph.rules.catalogue import codes

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

PHONE = (400, 800)
READ = ("", "tutorial/", "configuration/", "rules/", "rules/python-print/", "architecture/", "confirm/", "facts/")
"""The pages that are opened: each layout that there is, wide tables and code among them."""

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("material") is None, reason='MkDocs Material is not installed: pip install -e ".[docs]"'
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built with every warning an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environ = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SITE_URL": ""}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_rule_and_every_page_is_there(site: Path) -> None:
    pages = {path.parent.relative_to(site).as_posix() for path in site.rglob("index.html")}
    assert {f"rules/{name}" for name in codes().values()} <= pages
    assert {path.stem for path in DOCS.glob("*.md") if path.stem != "index"} <= pages


def test_the_page_of_a_rule_has_its_programs(site: Path) -> None:
    page = (site / "rules" / "python-print" / "index.html").read_text(encoding="utf-8")
    assert "TFA101 python-print" in page
    assert all(f'<h2 id="{part}"' in page for part in ("bad", "good", "fix-safety"))


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    assert 'src="http' not in page
    assert 'rel="stylesheet" href="http' not in page
    assert "url(http" not in (DOCS / "images" / "check.svg").read_text(encoding="utf-8").replace("url('http", "url(http")


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    """The address of the site on this machine."""
    handler = functools.partial(_Silent, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing: what pages fail to load, the browser says."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """A Chromium; the tests are skipped without one."""
    pytest.importorskip("selenium")
    from tests.report.conftest import opened

    yield from opened(tmp_path_factory.mktemp("profile"))


def test_pages_have_no_error_in_the_console_and_are_readable_on_a_phone(served: str, browser: Chrome) -> None:
    for width, height in (PHONE, (1280, 900)):
        browser.set_window_size(width, height)
        for page in READ:
            browser.get(served + page)
            assert browser.find_element("css selector", "h1").text
            wide = browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 1, f"{page or 'index'} is {wide} pixels too wide for {width}"
    said = browser.get_log("browser")  # type: ignore[no-untyped-call]
    errors = [entry for entry in said if entry["level"] == "SEVERE"]
    assert not errors


def test_the_search_finds_a_rule(served: str, browser: Chrome) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    browser.set_window_size(1280, 900)
    browser.get(served + "?q=frozen-random")
    WebDriverWait(browser, 20).until(lambda driver: driver.find_elements("css selector", "a.md-search-result__link"))
    found = [link.get_dom_attribute("href") for link in browser.find_elements("css selector", "a.md-search-result__link")]
    assert any("rules/frozen-random/" in str(link) for link in found)
