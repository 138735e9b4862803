"""The command around a program: its own exit code, output and signals, and what is refused. No TensorFlow is needed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = (sys.executable, "-m", "tflint_autograph", "traces", "--python", sys.executable)


def run(*words: str, cwd: Path, plain: bool = False) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words] if plain else [*COMMAND, *words]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def program(folder: Path, text: str, name: str = "train.py") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


SEEN = """
import json, os, sys, threading
print(json.dumps({
    "name": __name__, "file": __file__, "argv": sys.argv, "path": sys.path, "environ": dict(os.environ),
    "threads": threading.active_count(), "writes": sys.dont_write_bytecode, "open": sorted(os.listdir("/proc/self/fd")) and 0,
}))
print("to stderr", file=sys.stderr)
sys.exit(3)
"""


@pytest.mark.parametrize("words", [("train.py", "--epochs", "3", "-o", "x"), ("-m", "pkg.train", "-f", "json", "--", "-m")])
def test_the_program_sees_what_it_sees_without_us(tmp_path: Path, words: tuple[str, ...]) -> None:
    program(tmp_path, SEEN)
    program(tmp_path, SEEN, "pkg/train.py")
    alone, ours = run(*words, cwd=tmp_path, plain=True), run(*words, cwd=tmp_path)
    assert (ours.returncode, ours.stdout) == (3, alone.stdout)
    assert ours.stderr.startswith(alone.stderr)
    assert json.loads(ours.stdout)["argv"][1:] == list(words[2:] if words[0] == "-m" else words[1:])


def test_a_path_and_a_sitecustomize_of_the_user_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "import sys\nsys.mine = 'mine'\n", "site/sitecustomize.py")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    program(tmp_path, "import os, sys, sitecustomize\nprint(sys.mine, os.environ['PYTHONPATH'], sitecustomize.__file__)\n")
    alone, ours = run("train.py", cwd=tmp_path, plain=True), run("train.py", cwd=tmp_path)
    assert ours.stdout == alone.stdout != ""


def test_a_program_runs_where_the_recorder_cannot(tmp_path: Path) -> None:
    program(tmp_path, "raise TypeError('no such thing in this Python')\n", "site/mmap.py")
    python = program(tmp_path, f'#!/bin/sh\nPYTHONPATH="$PYTHONPATH:{tmp_path}/site" exec {sys.executable} "$@"\n', "python")
    python.chmod(0o755)
    program(tmp_path, "print(1)\n")
    ours = run("--python", str(python), "train.py", cwd=tmp_path)
    assert (ours.returncode, ours.stdout) == (0, "1\n")
    notes = [line for line in ours.stderr.splitlines() if "note: " in line]
    assert notes == [
        "note: an error of tflint-autograph, please report it: TypeError: no such thing in this Python",
        "note: the program was not recorded",
    ]
    assert "sitecustomize" not in ours.stderr


def test_an_exception_is_shown_as_ever(tmp_path: Path) -> None:
    program(tmp_path, "def f():\n    raise ValueError('no')\nf()\n")
    alone, ours = run("train.py", cwd=tmp_path, plain=True), run("train.py", cwd=tmp_path)
    assert ours.returncode == 1
    assert ours.stderr.startswith(alone.stderr)
    assert "exit code 1" in ours.stderr.removeprefix(alone.stderr)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGABRT])
def test_we_end_as_the_program_did(tmp_path: Path, number: signal.Signals) -> None:
    program(tmp_path, f"import os\nos.kill(os.getpid(), {int(number)})\n")
    ours = run("train.py", cwd=tmp_path)
    assert ours.returncode == -number
    assert f"ended by {number.name}" in ours.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGUSR1])
def test_a_signal_reaches_the_program_once_and_we_report(tmp_path: Path, number: signal.Signals) -> None:
    program(
        tmp_path,
        "import signal, sys, time\nheard = []\n"
        f"signal.signal({int(number)}, lambda *_: heard.append(1))\nprint('ready', flush=True)\n"
        "while not heard: time.sleep(0.01)\ntime.sleep(0.3)\nprint(len(heard))\nsys.exit(5)\n",
    )
    ours = subprocess.Popen([*COMMAND, "train.py"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    assert ours.stdout is not None
    assert ours.stdout.readline() == "ready\n"
    ours.send_signal(number)
    out, err = ours.communicate(timeout=60)
    assert (ours.returncode, out) == (5, "1\n")
    assert "exit code 5" in err


def test_the_program_does_not_outlive_us(tmp_path: Path) -> None:
    program(tmp_path, "import os, time\nprint(os.getpid(), flush=True)\ntime.sleep(600)\n")
    ours = subprocess.Popen([*COMMAND, "train.py"], cwd=tmp_path, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    assert ours.stdout is not None
    pid = int(ours.stdout.readline())
    ours.kill()
    ours.wait()
    for _ in range(200):
        if not _runs(pid):
            break
        time.sleep(0.05)
    assert not _runs(pid)


def _runs(pid: int) -> bool:
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_report_that_cannot_be_saved_is_shown(tmp_path: Path) -> None:
    program(tmp_path, "import pathlib\npathlib.Path('out.txt').mkdir()\n")
    ours = run("-o", "out.txt", "train.py", cwd=tmp_path)
    assert ours.returncode == 2
    assert "0 traces of 0 functions" in ours.stderr
    assert "cannot write out.txt" in ours.stderr


def test_nothing_is_written_but_the_report(tmp_path: Path) -> None:
    program(tmp_path, "print(1)\n")
    temporary = set(os.listdir("/tmp"))
    run("-f", "json", "-o", "out.json", "train.py", cwd=tmp_path)
    assert sorted(os.listdir(tmp_path)) == ["out.json", "train.py"]
    assert not {each for each in set(os.listdir("/tmp")) - temporary if "tflint" in each}
    assert json.loads((tmp_path / "out.json").read_text())["notes"] == ["the program did not import TensorFlow"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "traces needs a program"),
        (("missing.py",), "missing.py does not exist"),
        (("-m",), "`-m` needs a module"),
        (("-f", "xml", "train.py"), "unknown output format `xml`"),
        (("--fail-above", "-1", "train.py"), "unknown value `-1` in --fail-above"),
        (("--compare", "train.py", "train.py"), "train.py is not a report of traces"),
        (("--compare", "cut.json", "train.py"), "cut.json is not a whole report of traces"),
        (("--compare", "old.json", "train.py"), "cannot read old.json"),
        (("--out", "x", "train.py"), "unknown option `--out`"),
        (("-o", "no/out.json", "train.py"), "cannot write no/out.json: No such file or directory"),
        (("-o", ".", "train.py"), "cannot write .: Is a directory"),
        (("python", "train.py"), "leave out `python`"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_runs(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    program(tmp_path, "print('ran')\n")
    program(tmp_path, '{"schema": "tflint-autograph-traces/1", "functions": [{}]}', "cut.json")
    ours = run(*words, cwd=tmp_path)
    assert (ours.returncode, ours.stdout) == (2, "")
    assert message in ours.stderr


def test_a_cell_of_a_notebook_that_is_no_python_raises_in_its_turn(tmp_path: Path) -> None:
    texts = ("print('1\x0c')\n%matplotlib inline", "print(2)\n!ls\nx = = 1", "print(3)")
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "id": text[6], "source": text}
        for text in texts
    ]
    program(tmp_path, json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}), "nb.ipynb")
    ours = run("nb.ipynb", cwd=tmp_path)
    assert (ours.returncode, ours.stdout) == (1, "1\x0c\n")
    assert "nb.ipynb:cell 2\", line 3" in ours.stderr
    assert "SyntaxError" in ours.stderr


FAKE = {
    "tensorflow/__init__.py": "from tensorflow.python.framework import versions\n",
    "tensorflow/python/framework/versions.py": "VERSION = '3.1.4'\n",
}


def test_an_unknown_version_is_said_in_one_line(tmp_path: Path) -> None:
    for name, text in FAKE.items():
        program(tmp_path, text, name)
    program(tmp_path, "import tensorflow\n")
    ours = run("train.py", cwd=tmp_path)
    notes = [line for line in ours.stderr.splitlines() if line.startswith("note: ")]
    assert len(notes) == 1
    assert "TensorFlow 3.1.4 is not among the known versions, 2.13 to 2.21" in notes[0]
    assert "no trace can be recorded" in notes[0]


def test_a_changed_part_of_tensorflow_is_named_and_harms_nothing(tmp_path: Path) -> None:
    for name, text in FAKE.items():
        program(tmp_path, text.replace("3.1.4", "2.21.9"), name)
    core = "tensorflow/core/function/polymorphism/function_cache.py"
    program(tmp_path, "class OtherCache: pass\n", core)
    program(tmp_path, "import tensorflow\nfrom tensorflow.core.function.polymorphism import function_cache\nprint(function_cache.OtherCache)\n")
    ours = run("train.py", cwd=tmp_path)
    assert (ours.returncode, "OtherCache" in ours.stdout) == (0, True)
    assert "note: TensorFlow 2.21.9 is not as known: no trace and no call can be recorded" in ours.stderr
