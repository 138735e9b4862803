"""Emacs in batch with the recipes of docs/editors.md: flymake, and eglot where it is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.editors.recipes import HAZARD, editor, recipe, run

WAIT = """
(let ((tries 0))
  (while (and (< tries 600) (not (flymake-diagnostics))) (setq tries (1+ tries)) (accept-process-output nil 0.1)))
(dolist (each (flymake-diagnostics))
  (message "FOUND %d %s" (line-number-at-pos (flymake-diagnostic-beg each)) (flymake-diagnostic-text each)))
"""


def found(folder: Path, start: str) -> list[str]:
    emacs = editor("emacs", "emacs-nox")
    (folder / "m.py").write_text(HAZARD)
    (folder / "script.el").write_text(f"(require (quote flymake))\n{start}\n{WAIT}\n")
    # Not -Q: the start files of the distribution are what finds the packages it has installed.
    said = run([emacs, "--batch", "-l", "script.el"], folder)
    assert "Lisp error" not in said, said
    return [line.removeprefix("FOUND ") for line in said.splitlines() if line.startswith("FOUND ")]


def test_flymake(tmp_path: Path) -> None:
    start = '(find-file "m.py")\n(python-mode)\n(flymake-mode 1)\n(flymake-start)'
    lines = found(tmp_path, f"{recipe('elisp', ';; flymake')}\n{start}")
    assert lines == ["6 TFA101 `print` runs only at trace time, not on every call"]


def test_eglot(tmp_path: Path) -> None:
    editor("emacs", "emacs-nox")
    if not list(Path("/usr/share/emacs/site-lisp").glob("elpa*/eglot-*")):
        pytest.skip("eglot is not installed: apt-get install elpa-eglot")
    start = (
        '(package-initialize)\n(find-file "m.py")\n(python-mode)\n' + recipe("elisp", ";; eglot")
        + '\n(setq eglot-sync-connect t)\n(apply (quote eglot) (eglot--guess-contact))'
    )  # fmt: skip
    (line,) = found(tmp_path, start)
    assert line.startswith("6 ")
    assert "`print` runs only at trace time, not on every call" in line
