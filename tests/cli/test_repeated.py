"""The same `check` over files nobody has touched: it writes what it wrote, and neither reads nor renders anything."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.programs import write
from tflint_autograph.cli.main import run
from tflint_autograph.engine.cache.digests import YOUNG
from tflint_autograph.report.formats import FORMATS, Base, base

HAZARD = "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n"
FILES = {
    "a.py": HAZARD,
    "pkg/é.py": HAZARD.replace("print(x)", "print(x)  # tflint: ignore[TFA101] wanted"),
    "b.py": "import tensorflow\ndef f(:\n",
}
KEPT = tuple(name for name in FORMATS if base(name) is not Base.REPOSITORY)
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def old(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in which everything was written long ago."""
    write(project, FILES)
    now = time.time_ns
    monkeypatch.setattr("time.time_ns", lambda: now() + 10 * YOUNG)
    return project


def checked(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr, without how long it took."""
    code = run(["check", *arguments])
    out, err = capsys.readouterr()
    return code, out, re.sub(r"(?m)^(phase|time).*\n|\d+ parsed$", "", err)


class LookedAgain(BaseException):
    """No `Exception`: the command line would report that as a bug, with an exit code."""


def refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no run look at anything from here on."""

    def fail(*given: object, **named: object) -> None:
        raise LookedAgain

    monkeypatch.setattr("tflint_autograph.engine.pipeline.check_paths", fail)
    monkeypatch.setattr("tflint_autograph.cli.check.rendered", fail)


@pytest.mark.parametrize("name", KEPT)
@pytest.mark.parametrize("more", [[], ["-q"], ["-v", "--statistics", "--exit-zero"], ["--color", "always"]])
def test_it_writes_the_same_without_a_look(name: str, more: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    first = checked(capsys, "-f", name, *more)
    assert first == checked(capsys, "--no-cache", "-f", name, *more)
    refuse(monkeypatch)
    assert checked(capsys, "-f", name, *more) == first


def test_to_a_file(old: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    checked(capsys, "-o", "report.txt")
    text = (old / "report.txt").read_bytes()
    (old / "report.txt").unlink()
    refuse(monkeypatch)
    checked(capsys, "-o", "report.txt")
    assert (old / "report.txt").read_bytes() == text != b""


def test_another_question_has_another_answer(old: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    checked(capsys)
    asked = (["-q"], ["--color", "always"], ["-f", "concise"], ["--select", "TFA102"], ["a.py"], ["pkg"], ["--min-severity", "info"])
    for arguments in asked:
        assert checked(capsys, *arguments) == checked(capsys, "--no-cache", *arguments), arguments
    monkeypatch.chdir(old / "pkg")
    assert checked(capsys, "..") == checked(capsys, "--no-cache", "..")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in checked(capsys, "..")[1]


@pytest.mark.parametrize("name", sorted(FILES))
def test_any_change_is_seen(old: Path, name: str, capsys: Capture) -> None:
    before = checked(capsys)
    path = old / name
    times = path.stat()
    time.sleep(0.02)
    path.write_bytes(path.read_bytes().replace(b"print", b"ppint").replace(b"def f(:", b"def f() "))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    after = checked(capsys)
    assert after == checked(capsys, "--no-cache") != before


def test_files_and_settings_that_come_and_go_are_seen(old: Path, capsys: Capture) -> None:
    before = checked(capsys)
    write(old, {"new.py": HAZARD})
    assert checked(capsys) == checked(capsys, "--no-cache") != before
    write(old, {".gitignore": "new.py\n"})
    assert checked(capsys) == before
    write(old, {"pyproject.toml": '[tool.tflint-autograph]\nignore = ["TFA101"]\n'})
    assert checked(capsys) == checked(capsys, "--no-cache") != before


@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_between_two_runs_is_seen(old: Path, seed: int, capsys: Capture) -> None:
    drawn = random.Random(seed)
    names = ("a.py", "pkg/é.py", "pkg/b.py", "pkg/__init__.py", "c.py")
    texts = (*FILES.values(), "from a import f\n", "x = 1\n", "import tensorflow as tf\n# tflint: ignore-file[TFA101] no\n" + HAZARD)
    options: tuple[list[str], ...] = ([], ["-f", "json"], ["-f", "concise", "-q"], ["pkg"], ["--min-confidence", "low"])
    config = "[tool.tflint-autograph]\n"

    def happen() -> None:
        path, kind = old / drawn.choice(names), drawn.randrange(7)
        if kind < 3:
            write(old, {path.relative_to(old).as_posix(): drawn.choice(texts)})
        elif kind == 3:
            path.unlink(missing_ok=True)
        elif kind == 4 and path.exists():
            path.replace(old / drawn.choice(names))
        elif kind == 5:
            write(old, {"pyproject.toml": config + drawn.choice(("", 'ignore = ["TFA101"]\n', 'exclude = ["c.py"]\n'))})
        else:
            entries = sorted((old / ".tflint_autograph_cache").glob("*-*"))
            drawn.choice(entries).write_bytes(b"")

    for _ in range(25):
        asked = drawn.choice(options)
        checked(capsys, *asked)
        time.sleep(0.01)  # clocks of files are coarse
        if drawn.random() < 0.8:
            happen()
        assert checked(capsys, *asked) == checked(capsys, "--no-cache", *asked)


def test_what_was_written_just_now_is_looked_at(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time_ns", lambda: 0)
    checked(capsys)
    refuse(monkeypatch)
    with pytest.raises(LookedAgain):
        checked(capsys)


@pytest.mark.parametrize("arguments", [["-f", "sarif"], ["--changed"], ["--no-cache"], ["--update-baseline", "--baseline", "known.json"]])
def test_what_depends_on_more_than_the_files_is_looked_at(
    old: Path, arguments: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run(["git", "init", "-q"], cwd=old, check=True)
    checked(capsys, *arguments)
    refuse(monkeypatch)
    with pytest.raises(LookedAgain):
        checked(capsys, *arguments)


def test_a_baseline_that_changes_counts(old: Path, capsys: Capture) -> None:
    checked(capsys, "--baseline", "known.json", "--update-baseline")
    assert checked(capsys, "--baseline", "known.json")[0] == 1  # what is no Python is in no baseline
    (old / "known.json").write_text('{"schema": "tflint-autograph-baseline/1", "findings": {}}')
    assert "TFA101" in checked(capsys, "--baseline", "known.json")[1]


def test_a_broken_entry_is_none(old: Path, capsys: Capture) -> None:
    first = checked(capsys)
    (entry,) = (old / ".tflint_autograph_cache").glob("output-*")
    for data in (b"", b"x" * 100, entry.read_bytes()[:-1]):
        entry.write_bytes(data)
        assert checked(capsys) == first


def test_a_folder_without_files_is_looked_at(old: Path, capsys: Capture) -> None:
    (old / "none").mkdir()
    checked(capsys, "none")
    assert not list(old.rglob("output-*"))


def test_it_imports_nothing_that_looks_or_renders(old: Path) -> None:
    for path in old.rglob("*.py"):
        os.utime(path, (1, 1))
    program = (
        "import sys, time\nfrom tflint_autograph.engine.cache import digests\ndigests.YOUNG = 0\n"
        "from tflint_autograph.cli.main import run\nrun(['check'])\n"
        "print('imported', *sorted(name for name in sys.modules if name.startswith('tflint_autograph')))"
    )
    told = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=old).stdout
        for _ in range(2)
    ]
    first, second = (set(each.rpartition("\nimported ")[2].split()) for each in told)
    assert "tflint_autograph.engine.pipeline" in first - second
    assert len(second) <= 50, sorted(second)
