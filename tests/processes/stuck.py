"""Commands that come to a piece of work which does not end, and what is left of them. Holds no test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

_STUCK = """
import os, sys, time
from pathlib import Path
from tflint_autograph.engine.analysis import analyze, cores
from tflint_autograph.engine.workspace import import_components

if {parted}:
    import_components.LEAST = cores.BYTES = 1

def stuck(fn, rules):
    Path({reached!r}, str(os.getpid())).touch()
    while True:
        time.sleep(1000)

analyze.analyze = stuck
from tflint_autograph.cli.main import console
console()
"""


@contextmanager
def stuck(folder: Path, reached: Path, *arguments: str, parted: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """The command in a folder, with rules that never end: each process that comes to one leaves its id in `reached`.

    With `parted`, files that no import joins are looked at apart, few as they are. No process lives longer than the block.
    """
    reached.mkdir()
    code, pipe = _STUCK.format(reached=str(reached), parted=parted), subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code, *arguments], cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe) as run:
        try:
            yield run
        finally:
            for pid in {run.pid, *map(int, os.listdir(reached))}:
                if _runs(pid):
                    os.kill(pid, signal.SIGKILL)


def processes(reached: Path, number: int) -> list[int]:
    """The ids of the processes that are stuck, once there are so many."""
    assert wait_for(lambda: len(list(reached.iterdir())) >= number)
    return [int(each.name) for each in reached.iterdir()]


def are_gone(pids: Sequence[int]) -> bool:
    """Whether all of the processes come to their end."""
    return wait_for(lambda: not any(map(_runs, pids)))


def wait_for(met: Callable[[], bool], seconds: float = 60) -> bool:
    """Wait until something is so; False where it does not become so."""
    limit = time.monotonic() + seconds
    while not met():
        if time.monotonic() > limit:
            return False
        time.sleep(0.05)
    return True


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
