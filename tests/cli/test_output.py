"""Colors, glyphs and closed pipes."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from tflint_autograph.cli.output import use_color, use_unicode


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("wish", "environ", "on_terminal", "in_pipe"),
    [
        ("auto", {}, True, False),
        ("always", {"NO_COLOR": "1", "TERM": "dumb"}, True, True),
        ("never", {"FORCE_COLOR": "1"}, False, False),
        ("auto", {"NO_COLOR": "1"}, False, False),
        ("auto", {"NO_COLOR": ""}, True, False),
        ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
        ("auto", {"FORCE_COLOR": "1"}, True, True),
        ("auto", {"FORCE_COLOR": ""}, True, False),
        ("auto", {"FORCE_COLOR": "1", "TERM": "dumb"}, True, True),
        ("auto", {"TERM": "dumb"}, False, False),
        ("auto", {"TERM": "xterm"}, True, False),
    ],
)
def test_color(wish: str, environ: dict[str, str], on_terminal: bool, in_pipe: bool) -> None:
    assert use_color(wish, Terminal(), environ) is on_terminal
    assert use_color(wish, io.StringIO(), environ) is in_pipe


@pytest.mark.parametrize(
    ("encoding", "expected"), [("utf-8", True), ("UTF-8", True), ("ascii", False), ("cp1252", False)]
)
def test_unicode(encoding: str, expected: bool) -> None:
    assert use_unicode(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is expected


LONG_REPORT = """
import sys
from pathlib import Path
from dataclasses import replace
import pytest
from tests.cli.command import FOUND, fake_engine
from tflint_autograph.cli.main import run
with pytest.MonkeyPatch.context() as patch:
    fake_engine(patch, lambda: replace(FOUND, findings=FOUND.findings * 20_000))
    sys.exit(run(["check", "--isolated", "-f", sys.argv[1]]))
"""


@pytest.mark.parametrize("form", ["full", "concise"])
def test_closed_pipe_stops_quietly(form: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", LONG_REPORT, form], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stderr is not None
    assert "TFA101" in child.stdout.readline()
    child.stdout.close()
    errors = child.stderr.read()
    child.stderr.close()
    assert child.wait() == 1
    assert "Traceback" not in errors
    assert "Broken pipe" not in errors
    assert "BrokenPipeError" not in errors


def test_stream_that_knows_ascii_only() -> None:
    code = LONG_REPORT.replace("20_000", "1")
    done = subprocess.run(
        [sys.executable, "-c", code, "full"],
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": "."},
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout.isascii()
    assert b"TFA101" in done.stdout
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("form", ["full", "json"])
def test_a_full_disk_is_one_line(form: str) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([sys.executable, "-c", LONG_REPORT, form], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "error: cannot write the output: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_behind_stderr_leaves_the_exit_code() -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "tflint_autograph", "check", "missing.py"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
