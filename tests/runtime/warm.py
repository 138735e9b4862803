"""A Python that has imported TensorFlow already: it runs a script in a process forked from one that is shared by all tests of a process.

TensorFlow takes two seconds of processor time to import, and a hundred tests start it. What runs under `warm_python()` is what would
run under `sys.executable`, but for the import; tests about the start and the end of processes use `sys.executable` itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

_SERVER = Path(__file__).with_name("warm_server.py")
_CLIENT = Path(__file__).with_name("warm_client.py")
_QUIET = {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", "TF_ENABLE_ONEDNN_OPTS": "0", "PYTHONHASHSEED": "0"}

_started: list[subprocess.Popen[str]] = []


@cache
def warm_python() -> str:
    """The path of a program to use in place of `sys.executable` for `SCRIPT ARGUMENTS...` and `-m MODULE ARGUMENTS...`."""
    folder = Path(tempfile.mkdtemp(prefix="tflint-warm-"))
    command = [sys.executable, str(_SERVER), str(folder)]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **_QUIET})
    _started.append(server)
    assert server.stdout is not None
    assert server.stdout.readline() == "ready\n"
    program = folder / "python"
    program.write_text(f"#!{sys.executable} -IS\n{_CLIENT.read_text(encoding='utf-8')}", encoding="utf-8")
    program.chmod(0o700)
    return str(program)


def end_warm_python() -> None:
    """Ends the shared process, if there is one, and what it runs."""
    for server in _started:
        assert server.stdin is not None
        server.stdin.close()
        server.wait()
    _started.clear()
