"""`confirm`: what of its own options it refuses before anything is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tflint_autograph.cli.main import run


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--timeout", "0"], "error: unknown value `0` in --timeout\n  write a number above 0\n"),
        (["--timeout", "nan"], "error: unknown value `nan` in --timeout\n  write a number above 0\n"),
        (["--timeout", "inf"], "error: unknown value `inf` in --timeout\n  write a number above 0\n"),
        (["--search", "-1"], "error: unknown value `-1` in --search\n  write a number above 0\n"),
        (["--memory", "0"], "error: unknown value `0` in --memory\n  write a number above 0\n"),
        (["--run", "train.py 'x"], "error: `train.py 'x` in --run is no command line: no closing quotation\n"),
        (["--run", "train.py"], "error: train.py in --run does not exist\n  name a Python file, or `-m` and a module\n"),
        (["--run", "-m"], "error: `-m` in --run needs a module\n"),
        (
            ["--run", "here.py", "--function", "m.f"],
            "error: `--run` replays the calls of a program, of which `--function` makes no use\n  take one of them\n",
        ),
        (
            ["--run", "here.py", "--show-autograph"],
            "error: `--run` replays the calls of a program, of which `--show-autograph` makes no use\n  take one of them\n",
        ),
    ],
)
def test_what_cannot_be_done_is_an_error_of_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    (tmp_path / "here.py").write_text("")
    monkeypatch.chdir(tmp_path)
    assert run(["confirm", *arguments]) == 2
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", said)
