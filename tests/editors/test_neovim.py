"""Neovim from the distribution's packages with the recipes of docs/editors.md, on our own examples."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.editors.recipes import HAZARD, ROOT, editor, recipe, run
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.pipeline import check_paths


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "examples" / "bad", tmp_path / "bad")
    return tmp_path


def test_the_built_in_client_shows_a_finding_and_applies_an_action(examples: Path) -> None:
    neovim = editor("nvim", "neovim")
    (examples / "recipe.lua").write_text(recipe("lua", "-- language server"))
    name = "bad/TFA101_python_print.py"
    found = [each for each in check_paths(Settings(examples), [str(examples)]).findings if each.span.path == name]
    script = str(Path(__file__).with_name("neovim.lua"))
    said = run(
        [neovim, "--headless", "-u", "NONE", "-c", f"luafile {script}", "-c", "qa!"],
        examples,
        {"TARGET": name, "COUNT": str(len(found))},
    )
    for each in found:
        assert f"at {each.span.start.line}:{each.span.start.column} {each.code} tflint-autograph" in said
    assert "came true" in said
    assert "# tflint: ignore[TFA101]" in said
    assert "gone true" in said


LOADER = """
package.preload.lint = function() return { linters = {} } end
dofile("recipe.lua")
local linter = require("lint").linters.tflint_autograph
vim.cmd("edit m.py")
local command = { 'sh', '-c', 'exec "$@" 2>/dev/null', 'sh', linter.cmd }
for _, arg in ipairs(linter.args) do table.insert(command, type(arg) == "function" and arg() or arg) end
local output = vim.fn.system(command, vim.api.nvim_buf_get_lines(0, 0, -1, true))
vim.diagnostic.set(vim.api.nvim_create_namespace("lint"), 0, linter.parser(output))
print("SAID" .. vim.json.encode(vim.diagnostic.get(0)))
vim.cmd("qa!")
"""
"""What nvim-lint does with the definition of a linter, as far as it is needed here."""


def test_the_linter_for_nvim_lint(tmp_path: Path) -> None:
    neovim = editor("nvim", "neovim")
    (tmp_path / "recipe.lua").write_text(recipe("lua", "-- nvim-lint"))
    (tmp_path / "loader.lua").write_text(LOADER)
    (tmp_path / "m.py").write_text(HAZARD)
    said = run([neovim, "--headless", "-u", "NONE", "-c", "luafile loader.lua", "-c", "qa!"], tmp_path)
    line = next(line for line in said.splitlines() if line.startswith("SAID"))
    (found,) = json.loads(line.removeprefix("SAID"))
    assert (found["lnum"], found["col"], found["end_col"], found["code"]) == (5, 4, 12, "TFA101")
    assert found["message"].splitlines()[1:] == ["runs once per trace, not once per call", "help: use `tf.print`"]
