"""JupyterLab with the extra `jupyter`: the findings of a notebook in its cells, the hover, and a fix. Skipped without it or Chromium."""

from __future__ import annotations

import json
import shutil
from contextlib import contextmanager
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.editors.jupyterlab import EXTENSION, FINDINGS, PROJECT, Page, jupyterlab, until
from tests.report.conftest import opened
from tflint_autograph import __version__


def test_jupyter_finds_the_server_by_its_entry_point() -> None:
    (found,) = (each for each in entry_points(group="jupyter_lsp_spec_v1") if each.name == "tflint-autograph")
    specs = found.load()(None)
    assert specs["tflint-autograph"]["argv"][1:] == ["-m", "tflint_autograph", "server"]
    if find_spec("jupyter_lsp") is None:
        pytest.skip("jupyter-lsp is not installed: pip install 'tflint-autograph[jupyter]'")
    from jupyter_lsp.schema import LANGUAGE_SERVER_SPEC_MAP

    assert LANGUAGE_SERVER_SPEC_MAP.is_valid(specs)


def test_the_extension_names_its_file_and_has_our_version() -> None:
    manifest = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    assert manifest["version"] == __version__
    assert (EXTENSION / manifest["jupyterlab"]["_build"]["load"]).is_file()


def test_a_notebook_shows_findings_their_reasons_and_fixes(tmp_path: Path) -> None:
    for module in ("jupyterlab", "jupyterlab_lsp"):
        if find_spec(module) is None:
            pytest.skip(f"{module} is not installed: pip install 'tflint-autograph[jupyter]'")
    folder = tmp_path / "mnist_project"
    shutil.copytree(PROJECT, folder)
    with contextmanager(opened)(tmp_path / "profile") as browser, jupyterlab(folder, tmp_path / "home") as address:
        page = Page(browser, address, "notebook.ipynb")
        until(lambda: len(page.squiggles()) == FINDINGS, "findings in the cells")
        assert page.squiggles() == [(2, "np.random.normal(scale=0.05, size=image.shape)"), (2, 'strongest["last"] = tf.reduce_max(gradient)')]
        page.point_at(2)
        page.shown(".cm-tooltip-lint", "`numpy.random.normal` draws only once, at trace time\nthe same value on every call\nhelp: use `tf.random.normal`")
        page.point_at(2, modifier=Keys.CONTROL)
        page.shown(".lsp-hover", "TFA110 frozen-random")
        ActionChains(browser).key_up(Keys.CONTROL).perform()
        before = page.texts()
        fix, ignore = page.fixes(2)
        assert fix.text.startswith("TFA110: draw with `tf.random`, on every call")
        assert ignore.text == "TFA110: ignore on this line"
        fix.click()
        until(lambda: page.squiggles() == [(2, 'strongest["last"] = tf.reduce_max(gradient)')], "the finding to go")
        after = page.texts()
        assert [number for number, text in enumerate(before) if text != after[number]] == [2]
        assert "    noise = tf.cast(tf.random.normal(tf.shape(image), 0.0, 0.05), image.dtype)\n" in after[2]
