"""The extension in a shell of IPython, as on a terminal and with the identities that an editor gives its cells."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

from tests.ipython.test_cells import IMPORT, MENDED, PRINTS, TRACED
from tests.programs import write
from tflint_autograph.ipython.checking import Checker

LOAD = "%load_ext tflint_autograph"



@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InteractiveShell]:
    # What the cells do is no matter here, only what they say.
    monkeypatch.setitem(sys.modules, "tensorflow", SimpleNamespace(function=lambda f: f, print=print))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / ".ipython"))
    monkeypatch.chdir(tmp_path)
    limit = sys.getrecursionlimit()
    made: Any = InteractiveShell()  # type: ignore[no-untyped-call]
    made.run_cell(LOAD, store_history=True)
    yield made
    made.run_cell("%unload_ext tflint_autograph")
    made.restore_sys_module_state()
    assert sys.getrecursionlimit() == limit


def run(shell: Any, text: str, identity: str | None = None) -> Any:
    return shell.run_cell(text, store_history=True, cell_id=identity)


def test_a_finding_is_shown_under_the_cell_that_brings_it(shell: InteractiveShell, capsys: pytest.CaptureFixture[str]) -> None:
    run(shell, f"{IMPORT}\n{PRINTS}")
    assert capsys.readouterr().out == ""
    run(shell, TRACED)
    assert capsys.readouterr().out.splitlines() == [
        "tflint: 1 finding",
        "  TFA101 In [2], line 3: `print` runs only at trace time, not on every call",
        "    runs once per trace, not once per call",
        "    traced: tf.function → step → helper",
        "    help: use `tf.print`",
    ]
    run(shell, "x = 1")
    assert capsys.readouterr().out == ""
    run(shell, MENDED)
    run(shell, TRACED)
    assert capsys.readouterr().out == ""


def test_a_cell_that_is_run_again_says_again_what_is_left_in_it(shell: InteractiveShell, capsys: pytest.CaptureFixture[str]) -> None:
    run(shell, IMPORT, "a")
    run(shell, PRINTS, "b")
    for _ in range(2):
        run(shell, TRACED, "c")
        assert "TFA101 In [3], line 2" in capsys.readouterr().out
    run(shell, MENDED, "b")
    run(shell, TRACED, "c")
    assert capsys.readouterr().out == ""


def test_off_on_one_cell_and_the_whole_session(shell: InteractiveShell, capsys: pytest.CaptureFixture[str]) -> None:
    run(shell, "%tflint off")
    run(shell, f"{IMPORT}\n{PRINTS}\n{TRACED}")
    assert capsys.readouterr().out == ""
    run(shell, f"%%tflint\n{TRACED}\nstep(1)")
    out = capsys.readouterr().out
    # The value of the last line is that of the cell, and the table comes behind it.
    assert out.startswith("1\n")
    assert re.search(r"1\ntflint: 1 finding\n", out[2:])
    run(shell, "%%tflint\nx = 3")
    assert capsys.readouterr().out == "tflint: no findings in this cell\n"
    run(shell, "%tflint")
    assert "TFA101 In [3], line 3" in capsys.readouterr().out
    run(shell, "%tflint on")
    run(shell, TRACED.replace("helper(x)", "print(x)"))
    assert "TFA101 In [8], line 3" in capsys.readouterr().out
    run(shell, "%tflint perhaps")
    assert "`%tflint perhaps` means nothing" in capsys.readouterr().err


def test_an_error_of_a_cell_is_its_own_and_its_line_is_the_one_of_the_editor(shell: InteractiveShell, capsys: pytest.CaptureFixture[str]) -> None:
    result = run(shell, "%%tflint\nx = 1\n1 / 0")
    assert isinstance(result.error_in_exec, ZeroDivisionError)
    out = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)
    assert "----> 3 1 / 0" in out
    assert out.count("ZeroDivisionError") == 2
    assert run(shell, "x").result == 1


def test_a_bug_of_ours_is_one_line_and_the_cell_keeps_its_value(
    shell: InteractiveShell, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: Checker) -> None:
        raise RuntimeError("oops")

    monkeypatch.setattr(Checker, "check", fails)
    assert run(shell, "1 + 1").result == 2
    assert run(shell, "2 + 2").success
    assert capsys.readouterr().err == "tflint: a bug of ours, please report it: RuntimeError: oops\n"


def test_a_configuration_that_cannot_be_used_is_told_once(tmp_path: Path, shell: InteractiveShell, capsys: pytest.CaptureFixture[str]) -> None:
    run(shell, "%unload_ext tflint_autograph")
    write(tmp_path, {"pyproject.toml": "[tool.tflint-autograph]\nignored = []\n"})
    run(shell, LOAD)
    assert run(shell, "1 + 1").result == 2
    assert capsys.readouterr().err == "tflint: unknown key `ignored` in pyproject.toml:2 (did you mean `ignore`?)\n"


def test_cells_that_were_run_before_are_known(shell: InteractiveShell, capsys: pytest.CaptureFixture[str]) -> None:
    run(shell, "%unload_ext tflint_autograph")
    run(shell, f"{IMPORT}\n{PRINTS}\n{TRACED}")
    assert capsys.readouterr().out == ""
    assert "tflint" not in shell.magics_manager.magics["line"]
    run(shell, LOAD)
    assert "TFA101 In [3], line 3" in capsys.readouterr().out
