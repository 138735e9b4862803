"""`check` with fixes: what is written where, what is said, exit codes."""

from __future__ import annotations

import io
import os
import stat
import sys
from pathlib import Path

import pytest

from tflint_autograph.cli.main import run

HEAD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n"
IDLE = f"{HEAD}    return x  # tflint: ignore[TFA101] old\n"
CLEAN = f"{HEAD}    return x\n"
FOUND = f"{HEAD}    print(x)\n    return x\n"


@pytest.fixture
def file(project: Path) -> Path:
    path = project / "a.py"
    path.write_text(IDLE)
    return path


def test_fix_writes_the_file_and_reports_what_remains(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--fix"]) == 0
    assert file.read_text() == CLEAN
    out, err = capsys.readouterr()
    assert out.startswith("No findings.")
    assert err == "Fixed 1 finding\n"
    assert run(["check", "--fix"]) == 0
    assert capsys.readouterr().err == ""


def test_what_remains_decides_about_the_exit_code(file: Path) -> None:
    file.write_text(FOUND + IDLE.replace("def f", "def g"))
    assert run(["check", "--fix", "--ignore", "TFA101"]) == 0
    assert run(["check", "--fix"]) == 1


def test_diff_writes_nothing(file: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["check", "--diff"]) == 1
    assert file.read_text() == IDLE
    out, err = capfdbinary.readouterr()
    assert out.splitlines()[:2] == [b"--- a/a.py", b"+++ b/a.py"]
    assert out.splitlines()[-2:] == [b"-    return x  # tflint: ignore[TFA101] old", b"+    return x"]
    assert err == b"Would fix 1 finding\n"


def test_diff_exits_with_0_when_there_is_none(file: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    file.write_text(FOUND.replace("print(x)", "print(x, x.op)  # comment"))
    assert run(["check", "--diff"]) == 0
    assert capfdbinary.readouterr() == (b"", b"")


def test_fix_only_says_nothing_of_what_remains(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(FOUND + IDLE.replace("def f", "def g"))
    assert run(["check", "--fix-only"]) == 0
    assert capsys.readouterr() == ("", "Fixed 1 finding\n")


def test_show_fixes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--fix", "--show-fixes"]) == 0
    assert capsys.readouterr().err == "Fixed 1 finding:\n  a.py\n    1x TFA901 unused-suppression\n"


def test_exit_non_zero_on_fix(file: Path) -> None:
    assert run(["check", "--fix", "--exit-non-zero-on-fix"]) == 1
    assert run(["check", "--fix", "--exit-non-zero-on-fix"]) == 0


def test_how_to_fix_may_stand_in_the_configuration_of_a_run_without_fixes(file: Path, project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.tflint-autograph]\nunsafe-fixes = true\nshow-fixes = true\n")
    assert run(["check", "--ignore", "TFA901"]) == 0


def test_fix_in_the_configuration(file: Path, project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.tflint-autograph]\nfix = true\nextend-unsafe-fixes = ['TFA9']\n")
    assert run(["check"]) == 1
    assert file.read_text() == IDLE
    assert run(["check", "--unsafe-fixes"]) == 0
    assert file.read_text() == CLEAN


def test_stdin_goes_to_stdout(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    data = IDLE.replace("\n", "\r\n").encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert run(["check", "--fix", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert out == CLEAN.replace("\n", "\r\n").encode()
    assert err.startswith(b"No findings.")


def test_read_only_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.chmod(0o444)
    assert run(["check", "--fix", "--output-format", "concise"]) == 2
    assert capsys.readouterr().out.splitlines()[-1] == "a.py:1:1: io: the file is read-only, so it is not fixed"
    assert file.read_text() == IDLE


def test_mode_stays_and_a_link_is_followed(file: Path, project: Path) -> None:
    file.chmod(0o755)
    real = project / "real"
    real.mkdir()
    file.rename(real / "b.txt")
    file.symlink_to(real / "b.txt")
    assert run(["check", "--fix"]) == 0
    assert file.is_symlink()
    assert (real / "b.txt").read_text() == CLEAN
    assert stat.S_IMODE(os.stat(real / "b.txt").st_mode) == 0o755
    assert [path.name for path in real.iterdir()] == ["b.txt"]


def test_diff_and_interactive(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--diff", "--interactive"]) == 2
    assert capsys.readouterr().err == "error: cannot combine `--diff` with `--interactive`\n"


def test_interactive_without_a_terminal(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--fix", "--interactive"]) == 0
    assert capsys.readouterr().err.splitlines()[0].startswith("--interactive needs a terminal")
    assert file.read_text() == CLEAN
