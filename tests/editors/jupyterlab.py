"""A real JupyterLab with our server and our extension, driven in Chromium; run as a program it draws the picture of the documentation."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.editors.recipes import ROOT

SECONDS = 120
EXTENSION = ROOT / "editors" / "jupyterlab"
PROJECT = ROOT / "examples" / "mnist_project"
PICTURE = ROOT / "docs" / "images" / "jupyterlab.png"
CELL = ".jp-Notebook .jp-CodeCell .cm-content"
SQUIGGLE = ".cm-lintRange"
FINDINGS = 2
# What a person who starts it for the first time is asked about would lie over the cells.
QUIET = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}


@contextmanager
def jupyterlab(folder: Path, home: Path) -> Iterator[str]:
    """The address of a JupyterLab over a folder, which has its settings in `home` and no extension but what is in this environment."""
    (home / "share" / "labextensions").mkdir(parents=True)
    shutil.copytree(EXTENSION, home / "share" / "labextensions" / "tflint-autograph")
    (home / "config" / "labconfig").mkdir(parents=True)
    (home / "config" / "labconfig" / "page_config.json").write_text(json.dumps(QUIET))
    places = {"JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data", "JUPYTER_RUNTIME_DIR": "runtime", "JUPYTER_PATH": "share"}
    places |= {"JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces", "IPYTHONDIR": "ipython"}
    environ = {**os.environ, **{name: str(home / place) for name, place in places.items()}}
    port = _free_port()
    flags = ("--no-browser", "--allow-root", f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=")
    with (home / "log").open("wb") as log:
        server = subprocess.Popen([sys.executable, "-m", "jupyterlab", *flags], cwd=folder, env=environ, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        until(lambda: _answers(f"{address}/api"), "JupyterLab to answer")
        yield f"{address}/lab"
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            # In the midst of starting a kernel it may not listen; the kernel ends by itself without it.
            server.kill()
            server.wait()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False


def until(met: Callable[[], object], what: str) -> None:
    """Wait until something is so."""
    end = time.monotonic() + SECONDS
    while not met():
        if time.monotonic() > end:
            raise AssertionError(f"waited {SECONDS} s for {what}")
        time.sleep(0.1)


SQUIGGLES = """
return [...document.querySelectorAll(arguments[0])].flatMap(
  (cell, number) => [...cell.querySelectorAll(arguments[1])].map((each) => [number, each.innerText]));
"""
TEXTS = "return [...document.querySelectorAll(arguments[0])].map((each) => each.innerText);"


class Page:
    """A notebook in the browser."""

    def __init__(self, browser: Chrome, address: str, notebook: str) -> None:
        self.browser = browser
        browser.get(f"{address}/tree/{notebook}")

    def squiggles(self) -> list[tuple[int, str]]:
        """What is underlined: the number of the code cell, from 0, and the code."""
        # In one go: the editor draws its lines anew at any time.
        return [(int(number), str(text)) for number, text in self.browser.execute_script(SQUIGGLES, CELL, SQUIGGLE)]

    def texts(self) -> list[str]:
        """The code of the cells that are on the screen."""
        return [str(text) for text in self.browser.execute_script(TEXTS, CELL)]

    def _squiggle(self, number: int) -> WebElement:
        return self.browser.find_elements(By.CSS_SELECTOR, CELL)[number].find_element(By.CSS_SELECTOR, SQUIGGLE)

    def point_at(self, number: int, *, modifier: str = "") -> None:
        """Move the mouse to what is underlined first in a cell, with a key held down."""
        found = self._squiggle(number)
        chain = ActionChains(self.browser)
        if modifier:
            chain.key_down(modifier)
        chain.move_to_element_with_offset(found, -60, 0)
        for _ in range(3):
            chain.pause(0.2).move_by_offset(3, 0)
        chain.perform()

    def shown(self, selector: str, words: str) -> None:
        """Wait until something is shown that holds the words."""
        until(lambda: any(words in text for text in self.browser.execute_script(TEXTS, selector)), f"`{words}` in {selector}")

    def fixes(self, number: int) -> list[WebElement]:
        """Ask for the fixes where the first underlined code of a cell is."""
        found = self._squiggle(number)
        ActionChains(self.browser).move_to_element_with_offset(found, -60, 0).click().pause(0.5).perform()
        ActionChains(self.browser).key_down(Keys.ALT).send_keys(Keys.ENTER).key_up(Keys.ALT).perform()
        until(lambda: self._items(), "the menu of fixes")
        return self._items()

    def _items(self) -> list[WebElement]:
        return self.browser.find_elements(By.CSS_SELECTOR, ".tflint-fixes .lm-Menu-item")


def draw() -> None:
    """Write the picture of the documentation."""
    from tests.report.conftest import opened

    with tempfile.TemporaryDirectory() as temporary:
        home, folder = Path(temporary, "home"), Path(temporary, "mnist_project")
        shutil.copytree(PROJECT, folder)
        with jupyterlab(folder, home) as address, contextmanager(opened)(home / "profile") as browser:
            browser.set_window_size(1200, 860)
            page = Page(browser, address, "notebook.ipynb")
            until(lambda: len(page.squiggles()) == FINDINGS, "findings in the cells")
            page.fixes(2)
            # Away from the code, whose explanation would lie over it.
            ActionChains(browser).move_by_offset(-200, -250).pause(1).perform()
            browser.save_screenshot(str(PICTURE))


if __name__ == "__main__":
    draw()
