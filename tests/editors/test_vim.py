"""Vim with the recipes of docs/editors.md: the quickfix list, and ALE where the distribution's package is installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.editors.recipes import HAZARD, editor, recipe, run

ALE = Path("/usr/share/vim-ale")


def test_the_quickfix_list(tmp_path: Path) -> None:
    vim = editor("vim", "vim-nox")
    (tmp_path / "recipe.vim").write_text(recipe("vim", '" quickfix'))
    (tmp_path / "m.py").write_text(HAZARD)
    written = "writefile([json_encode(map(getqflist(), '[bufname(v:val.bufnr), v:val.lnum, v:val.col, v:val.text]'))], \"out\")"
    run([vim, "-Nu", "recipe.vim", "-es", "-c", "silent make!", "-c", f"call {written}", "-c", "qa!"], tmp_path)
    found = json.loads((tmp_path / "out").read_text())
    assert found == [["m.py", 6, 5, "TFA101 `print` runs only at trace time, not on every call"]]


def test_ale(tmp_path: Path) -> None:
    vim = editor("vim", "vim-nox")
    if not ALE.is_dir():
        pytest.skip("ALE is not installed: apt-get install vim-ale")
    (tmp_path / "m.py").write_text(HAZARD)
    (tmp_path / "script.vim").write_text(
        "set nocompatible\nlet g:ale_linters = {'python': ['tflint_autograph']}\nlet g:ale_linters_explicit = 1\n"
        f"set runtimepath^={ALE}\nfiletype plugin on\nruntime plugin/ale.vim\n{recipe('vim', 'ale#linter#Define')}\n"
        "edit m.py\nset filetype=python\nALELint\ncall ale#test#WaitForJobs(60000)\n"
        "for attempt in range(600)\n  if !empty(ale#engine#GetLoclist(bufnr('')))\n    break\n  endif\n  sleep 100m\nendfor\n"
        "call writefile([json_encode(map(copy(ale#engine#GetLoclist(bufnr(''))), '[v:val.lnum, v:val.col, v:val.text]'))], 'out')\nqa!\n"
    )
    run([vim, "-Nu", "NONE", "-es", "-S", "script.vim"], tmp_path)
    found = json.loads((tmp_path / "out").read_text())
    assert found == [[6, 5, "TFA101 `print` runs only at trace time, not on every call"]]
