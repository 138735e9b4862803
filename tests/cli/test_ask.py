"""`--fix --interactive` on a terminal of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.command import COMMAND

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

import pty

HEAD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n"
FILE = f"{HEAD}    print(1, x)\n    print(2, x)\n    print(3, x)\n    return x  # tflint: ignore[TFA102]\n"


def talk(keys: Sequence[str], *options: str) -> tuple[int, str, str]:
    """Press one key at each question as soon as it is there; returns the exit code, what the terminal showed, and stdout."""
    ours, theirs = pty.openpty()
    command = [*COMMAND, "check", "--interactive", "--output-format", "concise", *options]
    process = subprocess.Popen(command, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    shown, waiting = b"", list(keys)
    try:
        while chunk := os.read(ours, 1 << 16):
            shown += chunk
            if shown.endswith(b"[q]uit: ") and waiting:
                os.write(ours, waiting.pop(0).encode())
    except OSError:
        # Linux says so when the other side has closed the terminal.
        pass
    os.close(ours)
    assert process.stdout
    out = process.stdout.read()
    return process.wait(timeout=60), shown.decode(), out.decode()


def printed(file: Path) -> list[str]:
    return [line.strip() for line in file.read_text().splitlines() if "print" in line]


@pytest.mark.parametrize(
    ("keys", "mended", "asked"),
    [("yny", (1, 3), 3), ("nnn", (), 3), ("na", (2, 3), 2), ("yq", (1,), 2), ("zxy\rnn", (1,), 6)],
)
def test_answers(project: Path, keys: str, mended: tuple[int, ...], asked: int) -> None:
    file = project / "a.py"
    file.write_text(FILE)
    code, shown, out = talk(keys)
    assert printed(file) == [f"{'tf.' if each in mended else ''}print({each}, x)" for each in (1, 2, 3)]
    assert "ignore[TFA102]" not in file.read_text()
    assert shown.count("Apply this fix?") == asked
    assert code == (1 if len(mended) < 3 else 0)
    assert out.count("TFA101") == 3 - len(mended)


def test_what_is_shown(project: Path) -> None:
    (project / "a.py").write_text(FILE)
    _, shown, _ = talk("q")
    assert "is decorated with `@tf.function`" in shown
    assert "\x1b[31m-     print(1, x)\x1b[0m" in shown
    assert "\x1b[32m+     tf.print(1, x)\x1b[0m" in shown
    assert "Fixed 1 finding" in shown


def test_colours_can_be_left_out(project: Path) -> None:
    (project / "a.py").write_text(FILE)
    _, shown, _ = talk("q", "--color", "never")
    assert "\x1b" not in shown


def test_interruption_changes_nothing(project: Path) -> None:
    file = project / "a.py"
    file.write_text(FILE)
    code, _, _ = talk("y\x03")
    assert code == 130
    assert file.read_text() == FILE


@pytest.mark.parametrize("sent", ["y\r", "y\n", "Y\r\n", "yes\r", " y"])
def test_what_is_sent_together_with_enter_is_an_answer(project: Path, sent: str) -> None:
    file = project / "a.py"
    file.write_text(FILE)
    _, shown, _ = talk([sent, "n\r", "no"])
    assert printed(file) == ["tf.print(1, x)", "print(2, x)", "print(3, x)"]
    assert shown.count("Apply this fix?") == 3


@pytest.mark.parametrize("sent", ["\x1b[A", "yn", "apply", "\r", "é"])
def test_other_keys_are_no_answer(project: Path, sent: str) -> None:
    """The key that moves up is sent as some characters, the last of which is a letter of ours."""
    file = project / "a.py"
    file.write_text(FILE)
    _, shown, _ = talk([sent, "q"])
    assert printed(file) == ["print(1, x)", "print(2, x)", "print(3, x)"]
    assert shown.count("Apply this fix?") == 2


def test_an_end_of_input_is_taken_for_quit(project: Path) -> None:
    (project / "a.py").write_text(FILE)
    _, shown, _ = talk("\x04")
    assert shown.count("Apply this fix?") == 1
