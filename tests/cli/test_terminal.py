"""What only a terminal gets: a bar, links, a screen that is cleared. Each program runs on a pseudo terminal."""

from __future__ import annotations

import io
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import COMMAND
from tflint_autograph.cli import progress
from tflint_autograph.cli.progress import Bar, wants_bar

HAZARD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo terminals")


class Terminal:
    """A command whose output goes to a pseudo terminal."""

    def __init__(self, folder: Path, *arguments: str, **environ: str) -> None:
        unset = ("NO_COLOR", "FORCE_COLOR", "CI", "TERM")
        kept = {name: value for name, value in os.environ.items() if name not in unset}
        self.output = ""
        self.reader, writer = os.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], cwd=folder, env={**kept, "TERM": "xterm-256color", **environ},
            stdin=subprocess.DEVNULL, stdout=writer, stderr=writer, start_new_session=True,
        )  # fmt: skip
        os.close(writer)

    def read(self, until: Callable[[str], object] = lambda output: False) -> str:
        """What was written so far, when it is enough or the command ends."""
        limit = time.monotonic() + 120
        while not until(self.output) and time.monotonic() < limit:
            if select.select([self.reader], [], [], 1)[0]:
                try:
                    data = os.read(self.reader, 1 << 16)
                except OSError:
                    break
                if not data:
                    break
                self.output += data.decode().replace("\r\n", "\n")
        return self.output

    def code(self) -> int:
        self.read()
        os.close(self.reader)
        return self.process.wait()


@pytest.fixture
def code(tmp_path: Path) -> Path:
    """A file with one finding, in a folder with a name that has to be quoted in an address."""
    folder = tmp_path / "ä b"
    folder.mkdir()
    (folder / ".git").mkdir()
    (folder / "m.py").write_text(HAZARD)
    return folder


class TestLinks:
    def test_places(self, code: Path) -> None:
        output = Terminal(code, "check", "-q").read()
        links = re.findall(r"\x1b\]8;;([^\x1b]+)\x1b\\(.*?)\x1b\]8;;\x1b\\", output)
        file = (code / "m.py").as_uri()
        assert links[0] == (f"{file}#L6,5", "m.py:6:5")
        assert (f"{file}#L4,2", "m.py:4") in links

    def test_codes_are_links_where_the_option_says_where_pages_are(self, code: Path) -> None:
        output = Terminal(code, "check", "-q", "--config", "rule-url = 'https://docs.test/{name}'").read()
        assert "\x1b]8;;https://docs.test/python-print\x1b\\TFA101\x1b]8;;\x1b\\" in output

    @pytest.mark.parametrize("environ", [{"CI": "true"}, {"TERM": "dumb"}])
    def test_not_for_everybody(self, code: Path, environ: dict[str, str]) -> None:
        assert "\x1b]8" not in Terminal(code, "check", "-q", **environ).read()

    def test_colors_are_a_wish_of_their_own(self, code: Path) -> None:
        assert "\x1b]8" in (without := Terminal(code, "check", "-q", NO_COLOR="1").read())
        assert "\x1b[" not in without
        assert "\x1b" not in Terminal(code, "check", "-q", "--color", "never").read()
        assert "\x1b[1;33m" in Terminal(code, "check", "-q").read()
        piped = [*COMMAND, "check", "-q"]
        done = subprocess.run(piped, cwd=code, env=os.environ | {"FORCE_COLOR": "1"}, capture_output=True, check=False)
        assert b"\x1b[1;33m" in done.stdout
        assert b"\x1b]8" not in done.stdout


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class TestBar:
    def test_only_after_a_while_and_gone_at_the_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        screen = Screen()
        with Bar(screen, wanted=True) as bar:
            bar("Reading files", 1, 10)
            assert screen.getvalue() == ""
            monkeypatch.setattr(progress, "PATIENCE", 0.0)
            monkeypatch.setattr(progress, "PAUSE", 0.0)
            bar("Reading files", 2, 10)
            bar("Tracing", 0, 0)
            assert bar.bar is not None
            bar.bar[0].refresh()
            assert "Tracing" in screen.getvalue()
        assert screen.getvalue().endswith(("\x1b[2K", "\x1b[?25h", "\x1b[1A\x1b[2K"))

    def test_never_when_unwanted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(progress, "PATIENCE", 0.0)
        screen = Screen()
        with Bar(screen, wanted=False) as bar:
            bar("Reading files", 1, 10)
        assert screen.getvalue() == ""

    def test_who_wants_one(self) -> None:
        assert wants_bar(Screen(), {})
        assert not wants_bar(Screen(), {"CI": "1"})
        assert not wants_bar(Screen(), {"TERM": "dumb"})
        assert not wants_bar(io.StringIO(), {})

    def test_a_short_run_imports_no_rich(self, code: Path) -> None:
        program = "import sys; from tflint_autograph.cli.main import run; run(['check', '-q']); sys.exit('rich' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", program], cwd=code, capture_output=True, check=False)
        assert done.returncode == 0


class TestWatch:
    def test_runs_again_and_ends_cleanly(self, code: Path) -> None:
        terminal = Terminal(code, "check", "--watch", "-q", "-f", "concise")
        first = terminal.read(lambda output: "Ctrl-C ends\n" in output)
        assert first == "m.py:6:5: TFA101 `print` runs only at trace time, not on every call\nWatching 1 file, Ctrl-C ends\n"
        (code / "m.py").write_text(f"\n{HAZARD}")
        second = terminal.read(lambda output: output.count("Ctrl-C ends\n") == 2)[len(first) :]
        assert second.startswith("\x1b[2J\x1b[3J\x1b[H")
        assert re.search(r"\d\d:\d\d:\d\d m\.py changed\nm\.py:7:5: TFA101 ", second)
        (code / "pyproject.toml").write_text("[tool.tflint-autograph]\nslect = []\n")
        third = terminal.read(lambda output: output.count("Ctrl-C ends\n") == 3)[len(first + second) :]
        assert "error: unknown key `slect` in pyproject.toml:2" in third
        (code / "pyproject.toml").write_text("[tool.tflint-autograph]\nselect = ['TFA5']\n")
        fourth = terminal.read(lambda output: output.count("Ctrl-C ends\n") == 4)
        os.killpg(terminal.process.pid, signal.SIGINT)
        assert terminal.code() == 130
        assert "Traceback" not in terminal.output[len(fourth) :]

    def test_not_of_standard_input(self, code: Path) -> None:
        terminal = Terminal(code, "check", "--watch", "-")
        assert terminal.code() == 2
        assert terminal.output == "error: cannot combine `--watch` with standard input\n"
