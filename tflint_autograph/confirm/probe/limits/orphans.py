"""Ends processes that the user's code left behind, after adopting them. Unix only."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

_SET_CHILD_SUBREAPER = 36


def adopt() -> None:
    """Makes this process the parent of descendants whose own parent has ended. Linux only."""
    _prctl(_SET_CHILD_SUBREAPER, 1)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def end_orphans(kept: tuple[int, ...]) -> None:
    """Kills the children of this process except those in `kept`, and the children those leave."""
    while found := [pid for pid in _children() if pid not in kept]:
        for pid in found:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _children() -> Iterator[int]:
    tasks = Path(f"/proc/{os.getpid()}/task")
    if not tasks.is_dir():
        return
    for task in sorted(tasks.iterdir()):
        listed = task / "children"
        if listed.exists():
            yield from map(int, listed.read_text().split())
