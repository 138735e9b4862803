"""One child process: its time, its memory and what it printed. Compares nothing."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds of wall and of processor time, peak memory of the largest process in MiB, exit code and stderr."""

    wall: float
    cpu: float
    memory: float
    code: int
    said: str


def measured(command: Sequence[str], folder: Path, cores: int = 0, limit: float = 3600) -> Measured:
    """Run a command in a folder on the first `cores` processors, on all of them for 0; its output is thrown away.

    After `limit` seconds it is ended; its exit code then is 124, as that of `timeout`.
    """
    allowed = sorted(os.sched_getaffinity(0))[: cores or None]
    start = time.perf_counter()
    child = subprocess.Popen(
        ["taskset", "-c", ",".join(map(str, allowed)), "timeout", str(limit), *command],
        cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
    )  # fmt: skip
    assert child.stderr is not None
    with child.stderr:
        said = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    return Measured(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, code, said)
