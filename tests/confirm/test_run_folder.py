"""The temporary folder of a run, and those of runs in which every process was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes.stuck import are_gone
from tflint_autograph.confirm.run_folder import RunFolder


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_it_is_removed_with_what_is_in_it(temporary: Path) -> None:
    folder = RunFolder()
    (folder.path / "inner").mkdir()
    folder.close()
    assert os.listdir(temporary) == []


def test_what_was_started_in_it_ends_with_it() -> None:
    folder = RunFolder()
    environ = {**os.environ, "TMPDIR": str(folder.path / "1" / "tmp")}
    # Until its first line has arrived, a process may not have its environment yet.
    command = ["sh", "-c", "echo started; read line"]
    with subprocess.Popen(command, env=environ, start_new_session=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        started.stdout.readline()
        folder.close()
        assert started.wait(60) == -signal.SIGKILL


def test_an_abandoned_one_is_removed_by_the_next_run_and_one_in_use_is_not(temporary: Path) -> None:
    code = "import sys, time\nfrom tflint_autograph.confirm.run_folder import RunFolder\nprint(RunFolder().path, flush=True)\ntime.sleep(1000)\n"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, env={**os.environ, "TMPDIR": str(temporary)}, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        path = Path(other.stdout.readline().strip())
        one = RunFolder()
        assert path.exists()
        one.close()
        other.kill()
        assert are_gone([other.pid])
    RunFolder().close()
    assert os.listdir(temporary) == []


def test_a_folder_of_another_program_is_none(temporary: Path) -> None:
    (other := temporary / "tflint-other").mkdir()
    (other / "lock").touch()
    RunFolder().close()
    assert (other / "lock").exists()
