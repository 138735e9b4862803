"""What runs under the warm Python runs as it would under Python itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runtime.warm import warm_python

pytestmark = pytest.mark.tensorflow

SCRIPT = """\
import os, sys

print(sys.argv[1:], sys.path[0], os.getcwd(), os.environ["GIVEN"], sys.stdin.read(), sys.executable)
print("beside", os.read(int(os.environ["BESIDE"]), 9).decode(), file=sys.stderr)
if sys.argv[1] == "raises":
    raise ValueError("as the script says")
if sys.argv[1] == "stops":
    sys.exit(7)
if sys.argv[1] == "dies":
    os.kill(os.getpid(), 9)
"""
BEGIN = "from signal import pause\n\nprint('begun', flush=True)\npause()\n"


@pytest.mark.parametrize(("word", "status"), [("ends", 0), ("stops", 7), ("raises", 1), ("dies", -9)])
def test_a_script_has_what_it_was_given_and_ends_as_it_ends(word: str, status: int, tmp_path: Path) -> None:
    (script := tmp_path / "script.py").write_text(SCRIPT)
    (tmp_path / "work").mkdir()
    seen = [_run(python, script, word, tmp_path / "work") for python in (warm_python(), sys.executable)]
    assert seen[0] == seen[1]
    assert seen[0][0] == status


def _run(python: str, script: Path, word: str, folder: Path) -> tuple[int, str, str]:
    (beside := folder / "beside").write_text("its words")
    descriptor = os.open(beside, os.O_RDONLY)
    environ = {**os.environ, "PYTHONUNBUFFERED": "1", "GIVEN": "a value", "BESIDE": str(descriptor)}
    try:
        done = subprocess.run(
            [python, str(script), word], cwd=folder, env=environ, input="typed", capture_output=True, text=True, check=False,
            pass_fds=(descriptor,),
        )  # fmt: skip
    finally:
        os.close(descriptor)
    lines = done.stderr.splitlines()
    return done.returncode, done.stdout, "\n".join([*lines[:1], *lines[-1:]])


def test_tensorflow_is_imported_already(tmp_path: Path) -> None:
    (script := tmp_path / "script.py").write_text("import sys\n\nprint(*sorted(sys.modules))\n")
    shown = subprocess.run([warm_python(), str(script)], capture_output=True, text=True, check=True).stdout.split()
    assert {"tensorflow", "keras"} <= {*shown}
    assert not [name for name in shown if name.startswith("tflint_autograph")]


def test_signals_reach_the_script(tmp_path: Path) -> None:
    (script := tmp_path / "script.py").write_text(BEGIN)
    with subprocess.Popen([warm_python(), str(script)], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "begun\n"
        run.terminate()
        assert run.wait(30) == -15
